//go:build unix

package report

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestPermissions: a new file is as private as the umask says, one that is replaced
// as it was, and neither is open to others while it is written.
func TestPermissions(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	path := filepath.Join(t.TempDir(), "out")
	mode := func(name string) os.FileMode {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode().Perm()
	}
	for _, test := range []struct{ before, after os.FileMode }{{0, 0o600}, {0o640, 0o640}, {0o400, 0o400}} {
		if test.before != 0 {
			if err := os.Chmod(path, test.before); err != nil {
				t.Fatal(err)
			}
		}
		f, err := Create(path, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := mode(f.temp.Name()); got&0o077 != 0 {
			t.Errorf("%o while it is written", got)
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		if got := mode(path); got != test.after {
			t.Errorf("%o, want %o", got, test.after)
		}
	}
}
