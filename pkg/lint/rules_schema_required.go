package lint

import (
	"fmt"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
)

var schemaRequiredRules = []Rule{
	{
		ID: "TOOL055", Slug: "required-undefined", Severity: diag.Error, Since: "0.1.0",
		Summary: "required names a property that does not exist",
		Doc: Doc{
			Why: "A model is told to send a parameter it knows nothing about. When the schema is closed no arguments can " +
				"satisfy it, so every call fails; otherwise the finding is a warning. Entries that are no names, or that " +
				"stand there twice, make the schema invalid.",
			Bad:  Example{Input: `{"name": "make_edit", "inputSchema": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name", "cuts"], "additionalProperties": false}}`},
			Good: Example{Input: `{"name": "make_edit", "inputSchema": {"type": "object", "properties": {"name": {"type": "string"}, "cuts": {"type": "array", "items": {"type": "number"}}}, "required": ["name", "cuts"], "additionalProperties": false}}`},
			Fix:  "Define the property, or take its name off the list.",
			Refs: []Ref{
				{"JSON Schema 2020-12, Validation, required", "https://json-schema.org/draft/2020-12/json-schema-validation#name-required"},
				{"statamic-mcp: required names without properties", "https://github.com/cboxdk/statamic-mcp/pull/7"},
			},
		},
		Check: Check{Schema: checkRequired},
	},
}

func checkRequired(p *Pass, s *Schema) {
	if s.keywords()&hasRequired == 0 {
		return
	}
	known := make(map[uint32]*definitions) // by the outermost schema for the same object
	s.Walk(func(n *Node) {
		if n.keywords()&hasRequired == 0 {
			return
		}
		list := n.Value.Get("required")
		if list.Kind() != record.Array || list.Len() == 0 {
			return
		}
		whole, demanded := n.whole()
		d := known[whole.Value.Node()]
		if d == nil {
			d = &definitions{all: make(map[string]bool)}
			d.collect(whole.Value)
			known[whole.Value.Node()] = d
		}
		seen := make(map[string]record.Value)
		for _, e := range list.Elements() {
			name, ok := e.Text()
			first, twice := seen[name]
			switch {
			case !ok:
				p.Report(Issue{At: e, Message: fmt.Sprintf("required holds %s, not the name of a property", article(e.Kind())), Help: "write the name"})
			case twice:
				p.Report(Issue{
					At: e, Message: fmt.Sprintf("required lists %s twice, which makes the schema invalid", quote(name, 0)), Help: "remove one of the two",
					Related: []Related{{At: first, Message: "first here"}},
				})
			case demanded:
				seen[name] = e
				reportUndefined(p, n, whole, e, name, d)
			default:
				seen[name] = e
			}
		}
	})
}

// whole gives the outermost schema that applies to the same object as n, which
// n is a part of. demanded is false when n is only a test or forbidden.
func (n *Node) whole() (whole *Node, demanded bool) {
	for whole = n; whole.Parent != nil; whole = whole.Parent {
		switch whole.Keyword {
		case "allOf", "anyOf", "oneOf", "then", "else":
		case "if", "not", "dependentSchemas", "dependencies":
			return whole, false
		default:
			return whole, true
		}
	}
	return whole, true
}

func reportUndefined(p *Pass, n, whole *Node, at record.Value, name string, d *definitions) {
	i := Issue{At: at, Help: "define it under properties, or take it off the list"}
	switch {
	case forbidden(n, whole, name):
		i.Message = fmt.Sprintf("required property %s is not defined and the schema is closed: no arguments can satisfy it", quote(name, 0))
	case d.open || d.all[name] || d.matches(name):
		return
	default:
		i.Severity = diag.Warning
		i.Message = fmt.Sprintf("required property %s is not defined, so a model knows nothing about it", quote(name, 0))
	}
	if near, ok := diag.Nearest(name, d.names[:min(len(d.names), 200)]); ok && len(name) > 2 {
		i.Help = fmt.Sprintf("did you mean %s?", quote(near, 0))
	}
	p.Report(i)
}

// forbidden reports that a schema from n up to whole allows its own properties
// only, and name is none of them.
func forbidden(n, whole *Node, name string) bool {
	for part := n; ; part = part.Parent {
		if allowed, isFlag := part.Value.Get("additionalProperties").Bool(); isFlag && !allowed {
			d := definitions{all: make(map[string]bool)}
			d.patterns = patternNames(part.Value)
			if _, ok := part.Value.Get("properties").Member(name); !ok && !d.matches(name) {
				return true
			}
		}
		if part == whole {
			return false
		}
	}
}

// definitions are the properties that exist for one object.
type definitions struct {
	all      map[string]bool
	names    []string
	patterns []string
	open     bool // others may be described too: nothing can be said
}

// collect adds the properties of a schema and of all that applies to the same
// object. References are not followed: what they lead to may define anything.
func (d *definitions) collect(schema record.Value) {
	for m := range schema.Members() {
		switch m.Name {
		case "properties":
			for property := range m.Value.Members() {
				if !d.all[property.Name] {
					d.all[property.Name] = true
					d.names = append(d.names, property.Name)
				}
			}
		case "patternProperties":
			d.patterns = append(d.patterns, patternNames(schema)...)
		case "additionalProperties", "unevaluatedProperties":
			d.open = d.open || m.Value.Len() > 0
		case "$ref", "$dynamicRef", "$recursiveRef", "dependentSchemas", "dependencies":
			d.open = true
		case "allOf", "anyOf", "oneOf":
			for _, e := range m.Value.Elements() {
				d.collect(e)
			}
		case "then", "else":
			d.collect(m.Value)
		}
	}
}

func patternNames(schema record.Value) []string {
	var names []string
	for m := range schema.Get("patternProperties").Members() {
		names = append(names, m.Name)
	}
	return names
}

// maxPatterns is how many patterns are tried for one name.
const maxPatterns = 50

// matches reports that a pattern covers the name, or that this cannot be told.
func (d *definitions) matches(name string) bool {
	if len(d.patterns) > maxPatterns {
		return true
	}
	for _, pattern := range d.patterns {
		if re, err := validate.Pattern(pattern); err != nil || re.MatchString(name) {
			return true
		}
	}
	return false
}
