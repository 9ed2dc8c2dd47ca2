package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/mcp-evref/evref/pkg/record"
)

func init() {
	register.DoFn4x1[context.Context, *sdf.LockRTracker, fileio.ReadableFile, func(Line), error](&readFn{})
	register.Emitter1[Line]()
	beam.RegisterType(reflect.TypeFor[Line]())
}

const (
	defaultBlock = 64 << 20               // bytes
	maxLine      = record.DefaultMaxBytes // bytes; a longer line is passed over in constant memory
)

// Line is one line of a file. Its text is bytes and no string: a runner may
// repair a string that is not UTF-8, and the line would no longer be the one that
// was published. That, the offset and the limit are why this is not textio.Read.
type Line struct {
	File    string
	Offset  int64  // where it begins, in bytes
	Size    int64  // without the line end
	Text    []byte // empty when it is too long
	TooLong bool
}

// readFn is a splittable DoFn. A piece of work is a range of bytes, and has the
// lines that begin in it, whoever has the bytes where they end.
type readFn struct {
	Block int64 // size in bytes of a piece of work to begin with
}

// CreateInitialRestriction is the whole file.
func (fn *readFn) CreateInitialRestriction(file fileio.ReadableFile) offsetrange.Restriction {
	return offsetrange.Restriction{Start: 0, End: file.Metadata.Size}
}

// SplitRestriction divides it before the work begins.
func (fn *readFn) SplitRestriction(_ fileio.ReadableFile, rest offsetrange.Restriction) []offsetrange.Restriction {
	return rest.SizedSplits(fn.Block)
}

// RestrictionSize is the work in a range.
func (fn *readFn) RestrictionSize(_ fileio.ReadableFile, rest offsetrange.Restriction) float64 {
	return rest.Size()
}

// CreateTracker lets the runner divide a range while it is read.
func (fn *readFn) CreateTracker(rest offsetrange.Restriction) *sdf.LockRTracker {
	return sdf.NewLockRTracker(offsetrange.NewTracker(rest))
}

// ProcessElement gives the lines that begin in the range.
func (fn *readFn) ProcessElement(ctx context.Context, tracker *sdf.LockRTracker, file fileio.ReadableFile, emit func(Line)) error {
	f, err := file.Open(ctx)
	if err != nil {
		return err
	}
	defer f.Close()
	name := file.Metadata.Path
	lines := lineReader{file: name, limit: maxLine}
	if err := lines.begin(f, tracker.GetRestriction().(offsetrange.Restriction).Start); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for tracker.TryClaim(lines.at) {
		line, err := lines.next()
		if err == io.EOF {
			return fmt.Errorf("%s: became shorter while it was read", name)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		emit(line)
	}
	return nil
}

// lineReader reads lines of which no more than limit bytes are kept.
type lineReader struct {
	file  string
	limit int
	r     *bufio.Reader
	at    int64 // where the next line begins
}

// begin goes to the first line that begins at offset start or behind it: the one
// behind the line end at start-1 or after it.
func (l *lineReader) begin(f io.Reader, start int64) error {
	l.at = max(start-1, 0)
	if s, ok := f.(io.Seeker); ok {
		if _, err := s.Seek(l.at, io.SeekStart); err != nil {
			return err
		}
	} else if _, err := io.CopyN(io.Discard, f, l.at); err != nil {
		return err
	}
	l.r = bufio.NewReaderSize(f, 1<<16)
	if start == 0 {
		return nil
	}
	_, err := l.next()
	return err
}

// next reads a line. The error is io.EOF behind the last one.
func (l *lineReader) next() (Line, error) {
	line := Line{File: l.file, Offset: l.at}
	for {
		part, err := l.r.ReadSlice('\n')
		l.at += int64(len(part))
		ended := err == nil
		if ended {
			part = part[:len(part)-1]
		}
		line.Size += int64(len(part))
		if line.Size > int64(l.limit) {
			line.TooLong, line.Text = true, nil
		} else {
			line.Text = append(line.Text, part...)
		}
		switch {
		case ended, err == io.EOF && l.at > line.Offset:
			return line, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return line, err
		}
	}
}
