package explain

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// DefaultWidth is the width of text in columns.
const DefaultWidth = 80

const (
	indent   = "  "
	maxNames = 26 // widest column of names, in code points
	gap      = 2  // blanks between columns
	minProse = 24 // narrowest column of prose that is worth having
)

// TextOptions say how text is laid out. The zero value is 80 columns without
// paint.
type TextOptions struct {
	Width int // columns; 0 is [DefaultWidth]
	// Paint gives text in a tone. nil paints nothing.
	Paint func(Tone, string) string
}

// Text lays a page out for a terminal. No line is wider than the width, except
// in transcripts and files that are shown as they stand.
func (p Page) Text(o TextOptions) string {
	l := layout{width: o.Width, paint: o.Paint}
	if l.width <= 0 {
		l.width = DefaultWidth
	}
	if p.Title != "" {
		l.line(l.painted(Strong, p.Title)) // a file's name stays whole
	}
	for i, b := range p.Blocks {
		// A heading stands right above what it heads.
		if p.Title != "" && i == 0 || i > 0 && p.Blocks[i-1].Kind != Heading {
			l.line()
		}
		l.block(b)
	}
	return l.b.String()
}

type layout struct {
	b     strings.Builder
	width int
	paint func(Tone, string) string
}

func (l *layout) painted(t Tone, text string) string {
	if l.paint == nil || t == Plain || text == "" {
		return text
	}
	return l.paint(t, text)
}

// line ends a line made of parts.
func (l *layout) line(parts ...string) {
	l.b.WriteString(strings.TrimRight(strings.Join(parts, ""), " "))
	l.b.WriteByte('\n')
}

func (l *layout) block(b Block) {
	switch b.Kind {
	case Heading:
		if b.Level > 1 {
			l.prose(Strong, b.Text, indent)
		} else {
			l.prose(Strong, b.Text, "")
		}
	case Paragraph:
		l.prose(Plain, b.Text, indent)
	case List:
		for _, item := range b.Items {
			for i, text := range wrap(item, l.width-len(indent)-2) {
				l.line(indent, []string{"- ", "  "}[min(i, 1)], text)
			}
		}
	case Facts:
		l.facts(b.Rows)
	case Table:
		l.table(b.Head, b.Rows)
	case Code:
		l.code(b)
	}
}

func (l *layout) prose(t Tone, text, before string) {
	for _, line := range wrap(text, l.width-len(before)) {
		l.line(before, l.painted(t, line))
	}
}

// facts writes names in one column and values beside them; a remark goes below
// its value.
func (l *layout) facts(rows [][]Cell) {
	names := 0
	for _, r := range rows {
		names = max(names, utf8.RuneCountInString(r[0].Text))
	}
	names = min(names, maxNames) + gap
	for _, r := range rows {
		first := pad(r[0].Text, names)
		if utf8.RuneCountInString(r[0].Text) > names-gap {
			l.prose(Plain, r[0].Text, indent)
			first = pad("", names)
		}
		at := len(indent) + names
		for _, c := range r[1:] {
			if needed := longestWord(c.Text); at+needed > l.width && at > 2*len(indent) && len(indent)*2+needed <= l.width {
				l.line(indent, first) // a digest fits a line of its own
				first, at = "", len(indent)*2
			}
			for _, text := range c.lines(l.width - at) {
				l.line(indent, first, strings.Repeat(" ", max(0, at-len(indent)-utf8.RuneCountInString(first))), l.painted(c.Tone, text))
				first = ""
			}
			at = len(indent) + names
		}
	}
}

func longestWord(text string) int {
	longest := 0
	for _, w := range strings.Fields(text) {
		longest = max(longest, utf8.RuneCountInString(w))
	}
	return longest
}

// table writes columns; all cells may take several lines.
func (l *layout) table(head []string, rows [][]Cell) {
	var headCells []Cell
	for _, h := range head {
		headCells = append(headCells, toned(Faint, h))
	}
	all := append([][]Cell{headCells}, rows...)
	widths := columnWidths(all, l.width-len(indent))
	for _, row := range all {
		var columns [][]string
		height := 0
		for i, c := range row {
			columns = append(columns, c.lines(widths[i]))
			height = max(height, len(columns[i]))
		}
		for n := range height {
			parts := []string{indent}
			for i, lines := range columns {
				text := ""
				if n < len(lines) {
					text = lines[n]
				}
				parts = append(parts, l.painted(row[i].Tone, text))
				if i < len(columns)-1 {
					parts = append(parts, strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text)+gap))
				}
			}
			l.line(parts...)
		}
	}
}

// columnWidths shares the width: each column gets what it needs, and when that
// is too much, the widest ones give way.
func columnWidths(rows [][]Cell, width int) []int {
	var widths []int
	for _, r := range rows {
		for i, c := range r {
			if i == len(widths) {
				widths = append(widths, 1)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(c.Text))
		}
	}
	room := width - gap*(len(widths)-1)
	for {
		sum := 0
		for _, w := range widths {
			sum += w
		}
		widest := slices.Max(widths)
		if sum <= room || widest <= 8 {
			return widths
		}
		i := len(widths) - 1 // prose stands in the last column: it gives way first
		if widths[i] <= minProse {
			i = slices.Index(widths, widest)
		}
		widths[i]--
	}
}

// code writes text as it stands; lines of data that are too long are folded.
func (l *layout) code(b Block) {
	for _, line := range strings.Split(strings.TrimSuffix(b.Text, "\n"), "\n") {
		tone := Plain
		if b.Lang == "diff" {
			switch {
			case strings.HasPrefix(line, "-"):
				tone = Bad
			case strings.HasPrefix(line, "+"):
				tone = Good
			}
		}
		for _, part := range fold(line, l.width-2*len(indent)) {
			l.line(indent, indent, l.painted(tone, part))
		}
	}
}

func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}
