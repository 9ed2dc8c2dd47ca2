package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

func TestPutRefuses(t *testing.T) {
	s, dir := made(t)
	b := s.NewBatch()
	if err := b.Put(digest.Of(digest.SHA384, []byte(label)), []byte(label)); err == nil {
		t.Error("sha384 was taken")
	}
	if err := b.Put(sum("other"), []byte(label)); err == nil {
		t.Error("bytes with another digest were taken")
	}
	b.Discard()
	sound(t, dir)
}

// TestNothingBeforeCommit: a record has its name when it is durable, not before.
func TestNothingBeforeCommit(t *testing.T) {
	s, dir := made(t)
	b := s.NewBatch()
	if err := b.Put(sum(label), []byte(label)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(sum(label), record.Limits{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("before Commit: %v", err)
	}
	sound(t, dir, ".incoming/")
	b.Discard()
	sound(t, dir)
	if err := b.Commit(); err != nil {
		t.Error(err)
	}
}

// full takes so many bytes and then has no place left.
type full struct {
	w    io.Writer
	left int
}

func (f *full) Write(p []byte) (int, error) {
	if len(p) <= f.left {
		return f.w.Write(p)
	}
	n, _ := f.w.Write(p[:f.left])
	return n, &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
}

// TestFullDisk: what could not be written whole has no name, and leaves nothing.
func TestFullDisk(t *testing.T) {
	s, dir := made(t, `[]`)
	for _, left := range []int{0, 1, len(label) - 1} {
		s.written = func(w io.Writer) io.Writer { return &full{w, left} }
		b := s.NewBatch()
		if err := b.Put(sum(label), []byte(label)); !errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), "write x") {
			t.Errorf("%d bytes left: %v", left, err)
		}
		b.Discard()
		if _, err := s.Get(sum(label), record.Limits{}); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%d bytes left: %v", left, err)
		}
		sound(t, dir)
	}
}

// short takes less than it is given without an error.
type short struct{ w io.Writer }

func (s short) Write(p []byte) (int, error) { return s.w.Write(p[:len(p)/2]) }

func TestShortWrite(t *testing.T) {
	s, dir := made(t)
	s.written = func(w io.Writer) io.Writer { return short{w} }
	if err := s.NewBatch().Put(sum(label), []byte(label)); !errors.Is(err, io.ErrShortWrite) {
		t.Error(err)
	}
	sound(t, dir)
}

// TestRepair: a blob that is not the record is told and replaced, and one that is
// stays as it is.
func TestRepair(t *testing.T) {
	for name, text := range map[string]string{"torn": label[:7], "empty": "", "changed": strings.Replace(label, "public", "secret", 1), "longer": label + "\n"} {
		s, dir := made(t, label)
		path := filepath.Join(dir, filepath.FromSlash(Name(sum(label))))
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		sound(t, dir, Name(sum(label))+": holds "+strconv.Itoa(len(text))+" bytes with the digest ")
		b := s.NewBatch()
		if err := errors.Join(b.Put(sum(label), []byte(label)), b.Commit()); err != nil || len(b.Repaired) != 1 {
			t.Errorf("%s: %v, repaired %v", name, err, b.Repaired)
		}
		if raw, err := s.Get(sum(label), record.Limits{}); err != nil || string(raw) != label {
			t.Errorf("%s: %q, %v", name, raw, err)
		}
		sound(t, dir)
	}
	s, dir := made(t, label)
	path := filepath.Join(dir, filepath.FromSlash(Name(sum(label))))
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, label)
	if after, err := os.Stat(path); err != nil || !os.SameFile(before, after) {
		t.Error("a record that was there was written again")
	}
}

// TestLinks: nothing that is not a file in the store is read or written through.
func TestLinks(t *testing.T) {
	s, dir := made(t, `[]`)
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, []byte(label), 0o644); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, filepath.FromSlash(Name(sum(label))))
	if err := os.Symlink(outside, path); err != nil {
		t.Skip("no symbolic links here")
	}
	if _, err := s.Get(sum(label), record.Limits{}); !errors.As(err, new(*CorruptError)) {
		t.Errorf("through a link: %v", err)
	}
	put(t, s, label)
	if raw, err := s.Get(sum(label), record.Limits{}); err != nil || string(raw) != label {
		t.Errorf("%q, %v", raw, err)
	}
	if text, _ := os.ReadFile(outside); string(text) != label {
		t.Error("a file outside was written")
	}
	// The folder of an algorithm.
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, digest.Of(digest.SHA512, []byte(label)).Hex()), []byte(label), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(other, filepath.Join(dir, "blobs", "sha512")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(digest.Of(digest.SHA512, []byte(label)), record.Limits{}); !errors.As(err, new(*LayoutError)) {
		t.Errorf("through a linked folder: %v", err)
	}
}

// TestManyWriters: several processes, each with its own open store, put the same
// and different records at once.
func TestManyWriters(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	var writers sync.WaitGroup
	for w := range 8 {
		writers.Go(func() {
			s, err := Create(dir)
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			for n := range 20 {
				b := s.NewBatch()
				for i := range 5 {
					text := []byte(`[` + strconv.Itoa(n*5+i) + `,` + strconv.Itoa(w%2) + `]`)
					if err := b.Put(digest.Of(digest.SHA256, text), text); err != nil {
						t.Error(err)
					}
				}
				if err := b.Commit(); err != nil || len(b.Repaired) > 0 {
					t.Error(err, b.Repaired)
				}
			}
			if _, err := s.List(t.Context(), 1, record.Limits{}); err != nil {
				t.Error(err)
			}
		})
	}
	writers.Wait()
	sound(t, dir)
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got, err := s.List(t.Context(), 1, record.Limits{})
	if err != nil || got.Records != 200 {
		t.Errorf("%+v, %v", got, err)
	}
}
