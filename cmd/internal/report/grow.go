package report

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
)

// Grow opens a destination that is written in place, so that what was written
// survives the end of the process and a later run can go on behind it. Nothing
// that is in it changes before [File.Cut]. stdout and inputs are as in [Create].
func Grow(path string, stdout io.Writer, inputs []string) (*File, error) {
	info, err := os.Stat(path)
	if path == "" || err == nil && !info.Mode().IsRegular() {
		return Create(path, stdout, inputs)
	}
	for _, name := range inputs {
		if err == nil && same(info, name) {
			return nil, unwritable(path, ErrIsInput)
		}
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, unwritable(path, err)
	}
	g := &growing{File: f, sum: sha256.New()}
	return &File{Writer: buffered(path, g), path: path, growing: g, replaces: info}, nil
}

// growing is a file that is written in place, and the SHA-256 of what was written
// since its beginning.
type growing struct {
	*os.File
	sum hash.Hash
}

func (g *growing) sha256() string { return hex.EncodeToString(g.sum.Sum(nil)) }

func (g *growing) Write(p []byte) (int, error) {
	n, err := g.File.Write(p)
	g.sum.Write(p[:n])
	return n, err
}

// Fresh refuses a growing file that has something in it already: it would be
// lost before there is anything to take its place.
func (f *File) Fresh() error {
	if f.growing == nil {
		return nil
	}
	info, err := f.growing.Stat()
	if err == nil && info.Size() > 0 {
		return errors.New("has something in it already, and is written in place; remove it, or choose another name")
	}
	return cause(err)
}

// Cut drops what stands behind the first size bytes of a growing file, which are
// those with the SHA-256 sum, in hexadecimal; writing goes on there. Other outputs
// are left as they are.
func (f *File) Cut(size int64, sum string) error {
	if f.growing == nil {
		return nil
	}
	info, err := f.growing.Stat()
	if err != nil {
		return cause(err)
	}
	switch {
	case info.Size() == 0 && size > 0:
		return fmt.Errorf("it was removed or emptied, and had %d bytes when the run stopped", size)
	case info.Size() < size:
		return fmt.Errorf("it has %d bytes and had %d when the run stopped", info.Size(), size)
	}
	f.growing.sum.Reset()
	if _, err := io.Copy(f.growing.sum, io.NewSectionReader(f.growing, 0, size)); err != nil {
		return cause(err)
	}
	if f.growing.sha256() != sum {
		return fmt.Errorf("its first %d bytes have changed since the run stopped", size)
	}
	_, seekErr := f.growing.Seek(size, io.SeekStart)
	return cause(errors.Join(f.growing.Truncate(size), seekErr))
}

// Settle makes sure that all that was written is where it belongs, and gives
// the size and the SHA-256, in hexadecimal, of a growing file; nothing for other
// outputs.
func (f *File) Settle() (size int64, sum string, err error) {
	if err := f.Flush(); err != nil || f.growing == nil {
		return 0, "", err
	}
	size, err = f.growing.Seek(0, io.SeekCurrent)
	if err == nil {
		err = f.growing.Sync()
	}
	return size, f.growing.sha256(), unwritable(f.path, err)
}
