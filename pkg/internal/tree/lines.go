package tree

import (
	"bytes"
	"unicode/utf8"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Lines turns what a reader calls line and column into a place in the text.
type Lines struct {
	starts    []int
	raw       []byte
	positions *diag.Positions
}

// NewLines indexes a text, which must not change afterwards.
func NewLines(raw []byte) Lines {
	l := Lines{starts: []int{0}, raw: raw, positions: diag.NewPositions(raw)}
	for at := 0; ; {
		next := bytes.IndexByte(raw[at:], '\n')
		if next < 0 {
			return l
		}
		at += next + 1
		l.starts = append(l.starts, at)
	}
}

// maxColumn is how far into a line a column is looked for. Further right the
// position is approximate, so that one long line costs no quadratic time.
const maxColumn = 4096

// At gives the place of a line and a column, in code points from 1. A line
// below 1 is an unknown place.
func (l Lines) At(line, column int) diag.Range {
	if line < 1 {
		return diag.Range{}
	}
	offset := l.starts[min(line, len(l.starts))-1]
	for i := 1; i < min(column, maxColumn) && offset < len(l.raw) && l.raw[offset] != '\n'; i++ {
		_, size := utf8.DecodeRune(l.raw[offset:])
		offset += size
	}
	return l.positions.Range(offset, offset)
}
