package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

const label = `{"class":"public"}`

func sum(text string) digest.Digest { return digest.Of(digest.SHA256, []byte(text)) }

// made gives a new store that holds texts, and its folder.
func made(t testing.TB, texts ...string) (*Store, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "store")
	s, err := Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	put(t, s, texts...)
	return s, dir
}

func put(t testing.TB, s *Store, texts ...string) {
	t.Helper()
	b := s.NewBatch()
	for _, text := range texts {
		if err := b.Put(sum(text), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Commit(); err != nil {
		t.Fatal(err)
	}
}

// sound fails the test unless Check finds exactly what is wanted.
func sound(t *testing.T, dir string, want ...string) {
	t.Helper()
	problems, err := Check(t.Context(), dir, 2, record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range problems {
		got = append(got, p.Error())
	}
	if len(got) != len(want) {
		t.Fatalf("problems %q, want %q", got, want)
	}
	for i := range want {
		if !strings.Contains(got[i], want[i]) {
			t.Errorf("problem %q, want %q", got[i], want[i])
		}
	}
}

func TestRoundTrip(t *testing.T) {
	s, dir := made(t, label, `[]`, "\xa0")
	long := digest.Of(digest.SHA512, []byte(label))
	b := s.NewBatch()
	if err := errors.Join(b.Put(long, []byte(label)), b.Put(long, []byte(label)), b.Commit()); err != nil {
		t.Fatal(err)
	}
	again, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	for _, d := range []digest.Digest{sum(label), sum(`[]`), sum("\xa0"), long} {
		if raw, err := again.Get(d, record.Limits{}); err != nil || digest.Of(d.Algorithm(), raw) != d {
			t.Errorf("%s: %q, %v", d, raw, err)
		}
	}
	for _, d := range []digest.Digest{sum("other"), digest.Of(digest.SHA512, nil), digest.Of(digest.SHA384, []byte(label))} {
		if raw, err := again.Get(d, record.Limits{}); !errors.Is(err, fs.ErrNotExist) || raw != nil {
			t.Errorf("%s: %q, %v", d, raw, err)
		}
	}
	if _, err := again.Get(sum(label), record.Limits{MaxBytes: 5}); !errors.As(err, new(*record.SyntaxError)) {
		t.Errorf("over the limit: %v", err)
	}
	sound(t, dir)
}

// TestLayoutOnDisk holds the three things that make a folder a layout.
func TestLayoutOnDisk(t *testing.T) {
	_, dir := made(t, label)
	for name, want := range map[string]string{
		"oci-layout":                       `{"imageLayoutVersion":"1.0.0"}`,
		"index.json":                       `{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[]}` + "\n",
		"blobs/sha256/" + sum(label).Hex(): label,
	} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestCreateRefuses(t *testing.T) {
	for name, prepare := range map[string]func(dir string) error{
		"something else": func(dir string) error { return os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o644) },
		"another version": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "oci-layout"), []byte(`{"imageLayoutVersion":"2.0.0"}`), 0o644)
		},
		"no JSON":            func(dir string) error { return os.WriteFile(filepath.Join(dir, "oci-layout"), []byte(`1.0.0`), 0o644) },
		"blobs is a file":    func(dir string) error { return os.WriteFile(filepath.Join(dir, "blobs"), nil, 0o644) },
		"layout is a folder": func(dir string) error { return os.Mkdir(filepath.Join(dir, "oci-layout"), 0o755) },
		"too large": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "oci-layout"), []byte(strings.Repeat(" ", maxSmall+1)), 0o644)
		},
	} {
		dir := t.TempDir()
		if err := prepare(dir); err != nil {
			t.Fatal(err)
		}
		if _, err := Create(dir); !errors.As(err, new(*LayoutError)) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Open(dir); !errors.As(err, new(*LayoutError)) {
			t.Errorf("%s, to read: %v", name, err)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing there: %v", err)
	}
}

// TestCreateCompletes takes up what a killed process began.
func TestCreateCompletes(t *testing.T) {
	for _, names := range [][]string{{"blobs/"}, {"blobs/", ".incoming/"}, {"blobs/", ".incoming/", "index.json"}} {
		dir := t.TempDir()
		for _, name := range names {
			var err error
			if folder, ok := strings.CutSuffix(name, "/"); ok {
				err = os.Mkdir(filepath.Join(dir, folder), 0o755)
			} else {
				err = os.WriteFile(filepath.Join(dir, name), []byte(`{"schemaVersion":2,"manifests":[]}`), 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		s, err := Create(dir)
		if err != nil {
			t.Errorf("%v: %v", names, err)
			continue
		}
		s.Close()
		sound(t, dir)
	}
}
