package lint

import "testing"

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern string
		yes, no []string
		literal bool
		dir     string
	}{
		{pattern: "a.json", yes: []string{"a.json"}, no: []string{"axjson", "b/a.json", "a.json\n"}, literal: true, dir: "."},
		{pattern: "tools/*.json", yes: []string{"tools/a.json", "tools/.json"}, no: []string{"tools/x/a.json", "tools/a.jsonl"}, dir: "tools"},
		{pattern: "tools/**", yes: []string{"tools/a", "tools/x/a.json", "tools/"}, no: []string{"tools", "x/tools/a"}, dir: "tools"},
		{pattern: "**/a.json", yes: []string{"a.json", "x/a.json", "x/y/a.json"}, no: []string{"xa.json"}, dir: "."},
		{pattern: "a/**/b", yes: []string{"a/b", "a/x/b", "a/x/y/b"}, no: []string{"ab", "a/xb"}, dir: "a"},
		{pattern: "/annotations/*Hint", yes: []string{"/annotations/readOnlyHint"}, no: []string{"/annotations/x/Hint"}, dir: "/annotations"},
		{pattern: "delete_?", yes: []string{"delete_x", "delete_é"}, no: []string{"delete_", "delete_xy", "delete_/"}, dir: "."},
		{pattern: "[a](b)+$.^", yes: []string{"[a](b)+$.^"}, no: []string{"a"}, literal: true, dir: "."},
		{pattern: "/x", yes: []string{"/x"}, no: []string{"x"}, literal: true, dir: "/"},
		{pattern: "***", yes: []string{"", "a/b"}, dir: "."},
		{pattern: "\xff", yes: []string{"\uFFFD"}, literal: true, dir: "."},
	} {
		g := NewGlob(c.pattern)
		for _, name := range c.yes {
			if !g.Match(name) {
				t.Errorf("%q does not match %q", c.pattern, name)
			}
		}
		for _, name := range c.no {
			if g.Match(name) {
				t.Errorf("%q matches %q", c.pattern, name)
			}
		}
		if g.Literal() != c.literal || g.Dir() != c.dir || g.String() != c.pattern || g.IsZero() {
			t.Errorf("%q: literal %v, dir %q", c.pattern, g.Literal(), g.Dir())
		}
	}
	if g := NewGlob(""); !g.IsZero() || !g.Match("anything") || g.Literal() {
		t.Error("the empty pattern does not match everything")
	}
}
