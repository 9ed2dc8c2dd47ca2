package explain

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

// ToolsCard explains how the tools of a file claim to behave.
type ToolsCard struct {
	CardKind string     `json:"kind"` // "tools"
	Source   string     `json:"source"`
	Spec     lint.Spec  `json:"spec"`
	Tools    []ToolNote `json:"tools"`
	// Untrusting says what a client that does not trust the server has to reckon
	// with for every tool, whatever it claims.
	Untrusting []string      `json:"untrusting"`
	Findings   []FindingNote `json:"findings,omitempty"` // about the list as a whole
}

// ToolNote is the behaviour of one tool.
type ToolNote struct {
	Name     string        `json:"name"`
	Server   string        `json:"server,omitempty"`
	Pointer  string        `json:"pointer"`
	Line     int           `json:"line,omitempty"`
	Hints    []HintNote    `json:"hints"`
	Actions  []ActionNote  `json:"actionMetadata,omitempty"` // the one that counts first
	Trusting []BeliefNote  `json:"trusting"`
	Findings []FindingNote `json:"findings,omitempty"`
}

// HintNote is a hint with its effective value.
type HintNote struct {
	Name string `json:"name"`
	// Value is null when the hint does not apply and the definition does not
	// give it.
	Value      *bool           `json:"value"`
	Applies    bool            `json:"applies"` // a hint about changes does not apply to a read-only tool
	Provenance lint.Provenance `json:"provenance"`
	Pointer    string          `json:"pointer,omitempty"` // of the member; absent when there is none
}

// BeliefNote is what a client that trusts the server does because of a claim.
type BeliefNote struct {
	Because string `json:"because"`
	Does    string `json:"does"`
}

// UnknownToolError says that a file has no tool of the name that was asked for.
type UnknownToolError struct {
	Name    string
	Nearest string // may be empty
}

// Error is one line.
func (e *UnknownToolError) Error() string {
	if e.Nearest != "" {
		return fmt.Sprintf("no tool named %s; did you mean %s?", diag.Quote(e.Name, 80), safe(e.Nearest))
	}
	return "no tool named " + diag.Quote(e.Name, 80)
}

// Tools explains the tools of a file, or those named only. The error is an
// [*UnknownToolError].
func Tools(f *lint.File, only string) (*ToolsCard, error) {
	linter, err := lint.New(lint.Options{Only: behaviourRules()})
	if err != nil {
		panic("explain: " + err.Error()) // the rules are the linter's own
	}
	c := &ToolsCard{CardKind: "tools", Source: f.Source, Spec: f.Spec, Untrusting: lint.WorstCase()}
	if c.Spec == "" {
		c.Spec = lint.NewestSpec
	}
	findings := linter.Lint(f)
	var names []string
	for _, list := range f.Lists {
		for _, t := range list.Tools() {
			names = append(names, t.ID())
			if only == "" || t.ID() == only {
				c.Tools = append(c.Tools, toolNote(t, findings))
			}
		}
	}
	if only != "" && len(c.Tools) == 0 {
		nearest, _ := diag.Nearest(only, names)
		return nil, &UnknownToolError{Name: only, Nearest: nearest}
	}
	for _, finding := range findings {
		if finding.Record == "" && only == "" {
			c.Findings = append(c.Findings, findingNote(finding.Diagnostic))
		}
	}
	return c, nil
}

// behaviourRules are the ids of the rules that run by default.
func behaviourRules() []string {
	var ids []string
	for _, r := range lint.BehaviourRules() {
		if r.Severity != diag.Off {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

func toolNote(t *lint.Tool, findings []lint.Finding) ToolNote {
	place := t.Range()
	n := ToolNote{Name: lint.Cover(t.ID()), Server: lint.Cover(t.List.Server), Pointer: t.Pointer(), Line: place.Start.Line}
	hints := t.Hints()
	for i, h := range hints {
		note := HintNote{Name: h.Name, Applies: lint.Applies(hints, i), Provenance: h.Provenance}
		if !h.Member.Value.IsZero() {
			note.Pointer = t.PointerOf(h.Member.Value)
		}
		if h.Provenance != lint.NotApplicable {
			note.Value = &h.Value
		}
		if note.Applies {
			n.Trusting = append(n.Trusting, BeliefNote{Because: fmt.Sprintf("%s %t", h.Name, h.Value), Does: h.Believed()})
		}
		n.Hints = append(n.Hints, note)
	}
	for i, a := range t.Actions() {
		n.Actions = append(n.Actions, actionNote(t, a, i == 0))
		if i == 0 {
			for _, does := range a.Believed() {
				n.Trusting = append(n.Trusting, BeliefNote{Because: "action metadata", Does: does})
			}
		}
	}
	for _, f := range findings {
		at := f.Range.Start.Offset
		if f.Record != "" && place.Start.Offset <= at && at < place.End.Offset {
			n.Findings = append(n.Findings, findingNote(f.Diagnostic))
		}
	}
	return n
}

// Page lays the tools out.
func (c *ToolsCard) Page() Page {
	p := Page{Title: title(c.Source, 0)}
	p.para(fmt.Sprintf("%s, judged by MCP %s: how each claims to behave. A hint that is left out "+
		"has its default, and the defaults are the worst case.", count(len(c.Tools), "tool definition"), c.Spec))
	for _, t := range c.Tools {
		p.tool(t, c.Untrusting)
	}
	p.findings("Findings about the list", c.Findings)
	return p
}

func (p *Page) tool(t ToolNote, untrusting []string) {
	name := safe(t.Name)
	if t.Server != "" {
		name += " (" + safe(t.Server) + ")"
	}
	p.heading(name)
	var rows [][]Cell
	for _, h := range t.Hints {
		value, tone, from := "–", Faint, h.Provenance.Meaning()
		if h.Value != nil {
			value, tone = strconv.FormatBool(*h.Value), h.tone()
		}
		if !h.Applies && h.Provenance != lint.NotApplicable {
			tone, from = Faint, from+"; "+lint.NotApplicable.Meaning()
		}
		rows = append(rows, []Cell{word(h.Name), toned(tone, value), toned(provenanceTone(h.Provenance), from)})
	}
	p.table([]string{"hint", "value", "where it comes from"}, rows)
	for _, a := range t.Actions {
		p.action(a)
	}
	p.heading2("A client that trusts the server")
	var does []string
	for _, b := range t.Trusting {
		does = append(does, b.Does+" ("+b.Because+")")
	}
	p.list(does...)
	p.heading2("A client that does not")
	p.para("reckons with the worst, whatever is claimed: " + strings.Join(untrusting, "; ") + ".")
	p.findings("Findings", t.Findings)
}

// tone paints the value of a hint by what it means for the person who is asked.
func (h HintNote) tone() Tone {
	harmless := map[string]bool{"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false}
	if *h.Value == harmless[h.Name] {
		return Good
	}
	return Doubt
}

func provenanceTone(p lint.Provenance) Tone {
	switch p {
	case lint.Declared:
		return Plain
	case lint.NotBoolean:
		return Bad
	}
	return Faint
}

// count gives "1 tool" or "3 tools".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return itoa(n) + " " + noun + "s"
}
