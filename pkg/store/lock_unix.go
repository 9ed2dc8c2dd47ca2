//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package store

import (
	"os"
	"syscall"
)

// lock waits until no other process changes the files of the layout itself. The
// system gives it back when the process ends in whatever way. Records need no
// lock.
func (s *Store) lock() (unlock func(), err error) {
	f, err := s.root.OpenFile(lockFile, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	for {
		if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != syscall.EINTR {
			break
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil
}
