package lint

import (
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

func applyFix(t *testing.T, input string, fix Fix) string {
	t.Helper()
	out, err := record.Apply([]byte(input), fix.Edits)
	if err != nil {
		t.Fatalf("fix %q: %v", fix.Message, err)
	}
	return string(out)
}

// TestFixes applies every fix of every rule's bad example and of the bad files,
// one at a time: the result is still JSON, and the finding is gone.
func TestFixes(t *testing.T) {
	type input struct {
		name, text string
		options    Options
	}
	var inputs []input
	for _, r := range Rules() {
		if r.OfRun() {
			continue
		}
		inputs = append(inputs, input{r.ID, r.Doc.Bad.Input, Options{Settings: r.Doc.Bad.Settings, Enable: []string{r.ID}}})
	}
	for _, name := range []string{"typos.json", "document.json"} {
		inputs = append(inputs, input{name, string(load(t, fixtures+"/err/"+name, name).Raw), Options{}})
	}
	safe := 0
	for _, in := range inputs {
		before := lintText(t, "x.json", in.text, in.options)
		for _, f := range before {
			for _, fix := range f.Fixes {
				fixed := applyFix(t, in.text, fix)
				if _, err := record.Parse([]byte(fixed), record.JSON, record.Limits{}); err != nil && f.Rule != "TOOL006" {
					var again record.Parser
					again.AllowDuplicates = true
					if _, err := again.Parse([]byte(fixed), record.JSON); err != nil {
						t.Errorf("%s: fix %q of %s gives %v:\n%s", in.name, fix.Message, f.Rule, err, fixed)
						continue
					}
				}
				if n, m := count(before, f.Rule), count(lintText(t, "x.json", fixed, in.options), f.Rule); m >= n {
					t.Errorf("%s: fix %q leaves %d of %d findings of %s:\n%s", in.name, fix.Message, m, n, f.Rule, fixed)
				}
				if fix.Safe {
					safe++
					checkNoWorse(t, in.name, before, lintText(t, "x.json", fixed, in.options))
				}
			}
		}
	}
	if safe < 5 {
		t.Errorf("only %d safe fixes were tried", safe)
	}
}

func count(findings []Finding, rule string) int {
	n := 0
	for _, f := range findings {
		if f.Rule == rule {
			n++
		}
	}
	return n
}

// checkNoWorse holds that a safe fix brings no error that was not there.
func checkNoWorse(t *testing.T, name string, before, after []Finding) {
	t.Helper()
	for _, f := range after {
		if f.Severity == diag.Error && count(after, f.Rule) > count(before, f.Rule) {
			t.Errorf("%s: a safe fix brings %s: %s", name, f.Rule, f.Message)
		}
	}
}
