package explain

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/config"
	"github.com/mcp-evref/evref/pkg/fingerprint/coverage"
	"github.com/mcp-evref/evref/pkg/fingerprint/redact"
	"github.com/mcp-evref/evref/pkg/fingerprint/warning"
)

// DefinitionCard explains what the fingerprint of one server definition covers.
type DefinitionCard struct {
	CardKind string `json:"kind"` // "definition"
	Source   string `json:"source"`
	Pointer  string `json:"pointer"`
	ID       string `json:"id"`
	Client   string `json:"client,omitempty"`  // whose configuration it was read from
	Mapping  string `json:"mapping,omitempty"` // how the entry became a definition
	Version  string `json:"version"`
	// Fingerprint is empty when there is none; Refused or NotRepresentable then
	// says why.
	Fingerprint      string        `json:"fingerprint,omitempty"`
	Bytes            int           `json:"bytes,omitempty"` // of the preimage
	Preimage         []StretchNote `json:"preimage,omitempty"`
	Members          []MemberNote  `json:"members,omitempty"`
	NotRepresentable string        `json:"notRepresentable,omitempty"`
	Refused          []FindingNote `json:"refused,omitempty"`
	Warnings         []FindingNote `json:"warnings,omitempty"`
}

// StretchNote is one stretch of the preimage. What looks like a secret is hidden
// in Value; it is hashed as written.
type StretchNote struct {
	Offset int    `json:"offset"`
	Length int    `json:"length"`
	Label  string `json:"label"`
	Kind   string `json:"kind"` // "domain", "value", "count" or "absent"
	Index  *int   `json:"index,omitempty"`
	Value  string `json:"value,omitempty"`
	Why    string `json:"why"`
}

// MemberNote says whether a member of the file is covered.
type MemberNote struct {
	Path  string `json:"path"`
	State string `json:"state"` // "hashed", "not hashed" or "unknown"
	Note  string `json:"note,omitempty"`
}

// version is the one that is explained: the default.
func version() fingerprint.Version { return fingerprint.Versions()[0] }

func isConfigurationName(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".toml", ".yaml", ".yml", ".jsonc":
		return true
	}
	return false
}

func (r *Reader) definition(source string, raw []byte) ([]Card, error) {
	readings, err := fingerprint.Read(raw, r.Limits)
	if err != nil {
		return nil, err
	}
	var cards []Card
	for _, reading := range readings {
		d := reading.Definition
		c := &DefinitionCard{CardKind: "definition", Source: source, Pointer: reading.Pointer, ID: d.ID, Version: version().Name}
		var invalid *fingerprint.Error
		if errors.As(d.Validate(), &invalid) {
			c.Refused = append(c.Refused, findingNote(reading.Locate(invalid).Diagnostic(source)))
		} else {
			c.fill(d)
			if errors.As(d.ValidateStored(version()), &invalid) {
				c.Warnings = append(c.Warnings, findingNote(reading.Locate(invalid).Diagnostic(source)))
			}
		}
		for _, doc := range fingerprint.NotHashedDocs() {
			if !d.Bare {
				c.Members = append(c.Members, MemberNote{Path: doc.Name, State: string(coverage.NotHashed), Note: doc.Meaning})
			}
		}
		for _, i := range reading.Ignored {
			note := "not a member of a definition, and passed over"
			if i.Nearest != "" {
				note += "; did you mean " + i.Nearest + "?"
			}
			c.Members = append(c.Members, MemberNote{Path: safe(i.Path), State: string(coverage.Unknown), Note: note})
		}
		for _, w := range warning.Definition(d) {
			c.Warnings = append(c.Warnings, findingNote(w.Diagnostic(source, d.ID)))
		}
		cards = append(cards, c)
	}
	return cards, nil
}

