package lint

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/record"
)

// contextLines is how many unchanged lines a diff shows around a change.
const contextLines = 3

// Diff writes edits of a text as a unified diff, which patch and git apply
// understand: name is the file, relative and with slashes. It is empty when the
// edits change nothing. The edits must be in order and not touch each other.
func Diff(name string, text []byte, edits []record.Edit) []byte {
	changes := changedLines(text, edits)
	if len(changes) == 0 {
		return nil
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", diffName("a/"+name), diffName("b/"+name))
	lines := splitLines(text)
	shift := 0 // new line numbers minus old ones
	for len(changes) > 0 {
		n := 1
		for n < len(changes) && changes[n].first-changes[n-1].last <= 2*contextLines {
			n++
		}
		shift += writeHunk(&out, lines, changes[:n], shift)
		changes = changes[n:]
	}
	return out.Bytes()
}

// lineChange replaces the lines from first up to last, counted from 0.
type lineChange struct {
	first, last int
	new         [][]byte
}

// changedLines turns edits of bytes into changes of whole lines.
func changedLines(text []byte, edits []record.Edit) []lineChange {
	var out []lineChange
	line, start := 0, 0 // a line, and its offset
	for len(edits) > 0 {
		for {
			end := lineEnd(text, start)
			if edits[0].Start < end || end == len(text) {
				break
			}
			line, start = line+1, end
		}
		first, from := line, start
		end := lineEnd(text, start)
		if end > start { // not behind the last line end
			line++
		}
		n := 0
		for n < len(edits) && (edits[n].Start < end || end == len(text)) {
			for edits[n].End >= end && end < len(text) { // it reaches into the line after it
				end = lineEnd(text, end)
				line++
			}
			n++
		}
		c := lineChange{first: first, last: line}
		c.new = splitLines(replaced(text, from, end, edits[:n]))
		start = end
		if c = c.trimmed(splitLines(text[from:end])); c.first < c.last || len(c.new) > 0 {
			out = append(out, c)
		}
		edits = edits[n:]
	}
	return out
}

func replaced(text []byte, from, to int, edits []record.Edit) []byte {
	var out []byte
	for _, e := range edits {
		out = append(out, text[from:e.Start]...)
		out = append(out, e.New...)
		from = e.End
	}
	return append(out, text[from:to]...)
}

// trimmed leaves out the lines at both ends that are the same before and after.
func (c lineChange) trimmed(old [][]byte) lineChange {
	for len(old) > 0 && len(c.new) > 0 && bytes.Equal(old[0], c.new[0]) {
		old, c.new = old[1:], c.new[1:]
		c.first++
	}
	for len(old) > 0 && len(c.new) > 0 && bytes.Equal(old[len(old)-1], c.new[len(c.new)-1]) {
		old, c.new = old[:len(old)-1], c.new[:len(c.new)-1]
		c.last--
	}
	return c
}

// writeHunk writes changes that are near each other, and gives the lines they
// add.
func writeHunk(out *bytes.Buffer, lines [][]byte, changes []lineChange, shift int) (added int) {
	from := max(0, changes[0].first-contextLines)
	to := min(len(lines), changes[len(changes)-1].last+contextLines)
	for _, c := range changes {
		added += len(c.new) - (c.last - c.first)
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", hunkRange(from, to-from), hunkRange(from+shift, to-from+added))
	at := from
	for _, c := range changes {
		writeLines(out, ' ', lines[at:c.first])
		writeLines(out, '-', lines[c.first:c.last])
		writeLines(out, '+', c.new)
		at = c.last
	}
	writeLines(out, ' ', lines[at:to])
	return added
}

// hunkRange is a line number from 1 and a count; an empty range is named by the
// line before it.
func hunkRange(first, count int) string {
	if count > 0 {
		first++
	}
	return fmt.Sprintf("%d,%d", first, count)
}

func writeLines(out *bytes.Buffer, mark byte, lines [][]byte) {
	for _, line := range lines {
		out.WriteByte(mark)
		out.Write(line)
		if !bytes.HasSuffix(line, []byte("\n")) {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// splitLines divides a text after each line end.
func splitLines(text []byte) [][]byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	if last := len(lines) - 1; len(lines[last]) == 0 {
		lines = lines[:last]
	}
	return lines
}

// lineEnd gives the offset behind the line that begins at start.
func lineEnd(text []byte, start int) int {
	if i := bytes.IndexByte(text[start:], '\n'); i >= 0 {
		return start + i + 1
	}
	return len(text)
}

// diffName quotes a name as git does when it has characters that end a name,
// and otherwise ends a name with blanks by a tab.
func diffName(name string) string {
	plain := strings.IndexFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f || r == '"' || r == '\\' }) < 0
	switch {
	case plain && strings.Contains(name, " "):
		return name + "\t"
	case plain:
		return name
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
