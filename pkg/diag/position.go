package diag

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Position is one place in a text.
//
// Offset counts bytes from 0. Line and Column count from 1; a column counts
// Unicode code points, and a byte that is not part of valid UTF-8 counts as
// one. A line ends after LF, so CRLF needs no special case. The zero Position
// means "no position known": binary input has offsets but no lines.
type Position struct {
	Offset int `json:"offset"`
	Line   int `json:"line"`
	Column int `json:"column"`
}

// IsValid reports whether the position has a line and a column.
func (p Position) IsValid() bool { return p.Line > 0 }

// String gives "line:column", or "byte N" for a position without a line.
func (p Position) String() string {
	if !p.IsValid() {
		return "byte " + strconv.Itoa(p.Offset)
	}
	return strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
}

// Range is a half-open span of a text: Start is inside, End is not.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// PositionAt finds line and column of a byte offset by reading text up to it.
// The cost is linear in offset; use [Positions] for many look-ups in one text.
// An offset outside the text is moved to its nearest end.
func PositionAt(text []byte, offset int) Position {
	offset = min(max(offset, 0), len(text))
	before := text[:offset]
	line, start := 1+bytes.Count(before, newline), 0
	if line > 1 {
		start = 1 + bytes.LastIndexByte(before, '\n')
	}
	return Position{Offset: offset, Line: line, Column: 1 + codePoints(text, start, offset)}
}

// RangeAt finds the range of the bytes from start up to end.
func RangeAt(text []byte, start, end int) Range {
	return Range{Start: PositionAt(text, start), End: PositionAt(text, end)}
}

var newline = []byte{'\n'}

// codePoints counts the code points that begin in text[start:offset]. An
// offset in the middle of a character is in the column of that character.
func codePoints(text []byte, start, offset int) int {
	n := 0
	for i := start; i < offset; n++ {
		for i <= offset-8 && binary.LittleEndian.Uint64(text[i:])&0x8080808080808080 == 0 { // eight of ASCII
			i, n = i+8, n+8
		}
		if i == offset {
			break
		}
		_, size := utf8.DecodeRune(text[i:])
		if i+size > offset {
			break
		}
		i += size
	}
	return n
}

// Positions answers many position look-ups in one text: it reads the text once
// to find the lines, then each look-up costs two binary searches and about a
// thousand bytes at most, however long the line is.
type Positions struct {
	text  []byte
	lines []uint32 // offset at which each line starts
	marks []mark   // places within long lines, so that no look-up reads a whole one
}

// mark is a character's start and its distance from the start of its line.
type mark struct{ offset, column int }

const markEvery = 1024 // bytes

// NewPositions indexes the lines of text, which must not change afterwards. It
// has less than 4 GiB.
func NewPositions(text []byte) *Positions {
	p := &Positions{text: text, lines: make([]uint32, 1, 1+bytes.Count(text, newline))}
	for i := 0; ; {
		j := bytes.IndexByte(text[i:], '\n')
		if j < 0 {
			p.markLine(i, len(text))
			return p
		}
		p.markLine(i, i+j)
		i += j + 1
		p.lines = append(p.lines, uint32(i))
	}
}

func (p *Positions) markLine(start, end int) {
	column := 0
	for at, next := start, start+markEvery; next < end; next += markEvery {
		for at < next {
			_, size := utf8.DecodeRune(p.text[at:])
			at += size
			column++
		}
		p.marks = append(p.marks, mark{at, column})
	}
}

// At gives the same answer as [PositionAt].
func (p *Positions) At(offset int) Position {
	offset = min(max(offset, 0), len(p.text))
	line, _ := slices.BinarySearch(p.lines, uint32(offset)+1) // the first line that starts behind offset
	start, column := int(p.lines[line-1]), 0
	i, _ := slices.BinarySearchFunc(p.marks, offset+1, func(m mark, o int) int { return cmp.Compare(m.offset, o) })
	if i > 0 && p.marks[i-1].offset > start {
		start, column = p.marks[i-1].offset, p.marks[i-1].column
	}
	return Position{Offset: offset, Line: line, Column: 1 + column + codePoints(p.text, start, offset)}
}

// Range gives the range of the bytes from start up to end.
func (p *Positions) Range(start, end int) Range {
	return Range{Start: p.At(start), End: p.At(end)}
}
