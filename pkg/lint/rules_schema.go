package lint

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// schemaRules are all rules on the schemas of tools.
var schemaRules = slices.Concat(
	schemaRootRules,
	schemaDialectRules,
	schemaRequiredRules,
	schemaRefRules,
	schemaValueRules,
	schemaDefaultRules,
	schemaTypeRules,
	schemaPatternRules,
	schemaSizeRules,
	schemaHeaderRules,
)

var schemaRootRules = []Rule{
	{
		ID: "TOOL050", Slug: "input-schema-missing", Severity: diag.Error, Since: "0.1.0",
		Summary: "the tool has no inputSchema",
		Doc: Doc{
			Why: "inputSchema is required. Typed clients refuse the tool, and many refuse the whole list with it; others " +
				"offer the tool to the model without its parameters.",
			Bad:  Example{Input: `{"name": "ping", "description": "Check that the server answers.", "inputSchema": null}`},
			Good: Example{Input: `{"name": "ping", "description": "Check that the server answers.", "inputSchema": {"type": "object", "additionalProperties": false}}`},
			Fix:  `For a tool without parameters write {"type": "object", "additionalProperties": false}.`,
			Refs: []Ref{refTool},
		},
		Check: Check{Tool: checkInputSchemaMissing},
	},
	{
		ID: "TOOL051", Slug: "input-schema-type", Severity: diag.Error, Since: "0.1.0",
		Summary: `the type of inputSchema is not "object"`,
		Doc: Doc{
			Why: "Arguments of a call are a JSON object, so the schema has to say \"type\": \"object\" at its root, as one word. " +
				"A frequent cause is a map of parameters in place of the schema: it parses, no validator complains, and " +
				"the parameters do not exist.",
			Bad:  Example{Input: `{"name": "search", "inputSchema": {"query": {"type": "string"}}}`},
			Good: Example{Input: `{"name": "search", "inputSchema": {"type": "object", "properties": {"query": {"type": "string"}}}}`},
			Fix:  "Set the type at the root to \"object\". A map of parameters can be wrapped for you, together with a required list beside it.",
			Refs: []Ref{refTool},
		},
		Check: Check{Tool: checkInputSchemaType},
	},
	{
		ID: "TOOL067", Slug: "output-schema-type", Severity: diag.Error, Since: "0.1.0",
		Summary: "the root of outputSchema is not an object",
		Doc: Doc{
			Why: "Up to revision 2025-11-25 structured output is an object, and clients refuse an outputSchema that describes " +
				"anything else. Since 2026-07-28 every schema is allowed; then the finding is a note, because older clients " +
				"remain.",
			Bad: Example{
				Input:    `{"name": "list", "inputSchema": {"type": "object"}, "outputSchema": {"type": "array", "items": {"type": "string"}}}`,
				Settings: Settings{Spec: Spec20251125},
			},
			Good: Example{
				Input:    `{"name": "list", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"items": {"type": "array", "items": {"type": "string"}}}}}`,
				Settings: Settings{Spec: Spec20251125},
			},
			Fix: "Wrap the output in an object.",
			Refs: []Ref{
				{"MCP 2025-11-25, schema, Tool", "https://modelcontextprotocol.io/specification/2025-11-25/schema#tool"},
				{"mcpx: output schema with an array root", "https://github.com/lydakis/mcpx/issues/28"},
			},
		},
		Check: Check{Tool: checkOutputSchemaType},
	},
	{
		ID: "TOOL068", Slug: "output-schema-trivial", Severity: diag.Info, Since: "0.1.0",
		Summary: "outputSchema describes nothing",
		Doc: Doc{
			Why: "A tool with an outputSchema must return structured content with every result, and clients report an error " +
				"when it does not. A schema that only says \"object\" brings that duty and tells nobody anything.",
			Bad:  Example{Input: `{"name": "sync", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object"}}`},
			Good: Example{Input: `{"name": "sync", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"changed": {"type": "integer"}}}}`},
			Fix:  "Describe the output, or leave outputSchema out.",
			Refs: []Ref{{"MCP-Nest: an empty outputSchema makes every call fail", "https://github.com/rekog-labs/MCP-Nest/issues/79"}},
		},
		Check: Check{Tool: checkOutputSchemaTrivial},
	},
	{
		ID: "TOOL069", Slug: "no-parameters-open", Severity: diag.Info, Since: "0.1.0",
		Summary: "the schema of a tool without parameters accepts any argument",
		Doc: Doc{
			Why: "For a tool without parameters the specification recommends a closed schema. An open one lets a model " +
				"invent arguments that nobody reads, and some providers want a properties member.",
			Bad:  Example{Input: `{"name": "ping", "inputSchema": {"type": "object"}}`},
			Good: Example{Input: `{"name": "ping", "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false}}`},
			Fix:  "Add an empty properties and additionalProperties: false. This is done for you.",
			Refs: []Ref{refTools, {"kubernetes-mcp-server: object schema without properties", "https://github.com/containers/kubernetes-mcp-server/issues/717"}},
		},
		Check: Check{Schema: checkNoParameters},
	},
}

