package explain

import (
	"fmt"
	"strconv"

	"github.com/mcp-evref/evref/pkg/evidence"
)

// FlowCard shows the information-flow label that several results add up to when
// a model has seen all of them.
type FlowCard struct {
	CardKind string     `json:"kind"` // "flow"
	Steps    []FlowStep `json:"steps"`
	Label    *LabelNote `json:"label,omitempty"` // of everything; without it, nothing was labelled
	Rules    []string   `json:"rules,omitempty"` // what holds while readers are unknown
	Note     string     `json:"note"`

	label evidence.Label
}

// FlowStep is one result and what it makes of the label so far.
type FlowStep struct {
	Source  string     `json:"source"`
	Line    int        `json:"line,omitempty"`
	Pointer string     `json:"pointer"`
	Label   *LabelNote `json:"label,omitempty"` // the result's own; without it, it has none
	Joined  *LabelNote `json:"joined,omitempty"`
	// Integrity and Confidentiality say why the label became what it is. They
	// are empty for the first result.
	Integrity       string `json:"integrity,omitempty"`
	Confidentiality string `json:"confidentiality,omitempty"`
}

// Flow joins the labels of results in order.
func Flow(results []*ResultCard) *FlowCard {
	c := &FlowCard{CardKind: "flow", Note: evidence.WhyNotPublic}
	for i, r := range results {
		step := FlowStep{Source: r.Source, Line: r.Line, Pointer: r.Pointer, Label: r.Label}
		if i == 0 {
			c.label = r.label
		} else {
			step.Integrity, step.Confidentiality = evidence.JoinReasons(c.label, r.label)
			c.label = c.label.Join(r.label)
		}
		step.Joined = joinedNote(c.label)
		c.Steps = append(c.Steps, step)
	}
	c.Label = joinedNote(c.label)
	if c.label.ReadersUnknown() {
		c.Rules = evidence.UnknownReaders()
	}
	return c
}

func joinedNote(l evidence.Label) *LabelNote {
	if l.IsZero() {
		return nil
	}
	return labelNote(l)
}

// Page lays the flow out.
func (c *FlowCard) Page() Page {
	p := Page{Title: fmt.Sprintf("Label of %d results together", len(c.Steps))}
	p.para("What holds for a context that has seen all of these results, in this order. A label of content that was joined " +
		"never becomes weaker again.")
	for i, s := range c.Steps {
		p.heading2(strconv.Itoa(i+1) + ". " + s.title())
		rows := [][]Cell{fact("its label", s.Label.short())}
		if i > 0 {
			rows = append(rows,
				fact("integrity", word(s.Integrity)),
				fact("confidentiality", word(s.Confidentiality)))
		}
		rows = append(rows, fact("label so far", s.Joined.short()))
		p.facts(rows...)
	}
	p.heading("All together")
	if c.Label == nil {
		p.para("Nothing is labelled. Unlabelled is not a label: the host's own default policy applies.")
	} else {
		p.label(c.Label)
		p.unknownReaders(c.label)
	}
	p.para(c.Note)
	return p
}

func (s FlowStep) title() string {
	out := title(s.Source, s.Line)
	if s.Pointer != "" {
		out += " " + place(s.Pointer)
	}
	return out
}

// short gives a label in two words.
func (n *LabelNote) short() Cell {
	if n == nil {
		return toned(Doubt, "unlabelled")
	}
	text := n.Integrity + ", " + n.Confidentiality
	if n.PrivateSources > 1 {
		text += fmt.Sprintf(", of %d private sources", n.PrivateSources)
	}
	if n.Partial {
		text += "; and unlabelled content"
	}
	return toned(confidentialityTone(n.label), text)
}
