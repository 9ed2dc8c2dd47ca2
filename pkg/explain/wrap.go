package explain

import (
	"strings"
	"unicode/utf8"
)

// wrap breaks prose into lines of at most width code points, at blanks. A word
// that is longer than a line is cut, unless it is an address: that must stay
// whole to be of use.
func wrap(text string, width int) []string {
	var lines []string
	var line strings.Builder
	used := 0
	for _, w := range strings.Fields(text) {
		n := utf8.RuneCountInString(w)
		if used > 0 && used+1+n > width {
			lines = append(lines, line.String())
			line.Reset()
			used = 0
		}
		for n > width && !isAddress(w) { // only at the start of a line
			head, tail := cut(w, width)
			lines = append(lines, head)
			w, n = tail, n-width
		}
		if used > 0 {
			line.WriteByte(' ')
			used++
		}
		line.WriteString(w)
		used += n
	}
	return append(lines, line.String())
}

func isAddress(word string) bool {
	return strings.HasPrefix(word, "https://") && len(word) < 200
}

// fold breaks text into pieces of at most width code points, wherever that is:
// for values, in which a blank matters.
func fold(text string, width int) []string {
	var lines []string
	for utf8.RuneCountInString(text) > width {
		head, tail := cut(text, width)
		lines = append(lines, head)
		text = tail
	}
	return append(lines, text)
}

// cut splits text behind n code points.
func cut(text string, n int) (head, tail string) {
	for i := range text {
		if n == 0 {
			return text[:i], text[i:]
		}
		n--
	}
	return text, ""
}

// lines breaks a cell into lines: names and values are not prose and keep their
// blanks, but are broken at one where that is possible.
func (c Cell) lines(width int) []string {
	if c.Literal && strings.Contains(c.Text, "  ") {
		return fold(c.Text, width)
	}
	return wrap(c.Text, width)
}
