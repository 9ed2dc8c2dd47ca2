package input

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStored: an input tells its bytes and digest at its end, and not before.
func TestStored(t *testing.T) {
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "abc"), []byte("abc"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"abc", "-"} {
		for _, hashed := range []bool{true, false} {
			o := Options{Dir: dir, Stdin: strings.NewReader("abc"), Hash: hashed}
			in, err := o.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadFull(in, make([]byte, 2)); err != nil || in.Stored() != (Stored{Bytes: 2}) {
				t.Errorf("%s: %+v, %v before the end", name, in.Stored(), err)
			}
			if _, err := io.ReadAll(in); err != nil {
				t.Fatal(err)
			}
			want := Stored{Bytes: 3, Whole: true}
			if hashed {
				want.SHA256 = abc
			}
			if in.Stored() != want {
				t.Errorf("%s: %+v, want %+v", name, in.Stored(), want)
			}
			in.Close()
		}
	}
}
