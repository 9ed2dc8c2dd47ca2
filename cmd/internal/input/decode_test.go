package input

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func gzipped(t testing.TB, text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func zstded(t testing.TB, text string, options ...zstd.EOption) string {
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b, options...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.ReadFrom(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const skippable = "\x5a\x2a\x4d\x18\x03\x00\x00\x00abc"

// decoded reads an input as text, from standard input and from a file.
func decoded(t *testing.T, stored string) (text string, failed error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, []byte(stored), 0o644); err != nil {
		t.Fatal(err)
	}
	var texts [2]string
	for i, name := range []string{path, "-"} {
		o := Options{Decode: true, Hash: true, Stdin: iotest.OneByteReader(strings.NewReader(stored))}
		in, err := o.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(in)
		texts[i], failed = string(raw), err
		so := in.Stored()
		if err == nil && so.Bytes != int64(len(stored)) || so.Whole != (err == nil) || (so.SHA256 != "") != so.Whole {
			t.Errorf("%d of %d bytes are told to be read, to the end: %v, after %v", so.Bytes, len(stored), so.Whole, err)
		}
		in.Close()
	}
	if texts[0] != texts[1] {
		t.Errorf("%d bytes from a file, %d from standard input", len(texts[0]), len(texts[1]))
	}
	return texts[0], failed
}

func TestDecode(t *testing.T) {
	text := strings.Repeat("{\"a\":1}\n", 1000)
	for name, c := range map[string]struct{ stored, want string }{
		"plain":           {text, text},
		"nothing":         {"", ""},
		"half a magic":    {"\x1f", "\x1f"},
		"like zstd":       {"\x28\xb5\x2f!", "\x28\xb5\x2f!"},
		"a letter":        {"P\n", "P\n"},
		"gzip":            {gzipped(t, text), text},
		"empty gzip":      {gzipped(t, ""), ""},
		"members":         {gzipped(t, text) + gzipped(t, "") + gzipped(t, "b"), text + "b"},
		"zstd":            {zstded(t, text), text},
		"frames":          {zstded(t, text) + skippable + zstded(t, "b"), text + "b"},
		"skippable first": {skippable + zstded(t, "b"), "b"},
	} {
		if got, err := decoded(t, c.stored); got != c.want || err != nil {
			t.Errorf("%s: %d bytes, want %d, %v", name, len(got), len(c.want), err)
		}
	}
}

// TestDecodeFaults: what can be decoded is given, and the rest is one error that
// says what it is and where.
func TestDecodeFaults(t *testing.T) {
	text := strings.Repeat("{\"a\":1}\n", 1000)
	flipped := func(s string) string { return s[:len(s)-6] + string(s[len(s)-6]^1) + s[len(s)-5:] }
	for name, c := range map[string]struct {
		stored string
		kind   DecodeFault
		want   string
	}{
		"gzip, garbage":   {gzipped(t, text) + "garbage", Trailing, text},
		"gzip, one byte":  {gzipped(t, text) + "\x00", Trailing, text},
		"gzip, zstd":      {gzipped(t, text) + zstded(t, "x"), Trailing, text},
		"zstd, garbage":   {zstded(t, text) + "garbage", Trailing, text},
		"zstd, gzip":      {zstded(t, text) + gzipped(t, "x"), Trailing, text},
		"gzip, checksum":  {flipped(gzipped(t, text)), Damaged, text},
		"second is cut":   {gzipped(t, text) + gzipped(t, "xyz")[:12], CutOff, text},
		"header is cut":   {gzipped(t, text)[:4], CutOff, ""},
		"no gzip at all":  {"\x1f\x8bxxxxxxxxxxxxxxxxx", Damaged, ""},
		"window too wide": {zstded(t, strings.Repeat(text, 100), zstd.WithWindowSize(2*MaxWindow), zstd.WithSingleSegment(false)), Window, ""},
	} {
		got, err := decoded(t, c.stored)
		var fault *DecodeError
		if !errors.As(err, &fault) || fault.Kind != c.kind || got != c.want || fault.Offset != int64(len(got)) {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
}

// TestDecodeCut: wherever compressed data is cut, that is an error, and what
// stands before is the beginning of the text.
func TestDecodeCut(t *testing.T) {
	text := strings.Repeat("0123456789\n", 30)
	for name, stored := range map[string]string{"gzip": gzipped(t, text) + gzipped(t, "b"), "zstd": zstded(t, text) + zstded(t, "b")} {
		first := len(gzipped(t, text))
		if name == "zstd" {
			first = len(zstded(t, text))
		}
		for n := 4; n < len(stored); n++ {
			got, err := decoded(t, stored[:n])
			var fault *DecodeError
			if n == first && (err != nil || got != text) || n != first && !errors.As(err, &fault) || !strings.HasPrefix(text+"b", got) {
				t.Errorf("%s cut to %d of %d, the first to %d: %d bytes, %v", name, n, len(stored), first, len(got), err)
			}
		}
	}
}

// TestDecodePassesOnErrors: a failure of reading is not a fault of the data.
func TestDecodePassesOnErrors(t *testing.T) {
	broken := errors.New("broken")
	for _, stored := range []string{gzipped(t, "x")[:15], zstded(t, "x")[:6], "\x1f", "text"} {
		o := Options{Decode: true, Stdin: io.MultiReader(strings.NewReader(stored), iotest.ErrReader(broken))}
		in, err := o.Open("-")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(in); !errors.Is(err, broken) {
			t.Errorf("%q: %v", stored, err)
		}
	}
}

func TestCompressedNames(t *testing.T) {
	if got := strings.Join(CompressedNames(".json"), " "); got != ".json .json.gz .json.zst" {
		t.Error(got)
	}
	for name, want := range map[string]string{"a.cbor.gz": "a.cbor", "a.ZST": "a", ".gz": ".gz", "a.gzip": "a.gzip", "": ""} {
		if got := TrimCompressed(name); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
