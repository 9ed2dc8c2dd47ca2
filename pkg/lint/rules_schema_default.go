package lint

import (
	"fmt"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
)

var schemaDefaultRules = []Rule{
	{
		ID: "TOOL061", Slug: "default-invalid", Severity: diag.Warning, Since: "0.1.0",
		Summary: "a default is not valid in its own schema",
		Doc: Doc{
			Why: "A client that fills in the default sends a value that the server has said it will refuse. A null default on " +
				"a parameter that is never null is only a note: it is a common way to say \"not set\".",
			Bad:  Example{Input: `{"name": "list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "maximum": 10, "default": 20}}}}`},
			Good: Example{Input: `{"name": "list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "maximum": 10, "default": 10}}}}`},
			Fix:  "Correct the default or the limit. Leave a null default out.",
			Refs: []Ref{{"JSON Schema 2020-12, Validation, default", "https://json-schema.org/draft/2020-12/json-schema-validation#name-default"}},
		},
		Check: Check{Schema: checkDefaults},
	},
	{
		ID: "TOOL062", Slug: "example-invalid", Severity: diag.Warning, Since: "0.1.0",
		Summary: "an example is not valid in its own schema",
		Doc: Doc{
			Why:  "Models copy examples. One that the schema refuses teaches them to make calls that fail.",
			Bad:  Example{Input: `{"name": "list", "inputSchema": {"type": "object", "properties": {"day": {"type": "string", "format": "date", "examples": [7]}}}}`},
			Good: Example{Input: `{"name": "list", "inputSchema": {"type": "object", "properties": {"day": {"type": "string", "format": "date", "examples": ["2026-01-31"]}}}}`},
			Fix:  "Correct the example.",
			Refs: []Ref{{"JSON Schema 2020-12, Validation, examples", "https://json-schema.org/draft/2020-12/json-schema-validation#name-examples"}},
		},
		Check: Check{Schema: checkExamples},
	},
}

func checkDefaults(p *Pass, s *Schema) {
	if s.keywords()&hasDefault == 0 {
		return
	}
	j := judge{schema: s}
	s.Walk(func(n *Node) {
		at := n.Value.Get("default")
		if at.IsZero() {
			return
		}
		v, ok := j.violation(n, at)
		if !ok {
			return
		}
		i := Issue{At: at, Message: "default " + about(v), Help: "correct the default or the schema"}
		if nullable, _ := n.Value.Get("nullable").Bool(); at.IsNull() {
			if nullable {
				return // TOOL054
			}
			i.Severity = diag.Info
			i.Message = "default is null, which the schema does not allow; it says the same as no default"
			i.Help = "leave the default out"
		}
		p.Report(i)
	})
}

func checkExamples(p *Pass, s *Schema) {
	if s.keywords()&hasExamples == 0 {
		return
	}
	j := judge{schema: s}
	s.Walk(func(n *Node) {
		examples := n.Value.Get("examples")
		if examples.Kind() != record.Array {
			return
		}
		for _, e := range examples.Elements() {
			if v, ok := j.violation(n, e); ok {
				p.Report(Issue{At: e, Message: "example " + about(v), Help: "correct the example or the schema"})
			}
		}
	})
}

// about continues a sentence about a value with what is wrong with it.
func about(v validate.Violation) string {
	if v.Pointer == "" {
		return v.Message
	}
	return fmt.Sprintf("is not valid at %s: %s", diag.Safe(v.Pointer), v.Message)
}

// judge checks values against the schemas they stand in.
type judge struct {
	schema *Schema
	alone  int              // schemas compiled by themselves so far
	whole  *validate.Schema // compiled when that does not do
	failed bool             // the whole cannot be compiled

	node     *Node // the last one compiled, for its examples
	compiled *validate.Schema
}

// maxAlone is how many schemas are compiled by themselves, which is fast for
// one, before the whole is compiled, which is fast for many.
const maxAlone = 50

// violation gives the first thing that is wrong with a value that stands in a
// schema; ok is false when nothing is, or nothing can be told.
func (j *judge) violation(n *Node, v record.Value) (first validate.Violation, ok bool) {
	if v.Kind() != record.Array && v.Kind() != record.Object && isPlain(n.Value) {
		if types := typesOf(n.Value); len(types) == 0 || isOfType(v, types) {
			return first, false
		}
	}
	if j.node != n {
		j.node, j.compiled = n, j.compile(n)
	}
	if j.compiled == nil {
		return first, false // TOOL052 and others say why
	}
	for _, violation := range j.compiled.Validate(v) {
		if violation.Keyword != "limit" {
			return violation, true
		}
	}
	return first, false
}

// isPlain reports a schema that judges a scalar by its type alone: the usual
// case, for which nothing has to be compiled.
func isPlain(schema record.Value) bool {
	for m := range schema.Members() {
		switch m.Name {
		case "type", "title", "description", "default", "examples", "format", "items", "properties", "required", "additionalProperties", "$schema", "deprecated", "readOnly":
		default:
			return false
		}
	}
	return true
}

func (j *judge) compile(n *Node) *validate.Schema {
	d, known := j.schema.dialect()
	if !known {
		return nil
	}
	if j.alone < maxAlone && !refers(n) {
		j.alone++
		compiled, err := validate.CompileLenient(n.Value, d)
		if err != nil {
			return nil
		}
		return compiled
	}
	if j.whole == nil && !j.failed {
		whole, err := validate.CompileLenient(j.schema.Value, d)
		j.whole, j.failed = whole, err != nil
	}
	if j.failed {
		return nil
	}
	compiled, err := j.whole.Sub(n.Value.PointerFrom(j.schema.Value))
	if err != nil {
		return nil
	}
	return compiled
}

// refers reports a schema with a reference in it.
func refers(n *Node) bool {
	found := false
	walkNode(&Node{Schema: n.Schema, Value: n.Value}, func(inner *Node) {
		found = found || hasAny(inner.Value, "$ref", "$dynamicRef", "$recursiveRef")
	})
	return found
}
