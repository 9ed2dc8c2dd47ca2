package cmd

import (
	"errors"
	"io"
	"os"
	"sync"

	"github.com/mcp-evref/evref/cmd/internal/input"
)

// spool keeps decoded copies of compressed files whose lines are read again in
// any order. They are made when the first line is asked for, in the folder for
// temporary files, and removed at the end of the run. It may be used by several
// goroutines at once.
type spool struct {
	mu    sync.Mutex
	files map[string]*os.File
}

// file gives the decoded copy of a file, which is read from in when there is
// none yet.
func (s *spool) file(path string, in io.Reader) (io.ReaderAt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f, ok := s.files[path]; ok {
		return f, nil
	}
	f, err := os.CreateTemp("", "evref-*.jsonl")
	if err != nil {
		return nil, &input.OpenError{Err: err}
	}
	if s.files == nil {
		s.files = map[string]*os.File{}
	}
	s.files[path] = f
	_, err = io.Copy(f, in)
	var fault *input.DecodeError
	if err != nil && !errors.As(err, &fault) { // what stands before a fault can be used
		return nil, &input.OpenError{Err: err}
	}
	return f, nil
}

func (s *spool) close() {
	for _, f := range s.files {
		f.Close()
		os.Remove(f.Name())
	}
}
