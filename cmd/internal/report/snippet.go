package report

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Snippet shows the line in which a range starts, and a second line with carets
// under the range. Both fit into width columns: a longer line is cropped around
// the range. Indentation is left out, and characters that a terminal acts on or
// does not show are written as escapes. Both are empty for a range without
// positions.
func Snippet(text []byte, r diag.Range, width int) (line, carets string) {
	start := r.Start.Offset
	if !r.Start.IsValid() || start > len(text) {
		return "", ""
	}
	width = max(width, 20)
	from, to, cutLeft, cutRight := window(text, start, width)
	s := render(text[from:to], start-from, r.End.Offset-from)
	s.crop(width, cutLeft, cutRight)
	return s.line(), s.carets()
}

// window finds the bytes of the line that can possibly be shown.
func window(text []byte, start, width int) (from, to int, cutLeft, cutRight bool) {
	reach := 4 * width
	from = max(0, start-reach)
	if i := bytes.LastIndexByte(text[from:start], '\n'); i >= 0 {
		from += i + 1
	} else if cutLeft = from > 0; cutLeft {
		for from < start && !utf8.RuneStart(text[from]) {
			from++
		}
	}
	to = min(len(text), start+reach)
	if i := bytes.IndexByte(text[start:to], '\n'); i >= 0 {
		to = start + i
	} else {
		cutRight = to < len(text)
	}
	return from, to, cutLeft, cutRight
}

// cell is one character as it is shown.
type cell struct {
	text   string
	width  int
	marked bool
}

type rendered []cell

// render writes each character of a line as a cell; start and end are the
// marked bytes.
func render(line []byte, start, end int) *rendered {
	var out rendered
	line = bytes.TrimRight(line, "\r")
	leading := true
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRune(line[i:])
		if leading && (r == ' ' || r == '\t') && i < start {
			i += size
			continue
		}
		leading = false
		c := cell{text: " ", width: 1, marked: i >= start && i < max(end, start+1)}
		if r != '\t' {
			c.text = diag.Safe(string(line[i : i+size]))
			c.width = shownWidth(c.text)
		}
		out = append(out, c)
		i += size
	}
	if start >= len(line) {
		out = append(out, cell{text: " ", width: 1, marked: true})
	}
	return &out
}

// crop keeps what fits, with the start of the marked part at a third, or
// further right when what follows is short.
func (s *rendered) crop(width int, cutLeft, cutRight bool) {
	cells := *s
	first := 0
	for first < len(cells) && !cells[first].marked {
		first++
	}
	if total(cells) > width || cutLeft {
		begin := first
		for room := max(width/3, width-1-total(cells[first:])); begin > 0 && room > cells[begin-1].width; begin-- {
			room -= cells[begin-1].width
		}
		if total(cells) <= width && !cutLeft {
			begin = 0
		}
		if begin > 0 || cutLeft {
			cells = append(rendered{{text: "…", width: 1}}, cells[begin:]...)
		}
	}
	if total(cells) > width || cutRight {
		room, end := width-1, 0
		for end < len(cells) && room >= cells[end].width {
			room -= cells[end].width
			end++
		}
		cells = append(cells[:end:end], cell{text: "…", width: 1})
	}
	*s = cells
}

func total(cells []cell) int {
	n := 0
	for _, c := range cells {
		n += c.width
	}
	return n
}

func (s rendered) line() string {
	var b strings.Builder
	for _, c := range s {
		b.WriteString(c.text)
	}
	return strings.TrimRight(b.String(), " ")
}

func (s rendered) carets() string {
	var b strings.Builder
	for _, c := range s {
		mark := " "
		if c.marked {
			mark = "^"
		}
		b.WriteString(strings.Repeat(mark, c.width))
	}
	return strings.TrimRight(b.String(), " ")
}

// shownWidth is how many columns of a terminal a text takes.
func shownWidth(text string) int {
	n := 0
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me), r == 0x200D, r == 0xFE0F:
		case isWide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// isWide reports characters that terminals show two columns wide (Unicode
// East Asian Width W and F, and emoji).
func isWide(r rune) bool {
	return r >= 0x1100 && (r <= 0x115F || r >= 0x2E80 && r <= 0xA4CF && r != 0x303F || r >= 0xAC00 && r <= 0xD7A3 ||
		r >= 0xF900 && r <= 0xFAFF || r >= 0xFE30 && r <= 0xFE6F || r >= 0xFF00 && r <= 0xFF60 || r >= 0xFFE0 && r <= 0xFFE6 ||
		r >= 0x1F300 && r <= 0x1FAFF || r >= 0x20000 && r <= 0x3FFFD)
}
