package input

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"
	"sync/atomic"
)

// Stored says what was read of an input, as it is stored.
type Stored struct {
	Bytes int64
	// SHA256 is that of all bytes, in hexadecimal; "" unless Whole, and where it was
	// not asked for.
	SHA256 string
	// Whole: the end was reached, and where the input is compressed all that it
	// holds could be decoded.
	Whole bool
}

// storedReader counts and hashes what is read. Its count may be asked for by
// another goroutine than the one that reads.
type storedReader struct {
	r     io.Reader
	n     atomic.Int64
	hash  hash.Hash // nil: not asked for
	whole bool
	err   error // what reading failed with

	file       *os.File // what the bytes from begin to end are of; nil: not known
	begin, end int64
}

// ErrShorter is the error of reading a file that shrinks meanwhile: what is gone
// was never judged.
var ErrShorter = errors.New("it became shorter while it was read")

// expects makes it an error when the file ends before these bytes do.
func (s *storedReader) expects(file *os.File, begin, end int64) {
	s.file, s.begin, s.end = file, begin, end
}

// shorter reports that the file is not any more as long as it was. A size alone
// says little: in some file systems it is made up.
func (s *storedReader) shorter() bool {
	if s.file == nil || s.begin+s.n.Load() >= s.end {
		return false
	}
	info, err := s.file.Stat()
	return err == nil && info.Size() < s.end
}

func newStoredReader(r io.Reader, hashed bool) *storedReader {
	s := &storedReader{r: r}
	if hashed {
		s.hash = sha256.New()
	}
	return s
}

func (s *storedReader) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.n.Add(int64(n))
	if s.hash != nil {
		s.hash.Write(p[:n])
	}
	if err == io.EOF && s.shorter() {
		err = ErrShorter
	}
	if err == io.EOF {
		s.whole = true
	} else if err != nil {
		s.err = err
	}
	return n, err
}

func (s *storedReader) so() Stored {
	out := Stored{Bytes: s.n.Load(), Whole: s.whole}
	if s.whole && s.hash != nil {
		out.SHA256 = hex.EncodeToString(s.hash.Sum(nil))
	}
	return out
}
