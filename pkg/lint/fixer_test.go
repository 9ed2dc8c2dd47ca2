package lint

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// TestFixer fixes every file there is, with safe fixes and with suggestions: the
// result is JSON, everything outside the edits is as it was, a second run finds
// nothing left to fix, and no error is new.
func TestFixer(t *testing.T) {
	roots := []string{fixtures, "../../../shared/cases/lint", "../../../shared/corpus/tools"}
	if _, err := os.Stat(roots[1]); err != nil {
		t.Log("shared/ is absent: only the fixtures of the project are fixed")
		roots = roots[:1]
	}
	for _, suggested := range []bool{false, true} {
		linter := newLinter(t, Options{Pedantic: suggested})
		files, fixed := 0, 0
		for _, root := range roots {
			err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				raw, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				f, err := Load(path, raw, LoadOptions{})
				if err != nil {
					return nil // not a tool file
				}
				files++
				fixed += fixOne(t, linter, f, suggested)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, rule := range Rules() { // what each rule shows as bad
			if f, err := Load(rule.ID+".json", []byte(rule.Doc.Bad.Input), LoadOptions{}); err == nil {
				files++
				fixed += fixOne(t, linter, f, suggested)
			}
		}
		if fixed < 20 {
			t.Errorf("only %d fixes in %d files", fixed, files)
		}
		t.Logf("suggested %v: %d fixes in %d files", suggested, fixed, files)
	}
}

func fixOne(t *testing.T, l *Linter, f *File, suggested bool) (fixes int) {
	t.Helper()
	x := Fixer{Linter: l, Suggested: suggested}
	out, err := x.Fix(f)
	if err != nil {
		t.Errorf("%s: %v", f.Source, err)
		return 0
	}
	if out.Unsettled {
		t.Errorf("%s: fixes do not settle", f.Source)
	}
	if len(out.Edits) == 0 { // it is its own second run
		return 0
	}
	// The edits, made by another function, give the same bytes: what is outside
	// them was not touched.
	again, err := record.Apply(f.Raw, out.Edits)
	if err != nil || string(again) != string(out.File.Raw) {
		t.Errorf("%s: edits do not give the fixed text: %v", f.Source, err)
	}
	if got, err := patched(string(f.Raw), string(Diff("x", f.Raw, out.Edits))); err != nil || got != string(out.File.Raw) {
		t.Errorf("%s: the diff does not give the fixed text: %v", f.Source, err)
	}
	second, err := x.Fix(out.File)
	if err != nil || len(second.Edits) > 0 {
		t.Errorf("%s: a second run changes %v, %v", f.Source, second.Edits, err)
	}
	before := make(map[string]int)
	for _, x := range l.Lint(f) {
		before[x.Rule]++
	}
	for _, x := range l.Lint(out.File) {
		if before[x.Rule]--; x.Severity == diag.Error && before[x.Rule] < 0 {
			t.Errorf("%s: fixing brings %s", f.Source, x.Line())
		}
		for _, fix := range x.Fixes {
			if fix.Safe || suggested {
				t.Errorf("%s: left to fix: %s", f.Source, x.Line())
			}
		}
	}
	return len(out.Applied)
}

// TestFixerKeep leaves the findings alone that are ignored.
func TestFixerKeep(t *testing.T) {
	l, f := mustLint(t, ofRunTools, "TOOL030")
	x := Fixer{Linter: l}
	out, err := x.Fix(f)
	if err != nil || len(out.Applied) != 1 {
		t.Fatalf("%v, %d fixes", err, len(out.Applied))
	}
	x.Keep = func(*Finding) bool { return true }
	if out, err = x.Fix(f); err != nil || len(out.Applied) != 0 || out.File != f || len(out.Edits) != 0 {
		t.Errorf("%v, %+v", err, out)
	}
}

// TestFixerBrokenRule: a fix that destroys the file is never written.
func TestFixerBrokenRule(t *testing.T) {
	_, f := mustLint(t, ofRunTools)
	l := &Linter{demands: &Demands{}, enabled: 1}
	rule := &enabledRule{Rule: Rule{ID: "TOOL999"}, severity: diag.Error}
	l.tools.add(rule, func(p *Pass, t *Tool) {
		p.Report(Issue{At: t.Value, Message: "x", Fixes: []Fix{{Safe: true, Edits: []record.Edit{record.Replace(t.Value, "{")}}}})
	})
	out, err := (&Fixer{Linter: l}).Fix(f)
	var syntax *record.SyntaxError
	if out != nil || !errors.As(err, &syntax) {
		t.Errorf("got %v, %v", out, err)
	}
}

// TestFixerUnsettled: two rules that undo each other end.
func TestFixerUnsettled(t *testing.T) {
	_, f := mustLint(t, ofRunTools)
	l := &Linter{demands: &Demands{}, enabled: 1}
	rule := &enabledRule{Rule: Rule{ID: "TOOL999"}, severity: diag.Error}
	l.tools.add(rule, func(p *Pass, t *Tool) {
		p.Report(Issue{At: t.Value, Message: "x", Fixes: []Fix{{Safe: true, Edits: []record.Edit{record.Add(t.Value, "x", "1")}}}})
	})
	out, err := (&Fixer{Linter: l}).Fix(f)
	if err != nil || !out.Unsettled || len(out.Applied) != maxPasses {
		t.Errorf("%v, %+v", err, out)
	}
}
