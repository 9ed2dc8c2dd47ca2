package cmd

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
	"github.com/mcp-evref/evref/pkg/vectors"
)

// invoke runs the program in this process.
func invoke(t *testing.T, stdin io.Reader, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = Main(context.Background(), args, Streams{
		In: stdin, Out: &out, Err: &errs,
		Getenv: func(string) string { return "" },
		Now:    func() time.Time { return time.Unix(0, 0).UTC() },
	})
	return out.String(), errs.String(), code
}

// writeFile puts data into a new folder and gives its path.
func writeFile(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestDigestVectors puts every vector through the command line: exact bytes, or
// exit 3 and nothing on stdout.
func TestDigestVectors(t *testing.T) {
	cases, err := vectors.ReadCanonical(os.DirFS("../testdata/vectors"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		path := writeFile(t, "record.json", c.Input)
		for _, side := range []struct {
			name, class string
			hazards     []string
			want        func() (string, bool)
		}{
			{"jcs", c.JCSError, c.HazardsJCS, func() (string, bool) {
				if c.JCS == nil {
					return "", false
				}
				return *c.JCS, true
			}},
			{"cbor", c.CBORError, c.HazardsCBOR, func() (string, bool) {
				if c.CBORHex == nil {
					return "", false
				}
				b, _ := hex.DecodeString(*c.CBORHex)
				return string(b), true
			}},
		} {
			args := []string{"digest", "-c", side.name, "--emit", "canonical", path}
			if len(side.hazards) > 0 {
				refused(t, c.ID, args)
				args = append(args, "--allow", strings.Join(side.hazards, ","))
			}
			if side.class != "" {
				refused(t, c.ID, args)
				continue
			}
			stdout, stderr, code := invoke(t, nil, args...)
			if want, ok := side.want(); code != ExitOK || ok && stdout != want {
				t.Errorf("%s %s: exit %d, %q, want %q (%s)", c.ID, side.name, code, stdout, want, stderr)
			}
		}
	}
}

func TestDigestCBORVectors(t *testing.T) {
	cases, err := vectors.ReadCBORInput(os.DirFS("../testdata/vectors"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		args := []string{"digest", "-c", "cbor", "--emit", "canonical", "--hex", writeFile(t, "record.cbor", c.Input())}
		if c.Error != "" {
			refused(t, c.ID, args)
			continue
		}
		stdout, stderr, code := invoke(t, nil, args...)
		if code != ExitOK || strings.TrimSpace(stdout) != c.CanonicalHex || (stderr == "") != c.Deterministic {
			t.Errorf("%s: exit %d, %s, want %s (%s)", c.ID, code, stdout, c.CanonicalHex, stderr)
		}
	}
}

func refused(t *testing.T, id string, args []string) {
	t.Helper()
	stdout, stderr, code := invoke(t, nil, args...)
	if code != ExitUnreadable || stdout != "" || strings.Count(stderr, "\n") != 1 {
		t.Errorf("%s: %v: exit %d, stdout %q, stderr %q, want exit 3 and one line", id, args, code, stdout, stderr)
	}
}

// TestDigestHostile gives inputs made to break a reader; the last record of the
// run must be answered in every case.
func TestDigestHostile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := write("good.json", `{"ok":true}`)
	huge := filepath.Join(dir, "huge.json")
	f, err := os.Create(huge)
	if err == nil {
		err = errors.Join(f.Truncate(1<<30), f.Close()) // 1 GB, one line, no disk space
	}
	if err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		name, path string
		args       []string
		want       string // in stderr; "" if the record is fine
	}{
		{"arrays", write("arrays.json", strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000)), nil, "arrays.json:1:10001: error: nesting is deeper than the limit of 10000"},
		{"objects", write("objects.json", strings.Repeat(`{"a":`, 100_000)), nil, "nesting is deeper"},
		{"huge", huge, nil, "larger than the limit of 67108864 bytes"},
		{"huge line", huge, []string{"--jsonl"}, "huge.json:1:1: error: record is larger"},
		{"zeros", write("zeros.json", "[1"+strings.Repeat("0", 800)+"e-800]"), nil, ""},
		{"digits", write("digits.json", "["+strings.Repeat("9", 1_000_000)+"]"), nil, "too large for a double"},
		{"name", write("name.json", `{"a":1,"\u0061":2}`), nil, `duplicate member name "a"`},
		{"control", write("control.json", "{\"\x1b[31m\u202e\":1}"), nil, "raw control character U+001B"},
		{"bidi", write("bidi.json", `{"\u202ex":1,"\u202ex":2}`), nil, `duplicate member name "\u{202e}x"`},
	} {
		args := append([]string{"digest", "-c", "jcs", c.path, good}, c.args...)
		stdout, stderr, code := invoke(t, nil, args...)
		if !strings.Contains(stdout, "good.json") {
			t.Errorf("%s: the good record has no digest: %q %q", c.name, stdout, stderr)
		}
		if c.want == "" && code != ExitOK || c.want != "" && (code != ExitUnreadable || !strings.Contains(stderr, c.want)) {
			t.Errorf("%s: exit %d, stderr %q, want %q", c.name, code, stderr, c.want)
		}
	}
}

