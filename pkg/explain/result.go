package explain

import (
	"fmt"
	"strconv"

	"github.com/mcp-evref/evref/pkg/evidence"
)

// ResultCard explains what a tool result says about itself.
type ResultCard struct {
	CardKind string `json:"kind"` // "result"
	Source   string `json:"source"`
	Line     int    `json:"line,omitempty"` // of a JSON Lines file
	Pointer  string `json:"pointer"`        // of the result in its file
	// Levels are the result, the content blocks that say something of their own,
	// and all of it together.
	Levels   []LevelNote    `json:"levels"`
	Evidence []EvidenceNote `json:"evidence,omitempty"`
	Labels   []FoundNote    `json:"labels,omitempty"`
	Label    *LabelNote     `json:"label,omitempty"` // of the whole result
	Findings []FindingNote  `json:"findings,omitempty"`

	label evidence.Label
}

// LevelNote is what holds for the result, for one block, or for everything.
type LevelNote struct {
	Scope     string    `json:"scope"` // "result", "block" or "all"
	Block     *int      `json:"block,omitempty"`
	Sensitive ClaimNote `json:"sensitive"`
	Untrusted ClaimNote `json:"untrusted"`
}

// ClaimNote is a claim with three states.
type ClaimNote struct {
	Value string `json:"value"` // "true", "false" or "not claimed"
	// From says who claims it: "result", "block", "union" when both do or when
	// several blocks are taken together, "" when nobody does.
	From string `json:"from,omitempty"`
}

// FoundNote is a label and the form in which it was found.
type FoundNote struct {
	Form      string     `json:"form"`
	Block     *int       `json:"block,omitempty"`
	Path      string     `json:"path"`
	Pointer   string     `json:"pointer"`
	Label     *LabelNote `json:"label"`
	Recovered bool       `json:"recovered,omitempty"` // by trying all four records
	Assumed   bool       `json:"assumed,omitempty"`   // it cannot be read; the strictest is taken
}

// Result explains one tool result.
func Result(source string, t evidence.ToolResult) *ResultCard {
	c := &ResultCard{CardKind: "result", Source: source, Pointer: t.Value.Pointer(), Findings: findingNotes(t.Findings), label: t.Label()}
	c.Levels = append(c.Levels, levelNote(t.Levels, -1))
	for _, l := range t.Levels {
		if l.Block >= 0 {
			c.Levels = append(c.Levels, levelNote(t.Levels, l.Block))
		}
		if l.Claim != nil {
			c.Evidence = append(c.Evidence, evidenceNote(l))
		}
	}
	if len(c.Levels) > 1 {
		c.Levels = append(c.Levels, everything(t.Levels))
	}
	for _, f := range t.FoundLabels() {
		c.Labels = append(c.Labels, FoundNote{
			Form: f.Form, Block: blockIndex(f.Block), Path: f.Path, Pointer: f.Pointer,
			Label: labelNote(f.Label), Recovered: f.Recovered, Assumed: f.Assumed,
		})
	}
	if !c.label.IsZero() {
		c.Label = labelNote(c.label)
	}
	return c
}

func blockIndex(block int) *int {
	if block < 0 {
		return nil
	}
	return &block
}

// levelNote gives what holds for the result (block -1) or for one of its blocks.
func levelNote(levels []evidence.Level, block int) LevelNote {
	n := LevelNote{Scope: "result", Block: blockIndex(block)}
	if block >= 0 {
		n.Scope = "block"
	}
	var whole, own evidence.Level
	for _, l := range levels {
		switch {
		case l.Block < 0:
			whole = l
		case l.Block == block:
			own = l
		}
	}
	n.Sensitive = claimNote(whole.Sensitive, own.Sensitive)
	n.Untrusted = claimNote(whole.Untrusted, own.Untrusted)
	return n
}

