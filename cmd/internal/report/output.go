// Package report writes results: where they go (standard output or files that
// appear whole or not at all) and how machine formats look. What a verb's text
// looks like is the verb's own business.
package report

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Destination is one place results are written to.
type Destination struct {
	Format string
	Path   string // "" is standard output
}

// FormatError says that a format is not one of those a verb knows, or that
// --output was used as if it were --format.
type FormatError struct {
	Format string
	Known  []string
	// Misplaced: the format was given to -o, which takes a path.
	Misplaced bool
}

func (e *FormatError) Error() string {
	if e.Misplaced {
		return fmt.Sprintf("-o takes a file; write --format %s, or -o ./%s for a file of that name", e.Format, e.Format)
	}
	return fmt.Sprintf("unknown format %q; known are %s", e.Format, strings.Join(e.Known, ", "))
}

// Destinations reads --format and the values of -o, each [FORMAT=]PATH. Without
// -o results go to standard output in format; with it, standard output stays
// empty. known lists the formats of the verb.
func Destinations(format string, outputs, known []string) ([]Destination, error) {
	if !slices.Contains(known, format) {
		return nil, &FormatError{Format: format, Known: known}
	}
	if len(outputs) == 0 {
		return []Destination{{Format: format}}, nil
	}
	var out []Destination
	for _, o := range outputs {
		d := Destination{Format: format, Path: o}
		if name, path, ok := strings.Cut(o, "="); ok && slices.Contains(known, name) {
			d = Destination{Format: name, Path: path}
		} else if ok && isWord(name) {
			return nil, unknownPrefix(name, o, known)
		} else if slices.Contains(known, o) {
			return nil, &FormatError{Format: o, Known: known, Misplaced: true}
		}
		switch d.Path {
		case "":
			return nil, fmt.Errorf("-o %s names no file; write -o %sFILE, or -o %s- for standard output", o, o, o)
		case "-":
			d.Path = ""
		}
		if d.Path == "" && slices.ContainsFunc(out, func(other Destination) bool { return other.Path == "" }) {
			return nil, errors.New("-o names standard output twice; write one of the formats to a file")
		}
		out = append(out, d)
	}
	return out, nil
}

// unknownPrefix refuses a value of -o that begins with an unknown format.
func unknownPrefix(name, output string, known []string) error {
	instead := "known are " + strings.Join(known, ", ")
	if near, ok := diag.Nearest(name, known); ok {
		instead = "did you mean " + near
	}
	return fmt.Errorf("unknown format %s in -o; %s, or write ./%s for a file of that name", diag.Quote(name, 40), instead, diag.Safe(output))
}

// isWord reports what could be the name of a format: in front of = it is taken
// for one, so that a slip of the pen does not become the name of a file.
func isWord(name string) bool {
	return name != "" && strings.IndexFunc(name, func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) < 0
}

// File is an output that appears under its name only when it is committed. The
// zero Path is a stream, which appears as it is written.
type File struct {
	*bufio.Writer
	path     string
	temp     *os.File
	growing  *growing    // written in place; see Grow
	replaces os.FileInfo // the file that stands at path now, if any
}

// WriteError says which output cannot be written, and why. All errors of a [File]
// are of this type.
type WriteError struct {
	Name string // of the output
	Err  error  // without the name
}

func (e *WriteError) Error() string {
	advice := ""
	switch {
	case errors.Is(e.Err, fs.ErrNotExist):
		advice = "; make its folder first"
	case errors.Is(e.Err, syscall.ENOTDIR):
		advice = "; what should be its folder is a file, choose another name"
	case errors.Is(e.Err, fs.ErrPermission):
		advice = "; choose a place where you may write"
	}
	return e.Name + ": cannot be written: " + e.Err.Error() + advice
}

func (e *WriteError) Unwrap() error { return e.Err }

// named makes the errors of a writer those of an output.
type named struct {
	name string
	w    io.Writer
}

// Named gives a writer whose errors are each a [*WriteError] with that name.
func Named(name string, w io.Writer) io.Writer { return named{name, w} }

func (n named) Write(p []byte) (int, error) {
	done, err := n.w.Write(p)
	return done, unwritable(n.name, err)
}

