//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package store

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// lockWait is how long another process may take for the files of the layout.
const lockWait = 30 * time.Second

// lock makes a file that is there while the files of the layout itself are
// changed. Records need no lock.
func (s *Store) lock() (unlock func(), err error) {
	for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		f, err := s.root.OpenFile(lockFile, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			f.Close()
			return func() { s.root.Remove(lockFile) }, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		if time.Since(began) > lockWait {
			return nil, errors.New("another run writes to it, or was killed while it did; if none runs, remove the file " + lockFile)
		}
	}
}
