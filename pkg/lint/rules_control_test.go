package lint

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

// The run that examples of rules about the run belong to: one tool with one
// finding, TOOL030, on the first of April 2026.
const (
	ofRunFile    = "tools.json"
	ofRunTools   = `{"tools": [{"name": "send_email", "description": "Send one mail.", "inputSchema": {"type": "object"}, "annotations": {"destructiveHint": null}}]}`
	ofRunCapture = `{"tools": [{"name": "send_email", "description": "Send one mail.", "inputSchema": {"type": "object"}}]}`
	ofRunToday   = "2026-04-01"
)

// ofRunExample gives what a rule about the run says about its example.
func ofRunExample(t *testing.T, r Rule, e Example) []Finding {
	t.Helper()
	linter, tools := mustLint(t, ofRunTools, "TOOL030")
	findings := linter.Lint(tools)
	if len(findings) != 1 {
		t.Fatalf("%d findings, want 1", len(findings))
	}
	severity := func(rule string) diag.Severity {
		if rule == r.ID {
			return diag.Warning
		}
		return diag.Off
	}
	var c Coverage
	c.Whole = []string{"."}
	c.Add(ofRunFile, func(string) bool { return true })
	switch r.ID {
	case unusedIgnore, expiredIgnore:
		ignores := NewIgnores(readIgnores(t, e.Input), ofRunToday)
		ignores.Match(ofRunFile, &findings[0])
		return ignores.Findings(&c, severity)
	case staleBaseline:
		b, problems := ReadBaseline("baseline.json", []byte(e.Input))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		b.Match(ofRunFile, []*Finding{&findings[0]})
		return b.Findings(&c, severity)
	}
	_, old := mustLint(t, ofRunCapture)
	_, new := mustLint(t, e.Input)
	return Compare(old, new, severity)
}

func mustLint(t *testing.T, text string, only ...string) (*Linter, *File) {
	t.Helper()
	l, err := New(Options{Only: only})
	if err != nil {
		t.Fatal(err)
	}
	f, err := Load(ofRunFile, []byte(text), LoadOptions{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return l, f
}

// readIgnores reads the ignores of an example, all of them at the place of the
// whole text.
func readIgnores(t *testing.T, text string) []Ignore {
	t.Helper()
	var configuration struct {
		Ignores []struct{ Rule, Tool, Reason, Expires string }
	}
	if err := json.Unmarshal([]byte(text), &configuration); err != nil {
		t.Fatal(err)
	}
	var out []Ignore
	for _, i := range configuration.Ignores {
		out = append(out, Ignore{
			Rule: i.Rule, Tool: NewGlob(i.Tool), Reason: i.Reason, Expires: i.Expires,
			Source: "evref.json", Range: diag.RangeAt([]byte(text), 0, len(text)),
		})
	}
	return out
}

// TestRulesOfRun: a rule without a check is one of those that a run reports.
func TestRulesOfRun(t *testing.T) {
	var got []string
	for _, r := range Rules() {
		if r.OfRun() {
			got = append(got, r.ID)
		}
	}
	want := []string{unusedIgnore, expiredIgnore, staleBaseline, toolAdded, toolRemoved, toolChanged, otherChanged}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
