package lint

import (
	"regexp"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

var (
	idPattern   = regexp.MustCompile(`^TOOL[0-9]{3}$`)
	slugPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
)

// TestRules refuses a rule that is not documented, or whose examples do not do
// what they say.
func TestRules(t *testing.T) {
	seen := make(map[string]bool)
	for _, r := range Rules() {
		t.Run(r.ID, func(t *testing.T) {
			for _, name := range []string{r.ID, r.Slug} {
				if seen[name] {
					t.Errorf("%s is used twice", name)
				}
				seen[name] = true
			}
			if !idPattern.MatchString(r.ID) || !slugPattern.MatchString(r.Slug) {
				t.Errorf("id %q or slug %q is not well formed", r.ID, r.Slug)
			}
			if r.Summary == "" || r.Since == "" || r.Doc.Why == "" || r.Doc.Fix == "" || len(r.Doc.Refs) == 0 {
				t.Error("summary, since, why, fix and a reference are required")
			}
			if strings.HasSuffix(r.Summary, ".") || !strings.HasSuffix(r.Doc.Why, ".") || !strings.HasSuffix(r.Doc.Fix, ".") {
				t.Error("a summary has no full stop, why and fix do")
			}
			bad := lintExample(t, r, r.Doc.Bad)
			if len(bad) == 0 {
				t.Error("the bad example does not fire the rule")
			}
			for _, f := range bad {
				checkFinding(t, r.Doc.Bad.Input, f)
			}
			for _, f := range lintExample(t, r, r.Doc.Good) {
				t.Errorf("the good example fires the rule: %s", f.Message)
			}
		})
	}
}

// lintExample runs one rule on an example.
func lintExample(t *testing.T, r Rule, e Example) []Finding {
	t.Helper()
	if r.OfRun() {
		return ofRunExample(t, r, e)
	}
	f, err := Load("example.json", []byte(e.Input), LoadOptions{})
	if err != nil {
		t.Fatalf("example %s: %v", e.Input, err)
	}
	l, err := New(Options{Settings: e.Settings, Only: []string{r.ID}})
	if err != nil {
		t.Fatal(err)
	}
	return l.Lint(f)
}

// checkFinding holds for every finding of every rule.
func checkFinding(t *testing.T, input string, f Finding) {
	t.Helper()
	if f.Message == "" || f.Message != diag.Safe(f.Message) || strings.HasSuffix(f.Message, ".") {
		t.Errorf("message %q is empty, unsafe or ends in a full stop", f.Message)
	}
	if f.Help != diag.Safe(f.Help) || strings.HasSuffix(f.Help, ".") {
		t.Errorf("help %q is unsafe or ends in a full stop", f.Help)
	}
	if !f.Range.Start.IsValid() || f.Range.End.Offset <= f.Range.Start.Offset || f.Range.End.Offset > len(input) {
		t.Errorf("range %+v of %q is not a place in the input", f.Range, f.Message)
	}
	if f.Severity == diag.Off {
		t.Errorf("finding %q has severity off", f.Message)
	}
	if !strings.HasSuffix(f.Pointer, f.Within) {
		t.Errorf("pointer %q does not end in %q", f.Pointer, f.Within)
	}
}
