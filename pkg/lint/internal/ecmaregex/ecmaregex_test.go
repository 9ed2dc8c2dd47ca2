package ecmaregex

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// told gives a report in short: "u:" and "l:" with offset and reason of the
// problems, then the foreign constructs with their text.
func told(p string) string {
	r := Check(p)
	var out []string
	for _, x := range []struct {
		mode    string
		problem *Problem
	}{{"u", r.Unicode}, {"l", r.Legacy}} {
		if x.problem != nil {
			out = append(out, fmt.Sprintf("%s:%d %s", x.mode, x.problem.Offset, x.problem.Reason))
		}
	}
	for _, c := range r.Foreign {
		out = append(out, fmt.Sprintf("%s %q", c.Name, p[c.Offset:c.End]))
	}
	return strings.Join(out, "; ")
}

func TestCheck(t *testing.T) {
	for _, c := range []struct{ pattern, want string }{
		{``, ``},
		{`^[a-z]+(?:-[a-z]+)*$`, ``},
		{`^https\:\/\/`, `u:6 escape that means nothing`},
		{`^(?!x).+$`, `lookahead "(?!x)"`},
		{`(?<=a)b(?=c)`, `lookbehind "(?<=a)"; lookahead "(?=c)"`},
		{`(?P<n>\d)`, `u:2 (?P is not JavaScript, write (?<name>…); l:2 (?P is not JavaScript, write (?<name>…)`},
		{`(?<n>\d)\k<n>`, `backreference "\\k<n>"`},
		{`(?<n>\d)\k<m>`, `u:11 no group has this name; l:11 no group has this name`},
		{`(a)\1`, `backreference "\\1"`},
		{`(a)\2`, `u:3 backreference to a group that does not exist; octal escape "\\2"`},
		{`é(`, `u:2 group is not closed; l:2 group is not closed`},
		{`é)`, `u:2 unmatched ); l:2 unmatched )`},
		{`😀[b-a]`, `u:5 range is out of order; l:5 range is out of order`},
		{`[😀-😂]`, `l:1 range is out of order`},
		{`a{2,1}`, `u:1 quantifier bounds are out of order; l:1 quantifier bounds are out of order`},
		{`a{1001}`, `repetition above 1000 "{1001}"`},
		{`a{b`, `u:1 incomplete quantifier`},
		{`{`, `u:0 lone {, write \{`},
		{`a**`, `u:2 nothing to repeat; l:2 nothing to repeat`},
		{`(?=a)*`, `u:5 nothing to repeat; lookahead "(?=a)"`},
		{`[a`, `u:0 class is not closed; l:0 class is not closed`},
		{`a\`, `u:1 \ at the end; l:1 \ at the end`},
		{`[\d-x]`, `u:1 class escape as end of a range; class escape as end of a range "\\d-x"`},
		{`\u{1f600}`, `\u escape "\\u{1f600}"`},
		{`\p{Script=Greek}`, `\p{…} beyond general categories "\\p{Script=Greek}"`},
		{`\p{L}\p{Lu}`, ``},
		{`\p{Greek}`, `u:0 unknown Unicode property; escaped letter "\\p"`},
		{`[^]`, `empty class "[^]"`},
		{`\cA`, `\c escape "\\cA"`},
		{`[\b]`, `\b in a class "\\b"`},
		{`(?<a>x)|(?<a>y)`, `repeated group name "(?<a>"`},
		{`(?<a>x)(?<a>y)`, `u:10 group name is used twice; l:10 group name is used twice`},
		{`(?:(?<a>x)|(?<a>y))(?<a>z)`, `u:22 group name is used twice; l:22 group name is used twice`},
		{`(?<a>x)|(?:(?<a>y)|(?<a>z))`, `repeated group name "(?<a>"; repeated group name "(?<a>"`},
		{`(?i-s:a)(?m:b)`, ``},
		{`(?-:a)`, `u:2 unknown group type after (?; l:2 unknown group type after (?`},
		{`(?i)a`, `u:2 unknown group type after (?; l:2 unknown group type after (?`},
		{strings.Repeat("(", 1001), `u:1000 groups nest too deeply; l:1000 groups nest too deeply`},
		{strings.Repeat("a", MaxLength+1), `u:1048576 pattern is too long; l:1048576 pattern is too long`},
	} {
		if got := told(c.pattern); got != c.want {
			t.Errorf("%.40q\n got %s\nwant %s", c.pattern, got, c.want)
		}
	}
}

// TestForeignIsComplete checks that a valid pattern without a foreign construct
// is one that Go's engine accepts.
func TestForeignIsComplete(t *testing.T) {
	accepted := 0
	for _, piece := range corpus(t) {
		for _, p := range []string{piece, "(" + piece + ")", "[" + piece + "]", piece + "+", "[a-" + piece + "]", "x|" + piece} {
			r := Check(p)
			if r.Unicode != nil && r.Legacy != nil || len(r.Foreign) > 0 {
				continue
			}
			if _, err := regexp.Compile(p); err != nil {
				t.Errorf("%q: %v", p, err)
			}
			accepted++
		}
	}
	if accepted < 200 {
		t.Errorf("only %d patterns", accepted)
	}
}

// TestLinear gives patterns that would be slow if anything were quadratic.
func TestLinear(t *testing.T) {
	for _, piece := range []string{"(?<a>x)|", "a{1", `\1`, "[a-b]", "(a)", `\k<a>`, "(?:a|b)", `\u{1}`, "|", "(?<a>"} {
		p := strings.Repeat(piece, MaxLength/len(piece))
		if r := Check(p); r.Unicode != nil && r.Unicode.Offset > len(p) {
			t.Errorf("%q: offset %d", piece, r.Unicode.Offset)
		}
	}
}

// FuzzCheck gives any text: no panic, and offsets that lie in the pattern.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{`(?<n>\d)\k<n>`, `[\d-\w]{2,}?`, `\u{1F600}|\p{Script=Greek}`, `(?i-s:a)\c`, `[😀-😂]\377`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, p string) {
		if !utf8.ValidString(p) {
			return
		}
		r := Check(p)
		for _, problem := range []*Problem{r.Unicode, r.Legacy} {
			if problem != nil && (problem.Offset < 0 || problem.Offset > len(p) || problem.Reason == "") {
				t.Errorf("%q: %+v", p, problem)
			}
		}
		last := 0
		for _, c := range r.Foreign {
			if c.Offset < last || c.End <= c.Offset || c.End > len(p) {
				t.Errorf("%q: %+v", p, r.Foreign)
			}
			last = c.Offset
		}
		if r.Unicode == nil && len(r.Foreign) == 0 {
			if _, err := regexp.Compile(p); err != nil && !strings.Contains(err.Error(), "too large") && !strings.Contains(err.Error(), "repeat") {
				t.Errorf("%q has nothing foreign, yet: %v", p, err)
			}
		}
	})
}