// TestDigestOutputSchema holds machine output to the published schema.
func TestDigestOutputSchema(t *testing.T) {
	schema, err := validate.Embedded("digest-output.v1")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range map[string]string{
		"a.json": `{"n":1.0}`, "dup.json": `{"a":1,"a":2}`, "precise.json": "[9007199254740993]",
		"odd.cbor": "\xa1\x61k\x42\x01\x02", "notes.txt": "", "open.cbor": "\x9f\x01\xff",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stdout, _, code := invoke(t, nil, "digest", "--format", "json", "-v", dir, filepath.Join(dir, "missing"))
	if code != ExitUnreadable {
		t.Errorf("exit %d, want 3", code)
	}
	rec, err := record.Parse([]byte(stdout), record.JSON, record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range schema.Validate(rec.Root()) {
		t.Errorf("output breaks its schema at %s: %s", v.Pointer, v.Message)
	}
	if n := rec.Root().Get("records").Len(); n != 6 {
		t.Errorf("%d records, want 6", n)
	}
	// The lines of jsonl are the records of json.
	lines, _, _ := invoke(t, nil, "digest", "--format", "jsonl", "-v", dir, filepath.Join(dir, "missing"))
	if n := strings.Count(lines, "\n"); n != 7 {
		t.Errorf("%d lines, want 6 records and a summary", n)
	}
}

// TestDigestCoprocess checks that an answer is there before the next line is
// asked for.
func TestDigestCoprocess(t *testing.T) {
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int)
	go func() {
		code := Main(context.Background(), []string{"digest", "-c", "jcs", "--bare", "--jsonl", "-"}, Streams{
			In: in, Out: out, Err: io.Discard, Getenv: func(string) string { return "" }, Now: time.Now,
		})
		out.Close()
		done <- code
	}()
	buf := make([]byte, 256)
	for range 3 {
		io.WriteString(feed, "{\"a\":1}\n")
		n, err := answers.Read(buf)
		if err != nil || string(buf[:n]) != "sha256:015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862\n" {
			t.Fatalf("%q, %v", buf[:n], err)
		}
	}
	feed.Close()
	if code := <-done; code != ExitOK {
		t.Errorf("exit %d", code)
	}
}

// panics is a stream whose first write is a fault of the program.
type panics struct{}

func (panics) Write([]byte) (int, error) { panic("a\nfault \x1b[31m") }

func TestPanicIsOneLine(t *testing.T) {
	var errs bytes.Buffer
	code := Main(context.Background(), []string{"version"}, Streams{Out: panics{}, Err: &errs, Getenv: func(string) string { return "" }})
	if code != ExitFault || strings.Count(errs.String(), "\n") != 1 || strings.ContainsRune(errs.String(), 0x1b) {
		t.Errorf("exit %d, %q", code, errs.String())
	}
}

func TestWorse(t *testing.T) {
	for _, c := range []struct{ a, b, want int }{
		{0, 0, 0}, {0, 4, 4}, {3, 4, 3}, {1, 3, 1}, {4, 1, 1}, {130, 1, 130},
	} {
		if got := Worse(c.a, c.b); got != c.want || Worse(c.b, c.a) != c.want {
			t.Errorf("Worse(%d, %d) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
