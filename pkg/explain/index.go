package explain

import (
	"strings"

	"github.com/mcp-evref/evref/pkg/lint"
)

// IndexCard lists what can be explained.
type IndexCard struct {
	CardKind string       `json:"kind"` // "index"
	Entries  []IndexEntry `json:"entries"`

	heading string
	mixed   bool // entries of more than one kind
}

// IndexEntry is one word that can be looked up.
type IndexEntry struct {
	Topic   string `json:"topic"` // a [Kind], or "rule"
	Name    string `json:"name"`
	Slug    string `json:"slug,omitempty"` // of a rule
	Meaning string `json:"meaning"`
}

// Index lists every topic and says how to list the rules.
func (c *Catalogue) Index() *IndexCard { return c.index("", "What evref can explain") }

func (c *Catalogue) index(k Kind, heading string) *IndexCard {
	i := &IndexCard{CardKind: "index", heading: heading, mixed: k == ""}
	for _, t := range c.Topics(k) {
		i.Entries = append(i.Entries, IndexEntry{Topic: string(t.Kind), Name: t.Name, Meaning: t.Meaning})
	}
	return i
}

// RuleIndex lists the rules of the linter.
func RuleIndex() *IndexCard {
	i := &IndexCard{CardKind: "index", heading: "Rules of the linter"}
	for _, r := range lint.Rules() {
		i.Entries = append(i.Entries, IndexEntry{Topic: "rule", Name: r.ID, Slug: r.Slug, Meaning: r.Summary})
	}
	return i
}

// List gives the list that a word such as "topics", "rules" or "verdicts" asks
// for.
func (c *Catalogue) List(word string) (*IndexCard, bool) {
	word = strings.ReplaceAll(strings.ToLower(word), " ", "-")
	switch word {
	case "topics":
		return c.Index(), true
	case "rules":
		return RuleIndex(), true
	}
	for _, k := range Kinds() {
		if word == strings.ReplaceAll(strings.ToLower(k.Plural()), " ", "-") {
			return c.index(k, k.Plural()), true
		}
	}
	return nil, false
}

// Lists gives the words that [Catalogue.List] knows.
func Lists() []string {
	words := []string{"topics", "rules"}
	for _, k := range Kinds() {
		words = append(words, strings.ReplaceAll(strings.ToLower(k.Plural()), " ", "-"))
	}
	return words
}

// Page lays the list out, one heading for each kind.
func (c *IndexCard) Page() Page {
	p := Page{Title: c.heading}
	var rows [][]Cell
	flush := func(kind string) {
		if kind != "" && c.mixed {
			p.heading(Kind(kind).Plural())
		}
		p.facts(rows...)
		rows = nil
	}
	last := ""
	for _, e := range c.Entries {
		if e.Topic != last {
			flush(last)
			last = e.Topic
		}
		rows = append(rows, []Cell{{Text: e.Name}, word(safe(sentence(e.Meaning)))})
	}
	flush(last)
	if c.mixed {
		p.heading("More")
		p.list("evref explain rules: the rules of the linter",
			"evref explain NAME: one of these, or a rule by its id or slug",
			"evref explain FILE: tools, a tool result, an evidence record, a definition or a client configuration")
	}
	return p
}
