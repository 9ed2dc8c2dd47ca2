package explain

import (
	"github.com/mcp-evref/evref/pkg/evidence"
)

// LabelNote is an information-flow label in words.
type LabelNote struct {
	Integrity       string `json:"integrity"`
	Confidentiality string `json:"confidentiality"`
	Readers         string `json:"readers"`
	ReadersUnknown  bool   `json:"readersUnknown"`
	// PrivateSources counts the private sources that were joined.
	PrivateSources int `json:"privateSources,omitempty"`
	// Partial says that something without a label is part of it.
	Partial bool `json:"partial,omitempty"`

	label evidence.Label
}

func labelNote(l evidence.Label) *LabelNote {
	return &LabelNote{
		Integrity: l.Integrity.String(), Confidentiality: l.Confidentiality.String(),
		Readers: l.Readers(), ReadersUnknown: l.ReadersUnknown(), PrivateSources: l.Sources, Partial: l.Partial, label: l,
	}
}

// label shows what a label claims.
func (p *Page) label(n *LabelNote) {
	rows := [][]Cell{
		fact("integrity", toned(integrityTone(n.label), n.Integrity), word(sentence(n.label.Integrity.Meaning()))),
		fact("confidentiality", toned(confidentialityTone(n.label), n.Confidentiality), word(sentence(n.label.Confidentiality.Meaning()))),
		fact("readers", word(n.Readers)),
	}
	if n.Partial {
		rows = append(rows, fact("not covered", word("content without a label is part of it; the host's own default policy applies to that")))
	}
	p.facts(rows...)
}

func integrityTone(l evidence.Label) Tone {
	switch l.Integrity {
	case evidence.Trusted:
		return Good
	case evidence.Untrusted:
		return Bad
	}
	return Doubt
}

func confidentialityTone(l evidence.Label) Tone {
	switch l.Confidentiality {
	case evidence.Public:
		return Good
	case evidence.Private:
		return Bad
	}
	return Doubt
}

// unknownReaders adds the rules that hold while nobody knows the readers.
func (p *Page) unknownReaders(l evidence.Label) {
	if l.ReadersUnknown() {
		p.heading2("While the readers are unknown")
		p.list(evidence.UnknownReaders()...)
	}
}
