package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
)

var schemaTypeRules = []Rule{
	{
		ID: "TOOL063", Slug: "array-items", Severity: diag.Warning, Since: "0.1.0",
		Summary: "an array does not say what its elements are",
		Doc: Doc{
			Why: "It is valid, but Visual Studio Code refuses the tool (\"tool parameters array type must have items\"), and a " +
				"model has to guess what to send.",
			Bad:  Example{Input: `{"name": "tag", "inputSchema": {"type": "object", "properties": {"tags": {"type": "array"}}}}`},
			Good: Example{Input: `{"name": "tag", "inputSchema": {"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string"}}}}}`},
			Fix:  "Describe the elements in items. An empty items, which allows everything, is added for you: a guessed type could drop data.",
			Refs: []Ref{
				{"vscode-copilot-release: array type must have items", "https://github.com/microsoft/vscode-copilot-release/issues/7462"},
				{"rootly-mcp-server: arrays without items", "https://github.com/rootlyhq/rootly-mcp-server/issues/82"},
			},
		},
		Check: Check{Node: checkArrayItems},
	},
	{
		ID: "TOOL064", Slug: "property-type", Severity: diag.Info, Since: "0.1.0",
		Summary: "a property says nothing about its type",
		Doc: Doc{
			Why: "A property without a type accepts everything. Some clients refuse it, others turn it into a string. An enum " +
				"without a type is refused by the Gemini API.",
			Bad:  Example{Input: `{"name": "set", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["a", "b"]}}}}`},
			Good: Example{Input: `{"name": "set", "inputSchema": {"type": "object", "properties": {"mode": {"type": "string", "enum": ["a", "b"]}}}}`},
			Fix:  "Add the type. It is added for you where all values of the enum have the same one.",
			Refs: []Ref{{"gemini-cli: parameters without a type", "https://github.com/google-gemini/gemini-cli/issues/4400"}},
		},
		Check: Check{Node: checkPropertyType},
	},
	{
		ID: "TOOL066", Slug: "unknown-format", Severity: diag.Info, Since: "0.1.0",
		Summary: "format is not one that the dialect defines",
		Doc: Doc{
			Why: "An unknown format checks nothing. Validators print a warning for each, and the OpenAI API refuses some of " +
				"them. Libraries that make schemas from types add such formats by themselves: uint64, int32, double.",
			Bad:  Example{Input: `{"name": "get", "inputSchema": {"type": "object", "properties": {"id": {"type": "integer", "format": "uint64"}}}}`},
			Good: Example{Input: `{"name": "get", "inputSchema": {"type": "object", "properties": {"id": {"type": "integer", "minimum": 0}}}}`},
			Fix:  "Leave the format out, or use one that is defined. It is removed for you.",
			Refs: []Ref{
				{"JSON Schema 2020-12, Validation, defined formats", "https://json-schema.org/draft/2020-12/json-schema-validation#name-defined-formats"},
				{"longbridge: unknown numeric formats", "https://github.com/longbridge/developers/issues/1264"},
			},
		},
		Check: Check{Node: checkFormat},
	},
}

// combinators are keywords that may say elsewhere what a schema is.
var combinators = []string{"$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "not", "if", "const"}

func checkArrayItems(p *Pass, n *Node) {
	if n.keywords()&hasArrayType == 0 || hasAny(n.Value, "items", "prefixItems", "contains", "unevaluatedItems", "enum") || hasAny(n.Value, combinators...) {
		return
	}
	i := Issue{
		At: n.Value, Show: n.Key, Message: "array without items: a model has to guess its elements, and Visual Studio Code refuses the tool",
		Help:  `describe the elements in "items"`,
		Fixes: []Fix{{Safe: true, Message: "allow any element explicitly", Edits: []record.Edit{record.Add(n.Value, "items", "{}")}}},
	}
	if n.IsProperty() {
		i.Message = fmt.Sprintf("array %s has no items: a model has to guess its elements, and Visual Studio Code refuses the tool", quote(n.path(), 0))
	}
	p.Report(i)
}

func checkPropertyType(p *Pass, n *Node) {
	if n.keywords()&hasType != 0 || !n.IsProperty() || n.Value.Kind() != record.Object || n.isPart() || hasAny(n.Value, combinators...) {
		return
	}
	i := Issue{
		At: n.Value, Show: n.Key, Message: fmt.Sprintf("property %s says nothing about its type", quote(n.path(), 0)), Help: `add "type"`,
	}
	if enum := n.Value.Get("enum"); enum.Len() > 0 {
		if name := commonType(enum); name != "" {
			i.Help = fmt.Sprintf(`add "type": %q`, name)
			i.Fixes = []Fix{{Safe: true, Message: "add the type", Edits: []record.Edit{record.Add(n.Value, "type", record.QuoteJSON(name))}}}
		}
	}
	p.Report(i)
}

// commonType gives the type that all values have, or "".
func commonType(values record.Value) string {
	all := elements(values)
	for _, name := range []string{"string", "integer", "number", "boolean", "null", "object", "array"} {
		if !slices.ContainsFunc(all, func(v record.Value) bool { return !isOfType(v, []string{name}) }) {
			return name
		}
	}
	return ""
}

// formats has the formats in the order in which dialects took them up.
var formats = []struct {
	since validate.Dialect
	names []string
}{
	{validate.Draft4, []string{"date-time", "email", "hostname", "ipv4", "ipv6", "uri"}},
	{validate.Draft6, []string{"uri-reference", "uri-template", "json-pointer"}},
	{validate.Draft7, []string{"date", "time", "regex", "relative-json-pointer", "idn-email", "idn-hostname", "iri", "iri-reference"}},
	{validate.Draft2019, []string{"duration", "uuid"}},
}

// otherFormats are spellings and relatives of formats that exist.
var otherFormats = map[string]string{
	"url": "uri", "datetime": "date-time", "timestamp": "date-time", "ip": "ipv4", "guid": "uuid", "regexp": "regex",
	"uriref": "uri-reference", "uri-ref": "uri-reference", "ip-address": "ipv4", "host": "hostname", "host-name": "hostname",
}

func checkFormat(p *Pass, n *Node) {
	if n.keywords()&hasFormat == 0 {
		return
	}
	at, ok := n.Value.Member("format")
	name, isText := at.Value.Text()
	d, known := n.Schema.dialect()
	if !ok || !isText || !known {
		return
	}
	var defined []string
	for _, f := range formats {
		if f.since <= d {
			defined = append(defined, f.names...)
		}
	}
	if slices.Contains(defined, name) {
		return
	}
	i := Issue{
		At: at.Value, Message: fmt.Sprintf("format %s is not defined by %s, so it checks nothing", quote(name, 40), d), Help: "leave it out",
	}
	right, close := otherFormats[strings.ToLower(name)]
	if !close {
		right, close = diag.Nearest(name, defined)
		close = close && len(name) > 3 && !isNumericFormat(name)
	}
	if close {
		i.Help = fmt.Sprintf("did you mean %q?", right)
		i.Fixes = []Fix{{Message: "write " + right, Edits: []record.Edit{record.Replace(at.Value, record.QuoteJSON(right))}}}
	}
	i.Fixes = append(i.Fixes, Fix{Safe: !close, Message: "remove the format", Edits: record.Remove(n.Value, at)})
	p.Report(i)
}

// isNumericFormat reports names of machine types, which resemble formats only
// by chance.
func isNumericFormat(name string) bool {
	return strings.HasPrefix(name, "int") || strings.HasPrefix(name, "uint") || name == "float" || name == "double"
}