// fill computes fingerprint and trace of a valid definition.
func (c *DefinitionCard) fill(d fingerprint.Definition) {
	c.Fingerprint = version().Sum(d).String()
	c.Bytes = len(version().Preimage(d))
	hidden, _ := redact.Definition(d)
	shown := version().Trace(hidden)
	for i, s := range version().Trace(d) {
		n := StretchNote{Offset: s.Offset, Length: s.Length, Label: s.Label, Kind: string(s.Kind), Index: blockIndex(s.Index), Why: s.Why}
		if i < len(shown) { // the same stretches: hiding changes values only
			n.Value = shown[i].Value
		}
		c.Preimage = append(c.Preimage, n)
	}
}

func (r *Reader) configuration(source string, raw []byte) ([]Card, error) {
	place := config.Other(source)
	if r.Place != nil {
		place = r.Place(source)
	}
	f, err := config.Read(source, raw, config.Options{Source: place})
	if err != nil {
		return nil, err
	}
	if len(f.Entries) == 0 {
		return nil, &NotError{"a client configuration with servers in it"}
	}
	var cards []Card
	for i, e := range f.Entries {
		c := &DefinitionCard{
			CardKind: "definition", Source: source, Pointer: e.Pointer, ID: e.Key, Client: f.Client.Title, Mapping: config.Mapping,
			Version: version().Name, NotRepresentable: e.NotRepresentable, Refused: findingNotes(e.Refusals),
		}
		if e.Definition != nil {
			c.fill(*e.Definition)
		}
		for _, m := range e.Members {
			c.Members = append(c.Members, MemberNote{Path: safe(m.Path), State: string(m.State), Note: m.Note})
		}
		warnings := e.Warnings
		if i == 0 {
			warnings = append(f.Warnings[:len(f.Warnings):len(f.Warnings)], warnings...)
		}
		for _, w := range warnings {
			c.Warnings = append(c.Warnings, findingNote(w.Diagnostic(source, e.Key)))
		}
		cards = append(cards, c)
	}
	return cards, nil
}

// Page lays the definition out.
func (c *DefinitionCard) Page() Page {
	p := Page{Title: title(c.Source, 0) + ": " + safe(c.ID)}
	what := "A server definition"
	if c.Client != "" {
		what = "A server in a configuration of " + c.Client + ", read by the rules " + c.Mapping
	}
	p.para(what + ": what its fingerprint covers, and what it does not.")
	switch {
	case c.NotRepresentable != "":
		p.para("It has no fingerprint, because a definition cannot express it: " + safe(c.NotRepresentable) + ".")
	case len(c.Refused) > 0:
		p.findings("It has no fingerprint", c.Refused)
	case c.Fingerprint != "":
		p.facts(fact("version", literal(c.Version)), fact("fingerprint", literal(c.Fingerprint)))
		p.preimage(c)
	}
	p.members(c.Members)
	p.findings("Warnings", c.Warnings)
	p.para("The fingerprint says that two definitions are the same. Whether the server is good is for a person to decide; a " +
		"trust block in a file is the claim of whoever wrote the file.")
	return p
}

func (p *Page) preimage(c *DefinitionCard) {
	p.heading("What is hashed")
	p.para(fmt.Sprintf("%d bytes, in this order. Each text is preceded by its length, so nothing can slide from one into the next.", c.Bytes))
	var rows [][]Cell
	for _, s := range c.Preimage {
		label := s.Label
		if s.Index != nil {
			label += fmt.Sprintf("[%d]", *s.Index)
		}
		value := literal(s.Value)
		switch s.Kind {
		case string(fingerprint.DomainStretch):
			label = "version"
		case string(fingerprint.AbsentStretch):
			value = toned(Faint, "not there")
		}
		rows = append(rows, fact(label, value, toned(Faint, fmt.Sprintf("from byte %d: %s", s.Offset, s.Why))))
	}
	p.facts(rows...)
}

func (p *Page) members(members []MemberNote) {
	var rows [][]Cell
	for _, m := range members {
		tone := Doubt
		if m.State == string(coverage.Hashed) {
			tone = Good
		}
		rows = append(rows, []Cell{literal(m.Path), toned(tone, m.State), word(safe(m.Note))})
	}
	if len(rows) > 0 {
		p.heading("Members of the file")
		p.table([]string{"member", "state", "remark"}, rows)
	}
}
