package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
)

// checkForeignKeywords is TOOL054.
func checkForeignKeywords(p *Pass, n *Node) {
	if n.keywords()&hasForeign == 0 || n.Parent == nil && isPropertiesMap(n.Value) {
		return
	}
	d, known := n.Schema.dialect()
	if !known {
		return
	}
	for m := range n.Value.Members() {
		i := foreignKeyword(n, m, d)
		if i.Message == "" {
			i = openAPIWord(n, m)
		}
		if i.Message != "" {
			p.Report(i)
		}
	}
}

// foreignKeyword judges one member of a schema; the message is empty when the
// dialect knows it.
func foreignKeyword(n *Node, m record.Member, d validate.Dialect) Issue {
	kind := m.Value.Kind()
	switch m.Name {
	case "items":
		if kind == record.Array && d == validate.Draft2020 {
			return Issue{
				At: m.Value, Message: "an array in items is not 2020-12; the element schemas are ignored or refused", Help: "write prefixItems",
				Fixes: prefixItemsFix(n.Value, m),
			}
		}
	case "additionalItems":
		if d == validate.Draft2020 && n.Value.Get("items").Kind() != record.Array {
			return removedKeyword(m, d, "items")
		}
	case "required":
		if kind == record.Bool {
			return booleanRequired(n, m)
		}
	case "exclusiveMinimum", "exclusiveMaximum":
		return exclusiveLimit(n, m, d)
	case "dependencies":
		if d >= validate.Draft2019 && kind == record.Object {
			i := removedKeyword(m, d, "dependentRequired for lists of names, dependentSchemas for schemas")
			if to := dependentKeyword(m.Value); to != "" {
				i.Fixes = rename(n.Value, m, to, false)
			}
			return i
		}
	case "$recursiveRef":
		if d == validate.Draft2020 {
			return removedKeyword(m, d, "$dynamicRef")
		}
	case "prefixItems", "$dynamicRef", "dependentRequired", "dependentSchemas", "unevaluatedProperties", "unevaluatedItems",
		"minContains", "maxContains", "if", "const", "contains", "propertyNames":
		if !d.Keyword(m.Name) {
			return Issue{
				At: m.Key, Severity: diag.Warning,
				Message: fmt.Sprintf("%s is younger than %s, which ignores it", m.Name, d),
				Help:    "name 2020-12 in $schema, or leave $schema out",
			}
		}
	}
	return Issue{}
}

func removedKeyword(m record.Member, d validate.Dialect, instead string) Issue {
	return Issue{
		At: m.Key, Message: fmt.Sprintf("%s is not a keyword of %s, so validators ignore it", m.Name, d), Help: "write " + instead,
	}
}

// prefixItemsFix renames items, and additionalItems to what it was: the schema
// of the rest.
func prefixItemsFix(schema record.Value, items record.Member) []Fix {
	if hasAny(schema, "prefixItems") {
		return nil
	}
	fix := Fix{Message: "rename items to prefixItems", Edits: []record.Edit{record.Rename(items, "prefixItems")}, gives: newName{schema, "prefixItems"}}
	if rest, ok := schema.Member("additionalItems"); ok {
		fix.Edits = append(fix.Edits, record.Rename(rest, "items"))
	}
	return []Fix{fix}
}

// dependentKeyword tells what dependencies is called now: it was divided by the
// kind of its values. It is empty for a mixture.
func dependentKeyword(dependencies record.Value) string {
	name := ""
	for m := range dependencies.Members() {
		now := "dependentSchemas"
		if m.Value.Kind() == record.Array {
			now = "dependentRequired"
		}
		if name != "" && name != now {
			return ""
		}
		name = now
	}
	return name
}

// booleanRequired is required: true on a property, as in draft-03.
func booleanRequired(n *Node, m record.Member) Issue {
	i := Issue{
		At: m.Value, Message: "required is a boolean, as in draft-03; no validator reads it so",
		Help: "list the name in the required array of the object around it",
	}
	needed, _ := m.Value.Bool()
	switch {
	case !needed:
		i.Help = "leave it out: a property is optional unless the object around it lists it"
		i.Fixes = []Fix{{Message: "remove it", Edits: record.Remove(n.Value, m)}}
	case n.IsProperty():
		around := n.Parent.Value
		edit := record.Add(around, "required", "["+record.QuoteJSON(n.Name)+"]")
		if list, ok := around.Member("required"); ok {
			if list.Value.Kind() != record.Array {
				return i
			}
			edit = appendElement(list.Value, record.QuoteJSON(n.Name))
		}
		i.Fixes = []Fix{{Message: "move it to the required list around", Edits: append(record.Remove(n.Value, m), edit)}}
	}
	return i
}

