package explain

import (
	"strconv"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Kind groups topics by what they are about.
type Kind string

// Kinds of topics, in the order they are listed.
const (
	Canonicalizations    Kind = "canonicalization"
	Algorithms           Kind = "hash algorithm"
	Annotations          Kind = "trust annotation"
	Schemes              Kind = "scheme"
	ExtensionKeys        Kind = "extension key"
	Hints                Kind = "behaviour hint"
	ActionMetadata       Kind = "action metadata"
	Verdicts             Kind = "verdict"
	Diagnoses            Kind = "diagnosis"
	Hazards              Kind = "hazard"
	Codes                Kind = "evidence code"
	RecordErrors         Kind = "record error"
	RepresentationErrors Kind = "representation error"
	FingerprintVersions  Kind = "fingerprint version"
	FingerprintWarnings  Kind = "fingerprint warning"
	LockResults          Kind = "lock result"
	FingerprintErrors    Kind = "fingerprint error"
	Profiles             Kind = "profile"
	ExitCodes            Kind = "exit code"
	Environment          Kind = "environment variable"
)

// Kinds lists the kinds in the order they are listed.
func Kinds() []Kind {
	return []Kind{
		Canonicalizations, Algorithms, Annotations, Schemes, ExtensionKeys, Hints, ActionMetadata,
		Verdicts, Diagnoses, Hazards, Codes, RecordErrors, RepresentationErrors,
		FingerprintVersions, LockResults, FingerprintWarnings, FingerprintErrors, Profiles, ExitCodes, Environment,
	}
}

// Slug is the kind as a file name.
func (k Kind) Slug() string { return strings.ReplaceAll(string(k), " ", "-") }

// Plural is the kind as a heading.
func (k Kind) Plural() string {
	word := strings.ToUpper(string(k[:1])) + string(k[1:])
	switch k {
	case ActionMetadata:
		return word
	case Diagnoses:
		return "Diagnoses"
	}
	return word + "s"
}

// Topic is one name that evref knows, with its explanation.
type Topic struct {
	Kind Kind
	diag.Doc
	// Severity is that of what the topic reports; Off when it reports nothing.
	Severity diag.Severity
}

// answers reports whether a word names the topic.
func (t Topic) answers(word string) bool {
	if strings.EqualFold(word, t.Name) {
		return true
	}
	for _, a := range t.Aliases {
		if strings.EqualFold(word, a) {
			return true
		}
	}
	return false
}

// TopicCard is a topic for output.
type TopicCard struct {
	CardKind string       `json:"kind"` // "topic"
	Topic    Kind         `json:"topic"`
	Name     string       `json:"name"`
	Severity string       `json:"severity,omitempty"`
	Meaning  string       `json:"meaning"`
	Text     []string     `json:"text,omitempty"`
	Do       string       `json:"do,omitempty"`
	Example  string       `json:"example,omitempty"`
	Sources  []SourceNote `json:"sources,omitempty"`
}

// SourceNote is where a fact comes from.
type SourceNote struct {
	Title string `json:"title"`
	URL   string `json:"url,omitempty"`
}

// Card gives the topic for output.
func (t Topic) Card() *TopicCard {
	c := &TopicCard{
		CardKind: "topic", Topic: t.Kind, Name: t.Name, Meaning: t.Meaning, Text: t.Text, Do: t.Do, Example: t.Example,
	}
	if t.Severity != diag.Off {
		c.Severity = t.Severity.String()
	}
	for _, s := range t.Sources {
		c.Sources = append(c.Sources, SourceNote(s))
	}
	return c
}

// Page lays the topic out.
func (c *TopicCard) Page() Page {
	p := Page{Title: c.Name + " (" + string(c.Topic) + ")"}
	p.para(sentence(c.Meaning))
	for _, text := range c.Text {
		p.para(text)
	}
	if c.Severity != "" {
		s, _ := diag.ParseSeverity(c.Severity)
		p.facts(fact("severity", toned(toneOf(s), c.Severity)))
	}
	if c.Do != "" {
		p.heading("What to do")
		p.para(sentence(c.Do))
	}
	if c.Example != "" {
		p.heading("Example")
		p.code("console", c.Example)
	}
	p.sources(c.Sources)
	return p
}

func (p *Page) sources(sources []SourceNote) {
	var items []string
	for _, s := range sources {
		item := s.Title
		if s.URL != "" {
			item += ": " + s.URL
		}
		items = append(items, item)
	}
	if len(items) > 0 {
		p.heading("Sources")
		p.list(items...)
	}
}

// sentence gives a one-line summary a capital and a full stop. Names that begin
// it keep their form.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	first, _, _ := strings.Cut(text, " ")
	if strings.ToLower(first) == first && !strings.ContainsAny(first, "/.:-_") && !hasDigit(first) {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") || strings.HasSuffix(text, "…") {
		return text
	}
	return text + "."
}

func itoa(n int) string { return strconv.Itoa(n) }

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }
