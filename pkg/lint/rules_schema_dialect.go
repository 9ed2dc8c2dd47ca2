package lint

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
)

var schemaDialectRules = []Rule{
	{
		ID: "TOOL052", Slug: "schema-invalid", Severity: diag.Error, Since: "0.1.0",
		Summary: "a schema is not valid in its dialect of JSON Schema",
		Doc: Doc{
			Why: "Schemas have to be valid. A client that compiles them when it connects refuses the tool, or all tools of the " +
				"server; one that does not ignores the broken keyword, and the arguments go unchecked.",
			Bad:  Example{Input: `{"name": "search", "inputSchema": {"type": "object", "properties": {"query": {"type": "strng"}}}}`},
			Good: Example{Input: `{"name": "search", "inputSchema": {"type": "object", "properties": {"query": {"type": "string"}}}}`},
			Fix:  "Give the keyword the form that the dialect has for it. Without $schema the dialect is 2020-12.",
			Refs: []Ref{refTools, refDialect2020},
		},
		Check: Check{Schema: checkSchemaValid},
	},
	{
		ID: "TOOL053", Slug: "schema-dialect", Severity: diag.Warning, Since: "0.1.0",
		Summary: "$schema names another dialect than 2020-12",
		Doc: Doc{
			Why: "Other dialects are allowed, but a client only has to know 2020-12: some refuse every tool that names " +
				"draft-07. A $schema that names no dialect at all is an error, because nobody can tell what the schema means.",
			Bad:  Example{Input: `{"name": "search", "inputSchema": {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"q": {"type": "string"}}}}`},
			Good: Example{Input: `{"name": "search", "inputSchema": {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {"q": {"type": "string"}}}}`},
			Fix:  "Leave $schema out or name 2020-12. This is done for you when the schema means the same in both.",
			Refs: []Ref{
				{"MCP 2026-07-28, JSON Schema dialects", "https://modelcontextprotocol.io/specification/2026-07-28/basic#json-schema-usage"},
				{"obsidian-mcp-tools: draft-07 schemas refused", "https://github.com/jacksteamdev/obsidian-mcp-tools/issues/63"},
			},
		},
		Check: Check{Schema: checkDialect},
	},
	{
		ID: "TOOL054", Slug: "foreign-keyword", Severity: diag.Error, Since: "0.1.0",
		Summary: "a keyword belongs to another dialect of JSON Schema or to OpenAPI",
		Doc: Doc{
			Why: "A keyword that the dialect does not have is ignored, so a limit that the author wrote does not exist: an " +
				"array in items since 2020-12, required: true on a property, dependencies. Words of OpenAPI are ignored as well; " +
				"they are a warning.",
			Bad:  Example{Input: `{"name": "move", "inputSchema": {"type": "object", "properties": {"to": {"type": "array", "items": [{"type": "number"}, {"type": "number"}]}}}}`},
			Good: Example{Input: `{"name": "move", "inputSchema": {"type": "object", "properties": {"to": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}]}}}}`},
			Fix:  "Use the keyword that the dialect has instead. The change is offered as a suggestion.",
			Refs: []Ref{
				{"JSON Schema: migrating between dialects", "https://json-schema.org/specification#migrating-from-older-drafts"},
				{"kintone: boolean required in a tool schema", "https://github.com/kintone/mcp-server/issues/553"},
			},
		},
		Check: Check{Node: checkForeignKeywords},
	},
}

var refDialect2020 = Ref{"JSON Schema 2020-12", "https://json-schema.org/draft/2020-12"}

func checkSchemaValid(p *Pass, s *Schema) {
	d, known := s.dialect()
	if k := s.Value.Kind(); !known || s.Input() && (k != record.Object || isPropertiesMap(s.Value)) {
		return // TOOL053; TOOL050 and TOOL051
	}
	for _, v := range validate.CheckSchema(s.Value, d) {
		if s.Input() && v.Pointer == "/type" || hasOwnRule(v, d) {
			continue
		}
		p.Report(Issue{
			At: v.At, Message: fmt.Sprintf("%s is not valid %s: %s", s.Keyword, d, v.Message), Help: strings.TrimSuffix(v.Help, "."),
		})
	}
}

