package input

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// MaxWindow is the largest window of zstd data that is read, and about the
// memory that reading takes: what the zstd program reads by default, 128 MiB.
const MaxWindow = 128 << 20

// DecodeError says why compressed data cannot be read any further. What was
// decoded before it was given.
type DecodeError struct {
	Compression string // "gzip" or "zstd"
	Offset      int64  // in the decoded text
	Kind        DecodeFault
}

// DecodeFault is what is wrong with compressed data.
type DecodeFault int

// The faults of compressed data.
const (
	CutOff   DecodeFault = iota // it ends too early
	Damaged                     // it is no such data, or its checksum differs
	Trailing                    // something else stands behind it
	Window                      // it needs more memory than is given
)

// Error says it in one line, with what to do.
func (e *DecodeError) Error() string {
	switch e.Kind {
	case CutOff:
		return fmt.Sprintf("the %s data is cut off after %d decoded bytes; fetch it again", e.Compression, e.Offset)
	case Trailing:
		return fmt.Sprintf("something that is no %s data follows after %d decoded bytes; remove it, or fetch the file again", e.Compression, e.Offset)
	case Window:
		return fmt.Sprintf("the %s data needs a window of more than %d MiB after %d decoded bytes; compress it with a smaller one", e.Compression, MaxWindow>>20, e.Offset)
	}
	return fmt.Sprintf("the %s data is damaged after %d decoded bytes; fetch it again", e.Compression, e.Offset)
}

// compressions are known by how data begins (RFC 1952 2.3.1, RFC 8878 3.1.1
// and 3.1.2: a skippable frame, which has 16 magic numbers, may come first).
var compressions = []struct{ magic, name string }{
	{"\x1f\x8b", "gzip"},
	{"\x28\xb5\x2f\xfd", "zstd"},
	{"\x50\x2a\x4d\x18", "zstd"},
}

// CompressedNames gives the endings of file names, and those of the same files
// when they are compressed.
func CompressedNames(endings ...string) []string {
	out := slices.Clone(endings)
	for _, e := range endings {
		out = append(out, e+".gz", e+".zst")
	}
	return out
}

// TrimCompressed takes the ending of a compressed file from its name.
func TrimCompressed(name string) string {
	for _, e := range []string{".gz", ".zst"} {
		if len(name) > len(e) && strings.EqualFold(name[len(name)-len(e):], e) {
			return name[:len(name)-len(e)]
		}
	}
	return name
}

// decoder reads text that may be compressed.
type decoder struct {
	raw    *storedReader
	head   []byte // read while the compression was found out
	known  bool
	name   string // of the compression; "" is none
	text   io.Reader
	next   func() error // gzip: goes on with the next member; io.EOF at the end
	offset int64
	err    error
}

// recognise finds out whether the input is compressed, from as few bytes as can
// be: whoever writes a line and waits for the answer may not have sent more.
func (d *decoder) recognise() {
	if d.known {
		return
	}
	d.known = true
	for d.err == nil {
		undecided, head := false, slices.Clone(d.head)
		if len(head) > 0 && head[0]>>4 == 5 {
			head[0] = 0x50
		}
		for _, c := range compressions {
			if string(head) == c.magic {
				d.name = c.name
			}
			undecided = undecided || len(head) < len(c.magic) && strings.HasPrefix(c.magic, string(head))
		}
		if d.name != "" || !undecided {
			break
		}
		var one [1]byte
		var n int
		n, d.err = d.raw.Read(one[:])
		d.head = append(d.head, one[:n]...)
	}
	if d.name == "" {
		return
	}
	whole := bufio.NewReaderSize(io.MultiReader(bytes.NewReader(d.head), d.raw), 64<<10)
	d.head = nil
	if d.name == "zstd" {
		d.text, d.err = zstd.NewReader(whole, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(MaxWindow), zstd.WithDecoderMaxMemory(MaxWindow))
		return // it has no goroutines, so it is left to the collector
	}
	members, err := gzip.NewReader(whole)
	if err != nil {
		d.err = d.fault(err)
		return
	}
	members.Multistream(false)
	d.text, d.next = members, func() error {
		switch head, err := whole.Peek(2); {
		case len(head) == 0:
			return err
		case string(head) != compressions[0].magic:
			return &DecodeError{d.name, d.offset, Trailing}
		}
		err := members.Reset(whole)
		members.Multistream(false)
		return err
	}
}

func (d *decoder) Read(p []byte) (n int, err error) {
	d.recognise()
	if len(d.head) > 0 {
		n = copy(p, d.head)
		d.head = d.head[n:]
		return n, nil
	}
	if d.err != nil {
		return 0, d.err
	}
	if d.name == "" {
		return d.raw.Read(p)
	}
	n, err = d.text.Read(p)
	d.offset += int64(n)
	if err == io.EOF && d.next != nil {
		err = d.next()
	}
	d.err = d.fault(err)
	return n, d.err
}

// whole reports that the text was read to its end. Compressed data can be at its
// end before that, when it is cut off.
func (d *decoder) whole() bool {
	if d.name == "" {
		return d.raw.whole && len(d.head) == 0
	}
	return d.err == io.EOF
}

// fault makes an error of decoding a DecodeError, and leaves those of reading as
// they are.
func (d *decoder) fault(err error) error {
	var said *DecodeError
	kind := Damaged
	switch {
	case err == nil, err == io.EOF && d.raw.whole, errors.As(err, &said):
		return err
	case d.raw.err != nil:
		return d.raw.err
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		kind = Window
	case errors.Is(err, zstd.ErrMagicMismatch):
		kind = Trailing // the first frame was recognised
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		kind = CutOff
	}
	return &DecodeError{d.name, d.offset, kind}
}
