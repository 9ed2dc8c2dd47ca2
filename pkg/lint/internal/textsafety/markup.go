package textsafety

import "regexp"

// Markup is a piece of markup that is hidden when shown, or fetches something
// by being shown.
type Markup struct {
	Span
	Kind string // "HTML comment", "image" or "data link"
}

var markups = []struct {
	kind    string
	begins  []string // one of them must occur: looking for them is fast
	pattern *regexp.Regexp
}{
	{"HTML comment", []string{"<!--"}, regexp.MustCompile(`<!--(?s:.*?)(?:-->|$)`)},
	{"image", []string{"![", "<img", "<IMG"}, regexp.MustCompile(`(?i)!\[[^\]\n]*\]\(\s*<?(?:https?:|data:|//)[^)\n]*\)|<img\s[^>]*\bsrc\s*=[^>]*>`)},
	{"data link", []string{"]("}, regexp.MustCompile(`(?i)\]\(\s*<?data:[^)\n]*\)`)},
}

// HiddenMarkup finds HTML comments, images from the network or from data, and
// links to data.
func HiddenMarkup(text string) []Markup {
	var out []Markup
	for _, m := range markups {
		if !containsAny(text, m.begins) {
			continue
		}
		for _, at := range m.pattern.FindAllStringIndex(text, -1) {
			out = append(out, Markup{Span{at[0], at[1]}, m.kind})
		}
	}
	return disjoint(out, func(m Markup) Span { return m.Span })
}
