package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"strconv"

	"github.com/mcp-evref/evref/pkg/digest"
)

// Batch is records on their way into a store. They are there, and stay there,
// once Commit has returned without an error. A Batch is used by one goroutine at
// a time and can be used again after Commit or Discard.
type Batch struct {
	s      *Store
	staged map[digest.Digest]string // the name in .incoming; "" is in its place already
	order  []digest.Digest
	// Repaired are the blobs that stood in the place of a record with other
	// bytes. Commit has put the record there instead.
	Repaired []digest.Digest
}

// NewBatch begins a batch.
func (s *Store) NewBatch() *Batch { return &Batch{s: s, staged: map[digest.Digest]string{}} }

// Put adds the bytes with a digest. It writes them beside their place, unless
// the store holds them. After an error the batch can only be discarded.
func (b *Batch) Put(d digest.Digest, data []byte) error {
	switch {
	case !Registered(d.Algorithm()):
		return fmt.Errorf("a store holds sha256 and sha512, not %s", d.Algorithm())
	case digest.Of(d.Algorithm(), data) != d:
		return fmt.Errorf("bytes to be stored do not have the digest %s", d)
	}
	if _, known := b.staged[d]; known {
		return nil
	}
	folder, err := b.s.makeFolder(d.Algorithm())
	if err != nil {
		return err
	}
	held, err := holds(folder, d, data)
	if err != nil {
		return err
	}
	temp := ""
	switch held {
	case same:
		if err := b.s.syncHeld(folder, d.Hex()); err != nil { // it may have been put there a moment ago by another process
			return err
		}
	case other:
		b.Repaired = append(b.Repaired, d)
		fallthrough
	case nothing:
		if temp, err = b.s.write(d.Hex()[:16], data); err != nil {
			return err
		}
	}
	b.staged[d] = temp
	b.order = append(b.order, d)
	return nil
}

// Commit makes everything in the batch durable under its name.
func (b *Batch) Commit() error {
	if len(b.order) == 0 {
		return nil
	}
	if err := b.commit(); err != nil {
		b.Discard()
		return cause(err)
	}
	b.reset()
	return nil
}

func (b *Batch) commit() error {
	if err := b.s.syncBatch(); err != nil {
		return err
	}
	move, done, err := b.s.mover()
	if err != nil {
		return err
	}
	defer done()
	folders := map[digest.Algorithm]bool{}
	for _, d := range b.order {
		folders[d.Algorithm()] = true
		temp := b.staged[d]
		if temp == "" {
			continue
		}
		if err := move(temp, d); err != nil {
			return err
		}
		b.staged[d] = ""
	}
	for _, a := range digest.Algorithms() {
		if !folders[a] {
			continue
		}
		if err := b.s.syncFile(blobsDir + "/" + a.String()); err != nil {
			return err
		}
	}
	return nil
}

// Discard removes what was not committed. It does nothing after Commit.
func (b *Batch) Discard() {
	for _, temp := range b.staged {
		if temp != "" {
			b.s.root.Remove(incomingDir + "/" + temp)
		}
	}
	b.reset()
}

func (b *Batch) reset() {
	clear(b.staged)
	b.order = b.order[:0]
}

// What stands in the place of a record.
type place uint8

const (
	nothing place = iota
	same          // the record
	other         // something else under its name
)

func holds(folder *os.Root, d digest.Digest, data []byte) (place, error) {
	name := d.Hex()
	info, err := folder.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nothing, nil
	case err != nil:
		return nothing, cause(err)
	case info.IsDir():
		return nothing, fmt.Errorf("%s, its place, is a folder; move it away", Name(d))
	case !info.Mode().IsRegular() || info.Size() != int64(len(data)):
		return other, nil
	}
	there, err := folder.ReadFile(name)
	if err != nil {
		return nothing, cause(err)
	}
	if !bytes.Equal(there, data) {
		return other, nil
	}
	return same, nil
}

// makeFolder opens the folder of an algorithm, and makes it first if need be.
func (s *Store) makeFolder(a digest.Algorithm) (*os.Root, error) {
	folder, err := s.folder(a)
	if !errors.Is(err, fs.ErrNotExist) {
		return folder, err
	}
	if err := s.root.Mkdir(blobsDir+"/"+a.String(), 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, cause(err)
	}
	if err := s.syncFile(blobsDir); err != nil {
		return nil, cause(err)
	}
	return s.folder(a)
}

// write puts bytes into a new file in .incoming and gives its name. They are not
// flushed, except where [Store.syncBatch] cannot do it for all files at once.
func (s *Store) write(name string, data []byte) (temp string, err error) {
	for {
		temp = name + "." + strconv.FormatUint(rand.Uint64(), 36)
		f, err := s.root.OpenFile(incomingDir+"/"+temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if errors.Is(err, fs.ErrNotExist) { // the layout is another tool's
			if err = s.root.Mkdir(incomingDir, 0o777); err == nil || errors.Is(err, fs.ErrExist) {
				continue
			}
		}
		if err != nil {
			return "", cause(err)
		}
		var w io.Writer = f
		if s.written != nil {
			w = s.written(f)
		}
		n, err := w.Write(data)
		if err == nil && n < len(data) {
			err = io.ErrShortWrite
		}
		if err == nil {
			err = syncOne(f)
		}
		if closed := f.Close(); err == nil {
			err = closed
		}
		if err != nil {
			s.root.Remove(incomingDir + "/" + temp)
			return "", cause(err)
		}
		return temp, nil
	}
}

// syncFile flushes a file or folder.
func (s *Store) syncFile(name string) error {
	f, err := s.root.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return syncDir(f)
}