// claimNote combines what result and block claim.
func claimNote(result, block evidence.Assertion) ClaimNote {
	n := ClaimNote{Value: result.Union(block).String()}
	switch {
	case result != evidence.NotClaimed && block != evidence.NotClaimed:
		n.From = "union"
	case result != evidence.NotClaimed:
		n.From = "result"
	case block != evidence.NotClaimed:
		n.From = "block"
	}
	return n
}

// everything gives what holds for the result and all its blocks together.
func everything(levels []evidence.Level) LevelNote {
	var sensitive, untrusted evidence.Assertion
	for _, l := range levels {
		sensitive, untrusted = sensitive.Union(l.Sensitive), untrusted.Union(l.Untrusted)
	}
	note := func(a evidence.Assertion) ClaimNote {
		if a == evidence.NotClaimed {
			return ClaimNote{Value: a.String()}
		}
		return ClaimNote{Value: a.String(), From: "union"}
	}
	return LevelNote{Scope: "all", Sensitive: note(sensitive), Untrusted: note(untrusted)}
}

// Page lays the result out.
func (c *ResultCard) Page() Page {
	p := Page{Title: title(c.Source, c.Line)}
	at := ""
	if c.Pointer != "" {
		at = " at " + place(c.Pointer)
	}
	p.para("A tool result" + at + ": what it says about itself.")
	p.heading("Claims")
	p.levels(c.Levels)
	p.heading("Evidence")
	if len(c.Evidence) == 0 {
		p.para("There is no evidenceRef, so there is nothing to recompute. No claim is not a claim of harmlessness.")
	}
	for _, e := range c.Evidence {
		p.evidence(e)
	}
	if len(c.Labels) > 0 {
		p.heading("Information-flow label")
		p.found(c.Labels)
		p.label(c.Label)
		p.unknownReaders(c.label)
	}
	p.findings("Findings", c.Findings)
	return p
}

func (p *Page) levels(levels []LevelNote) {
	var rows [][]Cell
	for _, l := range levels {
		scope := "the result"
		switch l.Scope {
		case "block":
			scope = "content block " + strconv.Itoa(*l.Block)
		case "all":
			scope = "all of it together"
		}
		rows = append(rows, []Cell{word(scope), l.Sensitive.cell(), l.Untrusted.cell()})
	}
	p.table([]string{"for", "sensitive", "untrusted"}, rows)
	for _, d := range evidence.AnnotationDocs() {
		if d.Name == "sensitive" || d.Name == "untrusted" {
			p.para(d.Name + " is " + d.Meaning + ".")
		}
	}
	p.para("Not claimed is not false: nothing is said. A block can add true and cannot take it back. untrusted says where " +
		"this content came from; openWorldHint, in the tool's definition, says what the tool can reach. Neither follows from the other.")
}

func (n ClaimNote) cell() Cell {
	tone := Doubt
	switch n.Value {
	case "true":
		tone = Bad
	case "false":
		tone = Good
	}
	if n.From == "" {
		return toned(tone, n.Value)
	}
	return toned(tone, n.Value+", from "+map[string]string{"result": "the result", "block": "the block", "union": "the union"}[n.From])
}

func (p *Page) found(labels []FoundNote) {
	var rows [][]Cell
	for _, f := range labels {
		where := "whole result"
		if f.Block != nil {
			where = fmt.Sprintf("block %d", *f.Block)
		}
		if f.Path != "$" {
			where += ", " + f.Path
		}
		how := "read as it stands"
		switch {
		case f.Assumed:
			how = "none of the four records has this digest, so the strictest label is taken"
		case f.Recovered:
			how = "recovered from the digest: only four such records exist, and all were tried; a digest of a label keeps nothing secret"
		}
		rows = append(rows, []Cell{literal(f.Form), word(where), word(f.Label.Integrity + ", " + f.Label.Confidentiality), word(how)})
	}
	p.table([]string{"found as", "for", "label", "how"}, rows)
}