// hasOwnRule reports a violation that another rule explains better.
func hasOwnRule(v validate.Violation, d validate.Dialect) bool {
	switch v.Keyword {
	case "$schema":
		return true // TOOL053
	case "items":
		return d == validate.Draft2020 && v.At.Kind() == record.Array // TOOL054
	case "exclusiveMaximum", "exclusiveMinimum":
		return v.At.Kind() == record.Bool && d > validate.Draft4 || v.At.Kind() == record.Number && d == validate.Draft4 // TOOL054
	case "required":
		return v.At.Kind() == record.Bool || strings.HasSuffix(parentPointer(v.Pointer), "/required") // TOOL054, TOOL055
	case "enum":
		return v.At.Kind() == record.Array && v.At.Len() == 0 || strings.HasSuffix(parentPointer(v.Pointer), "/enum") // TOOL059, TOOL060
	case "anyOf", "oneOf":
		return v.At.Kind() == record.Array && v.At.Len() == 0 // TOOL059
	}
	return false
}

// parentPointer drops the last token of a pointer.
func parentPointer(pointer string) string {
	return pointer[:max(0, strings.LastIndexByte(pointer, '/'))]
}

func checkDialect(p *Pass, s *Schema) {
	at := s.Value.Get("$schema")
	if at.IsZero() || s.Input() && isPropertiesMap(s.Value) {
		return
	}
	uri, isText := at.Text()
	d, known := validate.DialectByURI(uri)
	switch {
	case !isText:
		p.Report(Issue{At: at, Severity: diag.Error, Message: fmt.Sprintf("$schema is %s, not a URI", article(at.Kind())), Help: "leave it out"})
	case !known:
		i := Issue{
			At: at, Severity: diag.Error,
			Message: fmt.Sprintf("$schema %s names no dialect of JSON Schema, so nobody can tell what the schema means", quote(uri, 80)),
			Help:    "leave it out, or name " + validate.Draft2020.URI(),
		}
		if near, ok := nearestDialect(uri); ok {
			i.Help = "did you mean " + near.URI() + "?"
		}
		p.Report(i)
	case d != validate.Draft2020:
		i := Issue{
			At: at, Message: fmt.Sprintf("%s is written in %s; a client that only knows 2020-12 refuses the tool", s.Keyword, d),
			Help: "leave $schema out, or name 2020-12",
		}
		if d >= validate.Draft6 && sameIn2020(s) {
			i.Fixes = []Fix{{Safe: true, Message: "name 2020-12", Edits: []record.Edit{record.Replace(at, record.QuoteJSON(validate.Draft2020.URI()))}}}
		}
		p.Report(i)
	}
}

func nearestDialect(uri string) (validate.Dialect, bool) {
	var uris []string
	for _, d := range validate.Dialects() {
		uris = append(uris, d.URI())
	}
	near, ok := diag.Nearest(uri, uris)
	if !ok || !strings.Contains(uri, "json-schema.org") {
		return 0, false
	}
	return validate.DialectByURI(near)
}

// sameIn2020 reports that a schema of draft-06 to 2019-09 is valid in 2020-12
// and means the same there: it has no keyword that changed, and no keyword
// beside a $ref, where the older drafts ignore it.
func sameIn2020(s *Schema) bool {
	same := true
	s.Walk(func(n *Node) {
		for m := range n.Value.Members() {
			switch m.Name {
			case "dependencies", "additionalItems", "$recursiveRef", "$recursiveAnchor":
				same = false
			case "items":
				same = same && m.Value.Kind() != record.Array
			case "$id", "$anchor":
				same = same && !strings.Contains(textOf(m.Value), "#") && n.Parent == nil
			case "$ref":
				same = same && (n.Value.Len() == 1 || onlyNotes(n.Value))
			case "$dynamicRef", "$dynamicAnchor", "prefixItems", "dependentRequired", "dependentSchemas",
				"unevaluatedItems", "unevaluatedProperties", "minContains", "maxContains":
				same = false // ignored by the older draft
			}
		}
	})
	return same && len(validate.CheckSchema(s.Value, validate.Draft2020)) == 0
}

func textOf(v record.Value) string {
	text, _ := v.Text()
	return text
}

// onlyNotes reports a schema whose members besides $ref judge nothing.
func onlyNotes(v record.Value) bool {
	for m := range v.Members() {
		switch m.Name {
		case "$ref", "$schema", "$comment", "title", "description", "default", "examples", "definitions", "$defs", "readOnly", "writeOnly":
		default:
			return false
		}
	}
	return true
}
