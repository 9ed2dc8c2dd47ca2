package input

import (
	"fmt"
	"io"
	"os"
)

// MaxAside is the largest file that is read beside the inputs: a lock, a
// baseline of findings, a schema.
const MaxAside = 128 << 20

// ReadAside reads such a file, which may be a pipe, of at most limit bytes. The
// error is an [*OpenError].
func ReadAside(path string, limit int) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, &OpenError{err}
	}
	defer f.Close()
	large := &OpenError{fmt.Errorf("it has more than %d bytes", limit)}
	if info, err := f.Stat(); err == nil && info.Size() > int64(limit) {
		return nil, large
	}
	text, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	switch {
	case err != nil:
		return nil, &OpenError{err}
	case len(text) > limit:
		return nil, large
	}
	return text, nil
}