// appendElement adds JSON text to the end of an array.
func appendElement(array record.Value, text string) record.Edit {
	start, end := array.Span()
	last := -1
	for _, e := range array.Elements() {
		_, last = e.Span()
	}
	if last < 0 {
		return record.Edit{Start: start, End: end, New: "[" + text + "]"}
	}
	return record.Edit{Start: last, End: last, New: ", " + text}
}

// exclusiveLimit judges exclusiveMinimum and exclusiveMaximum, which were
// booleans in draft-04 and are numbers since.
func exclusiveLimit(n *Node, m record.Member, d validate.Dialect) Issue {
	bound := map[string]string{"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}[m.Name]
	switch kind := m.Value.Kind(); {
	case kind == record.Number && d == validate.Draft4:
		return Issue{
			At: m.Value, Message: fmt.Sprintf("%s is a boolean in draft-04; a number is ignored or refused", m.Name),
			Help: "name 2020-12 in $schema, or leave $schema out",
		}
	case kind != record.Bool || d == validate.Draft4:
		return Issue{}
	}
	i := Issue{
		At: m.Value, Message: fmt.Sprintf("%s is a boolean, as in draft-04; since draft-06 it is the limit itself", m.Name),
		Help: fmt.Sprintf("write the limit in %s and leave out %s", m.Name, bound),
	}
	exclusive, _ := m.Value.Bool()
	limit, ok := n.Value.Member(bound)
	switch {
	case !exclusive:
		i.Help = "leave it out"
		i.Fixes = []Fix{{Message: "remove it", Edits: record.Remove(n.Value, m)}}
	case ok && limit.Value.Kind() == record.Number:
		i.Fixes = []Fix{{
			Message: "move the limit here",
			Edits:   append(record.Remove(n.Value, limit), record.Replace(m.Value, limit.Value.Literal())),
		}}
	}
	return i
}

// openAPIWord judges words that OpenAPI adds to JSON Schema.
func openAPIWord(n *Node, m record.Member) Issue {
	i := Issue{At: m.Key, Severity: diag.Warning, Message: fmt.Sprintf("%s is OpenAPI, not JSON Schema; clients ignore it", m.Name)}
	switch kind := m.Value.Kind(); m.Name {
	case "nullable":
		if kind != record.Bool {
			return Issue{}
		}
		i.Help = `add "null" to the type`
		i.Fixes = nullableFix(n.Value, m)
	case "discriminator":
		if kind != record.Object {
			return Issue{}
		}
		i.Help = "give the property a const in each alternative"
	case "example":
		i.Help = "write examples, an array"
		if !hasAny(n.Value, "examples") {
			i.Fixes = []Fix{{Message: "write examples", Edits: []record.Edit{
				record.Rename(m, "examples"), record.Replace(m.Value, "["+string(m.Value.Raw())+"]"),
			}}}
		}
	default:
		return Issue{}
	}
	return i
}

func nullableFix(schema record.Value, m record.Member) []Fix {
	remove := record.Remove(schema, m)
	if nullable, _ := m.Value.Bool(); !nullable {
		return []Fix{{Message: "remove it", Edits: remove}}
	}
	names := typesOf(schema)
	if len(names) == 0 || hasAny(schema, "enum", "const") {
		return nil
	}
	if slices.Contains(names, "null") {
		return []Fix{{Message: "remove it", Edits: remove}}
	}
	quoted := make([]string, 0, len(names)+1)
	for _, name := range append(names, "null") {
		quoted = append(quoted, record.QuoteJSON(name))
	}
	return []Fix{{Message: `add "null" to the type`, Edits: append(remove, record.Replace(schema.Get("type"), "["+strings.Join(quoted, ", ")+"]"))}}
}
