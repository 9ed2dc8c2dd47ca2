package input

import (
	"io"
	"os"

	"github.com/mcp-evref/evref/pkg/record"
)

// Opened is one input that is read as a stream.
type Opened struct {
	io.Reader
	Name   string // as it is called in output
	Stdin  bool
	Walked bool  // met while walking a directory, not named
	Size   int64 // bytes of a regular file; -1 where that is not known
	Start  int64 // where a shard begins in its file

	stored  *storedReader
	decoder *decoder // nil: the input is read as it is
	file    *os.File
}

// Close closes a file; standard input stays open.
func (o *Opened) Close() {
	if o.file != nil {
		o.file.Close()
	}
}

// Stored says what was read of the input so far.
func (o *Opened) Stored() Stored {
	out := o.stored.so()
	if o.decoder != nil && !o.decoder.whole() {
		out.Whole, out.SHA256 = false, ""
	}
	return out
}

// StoredBytes is how many bytes as stored were read so far. It may be asked for
// while another goroutine reads.
func (o *Opened) StoredBytes() int64 { return o.stored.n.Load() }

// Divisible reports whether a [Shard] can be taken.
func (o *Opened) Divisible() bool { return o.Size >= 0 && !o.Compressed() }

// Compressed reports that a regular file is compressed. Of other inputs that is
// known only to who reads them.
func (o *Opened) Compressed() bool { return o.Size >= 0 && o.decoder != nil && o.decoder.name != "" }

// ReadAt reads a file as it is stored, wherever the stream is.
func (o *Opened) ReadAt(p []byte, offset int64) (int, error) { return o.file.ReadAt(p, offset) }

// readAll reads an input that is one record.
func (o *Opened) readAll(limits record.Limits) ([]byte, error) {
	size := o.Size
	if o.Compressed() {
		size = -1
	}
	return record.ReadAll(o, size, limits)
}

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
	f, err := openFile(o.Context, o.Path(name))
	if err != nil {
		return nil, &OpenError{err}
	}
	in := &Opened{Name: name, Size: -1, file: f}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		in.Size = info.Size()
	} else if o.Context != nil {
		return o.opened(in, NewInterruptible(o.Context, f)), nil
	}
	return o.opened(in, f), nil
}

func (o *Options) opened(in *Opened, r io.Reader) *Opened {
	in.stored = newStoredReader(r, o.Hash)
	if in.Size >= 0 {
		in.stored.expects(in.file, 0, in.Size)
	}
	in.Reader = in.stored
	if !o.Decode {
		return in
	}
	in.decoder = &decoder{raw: in.stored}
	in.Reader = in.decoder
	if in.Size >= 0 { // of other inputs the first byte may be long in coming
		in.decoder.recognise()
	}
	return in
}
