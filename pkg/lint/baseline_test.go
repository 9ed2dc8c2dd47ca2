package lint

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

// judged is a run over files.
func judged(files ...string) *Coverage {
	c := &Coverage{}
	for _, f := range files {
		c.Add(f, all)
	}
	return c
}

func written(b *Baseline, c *Coverage, findings map[string][]*Finding) *Baseline {
	for file, list := range findings {
		b.Match(file, list)
	}
	return b.Update(c, findings)
}

// TestBaselineBatches: two runs over different files, as hooks make them, give
// what one run gives, and neither loses what the other wrote.
func TestBaselineBatches(t *testing.T) {
	a := []*Finding{found("TOOL030", "", "x", "/annotations/readOnlyHint"), found("TOOL020", "", "x", "")}
	b := []*Finding{found("TOOL020", "mail", "y", ""), found("TOOL020", "mail", "y", "")}
	once := written(NewBaseline(), judged("a.json", "b.json"), map[string][]*Finding{"a.json": a, "b.json": b})
	first := written(NewBaseline(), judged("b.json"), map[string][]*Finding{"b.json": b})
	twice := written(first, judged("a.json"), map[string][]*Finding{"a.json": a})
	if string(once.Bytes()) != string(twice.Bytes()) {
		t.Errorf("once:\n%s\ntwice:\n%s", once.Bytes(), twice.Bytes())
	}
	want := `{
  "version": 1,
  "findings": [
    {"rule": "TOOL020", "file": "a.json", "tool": "x"},
    {"rule": "TOOL030", "file": "a.json", "tool": "x", "pointer": "/annotations/readOnlyHint"},
    {"rule": "TOOL020", "file": "b.json", "server": "mail", "tool": "y", "count": 2}
  ]
}
`
	if string(twice.Bytes()) != want {
		t.Errorf("got\n%s\nwant\n%s", twice.Bytes(), want)
	}
	read, problems := ReadBaseline("b.json", twice.Bytes())
	if len(problems) > 0 || string(read.Bytes()) != want {
		t.Errorf("reading and writing again: %v\n%s", problems, read.Bytes())
	}
	if !json.Valid(NewBaseline().Bytes()) {
		t.Errorf("an empty baseline is not JSON: %s", NewBaseline().Bytes())
	}
	// A rule that did not run keeps its entries.
	only := &Coverage{}
	only.Add("a.json", func(rule string) bool { return rule == "TOOL030" })
	narrow := written(read, only, map[string][]*Finding{"a.json": nil})
	if got := string(narrow.Bytes()); strings.Contains(got, "TOOL030") || !strings.Contains(got, `"TOOL020", "file": "a.json"`) {
		t.Errorf("a run of one rule leaves\n%s", got)
	}
}

