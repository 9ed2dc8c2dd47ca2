package cmd

import (
	"bytes"
	"path/filepath"
	"slices"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/diag"
)

// passedOver is what a run met and did not judge.
type passedOver struct {
	other  []string // names of files that hold something else
	broken []string // places in files that cannot be read and do not seem to be tool files
	seen   map[string]bool
	twice  []string
}

// passOver counts a file that was met and is no tool file. err is what
// loading said of it, or nil.
func (r *lintRun) passOver(source string, err error) {
	r.summary.Unrecognized++
	p := &r.passed
	if err == nil || isUnrecognized(err) {
		p.other = append(p.other, diag.Safe(source))
		return
	}
	place := diag.Safe(source)
	if at := errorDiagnostic(source, err).Range.Start; at.IsValid() {
		place += ":" + at.String()
	}
	p.broken = append(p.broken, place)
}

// again reports an input that was read before in this run under another name,
// or the same: each counts once.
func (r *lintRun) again(in input.Item) bool {
	name := in.Locator.Path
	if len(r.args) < 2 {
		return false
	}
	if !in.Walked && (!slices.Contains(r.args, name) || name == "-" || name == r.input.stdinName) {
		return false // standard input
	}
	key, err := filepath.Abs(r.reader.Path(name))
	if err != nil {
		return false
	}
	if real, err := filepath.EvalSymlinks(key); err == nil {
		key = real
	}
	if r.passed.seen == nil {
		r.passed.seen = make(map[string]bool)
	}
	if r.passed.seen[key] {
		r.passed.twice = append(r.passed.twice, diag.Safe(name))
		return true
	}
	r.passed.seen[key] = true
	return false
}

// notes says on stderr what was met and not judged. Files that cannot be read
// are named with the place: one of them may have been meant to be judged.
func (p *passedOver) notes(say messages) {
	if n := len(p.other); n > 0 {
		say.note("no tools or results in %s", firstOf(p.other))
	}
	if n := len(p.broken); n > 0 {
		say.note("not JSON, not judged: %s", firstOf(p.broken))
	}
	if n := len(p.twice); n > 0 {
		say.note("read once, though named again: %s", firstOf(p.twice))
	}
}

// firstOf lists the first of some names and says how many there are besides.
func firstOf(names []string) string {
	return morePlaces(names[:min(len(names), placesShown)], len(names))
}

// toolMarks are the names that a broken file must hold to be taken for a tool
// file.
var toolMarks = []string{`"inputSchema"`, `"input_schema"`, `"tools"`}

// mentionsTools reports a file met in a directory that is broken and was meant
// to be a tool file: it must not pass for something else. Text of two bytes for
// each character is looked through as well.
func mentionsTools(data []byte, err error) bool {
	if isUnrecognized(err) {
		return false
	}
	if bytes.IndexByte(data, 0) >= 0 {
		data = bytes.ReplaceAll(data, []byte{0}, nil)
	}
	for _, mark := range toolMarks {
		if bytes.Contains(data, []byte(mark)) {
			return true
		}
	}
	return false
}