var refTools = Ref{"MCP 2026-07-28, Tools, Tool", specTools + "#tool"}

func checkInputSchemaMissing(p *Pass, t *Tool) {
	switch v := t.InputSchema.Value; {
	case v.IsZero():
		p.Report(Issue{
			At: t.Value, Show: t.Head(), Message: "tool has no inputSchema, which is required",
			Help: `for a tool without parameters add "inputSchema": {"type": "object", "additionalProperties": false}`,
		})
	case v.IsNull():
		p.Report(Issue{
			At: v, Message: "inputSchema is null; it is required and has to be an object schema",
			Help: `for a tool without parameters write {"type": "object", "additionalProperties": false}`,
		})
	}
}

func checkInputSchemaType(p *Pass, t *Tool) {
	v := t.InputSchema.Value
	if v.IsZero() || v.IsNull() {
		return // TOOL050
	}
	kind, _ := v.Member("type")
	name, isText := kind.Value.Text()
	switch {
	case v.Kind() == record.String:
		i := Issue{At: v, Message: "inputSchema is a string, not a schema", Help: "write the schema itself, not its text"}
		if text, _ := v.Text(); strings.HasPrefix(strings.TrimSpace(text), "{") {
			i.Message = "inputSchema is a string that holds JSON; clients want the schema itself"
		}
		p.Report(i)
	case v.Kind() != record.Object:
		p.Report(Issue{At: v, Message: fmt.Sprintf("inputSchema is %s, not an object schema", article(v.Kind())), Help: `write {"type": "object", …}`})
	case isPropertiesMap(v):
		p.Report(Issue{
			At: v, Message: "inputSchema looks like a map of parameters; clients see a schema without any",
			Help:  `put the map under "properties" of a schema with "type": "object"`,
			Fixes: []Fix{wrapProperties(t)},
		})
	case kind.Key.IsZero():
		p.Report(Issue{
			At: v, Message: `inputSchema has no type; it has to be "object"`, Help: `add "type": "object"`,
			Fixes: []Fix{{Message: "add the type", Edits: []record.Edit{record.Add(v, "type", `"object"`)}}},
		})
	case !isText || name != "object":
		p.Report(Issue{
			At: kind.Value, Message: fmt.Sprintf(`type of inputSchema is %s; it has to be "object"`, shown(kind.Value)), Help: `write "object"`,
			Fixes: []Fix{{Message: `write "object"`, Edits: []record.Edit{record.Replace(kind.Value, `"object"`)}}},
		})
	}
}

