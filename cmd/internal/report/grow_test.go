package report

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestGrow: a file keeps what was settled however the run ends, and is cut to
// where the next run goes on.
func TestGrow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	var sum string // of what was settled last
	grow := func(from int64, keep, text string) int64 {
		t.Helper()
		f, err := Grow(path, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Discard()
		if err := f.Cut(from, keep); err != nil {
			t.Fatal(err)
		}
		f.WriteString(text)
		var size int64
		if size, sum, err = f.Settle(); err != nil {
			t.Fatal(err)
		}
		f.WriteString("lost")
		return size
	}
	of := func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
	size := grow(0, of(""), "one\n")
	one := sum
	grow(size, one, "two\n")
	if size = grow(size, one, "TWO\n"); size != 8 || one != of("one\n") || sum != of("one\nTWO\n") {
		t.Errorf("size %d, sums %s, %s", size, one, sum)
	}
	f, err := Grow(path, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if f.Fresh() == nil {
		t.Error("a file with something in it is fresh")
	}
	if err := f.Cut(9, sum); err == nil {
		t.Error("cut to more than there is")
	}
	if err := f.Cut(8, one); err == nil {
		t.Error("another content is taken for what was settled")
	}
	if err := errors.Join(f.Cut(8, sum), f.Commit()); err != nil {
		t.Fatal(err)
	}
	f.Discard()
	if got, _ := os.ReadFile(path); string(got) != "one\nTWO\n" {
		t.Errorf("got %q", got)
	}
	if _, err := Grow(path, nil, []string{path}); !errors.Is(err, ErrIsInput) {
		t.Errorf("an input: %v", err)
	}
	var out bytes.Buffer
	stream, err := Grow("", &out, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Fresh(); err != nil {
		t.Error(err)
	}
	stream.WriteString("x")
	if size, _, err := stream.Settle(); size != 0 || err != nil || out.String() != "x" {
		t.Errorf("a stream: %d, %v, %q", size, err, &out)
	}
}
