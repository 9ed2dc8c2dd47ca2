package lint

import (
	"fmt"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// Bounds of a schema that a client can be expected to handle.
const (
	maxSchemaDepth  = 10
	maxSchemaNodes  = 500
	maxEnum         = 100
	maxAlternatives = 50
)

var schemaSizeRules = []Rule{
	{
		ID: "TOOL070", Slug: "schema-size", Severity: diag.Warning, Since: "0.1.0",
		Summary: "a schema is deeper or larger than clients handle well",
		Doc: Doc{
			Why: "Clients bound the depth and size of schemas to protect themselves, and providers charge for every token of " +
				"them. Models get lost in them too. The bounds here: 10 levels, 500 schemas, 100 values of an enum, " +
				"50 alternatives.",
			Bad: Example{Input: `{"name": "save", "inputSchema": {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "array", ` +
				`"items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "array", ` +
				`"items": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}}}}}}}}}}}}`},
			Good: Example{Input: `{"name": "save", "inputSchema": {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string"}}}}}`},
			Fix:  "Flatten the schema, split the tool, or take free text and check it on the server.",
			Refs: []Ref{{"MCP 2026-07-28, schema composition", "https://modelcontextprotocol.io/specification/2026-07-28/basic#json-schema-usage"}},
		},
		Check: Check{Schema: checkSchemaSize},
	},
}

func checkSchemaSize(p *Pass, s *Schema) {
	count := 0
	var deepest *Node
	s.Walk(func(n *Node) {
		count++
		if deepest == nil || n.Depth > deepest.Depth {
			deepest = n
		}
		if n.keywords()&(hasEnum|hasChoice) == 0 {
			return
		}
		for m := range n.Value.Members() {
			if m.Value.Kind() != record.Array {
				continue
			}
			switch size := m.Value.Len(); {
			case m.Name == "enum" && size > maxEnum:
				p.Report(Issue{At: m.Value, Show: m.Key, Message: fmt.Sprintf("enum has %d values, over %d", size, maxEnum), Help: "take text, or offer a tool that looks the values up"})
			case (m.Name == "anyOf" || m.Name == "oneOf" || m.Name == "allOf") && size > maxAlternatives:
				p.Report(Issue{At: m.Value, Show: m.Key, Message: fmt.Sprintf("%s has %d schemas, over %d", m.Name, size, maxAlternatives), Help: "split the tool"})
			}
		}
	})
	if deepest != nil && deepest.Depth > maxSchemaDepth {
		p.Report(Issue{
			At: deepest.Value, Show: deepest.Key, Message: fmt.Sprintf("%s nests %d schemas inside each other, over %d", s.Keyword, deepest.Depth, maxSchemaDepth),
			Help: "flatten it",
		})
	}
	if count > maxSchemaNodes {
		p.Report(Issue{
			At: s.Value, Show: s.Member.Key, Message: fmt.Sprintf("%s holds %d schemas, over %d", s.Keyword, count, maxSchemaNodes), Help: "split the tool",
		})
	}
}
