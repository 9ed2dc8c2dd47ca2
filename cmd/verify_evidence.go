package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

// loadEvidence indexes the records of --evidence: JSON and CBOR files are a
// record each, JSON Lines files a record a line.
func (r *verifyRun) loadEvidence(ctx context.Context) error {
	if len(r.evidence) == 0 {
		return nil
	}
	r.index = &evidence.Index{Limits: r.input.limits(), Format: r.formatOf, Read: r.readPlace, Jobs: r.input.jobs}
	var whole, lines []string
	for _, name := range r.evidence {
		switch {
		case r.reader.IsDir(name):
			whole, lines = append(whole, name), append(lines, name)
		case isLines(name):
			lines = append(lines, name)
		default:
			whole = append(whole, name)
		}
	}
	err := r.loadWhole(ctx, whole)
	if err == nil {
		err = r.loadLines(ctx, lines)
	}
	var refused *refusedFile
	switch {
	case errors.As(err, &refused):
		return r.saidFailure(errorDiagnostic(refused.path, refused.err))
	case err != nil:
		return err
	}
	for _, p := range r.passed {
		if p.files > 0 {
			r.say.note("%s in %s not recognised as records by name, not read", count(p.files, "file"), p.folder)
		}
		if p.links > 0 {
			r.say.note("%s in %s not followed", count(p.links, "symbolic link"), p.folder)
		}
	}
	return nil
}

func isLines(name string) bool {
	lower := strings.ToLower(input.TrimCompressed(name))
	return slices.ContainsFunc(recordExtensions(true), func(e string) bool { return strings.HasSuffix(lower, e) })
}

// namedByHash reports a name that is a SHA-256 and nothing else, as stores of
// records give it.
func namedByHash(path string) bool {
	name := filepath.Base(input.TrimCompressed(path))
	for _, prefix := range []string{"sha256:", "sha256-"} {
		name = strings.TrimPrefix(name, prefix)
	}
	_, err := digest.Parse("sha256:" + name)
	return err == nil
}

func (r *verifyRun) formatOf(name string, raw []byte) record.Format {
	if r.input.format == "" && namedByHash(name) {
		return record.DetectBytes(raw)
	}
	return r.input.formatOf(input.TrimCompressed(name), raw)
}

// readPlace reads a record of the index again.
func (r *verifyRun) readPlace(p evidence.Place) ([]byte, error) {
	if p.Line == 0 {
		return r.reader.Load(p.Path)
	}
	in, err := r.reader.Open(p.Path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var lines io.ReaderAt = in
	if in.Compressed() {
		if lines, err = r.spool.file(p.Path, in); err != nil {
			return nil, err
		}
	}
	return record.ReadAll(io.NewSectionReader(lines, p.Offset, p.Size), p.Size, r.input.limits())
}

// loadRefMaps reads --ref-map PREFIX=DIR.
func (r *verifyRun) loadRefMaps() error {
	if len(r.refMaps) == 0 {
		return nil
	}
	r.refs = &evidence.RefMap{}
	for _, flag := range r.refMaps {
		i := strings.LastIndexByte(flag, '=')
		if i < 1 || i == len(flag)-1 {
			return usagef("--ref-map takes PREFIX=DIR, not %s", diag.Quote(flag, 60))
		}
		r.output.protected.opensFolder(r.reader.Path(flag[i+1:]))
		if err := r.refs.Add(flag[:i], r.reader.Path(flag[i+1:])); err != nil {
			return failure("%s: cannot be opened: %s; --ref-map takes PREFIX=DIR", flag[i+1:], &input.OpenError{Err: err})
		}
	}
	return nil
}

// pathReader reads the records that check lines and claims lines name. Files
// are mostly named in runs and lines in ascending order, so it keeps the last
// file, and its place in it.
type pathReader struct {
	reader *input.Options
	path   string
	whole  []byte // the last file that was read whole

	file  *input.Opened
	lines *input.Lines
	last  input.Line
}

func (p *pathReader) read(l record.Locator) ([]byte, error) {
	if l.Path == "-" {
		return nil, errors.New("standard input cannot be read again")
	}
	if l.Line > 0 {
		return p.line(l)
	}
	if p.whole != nil && p.path == l.Path {
		return p.whole, nil
	}
	if err := regular(p.reader.Path(l.Path)); err != nil {
		return nil, err
	}
	data, err := p.reader.ReadFile(l.Path)
	if err != nil {
		return nil, err
	}
	p.close()
	p.path, p.whole = l.Path, data
	return data, nil
}

// regular keeps a claims file from making the program wait for a pipe or device.
func regular(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return &input.OpenError{Err: err}
	case !info.Mode().IsRegular():
		return errors.New("it is not a regular file")
	}
	return nil
}

func (p *pathReader) line(l record.Locator) ([]byte, error) {
	if p.lines == nil || p.path != l.Path || p.last.Number > l.Line {
		if err := p.open(l.Path); err != nil {
			return nil, err
		}
	}
	for p.last.Number < l.Line {
		var err error
		if p.last, err = p.lines.Next(); err == io.EOF {
			p.lines = nil
			return nil, fmt.Errorf("it has no line %d", l.Line)
		} else if err != nil && p.last.Number == l.Line {
			return nil, err
		}
	}
	return p.last.Data, nil
}

func (p *pathReader) open(path string) error {
	if err := regular(p.reader.Path(path)); err != nil {
		return err
	}
	opened, err := p.reader.Open(path)
	if err != nil {
		return err
	}
	p.close()
	p.path, p.file, p.lines = path, opened, input.NewLines(opened, p.reader.Limits)
	return nil
}

func (p *pathReader) close() {
	if p.file != nil {
		p.file.Close()
	}
	*p = pathReader{reader: p.reader}
}
