package textsafety

import (
	"regexp"
	"slices"
	"strings"
)

// Signal is a phrase that tells a model to do something other than what a
// description is for. One alone proves little; see [Injections].
type Signal struct {
	Span
	Kind   SignalKind
	Strong bool // no honest description needs it
}

// SignalKind is what a phrase asks for.
type SignalKind uint8

// The kinds of signals.
const (
	Override      SignalKind = iota // drop the instructions it has
	Conceal                         // keep something from the user
	SensitivePath                   // names a file that holds secrets
	Smuggle                         // carry content of a file or chat into a parameter
	Redirect                        // use, or use differently, another tool
)

// String says what the phrase does, to follow "the text".
func (k SignalKind) String() string {
	return [...]string{
		"overrides earlier instructions", "hides something from the user", "asks for secrets",
		"carries other content into a parameter", "redirects the use of other tools",
	}[k]
}

// Signals finds phrases typical of prompt injection, in order.
func Signals(text string) []Signal {
	var out []Signal
	mask := candidates(text)
	if mask == 0 {
		return nil
	}
	low := lowered(text)
	for i, s := range signals {
		if mask&(1<<i) == 0 || !containsAny(low, s.verbs) || !containsAny(low, s.nouns) {
			continue
		}
		for _, at := range s.pattern.FindAllStringIndex(text, -1) {
			out = append(out, Signal{Span{at[0], at[1]}, s.kind, s.strong})
		}
	}
	return disjoint(out, func(s Signal) Span { return s.Span })
}

// lowered gives a text in small ASCII letters, with spaces for other blanks.
func lowered(text string) string {
	b := []byte(text)
	for i, c := range b {
		switch {
		case 'A' <= c && c <= 'Z':
			b[i] = c | 0x20
		case c == '\n' || c == '\t' || c == '\r':
			b[i] = ' '
		}
	}
	return string(b)
}

func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

// signalWindow is how far apart two signals may stand and still belong
// together, in bytes.
const signalWindow = 500

// Injection is one or more signals that belong together.
type Injection struct {
	Span
	Kinds []SignalKind // the different ones, in order of appearance
}

// Injections judges the signals of a text: a strong one counts by itself, two
// different ones count when they stand close together.
func Injections(text string) []Injection {
	var out []Injection
	var open []Signal
	flush := func() {
		if in, ok := judge(open); ok {
			out = append(out, in)
		}
		open = nil
	}
	for _, s := range Signals(text) {
		if n := len(open); n > 0 && s.Start-open[n-1].End > signalWindow {
			flush()
		}
		open = append(open, s)
	}
	flush()
	return out
}

func judge(group []Signal) (in Injection, ok bool) {
	if len(group) == 0 {
		return in, false
	}
	strong := false
	for _, s := range group {
		strong = strong || s.Strong
		if !slices.Contains(in.Kinds, s.Kind) {
			in.Kinds = append(in.Kinds, s.Kind)
		}
	}
	in.Span = Span{group[0].Start, group[len(group)-1].End}
	return in, strong || len(in.Kinds) > 1
}

// phrase makes a pattern of words: a space stands for any run of blanks, and
// letters match in both cases.
func phrase(words ...string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b` + strings.ReplaceAll(strings.Join(words, ""), " ", `\s+`))
}
