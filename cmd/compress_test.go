package cmd

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
)

// compress makes FILE.gz and FILE.zst.
func compress(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		text := []byte(ts.ReadFile(name))
		for ending, newWriter := range map[string]func(io.Writer) (io.WriteCloser, error){
			".gz":  func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil },
			".zst": func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) },
		} {
			var b bytes.Buffer
			w, err := newWriter(&b)
			ts.Check(err)
			_, err = w.Write(text)
			ts.Check(err)
			ts.Check(w.Close())
			ts.Check(os.WriteFile(ts.MkAbs(name)+ending, b.Bytes(), 0o644))
		}
	}
}

// cut takes the last nine bytes from files.
func cut(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		text := ts.ReadFile(name)
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text[:len(text)-9]), 0o644))
	}
}

// join appends files to the first.
func join(ts *testscript.TestScript, _ bool, args []string) {
	text := ""
	for _, name := range args {
		text += ts.ReadFile(name)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}
