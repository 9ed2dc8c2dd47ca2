package input

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestShorter: a file that shrinks while it is read is not read to its end; one
// that grows is.
func TestShorter(t *testing.T) {
	text := bytes.Repeat([]byte("a line of a file\n"), 1000)
	for _, test := range []struct {
		name   string
		shard  Shard
		size   int64 // of the file when half of it was read
		failed error
	}{
		{"as it was", Shard{}, int64(len(text)), nil},
		{"shorter", Shard{}, int64(len(text)) - 1, ErrShorter},
		{"emptied", Shard{}, 0, ErrShorter},
		{"longer", Shard{}, int64(len(text)) + 5, nil},
		{"a part", Shard{0, 2}, 9000, nil},
		{"a shorter part", Shard{0, 2}, 5000, ErrShorter},
		{"a shorter last part", Shard{1, 2}, 16_999, ErrShorter},
		{"a longer last part", Shard{1, 2}, 17_010, nil},
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		in, err := (&Options{}).Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if test.shard.Count > 0 {
			if _, err := test.shard.Take(context.Background(), in); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := io.ReadFull(in, make([]byte, 4000)); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, test.size); err != nil {
			t.Fatal(err)
		}
		if _, err = io.Copy(io.Discard, in); !errors.Is(err, test.failed) || in.Stored().Whole != (test.failed == nil) {
			t.Errorf("%s: %v, whole %t", test.name, err, in.Stored().Whole)
		}
		in.Close()
	}
}
