package lint

import (
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

func warnings(string) diag.Severity { return diag.Warning }

func all(string) bool { return true }

// found makes a finding for matching.
func found(rule, server, tool, within string) *Finding {
	return &Finding{Diagnostic: diag.Diagnostic{Rule: rule, Record: tool}, Server: server, Within: within}
}

func TestIgnoreMatch(t *testing.T) {
	f := found("TOOL036", "mail", "delete_draft", "/annotations/destructiveHint")
	for _, c := range []struct {
		name   string
		ignore Ignore
		want   bool
	}{
		{"everything", Ignore{}, true},
		{"rule", Ignore{Rule: "TOOL036"}, true},
		{"other rule", Ignore{Rule: "TOOL030"}, false},
		{"tool", Ignore{Tool: NewGlob("delete_*")}, true},
		{"other tool", Ignore{Tool: NewGlob("delete_")}, false},
		{"pointer", Ignore{Pointer: NewGlob("/annotations/**")}, true},
		{"other pointer", Ignore{Pointer: NewGlob("/inputSchema/**")}, false},
		{"file", Ignore{File: NewGlob("tools/*.json")}, true},
		{"other file", Ignore{File: NewGlob("*.json")}, false},
		{"server", Ignore{Server: NewGlob("mail")}, true},
		{"other server", Ignore{Server: NewGlob("files")}, false},
		{"all together", Ignore{Rule: "TOOL036", Tool: NewGlob("delete_draft"), File: NewGlob("tools/mail.json")}, true},
		{"one of them wrong", Ignore{Rule: "TOOL036", Tool: NewGlob("delete_draft"), File: NewGlob("tools/x.json")}, false},
		{"its last day", Ignore{Rule: "TOOL036", Expires: "2026-04-01"}, true},
		{"the day after", Ignore{Rule: "TOOL036", Expires: "2026-03-31"}, false},
	} {
		s := NewIgnores([]Ignore{c.ignore}, "2026-04-01")
		if _, got := s.Match("tools/mail.json", f); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestIgnoreFindings: a run speaks of an ignore only when it has seen all that
// the ignore could be about.
func TestIgnoreFindings(t *testing.T) {
	file := func(glob string) Ignore { return Ignore{Rule: "TOOL036", File: NewGlob(glob)} }
	expired := Ignore{Rule: "TOOL036", Expires: "2020-01-01"}
	run := func(whole []string, files ...string) *Coverage {
		c := &Coverage{Whole: whole}
		for _, f := range files {
			c.Add(f, all)
		}
		return c
	}
	partial := run(nil, "a/x.json")
	narrow := &Coverage{Whole: []string{"."}}
	narrow.Add("a/x.json", func(rule string) bool { return rule == "TOOL030" })
	for _, c := range []struct {
		name     string
		ignore   Ignore
		coverage *Coverage
		met      *Finding
		want     string
	}{
		{"a file of the run", file("a/x.json"), partial, nil, unusedIgnore},
		{"a file of another run", file("a/y.json"), partial, nil, ""},
		{"some files of the pattern", file("a/*.json"), partial, nil, ""},
		{"the whole folder of the pattern", file("a/*.json"), run([]string{"a"}, "a/x.json"), nil, unusedIgnore},
		{"a folder above it", file("a/b/*.json"), run([]string{"a"}, "a/b/x.json"), nil, unusedIgnore},
		{"a folder with a longer name", file("ab/*.json"), run([]string{"a"}, "ab/x.json"), nil, ""},
		{"no file of the pattern in the run", file("z/*.json"), run([]string{"."}, "a/x.json"), nil, ""},
		{"no file named, some files", Ignore{Rule: "TOOL036"}, partial, nil, ""},
		{"no file named, all files", Ignore{Rule: "TOOL036"}, run([]string{"."}, "a/x.json"), nil, unusedIgnore},
		{"its rule was not run", Ignore{Rule: "TOOL036"}, narrow, nil, ""},
		{"any rule, not all run", Ignore{Tool: NewGlob("x")}, narrow, nil, ""},
		{"used", Ignore{Rule: "TOOL036"}, run([]string{"."}, "a/x.json"), found("TOOL036", "", "x", ""), ""},
		{"expired and needed", expired, partial, found("TOOL036", "", "x", ""), expiredIgnore},
		{"expired and not needed", expired, run([]string{"."}, "a/x.json"), nil, expiredIgnore},
		{"expired, some files", expired, partial, nil, ""},
	} {
		s := NewIgnores([]Ignore{c.ignore}, "2026-04-01")
		if c.met != nil {
			s.Match("a/x.json", c.met)
		}
		got := ""
		for _, f := range s.Findings(c.coverage, warnings) {
			got += f.Rule
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestIgnoreOverlap: two ignores of one finding are both in use.
func TestIgnoreOverlap(t *testing.T) {
	s := NewIgnores([]Ignore{{Rule: "TOOL036", Reason: "first"}, {Tool: NewGlob("x"), Reason: "second"}}, "2026-04-01")
	i, ok := s.Match("a.json", found("TOOL036", "", "x", ""))
	if !ok || i.Reason != "first" {
		t.Errorf("got %+v", i)
	}
	c := &Coverage{Whole: []string{"."}}
	c.Add("a.json", all)
	if out := s.Findings(c, warnings); len(out) != 0 {
		t.Errorf("got %v", out[0].Message)
	}
}
