package validate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// maxChoices is how many choices a message lists.
const maxChoices = 8

func (p place) typeWords() (message, help string) {
	want := typesOf(p.rule)
	got := article(p.kindName())
	if got == "a number" && slices.Contains(want, "integer") {
		got = "a number with a fraction"
	}
	for i, name := range want {
		want[i] = article(name)
	}
	return fmt.Sprintf("must be %s, found %s", list(want, "or"), got), ""
}

// kindName names the type of what was checked.
func (p place) kindName() string {
	if p.name {
		return "string"
	}
	return p.value.Kind().String()
}

func typesOf(rule record.Value) []string {
	if name, ok := rule.Text(); ok {
		return []string{name}
	}
	var out []string
	for _, e := range rule.Elements() {
		name, _ := e.Text()
		out = append(out, name)
	}
	return out
}

func article(noun string) string {
	switch {
	case noun == "null":
		return noun
	case strings.ContainsRune("aio", rune(noun[0])):
		return "an " + noun
	}
	return "a " + noun
}

func (p place) enumWords() (message, help string) {
	var choices, words []string
	for _, e := range p.rule.Elements() {
		if s, ok := e.Text(); ok {
			words = append(words, s)
		}
		if len(choices) < maxChoices {
			choices = append(choices, describe(e))
		}
	}
	if more := p.rule.Len() - len(choices); more > 0 {
		choices = append(choices, fmt.Sprintf("%d others", more))
	}
	got := "found " + article(p.kindName())
	word, ok := p.value.Text()
	if p.name {
		word, ok = p.memberName(), true
	}
	if near, close := diag.Nearest(word, words); ok && close && plainWord(word) {
		got = "found " + diag.Quote(word, 0)
		help = fmt.Sprintf("did you mean %s?", diag.Quote(near, 0))
	}
	if len(choices) == 0 {
		return "nothing is allowed here: enum is empty", ""
	}
	return fmt.Sprintf("must be %s, %s", list(choices, "or"), got), help
}

// plainWord reports text short and simple enough to be a misspelt choice and
// not a secret.
func plainWord(s string) bool {
	return len(s) <= shownText && strings.IndexFunc(s, func(r rune) bool {
		return r != '-' && r != '_' && r != '.' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) < 0
}

// alternativeWords is for values that no alternative was clearly meant for. If
// all alternatives only want other types or other constants, it lists those.
func (p place) alternativeWords() (message, help string) {
	var want []string
	for _, alternative := range p.rule.Elements() {
		switch {
		case !alternative.Get("const").IsZero():
			want = append(want, describe(alternative.Get("const")))
		case alternative.Len() > 0 && !alternative.Get("type").IsZero() && !p.isA(alternative):
			for _, name := range typesOf(alternative.Get("type")) {
				want = append(want, article(name))
			}
		default:
			return fmt.Sprintf("matches none of the %d alternatives of %s", p.rule.Len(), p.keyword), ""
		}
	}
	if len(want) > maxChoices {
		want = append(want[:maxChoices], "something else")
	}
	return fmt.Sprintf("must be %s, found %s", list(dedupe(want), "or"), article(p.kindName())), ""
}

// isA reports that the value has one of the alternative's types.
func (p place) isA(alternative record.Value) bool {
	kind := p.kindName()
	return slices.ContainsFunc(typesOf(alternative.Get("type")), func(name string) bool {
		return name == kind || name == "integer" && kind == "number"
	})
}

func dedupe(words []string) []string {
	var out []string
	for _, w := range words {
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}
