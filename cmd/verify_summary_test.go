package cmd

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
)

// TestVerifySummary: the file of --summary is what its schema says, names every
// input with its digest, and has the counts that the machine output has. It is
// the same file each time.
func TestVerifySummary(t *testing.T) {
	schema, err := validate.Embedded("verify-summary.v1")
	if err != nil {
		t.Fatal(err)
	}
	claims := writeFile(t, "claims.jsonl", []byte(someClaims(300)))
	result := writeFile(t, "result.json", []byte(`{"content":[]}`))
	folder := filepath.Dir(result)
	stdin := someClaims(40)
	summary := filepath.Join(t.TempDir(), "summary.json")
	for _, c := range []struct {
		args     []string
		complete bool
		inputs   map[string]string // content by name; "?" is not read
	}{
		{[]string{"--claims", claims}, true, map[string]string{claims: someClaims(300)}},
		{[]string{"--claims", claims, "--claims", "-"}, true, map[string]string{claims: someClaims(300), "-": stdin}},
		{[]string{claims, folder}, true, map[string]string{claims: someClaims(300), result: `{"content":[]}`}},
		{[]string{"--claims", claims, "nowhere.json"}, false, map[string]string{claims: someClaims(300), "nowhere.json": "?"}},
		{[]string{"--digest", "sha256:c509", "-c", "jcs/rfc8785", result}, true, map[string]string{result: `{"content":[]}`}},
		{[]string{"--claims", claims, "--exit-zero", "--status"}, true, map[string]string{claims: someClaims(300)}},
	} {
		args := append([]string{"verify", "--summary", summary, "--jobs", "2"}, c.args...)
		_, stderr, code := invoke(t, strings.NewReader(stdin), args...)
		raw, err := os.ReadFile(summary)
		if err != nil {
			t.Fatalf("%v: %v\n%s", c.args, err, stderr)
		}
		rec, err := record.Parse(raw, record.JSON, record.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range schema.Validate(rec.Root()) {
			t.Errorf("%v: %s: %s", c.args, v.Pointer, v.Message)
		}
		var got runReport
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatal(err)
		}
		if got.Complete != c.complete || len(got.Inputs) != len(c.inputs) || got.Summary.ExitCode != code {
			t.Errorf("%v: exit %d, %s", c.args, code, raw)
		}
		lines := 0
		for _, in := range got.Inputs {
			want := inputNote{Name: in.Name, Lines: in.Lines}
			if content := c.inputs[in.Name]; content != "?" {
				size := int64(len(content))
				want.SHA256, want.Bytes, want.Complete = fmt.Sprintf("%x", sha256.Sum256([]byte(content))), &size, true
			}
			if !reflect.DeepEqual(in, want) {
				t.Errorf("%v: got %+v, want %+v", c.args, in, want)
			}
			lines += in.Lines
		}
		if lines != got.Summary.Lines || got.Summary.Items != 1+lines-got.Summary.BlankLines && lines > 0 && got.Summary.Items != lines-got.Summary.BlankLines {
			t.Errorf("%v: %d lines, %s", c.args, lines, raw)
		}
		invoke(t, strings.NewReader(stdin), args...)
		if again, _ := os.ReadFile(summary); string(again) != string(raw) {
			t.Errorf("%v: the second time\n%s, the first\n%s", c.args, again, raw)
		}
	}
}

// TestVerifySummaryInterrupted: an interrupted run writes what it has, and says
// that it is not all.
func TestVerifySummaryInterrupted(t *testing.T) {
	summary := filepath.Join(t.TempDir(), "summary.json")
	in, feed := io.Pipe()
	go fmt.Fprint(feed, "{}\n\n{}\n{")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := writerFunc(func(p []byte) (int, error) {
		if bytes.Contains(p, []byte("#L3")) {
			cancel()
		}
		return len(p), nil
	})
	code := Main(ctx, []string{"verify", "--claims", "-", "--summary", summary},
		Streams{In: in, Out: out, Err: io.Discard, Getenv: func(string) string { return "" }, Now: time.Now})
	raw, err := os.ReadFile(summary)
	if err != nil || code != ExitInterrupted {
		t.Fatal(code, err)
	}
	var got runReport
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	if got.Complete || got.Summary.ExitCode != ExitInterrupted || len(got.Inputs) != 1 || !reflect.DeepEqual(got.Inputs[0], inputNote{Name: "-", Lines: 3}) || got.Summary.Lines != 3 {
		t.Errorf("%s", raw)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
