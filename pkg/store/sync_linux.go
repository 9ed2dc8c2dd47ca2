package store

import (
	"os"

	"golang.org/x/sys/unix"
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
