package checkpoint

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func sample() *Checkpoint {
	return &Checkpoint{
		Evref: "v1", Options: map[string]string{"--claims": "[a]"}, Input: "a", Bytes: -1, Offset: 7, Lines: 2,
		Prefix: strings.Repeat("0", 64), State: json.RawMessage(`{"n":1}`), Outputs: []Output{{"out", 3, strings.Repeat("0", 64)}},
	}
}

func TestSaveAndLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	if c, err := Load(path); c != nil || err != nil {
		t.Errorf("no file: %v, %v", c, err)
	}
	for lines := range 3 {
		c := sample()
		c.Lines = lines
		if err := c.Save(path); err != nil {
			t.Fatal(err)
		}
		got, err := Load(path)
		if err != nil {
			t.Fatal(err)
		}
		var state map[string]int
		if err := json.Unmarshal(got.State, &state); err != nil || state["n"] != 1 {
			t.Errorf("state %s, %v", got.State, err)
		}
		got.State = c.State
		if !reflect.DeepEqual(got, c) {
			t.Errorf("got %+v, want %+v", got, c)
		}
	}
	if names, _ := os.ReadDir(filepath.Dir(path)); len(names) != 1 {
		t.Errorf("left behind: %v", names)
	}
}

// TestLoadRefuses: whatever is not a whole checkpoint is refused in one line, and
// every beginning of one is.
func TestLoadRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	if err := sample().Save(path); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{
		`{"format":"evref-verify-checkpoint","version":2}`: "another version",
		`{"format":"evref-verify-checkpoint","version":1}`: "not a checkpoint",
		string(whole) + "{}": "not a checkpoint",
		strings.Replace(string(whole), `"offset": 7`, `"offset": -7`, 1): "not a checkpoint",
		strings.Replace(string(whole), `"lines"`, `"rows"`, 1):           "damaged",
		"[]": "not a checkpoint", "": "not a checkpoint", "null": "not a checkpoint",
	}
	for n := range strings.TrimSpace(string(whole)) {
		texts[string(whole[:n])] = ""
	}
	for text, want := range texts {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(path); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
	if err := os.Truncate(path, MaxBytes+1); err != nil { // a sparse file
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil || !strings.Contains(err.Error(), "more than 512 MiB") {
		t.Errorf("a file over the limit: %v", err)
	}
	if _, err := Load(os.DevNull); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("a device: %v", err)
	}
	if _, err := Load(filepath.Dir(path)); err == nil || strings.Contains(err.Error(), path) {
		t.Errorf("a directory: %v", err)
	}
}

// TestSeal: no byte of a checkpoint can be another, and no member gone, twice or
// out of its place. Only the space between them does not matter.
func TestSeal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	c := sample()
	c.State = json.RawMessage(`{"n":1,"list":[{"id":"<\u200b\u003c"}],"more":{}}`)
	c.Options["--map"] = "\u200b<\u2028\ufffd"
	if err := c.Save(path); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	loads := func(text []byte) error {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Load(path)
		return err
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, whole); err != nil {
		t.Fatal(err)
	}
	for _, text := range [][]byte{whole, compact.Bytes()} {
		if err := loads(text); err != nil {
			t.Errorf("%v: %s", err, text)
		}
	}
	for i, b := range whole {
		for _, other := range []byte{b ^ 1, b ^ 0x20, ' ', '0'} {
			text := bytes.Clone(whole)
			text[i] = other
			if other != b && b != '\n' && loads(text) == nil {
				t.Errorf("byte %d, %q, can be %q", i, b, other)
			}
		}
	}
	lines := bytes.SplitAfter(whole, []byte("\n"))
	for i := range lines {
		gone := slices.Concat(slices.Delete(slices.Clone(lines), i, i+1)...)
		twice := slices.Concat(slices.Insert(slices.Clone(lines), i, lines[i])...)
		if loads(gone) == nil && len(lines[i]) > 0 || loads(twice) == nil && len(lines[i]) > 0 {
			t.Errorf("line %d can be gone or twice: %s", i, lines[i])
		}
	}
}

func TestFits(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Checkpoint)
		want   string
	}{
		"the same":       {func(c *Checkpoint) { c.Offset, c.Complete = 0, true }, ""},
		"version":        {func(c *Checkpoint) { c.Evref = "v2\x1b[31m" }, `written by evref v1 and this is v2\x1b[31m;`},
		"other value":    {func(c *Checkpoint) { c.Options = map[string]string{"--claims": "[b]"} }, `--claims is "[b]" and was "[a]" when`},
		"option missing": {func(c *Checkpoint) { c.Options = nil }, `--claims is not given and was "[a]" when`},
		"option more":    {func(c *Checkpoint) { c.Options = map[string]string{"--claims": "[a]", "--as": ""} }, `--as is "" and was not given when`},
		"input":          {func(c *Checkpoint) { c.Input = "b" }, `its input was "a";`},
	} {
		now := sample()
		c.change(now)
		err := sample().Fits(now)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
