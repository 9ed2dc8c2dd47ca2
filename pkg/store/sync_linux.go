package store

import (
	"os"

	"golang.org/x/sys/unix"

	"github.com/mcp-evref/evref/pkg/digest"
)

// syncOne does nothing: syncBatch flushes all files of a batch at once.
func syncOne(*os.File) error { return nil }

// syncHeld does nothing either, for the same reason.
func (s *Store) syncHeld(*os.Root, string) error { return nil }

// syncBatch flushes the file system that holds the store: one call, whatever the
// number of files. Since Linux 5.8 it also tells about data that could not be
// written.
func (s *Store) syncBatch() error {
	f, err := s.root.Open(incomingDir)
	if os.IsNotExist(err) { // every record of the batch was there
		f, err = s.root.Open(blobsDir)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	return unix.Syncfs(int(f.Fd()))
}

func syncDir(f *os.File) error { return f.Sync() }

// mover gives a function that gives a record in .incoming its name. The folders
// are opened once and not for every record: that saves a seventh of the time.
func (s *Store) mover() (move func(temp string, d digest.Digest) error, done func(), err error) {
	from, err := s.root.Open(incomingDir)
	if os.IsNotExist(err) { // every record of the batch was there
		return nil, func() {}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	to := map[digest.Algorithm]*os.File{}
	done = func() {
		from.Close()
		for _, f := range to {
			f.Close()
		}
	}
	move = func(temp string, d digest.Digest) error {
		f := to[d.Algorithm()]
		if f == nil {
			folder, err := s.folder(d.Algorithm())
			if err != nil {
				return err
			}
			if f, err = folder.Open("."); err != nil {
				return err
			}
			to[d.Algorithm()] = f
		}
		return unix.Renameat(int(from.Fd()), temp, int(f.Fd()), d.Hex())
	}
	return move, done, nil
}
