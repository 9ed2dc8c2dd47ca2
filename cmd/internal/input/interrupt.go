package input

import (
	"context"
	"io"
	"os"
)

// Interruptible is a reader whose reads end when ctx does, so that an interrupt
// does not wait for the next byte. The read that was under way is left alone: its
// bytes are lost, and so is the run.
type Interruptible struct {
	ctx    context.Context
	r      io.Reader
	buffer []byte
}

// NewInterruptible makes reads of r end with ctx. nil is an empty reader.
func NewInterruptible(ctx context.Context, r io.Reader) *Interruptible {
	return &Interruptible{ctx: ctx, r: r}
}

// outcome is what a call gave that may have been given up.
type outcome[T any] struct {
	value T
	err   error
}

// await gives what a call gives, or the error of ctx when that is done before.
func await[T any](ctx context.Context, call func() (T, error)) (T, error) {
	done := make(chan outcome[T], 1)
	go func() {
		value, err := call()
		done <- outcome[T]{value, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// Read reads into a buffer of its own, because a read that was given up may
// still write into it.
func (s *Interruptible) Read(p []byte) (int, error) {
	if s.r == nil {
		return 0, io.EOF
	}
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	if len(s.buffer) < len(p) {
		s.buffer = make([]byte, len(p))
	}
	buffer := s.buffer[:len(p)]
	n, err := await(s.ctx, func() (int, error) { return s.r.Read(buffer) })
	if s.ctx.Err() != nil {
		s.buffer = nil
	}
	return copy(p, buffer[:n]), err
}

// openFile opens a file. What may be long in coming, such as a pipe that nobody
// writes to, is waited for no longer than ctx.
func openFile(ctx context.Context, path string) (*os.File, error) {
	info, err := os.Stat(path)
	if ctx == nil || err != nil || info.Mode().IsRegular() || info.IsDir() {
		return os.Open(path)
	}
	return await(ctx, func() (*os.File, error) { return os.Open(path) })
}