// unwritable makes an error one of an output. nil stays nil.
func unwritable(name string, err error) error {
	if err == nil || errors.As(err, new(*WriteError)) {
		return err
	}
	return &WriteError{name, cause(err)}
}

// ErrIsInput refuses an output that is one of the inputs.
var ErrIsInput = errors.New("is one of the inputs; choose another name, nothing was written")

// Create opens a destination. stdout, a [Named] writer, is used for the path "".
// inputs are the
// files that are being read, which are never written over.
func Create(path string, stdout io.Writer, inputs []string) (*File, error) {
	if path == "" {
		return &File{Writer: bufio.NewWriterSize(stdout, 64<<10)}, nil
	}
	var replaces os.FileInfo
	if info, err := os.Stat(path); err == nil {
		replaces = info
		for _, name := range inputs {
			if same(info, name) {
				return nil, unwritable(path, ErrIsInput)
			}
		}
		if info.IsDir() {
			return nil, unwritable(path, errors.New("is a directory; name a file"))
		}
		if !info.Mode().IsRegular() { // a device or a pipe cannot be replaced by renaming
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				return nil, unwritable(path, err)
			}
			return &File{Writer: buffered(path, f)}, nil
		}
	}
	temp, err := createTemp(path, replaces)
	if err != nil {
		return nil, unwritable(path, err)
	}
	return &File{Writer: buffered(path, temp), path: path, temp: temp, replaces: replaces}, nil
}

// createTemp makes the file that takes the place of path. Who may read it is what
// the process says of its new files (umask), or what it was before.
func createTemp(path string, replaces os.FileInfo) (*os.File, error) {
	mode := os.FileMode(0o644)
	if replaces != nil {
		mode = replaces.Mode().Perm()
	}
	for {
		name := fmt.Sprintf(".%s.%d.tmp", filepath.Base(path), rand.Uint32())
		f, err := os.OpenFile(filepath.Join(filepath.Dir(path), name), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode|0o600)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

func buffered(name string, w io.Writer) *bufio.Writer {
	return bufio.NewWriterSize(named{name, w}, 64<<10)
}

// WriteFile replaces a file, all of it or nothing. inputs are as in [Create].
func WriteFile(path string, text []byte, inputs []string) error {
	f, err := Create(path, nil, inputs)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(text); err != nil {
		return err
	}
	return f.Commit()
}

// Replaces reports that committing would write over the file of that name. A
// verb asks it about inputs that it meets while walking a directory.
func (f *File) Replaces(name string) bool { return f.replaces != nil && same(f.replaces, name) }

func same(info os.FileInfo, name string) bool {
	other, err := os.Stat(name)
	return err == nil && os.SameFile(info, other)
}

// Commit puts the output in its place: the earlier file of that name, if any,
// is replaced at once and keeps its permissions.
func (f *File) Commit() error {
	if f.growing != nil {
		_, _, err := f.Settle()
		err = cmp.Or(err, unwritable(f.path, f.growing.Close()))
		f.growing = nil
		return err
	}
	err := f.Flush()
	if f.temp == nil {
		return err
	}
	if info, statErr := os.Stat(f.path); statErr == nil { // it stays readable to those it was readable to
		err = cmp.Or(err, f.temp.Chmod(info.Mode().Perm()))
	}
	err = cmp.Or(err, f.temp.Sync(), f.temp.Close())
	if err == nil {
		err = os.Rename(f.temp.Name(), f.path)
	}
	if err != nil {
		os.Remove(f.temp.Name())
		return unwritable(f.path, err)
	}
	f.temp = nil
	return nil
}

// Discard removes what was written to a file that is not committed. It does
// nothing after Commit and for standard output. A file that grows keeps what it
// has; one that is new and has nothing is removed.
func (f *File) Discard() {
	if f.growing != nil {
		info, err := f.growing.Stat()
		f.growing.Close()
		if err == nil && f.replaces == nil && info.Size() == 0 {
			os.Remove(f.path)
		}
		f.growing = nil
	}
	if f.temp != nil {
		f.temp.Close()
		os.Remove(f.temp.Name())
		f.temp = nil
	}
}

// cause drops the path from a system error: the message names it already.
func cause(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
