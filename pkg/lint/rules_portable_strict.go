package lint

import (
	"fmt"
	"slices"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

var strictRules = []Rule{
	{
		ID: "TOOL147", Slug: "openai-strict", Severity: diag.Off, Since: "0.1.0",
		Summary: "the schema is outside what the OpenAI API takes in strict mode",
		Doc: Doc{
			Why: "In strict mode every object has to be closed and every property required (an optional one is nullable " +
				"instead), some keywords are unknown, and objects nest at most five deep. A schema outside that is refused.",
			Bad:  Example{`{"name": "find", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}`, Settings{Profiles: []string{"openai-strict"}}},
			Good: Example{`{"name": "find", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"], "additionalProperties": false}}`, Settings{Profiles: []string{"openai-strict"}}},
			Fix:  "Close the objects and list all properties as required, or do not use strict mode for the tool.",
			Refs: []Ref{{"OpenAI: structured outputs, supported schemas", "https://platform.openai.com/docs/guides/structured-outputs#supported-schemas"}},
		},
		Check: Check{Schema: checkStrict},
	},
}

// strictUnknown are keywords that strict mode refuses.
var strictUnknown = []string{
	"allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "dependencies", "patternProperties",
	"propertyNames", "unevaluatedProperties", "unevaluatedItems", "minProperties", "maxProperties", "contains", "minContains",
	"maxContains", "uniqueItems", "prefixItems",
}

// strictDepth is how many objects may stand inside each other.
const strictDepth = 5

func checkStrict(p *Pass, s *Schema) {
	if !s.Input() {
		return
	}
	s.Walk(func(n *Node) {
		if n.Value.Kind() != record.Object {
			return
		}
		for m := range n.Value.Members() {
			if slices.Contains(strictUnknown, m.Name) {
				p.Report(Issue{At: m.Key, Message: m.Name + " is refused in strict mode", Help: "leave it out and check it on the server"})
			}
		}
		if slices.Contains(typesOf(n.Value), "object") {
			checkStrictObject(p, n)
		}
	})
}

func checkStrictObject(p *Pass, n *Node) {
	if open, isFlag := n.Value.Get("additionalProperties").Bool(); !isFlag || open {
		p.Report(Issue{At: n.Value, Show: n.Key, Message: "object is not closed, as strict mode wants", Help: `add "additionalProperties": false`})
	}
	required := make(map[string]bool)
	for _, e := range n.Value.Get("required").Elements() {
		required[textOf(e)] = true
	}
	for m := range n.Value.Get("properties").Members() {
		if !required[m.Name] {
			p.Report(Issue{
				At: m.Key, Message: fmt.Sprintf("property %s is not required, as strict mode wants", quote(m.Name, 0)),
				Help: `list it in required, and add "null" to its type if it is optional`,
			})
		}
	}
	depth := 0
	for around := n; around != nil; around = around.Parent {
		if slices.Contains(typesOf(around.Value), "object") {
			depth++
		}
	}
	if depth == strictDepth+1 {
		p.Report(Issue{At: n.Value, Show: n.Key, Message: fmt.Sprintf("objects nest more than %d deep, which strict mode refuses", strictDepth), Help: "flatten the schema"})
	}
}
