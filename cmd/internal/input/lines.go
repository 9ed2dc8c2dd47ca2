package input

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"hash"
	"io"

	"github.com/mcp-evref/evref/pkg/record"
)

// Lines reads lines of bounded length. A longer line is passed over in constant
// memory and reported, and the reading goes on behind it.
type Lines struct {
	r      *bufio.Reader
	limits record.Limits
	limit  int
	line   Line
	long   []byte    // joins a line that is larger than the reader's buffer
	over   hash.Hash // of a line over the limit that long does not hold; nil when it does
}

// NewLines reads lines of at most limits.MaxBytes bytes from r.
func NewLines(r io.Reader, limits record.Limits) *Lines {
	limit := limits.MaxBytes
	if limit <= 0 {
		limit = record.DefaultMaxBytes
	}
	return &Lines{r: bufio.NewReaderSize(r, 256<<10), limits: limits, limit: limit}
}

// Next gives the next line. The error is io.EOF at the end, a
// [*record.SyntaxError] of class "size" for a line over the limit (the line has
// its number, offset and size, and no data), or what the reader failed with.
func (l *Lines) Next() (Line, error) {
	l.line = Line{Number: l.line.Number + 1, Offset: l.next()}
	l.long, l.over = l.long[:0], nil
	for {
		part, err := l.r.ReadSlice('\n')
		l.line.Size += int64(len(part))
		switch {
		case err == nil:
			l.line.Size--
			return l.finish(part[:len(part)-1])
		case errors.Is(err, bufio.ErrBufferFull):
			if l.line.Size <= int64(l.limit)+1 {
				l.long = append(l.long, part...)
				continue
			}
			l.passOver(part)
		case err == io.EOF && l.line.Size > 0:
			l.line.Open = true
			return l.finish(part)
		default:
			return l.line, err
		}
	}
}

// passOver hashes a part of a line over the limit, and first what was kept of it.
func (l *Lines) passOver(part []byte) {
	if l.over == nil {
		l.over = sha256.New()
		l.over.Write(l.long)
	}
	l.over.Write(part)
}

// next is the offset behind the last line.
func (l *Lines) next() int64 {
	if l.line.Number == 0 || l.line.Open {
		return l.line.Offset
	}
	return l.line.Offset + l.line.Size + 1
}

func (l *Lines) finish(tail []byte) (Line, error) {
	if l.line.Size > int64(l.limit) {
		l.passOver(tail)
		l.over.Sum(l.line.LongSum[:0])
		_, err := record.ReadAll(nil, l.line.Size, l.limits)
		return l.line, err
	}
	l.line.Data = tail
	if len(l.long) > 0 {
		l.long = append(l.long, tail...)
		l.line.Data = l.long
	}
	return l.line, nil
}
