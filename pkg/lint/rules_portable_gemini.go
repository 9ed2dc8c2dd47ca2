package lint

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

var geminiRules = []Rule{
	{
		ID: "TOOL145", Slug: "gemini-enum", Severity: diag.Off, Since: "0.1.0",
		Summary: "an enum that the Gemini API refuses",
		Doc: Doc{
			Why: "The Gemini API has enums of strings only, not empty ones, with the type beside them. Anything else makes " +
				"every request of the session fail.",
			Bad:  Example{`{"name": "set", "inputSchema": {"type": "object", "properties": {"on": {"type": "integer", "enum": [0, 1]}}}}`, Settings{Profiles: []string{"gemini"}}},
			Good: Example{`{"name": "set", "inputSchema": {"type": "object", "properties": {"on": {"type": "string", "enum": ["off", "on"]}}}}`, Settings{Profiles: []string{"gemini"}}},
			Fix:  "Use words. Make the parameter optional instead of offering an empty choice.",
			Refs: []Ref{
				{"mcp-server-excel: an empty string in an enum", "https://github.com/sbroenne/mcp-server-excel/issues/607"},
				{"azure-devops-mcp: enums without a type", "https://github.com/microsoft/azure-devops-mcp/issues/145"},
			},
		},
		Check: Check{Node: checkGeminiEnum},
	},
	{
		ID: "TOOL146", Slug: "gemini-schema", Severity: diag.Off, Since: "0.1.0",
		Summary: "a part of JSON Schema that the Gemini API does not have",
		Doc: Doc{
			Why: "The Gemini API knows a part of JSON Schema: one type for each schema, no const, no $ref, no boolean schemas, a " +
				"type in each alternative of anyOf. Clients convert some of the rest, and others fail for all tools at once.",
			Bad:  Example{`{"name": "find", "inputSchema": {"type": "object", "properties": {"text": {"type": ["string", "null"]}}}}`, Settings{Profiles: []string{"gemini"}}},
			Good: Example{`{"name": "find", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}`, Settings{Profiles: []string{"gemini"}}},
			Fix:  "Make a parameter optional instead of nullable, write an enum of one for const and {} for true, and write references out.",
			Refs: []Ref{
				{"copilot-cli: type lists refused by Gemini models", "https://github.com/github/copilot-cli/issues/4623"},
				{"google_workspace_mcp: const and nullable types", "https://github.com/taylorwilsdon/google_workspace_mcp/issues/1099"},
			},
		},
		Check: Check{Node: checkGeminiSchema},
	},
}

func checkGeminiEnum(p *Pass, n *Node) {
	enum, ok := n.Value.Member("enum")
	if !ok || !n.Schema.Input() || enum.Value.Kind() != record.Array {
		return
	}
	if !hasAny(n.Value, "type") {
		p.Report(Issue{At: enum.Key, Message: "enum stands without a type, which the Gemini API refuses", Help: `add "type": "string"`})
	}
	for _, e := range enum.Value.Elements() {
		text, isText := e.Text()
		switch {
		case !isText:
			p.Report(Issue{At: e, Message: fmt.Sprintf("enum has %s; the Gemini API takes strings only", article(e.Kind())), Help: "use words, or take a number with limits"})
		case text == "":
			p.Report(Issue{At: e, Message: "enum has an empty string, which the Gemini API refuses", Help: "make the parameter optional instead"})
		}
	}
}

func checkGeminiSchema(p *Pass, n *Node) {
	if !n.Schema.Input() {
		return
	}
	if n.Value.Kind() == record.Bool {
		if n.Keyword != "additionalProperties" && n.Keyword != "unevaluatedProperties" && n.Keyword != "additionalItems" {
			p.Report(Issue{At: n.Value, Message: "boolean schema, which the Gemini API does not have", Help: "write {} for true, and leave out what is false"})
		}
		return
	}
	for m := range n.Value.Members() {
		switch m.Name {
		case "type":
			if m.Value.Kind() == record.Array {
				p.Report(Issue{At: m.Value, Message: fmt.Sprintf("type is a list (%s); the Gemini API takes one type", strings.Join(typesOf(n.Value), ", ")), Help: nullHelp(n.Value)})
			}
		case "const":
			p.Report(Issue{At: m.Key, Message: "const, which the Gemini API does not have", Help: "write an enum of one value"})
		case "$ref":
			p.Report(Issue{At: m.Key, Message: "$ref, which the Gemini API does not resolve", Help: "write the schema out in place"})
		}
	}
	if (n.Keyword == "anyOf" || n.Keyword == "oneOf") && !hasAny(n.Value, "type", "$ref", "const", "enum", "anyOf", "oneOf", "allOf") {
		p.Report(Issue{At: n.Value, Message: fmt.Sprintf("alternative of %s without a type, which the Gemini API refuses", n.Keyword), Help: `add "type"`})
	}
	if name, _ := n.Value.Get("type").Text(); name == "null" {
		p.Report(Issue{At: n.Value.Get("type"), Message: "type null, which the Gemini API does not have", Help: "make the parameter optional instead of nullable"})
	}
}

// nullHelp says what to write for a list of types.
func nullHelp(schema record.Value) string {
	for _, name := range typesOf(schema) {
		if name == "null" {
			return "make the parameter optional instead of nullable"
		}
	}
	return "choose one type, or write anyOf"
}