func TestBaselineMatch(t *testing.T) {
	b := newBaseline("b.json", []BaselineEntry{
		{Rule: "TOOL020", File: "a.json", Tool: "x", Count: 1},
		{Rule: "TOOL110", File: "a.json", Tool: "x", Pointer: "/description", Count: 2},
		{Rule: "TOOL020", File: "old.json", Server: "mail", Tool: "y", Count: 1},
	})
	for _, c := range []struct {
		name, file string
		findings   []*Finding
		want       []bool
	}{
		{"the same", "a.json", []*Finding{found("TOOL020", "", "x", "")}, []bool{true}},
		{"another file", "b.json", []*Finding{found("TOOL020", "", "x", "")}, []bool{false}},
		{"another tool", "a.json", []*Finding{found("TOOL020", "", "z", "")}, []bool{false}},
		{"another place", "a.json", []*Finding{found("TOOL020", "", "x", "/description")}, []bool{false}},
		{"one more than counted", "a.json", slices.Repeat([]*Finding{found("TOOL110", "", "x", "/description")}, 3), []bool{true, true, false}},
		{"the server in another file", "new.json", []*Finding{found("TOOL020", "mail", "y", "")}, []bool{true}},
		{"another server", "old.json", []*Finding{found("TOOL020", "files", "y", "")}, []bool{false}},
		{"the file, server not known", "old.json", []*Finding{found("TOOL020", "", "y", "")}, []bool{true}},
	} {
		if got := b.Match(c.file, c.findings); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestBaselineStale(t *testing.T) {
	entries := []BaselineEntry{
		{Rule: "TOOL020", File: "a.json", Tool: "x", Count: 1},
		{Rule: "TOOL110", File: "a.json", Tool: "x", Count: 3},
		{Rule: "TOOL020", File: "b.json", Tool: "y", Count: 1},
		{Rule: "TOOL020", File: "gone.json", Tool: "z", Count: 1},
	}
	messages := func(c *Coverage) string {
		b := newBaseline("base.json", entries)
		b.Match("a.json", []*Finding{found("TOOL110", "", "x", "")})
		var out []string
		for _, f := range b.Findings(c, warnings) {
			if f.Rule != staleBaseline || f.Source != "base.json" || f.Severity != diag.Warning {
				t.Errorf("got %+v", f)
			}
			out = append(out, f.Message)
		}
		return strings.Join(out, "\n")
	}
	want := `baseline entry for TOOL020 of tool "x" in "a.json" matches no finding: it was corrected, or is ignored now
baseline entry for TOOL110 of tool "x" in "a.json" counts 3 findings, there is 1 left`
	exists := func(file string) bool { return file != "gone.json" }
	partial := judged("a.json")
	partial.Exists = exists
	if got := messages(partial); got != want {
		t.Errorf("some files: got\n%s\nwant\n%s", got, want)
	}
	whole := judged("a.json")
	whole.Exists, whole.Whole = exists, []string{"."}
	if got := messages(whole); got != want+"\nbaseline entry for TOOL020 of tool \"z\" in \"gone.json\" is about a file that is gone" {
		t.Errorf("all files: got\n%s", got)
	}
	after := newBaseline("base.json", entries).Update(whole, nil)
	if after.Len() != 1 || after.entries[0].File != "b.json" {
		t.Errorf("writing anew keeps %+v", after.entries)
	}
}

// TestBaselineBroken: position, what is wrong, what to do; and nothing is
// applied.
func TestBaselineBroken(t *testing.T) {
	entry := func(members string) string {
		return "{\"version\": 1, \"findings\": [\n  {\"rule\": \"TOOL030\", \"file\": \"a.json\"},\n  {" + members + "}\n]}"
	}
	for _, c := range []struct{ text, want string }{
		{"", "b.json:1:1: error: record is empty; a record is one JSON or CBOR value [empty-input]"},
		{"[]", "b.json:1:1: error: baseline is an array, not an object; write it anew with --write-baseline [baseline]"},
		{"{}", `b.json:1:1: error: baseline has no version; add "version": 1 [baseline]`},
		{`{"version": 2, "findings": []}`, "b.json:1:13: error: baseline has version \"2\", not 1; use the evref that wrote it, or write it anew with --write-baseline [baseline]"},
		{`{"version": 1, "finding": []}`, "b.json:1:16: error: unknown member \"finding\"; did you mean findings? [baseline]"},
		{entry(`"rule": "TOOL030", "fil": "a.json"`), "b.json:3:23: error: unknown member \"fil\"; did you mean file? [baseline]"},
		{entry(`"rule": "TOOL03O", "file": "a.json"`), "b.json:3:12: error: unknown rule \"TOOL03O\"; did you mean TOOL030? [baseline]"},
		{entry(`"rule": "hint-type", "file": "a.json"`), "b.json:3:12: error: rule \"hint-type\" is not named by its id; write TOOL030 [baseline]"},
		{entry(`"rule": 30, "file": "a.json"`), "b.json:3:12: error: rule is a number, not a string; write a string [baseline]"},
		{entry(`"rule": "TOOL030", "file": "a.json", "count": 0`), "b.json:3:50: error: count is not a number of findings; write a whole number from 1 [baseline]"},
		{entry(`"rule": "TOOL030"`), "b.json:3:3: error: entry needs rule and file; write it anew with --write-baseline [baseline]"},
		{"{\n<<<<<<< HEAD\n", "b.json:2:1: error: baseline has the marks of an unfinished merge; keep the entries of both sides and remove the marks [name-not-string]"},
	} {
		b, problems := ReadBaseline("b.json", []byte(c.text))
		if b != nil || len(problems) == 0 {
			t.Errorf("%s: read as %v", c.text, b)
			continue
		}
		if got := problems[0].Line(); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
}

func FuzzBaseline(f *testing.F) {
	f.Add([]byte(`{"version": 1, "findings": [{"rule": "TOOL030", "file": "a.json", "count": 2}]}`))
	f.Add([]byte(`{"version": 1, "findings": []}`))
	f.Add([]byte(`{"version": 1, "findings": [{"rule": "TOOL020", "file": "é", "server": "s", "tool": "t", "pointer": "/a~1b"}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		b, problems := ReadBaseline("b.json", raw)
		if (b == nil) == (len(problems) == 0) {
			t.Fatalf("baseline %v and %d problems", b, len(problems))
		}
		if b == nil {
			return
		}
		again, problems := ReadBaseline("b.json", b.Bytes())
		if len(problems) > 0 || string(again.Bytes()) != string(b.Bytes()) {
			t.Fatalf("%s reads back as %v, %v", b.Bytes(), again, problems)
		}
	})
}
