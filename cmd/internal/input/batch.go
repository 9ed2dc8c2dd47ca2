package input

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"io"
	"iter"

	"github.com/mcp-evref/evref/pkg/record"
)

// BatchSize is about how many bytes of lines make a batch.
const BatchSize = 256 << 10

// keepBuffer is the largest buffer that a batch keeps for its next use.
const keepBuffer = 8 * BatchSize

// Batch is a run of whole lines.
type Batch struct {
	data   []byte
	first  int   // number of the first line
	offset int64 // of the first line
	long   Line  // a line over the limit that stands before data; Number 0 is none
	open   bool  // the last line has no line end
	end    Mark
	limit  int
	limits record.Limits
}

// Mark is a place between two lines.
type Mark struct {
	Lines  int   // lines before it
	Offset int64 // bytes before it
	// Sum is the SHA-256 of the bytes before it, from where the reading began;
	// zero unless [Batches.Hash] is set.
	Sum [sha256.Size]byte
}

// End is the place behind the last line.
func (b *Batch) End() Mark { return b.end }

// Release gives up the lines, which nobody refers to any more, if they are many
// or long. Without it they are held until the batch is filled again.
func (b *Batch) Release() {
	if cap(b.data) > keepBuffer {
		b.data = nil
	}
}

// Lines walks the lines of a batch. The error is a [*record.SyntaxError] for a
// line over the limit, which has no data.
func (b *Batch) Lines() iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		line := Line{Number: b.first, Offset: b.offset}
		if b.long.Number > 0 {
			_, err := record.ReadAll(nil, b.long.Size, b.limits)
			if !yield(b.long, err) {
				return
			}
		}
		for rest := b.data; len(rest) > 0; {
			end := bytes.IndexByte(rest, '\n')
			next := end + 1
			if end < 0 {
				end, next = len(rest), len(rest)
				line.Open = b.open
			}
			line.Data, line.Size, line.LongSum = rest[:end], int64(end), [sha256.Size]byte{}
			var err error
			if end > b.limit {
				line.Data, line.LongSum = nil, sha256.Sum256(line.Data)
				_, err = record.ReadAll(nil, line.Size, b.limits)
			}
			if !yield(line, err) {
				return
			}
			rest = rest[next:]
			line.Number++
			line.Offset += int64(next)
		}
	}
}

// Batches reads batches of lines. A line over the limit is passed over in
// constant memory.
type Batches struct {
	// Hash, if set, is written what the batches hold, for their marks. It may
	// hold what was read before.
	Hash hash.Hash

	r      io.Reader
	limits record.Limits
	limit  int
	carry  []byte // the beginning of a line whose end was not read yet
	number int    // of the next line
	offset int64  // of the next line
	err    error
	lines  int
}

// NewBatches reads lines of at most limits.MaxBytes bytes from r.
func NewBatches(r io.Reader, limits record.Limits) *Batches {
	limit := limits.MaxBytes
	if limit <= 0 {
		limit = record.DefaultMaxBytes
	}
	return &Batches{r: r, limits: limits, limit: limit, number: 1}
}

// From says that r begins at a place of a file, and not at its start.
func (r *Batches) From(m Mark) { r.number, r.offset = m.Lines+1, m.Offset }

// Count is the number of lines that Next has given so far, those over the limit
// included.
func (r *Batches) Count() int { return r.lines }

// Next fills a batch with the next lines. It gives what has arrived without
// waiting for a whole batch, so that a program that writes a line and waits for
// the answer gets it. more is false at the end; err is what the reader failed
// with, and comes with the last batch. A line that was begun before the failure
// is no line.
func (r *Batches) Next(b *Batch) (more bool, err error) {
	b.Release()
	*b = Batch{data: append(b.data[:0], r.carry...), first: r.number, offset: r.offset, limit: r.limit, limits: r.limits}
	r.carry = r.carry[:0]
	for seen := 0; r.err == nil; { // bytes in which no line ends: reads can be small, and a line long
		if end := bytes.LastIndexByte(b.data[seen:], '\n') + 1; end > 0 {
			end += seen
			r.carry = append(r.carry, b.data[end:]...)
			b.data = b.data[:end]
			break
		}
		seen = len(b.data)
		switch {
		case len(b.data) <= r.limit:
			r.fill(b)
		case b.long.Number == 0:
			r.skip(b)
			seen = 0
		default: // a second long line: it begins the next batch
			r.carry = append(r.carry, b.data...)
			b.data = b.data[:0]
			r.finish(b)
			return true, nil
		}
	}
	if r.err != nil && r.err != io.EOF {
		err = r.err
		b.dropBegun()
	}
	if r.err == nil || len(b.data) > 0 || b.long.Number > 0 {
		r.finish(b)
		more = true
	}
	return more, err
}

// dropBegun takes away a line whose end was not seen.
func (b *Batch) dropBegun() {
	b.data = b.data[:bytes.LastIndexByte(b.data, '\n')+1]
	if b.long.Open {
		b.first, b.offset, b.long = b.long.Number, b.long.Offset, Line{}
	}
}

// fill reads once, as much as fits. Where little fits it makes room for half as
// much again as there is, so that a long line is copied a few times, however little
// comes with each read.
func (r *Batches) fill(b *Batch) {
	start := len(b.data)
	if cap(b.data)-start < BatchSize/2 {
		size := max(start/2, BatchSize)
		if start >= r.limit/2 { // enough to see that the limit is passed
			size = max(r.limit-start, 0) + BatchSize
		}
		b.data = append(make([]byte, 0, start+size), b.data...)
	}
	n, err := r.r.Read(b.data[start:cap(b.data)])
	b.data = b.data[:start+n]
	r.err = err
}

// skip passes over the rest of a line over the limit.
func (r *Batches) skip(b *Batch) {
	b.long = Line{Number: b.first, Offset: b.offset, Size: int64(len(b.data))}
	b.first++
	r.note(b.data)
	sum := sha256.New()
	sum.Write(b.data)
	defer func() { sum.Sum(b.long.LongSum[:0]) }()
	for r.err == nil {
		b.data = b.data[:0]
		r.fill(b)
		if end := bytes.IndexByte(b.data, '\n'); end >= 0 {
			sum.Write(b.data[:end])
			b.long.Size += int64(end)
			b.offset = b.long.Offset + b.long.Size + 1
			r.note(b.data[:end+1])
			b.data = append(b.data[:0], b.data[end+1:]...)
			return
		}
		sum.Write(b.data)
		b.long.Size += int64(len(b.data))
		r.note(b.data)
	}
	b.data = b.data[:0]
	b.long.Open = true
	b.offset = b.long.Offset + b.long.Size
}

// finish counts the lines of a complete batch.
func (r *Batches) finish(b *Batch) {
	b.open = len(b.data) > 0 && b.data[len(b.data)-1] != '\n'
	n := bytes.Count(b.data, []byte{'\n'})
	if b.open {
		n++
	}
	r.number, r.offset = b.first+n, b.offset+int64(len(b.data))
	r.lines += n
	if b.long.Number > 0 {
		r.lines++
	}
	b.end = Mark{Lines: r.number - 1, Offset: r.offset}
	if r.Hash != nil {
		r.Hash.Write(b.data)
		r.Hash.Sum(b.end.Sum[:0])
	}
}

// note hashes what is passed over.
func (r *Batches) note(passed []byte) {
	if r.Hash != nil {
		r.Hash.Write(passed)
	}
}
