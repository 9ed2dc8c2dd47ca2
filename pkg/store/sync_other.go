//go:build !linux

package store

import (
	"os"
	"runtime"

	"github.com/mcp-evref/evref/pkg/digest"
)

// syncOne flushes one file of a batch.
func syncOne(f *os.File) error { return f.Sync() }

// syncHeld flushes a file that another process may just have written.
func (s *Store) syncHeld(folder *os.Root, name string) error {
	f, err := folder.OpenFile(name, os.O_RDWR, 0)
	if os.IsPermission(err) { // read-only files are not written by anybody
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// mover gives a function that gives a record in .incoming its name.
func (s *Store) mover() (move func(temp string, d digest.Digest) error, done func(), err error) {
	return func(temp string, d digest.Digest) error {
		return s.root.Rename(incomingDir+"/"+temp, Name(d))
	}, func() {}, nil
}

// syncBatch does nothing: every file has been flushed when it was written.
func (s *Store) syncBatch() error { return nil }

// syncDir flushes a folder. Windows cannot, and does not have to: it writes
// names through.
func syncDir(f *os.File) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	return f.Sync()
}
