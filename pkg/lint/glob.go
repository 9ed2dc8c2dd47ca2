package lint

import (
	"regexp"
	"strings"
)

// Glob is a pattern for names: * stands for any characters but a slash, ** for
// any characters, and ? for one character but a slash; a/**/b also means a/b.
// Every other character stands for itself. The zero Glob matches everything.
type Glob struct {
	text string
	re   *regexp.Regexp
}

const globSpecial = "*?/"

// NewGlob makes a pattern. Matching takes time linear in the name.
func NewGlob(text string) Glob {
	if text == "" {
		return Glob{}
	}
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	for rest := strings.ToValidUTF8(text, "\uFFFD"); rest != ""; {
		n := 1
		switch start := b.Len() == len(`(?s)\A`); {
		case strings.HasPrefix(rest, "/**/"):
			b.WriteString(`/(?:.*/)?`)
			n = len("/**/")
		case start && strings.HasPrefix(rest, "**/"):
			b.WriteString(`(?:.*/)?`)
			n = len("**/")
		case strings.HasPrefix(rest, "**"):
			b.WriteString(`.*`)
			n = len("**")
		case rest[0] == '*':
			b.WriteString(`[^/]*`)
		case rest[0] == '?':
			b.WriteString(`[^/]`)
		default:
			if n = 1 + strings.IndexAny(rest[1:], globSpecial); n == 0 {
				n = len(rest)
			}
			b.WriteString(regexp.QuoteMeta(rest[:n]))
		}
		rest = rest[n:]
	}
	b.WriteString(`\z`)
	return Glob{text, regexp.MustCompile(b.String())}
}

// String gives the pattern as it was written.
func (g Glob) String() string { return g.text }

// IsZero reports the pattern that matches everything.
func (g Glob) IsZero() bool { return g.re == nil }

// Match reports whether a name fits the pattern.
func (g Glob) Match(name string) bool { return g.re == nil || g.re.MatchString(name) }

// Literal reports whether the pattern stands for one name only.
func (g Glob) Literal() bool { return g.re != nil && !strings.ContainsAny(g.text, "*?") }

// Dir gives the folder that every match lies in: the part of the pattern up to
// the last slash before the first * or ?; "." when there is none.
func (g Glob) Dir() string {
	fixed := g.text
	if i := strings.IndexAny(fixed, "*?"); i >= 0 {
		fixed = fixed[:i]
	}
	if i := strings.LastIndexByte(fixed, '/'); i > 0 {
		return fixed[:i]
	} else if i == 0 {
		return "/"
	}
	return "."
}
