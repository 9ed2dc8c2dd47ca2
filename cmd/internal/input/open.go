package input

import (
	"io"
	"os"
)

// Opened is one input that is read as a stream.
type Opened struct {
	io.Reader
	Name   string // as it is called in output
	Stdin  bool
	Walked bool  // met while walking a directory, not named
	Size   int64 // bytes of a regular file; -1 where that is not known
	Start  int64 // where a shard begins in its file

	stored *storedReader
	file   *os.File
}

// Close closes a file; standard input stays open.
func (o *Opened) Close() {
	if o.file != nil {
		o.file.Close()
	}
}

// Stored says what was read of the input so far.
func (o *Opened) Stored() Stored { return o.stored.so() }

// Divisible reports whether a [Shard] can be taken.
func (o *Opened) Divisible() bool { return o.Size >= 0 }

// IsDir reports that a name leads to a directory.
func (o *Options) IsDir(name string) bool {
	info, err := os.Stat(o.Path(name))
	return name != "-" && err == nil && info.IsDir()
}

// Open opens one named input, "-" for standard input. The error is an
// [*OpenError].
func (o *Options) Open(name string) (*Opened, error) {
	if name == "-" {
		shown := o.StdinName
		if shown == "" {
			shown = "-"
		}
		return o.opened(&Opened{Name: shown, Stdin: true, Size: -1}, o.Stdin), nil
	}
	o.opening(name)
	f, err := os.Open(o.Path(name))
	if err != nil {
		return nil, &OpenError{err}
	}
	in := &Opened{Name: name, Size: -1, file: f}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		in.Size = info.Size()
	}
	return o.opened(in, f), nil
}

func (o *Options) opened(in *Opened, r io.Reader) *Opened {
	in.stored = newStoredReader(r, o.Hash)
	in.Reader = in.stored
	return in
}
