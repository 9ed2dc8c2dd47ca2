package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strconv"
	"strings"
)

// Shard is one of Count parts of a file that have about the same number of
// bytes. A line belongs to the part in which its first byte stands.
type Shard struct{ Index, Count int }

// ParseShard reads I/N, where I counts from 0 and is less than N.
func ParseShard(text string) (Shard, error) {
	index, count, _ := strings.Cut(text, "/")
	i, err := strconv.Atoi(index)
	n, err2 := strconv.Atoi(count)
	switch {
	case err != nil || err2 != nil:
		return Shard{}, errors.New("it takes I/N, such as 0/4 for the first of four")
	case n < 1:
		return Shard{}, errors.New("there is at least one shard; write 0/1 for the whole")
	case i < 0 || i >= n:
		return Shard{}, fmt.Errorf("the shards of %d count from 0 to %d", n, n-1)
	}
	return Shard{i, n}, nil
}

func (s Shard) String() string { return strconv.Itoa(s.Index) + "/" + strconv.Itoa(s.Count) }

// bound is where part i of a file begins before it is moved to a line.
func (s Shard) bound(i int, size int64) int64 {
	high, low := bits.Mul64(uint64(i), uint64(size))
	quotient, _ := bits.Div64(high, low, uint64(s.Count)) // i <= Count, so it fits
	return int64(quotient)
}

// Take makes an opened file one of its parts: reading begins at the first line
// of the part and ends behind its last. It gives the place where the part
// begins. The line ends before it are counted, for the numbers of its lines, so
// the cost is one scan of all that stands before the part.
//
// It is for regular files that are not compressed; see [Opened.Divisible].
func (s Shard) Take(ctx context.Context, in *Opened) (Mark, error) {
	start, err := nextLine(ctx, in.file, s.bound(s.Index, in.Size), in.Size)
	if err != nil {
		return Mark{}, err
	}
	end, err := nextLine(ctx, in.file, s.bound(s.Index+1, in.Size), in.Size)
	if err != nil {
		return Mark{}, err
	}
	lines := 0
	err = scan(ctx, in.file, 0, start, func(b []byte) bool {
		lines += bytes.Count(b, []byte{'\n'})
		return true
	})
	in.stored = newStoredReader(io.NewSectionReader(in.file, start, end-start), in.stored.hash != nil)
	in.stored.expects(in.file, start, end)
	in.Reader, in.decoder, in.Start, in.Size = in.stored, nil, start, end-start
	return Mark{Lines: lines, Offset: start}, err
}

// nextLine is the first place at or behind offset where a line begins, and size
// if there is none.
func nextLine(ctx context.Context, f io.ReaderAt, offset, size int64) (int64, error) {
	if offset == 0 || offset >= size {
		return offset, nil
	}
	offset-- // a line begins at offset when a line end stands before it
	found := false
	err := scan(ctx, f, offset, size, func(b []byte) bool {
		end := bytes.IndexByte(b, '\n')
		found = end >= 0
		if found {
			offset += int64(end) + 1
		} else {
			offset += int64(len(b))
		}
		return !found
	})
	return offset, err
}

// scan gives what f holds from one place to another, in pieces, until visit has
// enough.
func scan(ctx context.Context, f io.ReaderAt, from, to int64, visit func([]byte) bool) error {
	r := io.NewSectionReader(f, from, to-from)
	buffer := make([]byte, min(to-from, 1<<20)+1)
	for {
		n, err := r.Read(buffer)
		if !visit(buffer[:n]) || err == io.EOF {
			return nil
		}
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
	}
}
