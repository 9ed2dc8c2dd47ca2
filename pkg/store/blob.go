package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// CorruptError says that a blob is not what its name says. It is no record, and
// the record it was is lost in this store.
type CorruptError struct {
	Digest digest.Digest // what the name says
	Raw    []byte        // what was read; nil when there was nothing to read
	reason string
}

// Error says what was found, without the name of the blob.
func (e *CorruptError) Error() string { return e.reason }

// Name gives the place of a record below the folder of a store, with slashes:
// blobs/sha256/HEX.
func Name(d digest.Digest) string {
	return blobsDir + "/" + d.Algorithm().String() + "/" + d.Hex()
}

// Get gives the bytes with a digest, of at most limits.MaxBytes bytes. What it
// gives has been hashed. The error is [fs.ErrNotExist] when the store does not
// have it or cannot hold its algorithm, a [*CorruptError], a
// [*record.SyntaxError] of class "size", or what the system says.
func (s *Store) Get(d digest.Digest, limits record.Limits) ([]byte, error) {
	if !Registered(d.Algorithm()) {
		return nil, fs.ErrNotExist
	}
	folder, err := s.folder(d.Algorithm())
	if err != nil {
		return nil, err
	}
	name := d.Hex()
	info, err := folder.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fs.ErrNotExist
	case err != nil:
		return nil, cause(err)
	case !info.Mode().IsRegular(): // a link could lead anywhere, and opening a pipe would wait for ever
		return nil, &CorruptError{Digest: d, reason: "is " + kindOf(info.Mode()) + ", not a file"}
	}
	f, err := folder.Open(name)
	if err != nil {
		return nil, cause(err)
	}
	defer f.Close()
	raw, err := record.ReadAll(f, info.Size(), limits)
	if err != nil {
		return nil, cause(err)
	}
	if got := digest.Of(d.Algorithm(), raw); got != d {
		return nil, &CorruptError{Digest: d, Raw: raw, reason: fmt.Sprintf("holds %d bytes with the digest %s", len(raw), got)}
	}
	return raw, nil
}

// folder opens the folder of an algorithm. It is not there until the first
// record is.
func (s *Store) folder(a digest.Algorithm) (*os.Root, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.blobs[a]; r != nil {
		return r, nil
	}
	name := blobsDir + "/" + a.String()
	info, err := s.root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fs.ErrNotExist
	}
	if err == nil && !info.IsDir() {
		return nil, notLayout("is no store: its %s is %s, not a folder", name, kindOf(info.Mode()))
	}
	r, err := s.root.OpenRoot(name)
	if err != nil {
		return nil, cause(err)
	}
	s.blobs[a] = r
	return r, nil
}

func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case mode.IsRegular():
		return "a file"
	}
	return "a special file"
}

// cause drops the path from a system error: whoever prints it names the store.
func cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
