package cmd

import (
	"context"
	"io"
)

// interruptible is standard input whose reads end when ctx does, so that an
// interrupt does not wait for the next byte. The read that was under way is
// left alone: its bytes are lost, and so is the run.
type interruptible struct {
	ctx    context.Context
	r      io.Reader
	buffer []byte
}

type readResult struct {
	n   int
	err error
}

// Read reads into a buffer of its own, because a read that was given up may
// still write into it.
func (s *interruptible) Read(p []byte) (int, error) {
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
	done := make(chan readResult, 1)
	go func() {
		n, err := s.r.Read(buffer)
		done <- readResult{n, err}
	}()
	select {
	case result := <-done:
		return copy(p, buffer[:result.n]), result.err
	case <-s.ctx.Done():
		s.buffer = nil
		return 0, s.ctx.Err()
	}
}
