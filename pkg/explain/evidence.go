package explain

import (
	"slices"

	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

// EvidenceNote is one evidenceRef, member by member.
type EvidenceNote struct {
	Block   *int        `json:"block,omitempty"` // content block it belongs to; without it, the result
	Pointer string      `json:"pointer"`
	Members []FieldNote `json:"members"`
	// Verdict is the one that the claim gets whatever the record is: "malformed"
	// or "unsupported". It is empty for a claim that can be checked.
	Verdict   string `json:"verdict,omitempty"`
	Algorithm string `json:"algorithm,omitempty"`
}

// FieldNote is one member of an evidenceRef.
type FieldNote struct {
	Name    string `json:"name"`
	Value   string `json:"value,omitempty"`
	Missing bool   `json:"missing,omitempty"`
	Known   bool   `json:"known"` // the draft has such a member
	Pointer string `json:"pointer,omitempty"`
	Meaning string `json:"meaning,omitempty"`
}

func evidenceNote(l evidence.Level) EvidenceNote {
	ref := l.Claim.Value
	n := EvidenceNote{Block: blockIndex(l.Block), Pointer: ref.Pointer()}
	if v := l.Claim.Blocked(); v != 0 {
		n.Verdict = v.String()
	}
	if !l.Claim.Digest.IsZero() {
		n.Algorithm = l.Claim.Digest.Algorithm().String()
	}
	known := []string{"type", "digest", "canonicalization", "schema", "ref"}
	for _, d := range evidence.AnnotationDocs() {
		if !slices.Contains(known, d.Name) {
			continue
		}
		f := FieldNote{Name: d.Name, Known: true, Meaning: d.Meaning}
		if v := ref.Get(d.Name); v.IsZero() {
			f.Missing = true
		} else {
			f.Value, f.Pointer = valueText(v), v.Pointer()
		}
		if d.Name == "type" && !f.Missing {
			f.Meaning = typeMeaning(l.Claim.Type)
		}
		n.Members = append(n.Members, f)
	}
	for m := range ref.Members() {
		if !slices.Contains(known, m.Name) {
			n.Members = append(n.Members, FieldNote{Name: m.Name, Value: valueText(m.Value), Pointer: m.Value.Pointer()})
		}
	}
	return n
}

// valueText gives the text of a string, and any other value as it is written.
func valueText(v record.Value) string {
	if text, ok := v.Text(); ok {
		return text
	}
	if v.Record().Format() == record.CBOR {
		return "a " + v.Kind().String()
	}
	return string(v.Raw())
}

func typeMeaning(typ string) string {
	for _, d := range evidence.SchemeDocs() {
		if d.Name == typ {
			return d.Meaning
		}
	}
	return "not a type that evref knows: it can be ignored safely, and digest and canonicalization still count"
}

func (p *Page) evidence(e EvidenceNote) {
	scope := "evidenceRef of the result"
	if e.Block != nil {
		scope = "evidenceRef of content block " + itoa(*e.Block)
	}
	p.heading2(scope)
	var rows [][]Cell
	for _, f := range e.Members {
		name := safe(f.Name)
		switch {
		case f.Missing && (f.Name == "schema" || f.Name == "ref"):
			rows = append(rows, fact(name, toned(Faint, "not given")))
		case f.Missing:
			rows = append(rows, fact(name, toned(Bad, "missing"), word(sentence(f.Meaning))))
		case !f.Known:
			rows = append(rows, fact(name, literal(f.Value), word("Not a member that the draft has; it is kept and not read.")))
		default:
			rows = append(rows, fact(name, literal(f.Value), word(sentence(f.Meaning))))
		}
	}
	p.facts(rows...)
	switch e.Verdict {
	case "":
		p.para("It can be checked by whoever holds the record: evref verify --evidence DIR.")
	default:
		v, _ := evidence.ParseVerdict(e.Verdict)
		p.para("Whatever the record is, the verdict is " + e.Verdict + ": " + sentence(v.Meaning()))
	}
}