// wrapProperties makes a schema of a map of parameters; a list of required
// names beside it moves inside.
func wrapProperties(t *Tool) Fix {
	start, end := t.InputSchema.Value.Span()
	tail := "}"
	fix := Fix{Message: "wrap the map in an object schema"}
	if required, ok := t.Value.Member("required"); ok && required.Value.Kind() == record.Array {
		tail = `, "required": ` + string(bytes.TrimSpace(required.Value.Raw())) + tail
		fix.Edits = record.Remove(t.Value, required)
		fix.Message += " and move required into it"
	}
	fix.Edits = append(fix.Edits, record.Edit{Start: start, End: start, New: `{"type": "object", "properties": `})
	for i, e := range fix.Edits {
		if e.Start == end { // the removal begins where the tail goes
			fix.Edits[i].New = tail
			return fix
		}
	}
	fix.Edits = append(fix.Edits, record.Edit{Start: end, End: end, New: tail})
	return fix
}

func checkOutputSchemaType(p *Pass, t *Tool) {
	v := t.OutputSchema.Value
	if v.Kind() != record.Object {
		return
	}
	name, _ := v.Get("type").Text()
	if name == "object" {
		return
	}
	i := Issue{At: v, Message: `outputSchema has no type "object" at its root`, Help: "wrap the output in an object"}
	if at := v.Get("type"); !at.IsZero() {
		i.At, i.Message = at, fmt.Sprintf("root type of outputSchema is %s, not \"object\"", shown(at))
	}
	if p.Spec >= Spec20260728 {
		i.Severity = diag.Info
		i.Message += "; clients before 2026-07-28 refuse it"
	} else {
		i.Message += fmt.Sprintf("; MCP %s wants one", p.Spec)
	}
	p.Report(i)
}

func checkOutputSchemaTrivial(p *Pass, t *Tool) {
	v := t.OutputSchema.Value
	if v.Kind() != record.Object {
		return
	}
	for m := range v.Members() {
		switch m.Name {
		case "$schema", "$id", "title", "description", "$comment":
		case "type":
			if name, _ := m.Value.Text(); name != "object" {
				return
			}
		case "properties":
			if m.Value.Len() > 0 {
				return
			}
		case "additionalProperties":
			if closed, isFlag := m.Value.Bool(); isFlag && !closed || m.Value.Len() > 0 {
				return
			}
		default:
			return
		}
	}
	p.Report(Issue{
		At: v, Show: t.OutputSchema.Key, Message: "outputSchema describes nothing, yet every result must now bring structured content",
		Help: "describe the output, or leave outputSchema out",
	})
}

func checkNoParameters(p *Pass, s *Schema) {
	v := s.Value
	if name, _ := v.Get("type").Text(); !s.Input() || name != "object" || v.Get("properties").Len() > 0 {
		return
	}
	for m := range v.Members() {
		switch m.Name {
		case "type", "properties", "$schema", "$id", "$comment", "title", "description", "required", "$defs", "definitions", "default", "examples":
		default:
			return
		}
	}
	if v.Get("required").Len() > 0 {
		return // TOOL055
	}
	edits := []record.Edit{record.Add(v, "additionalProperties", "false")}
	if _, ok := v.Member("properties"); !ok {
		edits = []record.Edit{addTwo(v, "properties", "{}", "additionalProperties", "false")}
	}
	p.Report(Issue{
		At: v, Show: s.Member.Key, Message: "the tool has no parameters, and its schema accepts any argument",
		Help:  `add "properties": {} and "additionalProperties": false`,
		Fixes: []Fix{{Safe: true, Message: "close the schema", Edits: edits}},
	})
}

// addTwo adds two members to the end of an object in one edit.
func addTwo(object record.Value, name1, value1, name2, value2 string) record.Edit {
	first := record.Add(object, name1, value1)
	second := record.Add(object, name2, value2)
	if object.Len() == 0 { // both are the whole object
		first.New = strings.TrimSuffix(first.New, "}") + ", " + strings.TrimPrefix(second.New, "{")
		return first
	}
	first.New += second.New
	return first
}
