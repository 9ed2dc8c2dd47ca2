package report

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestGrow: a file keeps what was settled however the run ends, and is cut to
// where the next run goes on.
func TestGrow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	grow := func(from int64, text string) int64 {
		t.Helper()
		f, err := Grow(path, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Discard()
		if err := f.Cut(from); err != nil {
			t.Fatal(err)
		}
		f.WriteString(text)
		size, err := f.Settle()
		if err != nil {
			t.Fatal(err)
		}
		f.WriteString("lost")
		return size
	}
	size := grow(0, "one\n")
	grow(size, "two\n")
	if size = grow(size, "TWO\n"); size != 8 {
		t.Errorf("size %d", size)
	}
	f, err := Grow(path, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if f.Fresh() == nil {
		t.Error("a file with something in it is fresh")
	}
	if err := f.Cut(9); err == nil {
		t.Error("cut to more than there is")
	}
	if err := errors.Join(f.Cut(8), f.Commit()); err != nil {
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
	if size, err := stream.Settle(); size != 0 || err != nil || out.String() != "x" {
		t.Errorf("a stream: %d, %v, %q", size, err, &out)
	}
}
