package lint

import "github.com/mcp-evref/evref/pkg/record"

// Schema is the input schema or the output schema of a tool.
type Schema struct {
	Tool    *Tool
	Keyword string        // "inputSchema" or "outputSchema"
	Member  record.Member // of the tool; its Key may be spelt input_schema
	Value   record.Value  // of any type: it is not known to be a schema
}

// Input reports whether this is the input schema.
func (s *Schema) Input() bool { return s.Keyword == "inputSchema" }

// Schemas gives the schemas that a tool has, the input schema first.
func (t *Tool) Schemas() []*Schema {
	var out []*Schema
	for _, s := range []*Schema{
		{t, "inputSchema", t.InputSchema, t.InputSchema.Value},
		{t, "outputSchema", t.OutputSchema, t.OutputSchema.Value},
	} {
		if !s.Value.IsZero() {
			out = append(out, s)
		}
	}
	return out
}

// Node is one schema (an object or a boolean) inside a tool's schema.
type Node struct {
	Schema  *Schema
	Value   record.Value
	Parent  *Node        // nil at the root
	Keyword string       // keyword of Parent it stands under: "properties", "items", "anyOf"; empty at the root
	Name    string       // its name under a keyword that holds a map, such as a property's name
	Key     record.Value // that name, or the keyword; zero at the root
	Depth   int          // 0 at the root
}

// IsProperty reports whether the node is the schema of a property.
func (n *Node) IsProperty() bool { return n.Keyword == "properties" }

// Walk calls visit for every schema inside s, parents first, in input order.
// It does not follow references and does not look into values such as default,
// enum or examples. Its cost is linear in the size of the schema.
func (s *Schema) Walk(visit func(*Node)) {
	walkNode(&Node{Schema: s, Value: s.Value}, visit)
}

func walkNode(n *Node, visit func(*Node)) {
	if k := n.Value.Kind(); k != record.Object && k != record.Bool {
		return
	}
	visit(n)
	for m := range n.Value.Members() {
		child := func(v record.Value, key record.Value, name string) {
			walkNode(&Node{n.Schema, v, n, m.Name, name, key, n.Depth + 1}, visit)
		}
		switch applicators[m.Name] {
		case holdsSchema:
			if m.Value.Kind() == record.Array { // items of the older dialects
				for _, v := range m.Value.Elements() {
					child(v, m.Key, "")
				}
				continue
			}
			child(m.Value, m.Key, "")
		case holdsList:
			for _, v := range m.Value.Elements() {
				child(v, m.Key, "")
			}
		case holdsMap:
			for p := range m.Value.Members() {
				child(p.Value, p.Key, p.Name)
			}
		}
	}
}

type holds uint8

const (
	holdsSchema holds = iota + 1
	holdsList
	holdsMap
)

// applicators are the keywords that hold schemas, in any dialect from draft-04
// to 2020-12. Where an old keyword may hold something else as well (array
// dependencies), what is not a schema is not visited.
var applicators = map[string]holds{
	"additionalItems": holdsSchema, "additionalProperties": holdsSchema, "contains": holdsSchema,
	"contentSchema": holdsSchema, "else": holdsSchema, "if": holdsSchema, "items": holdsSchema, "not": holdsSchema,
	"propertyNames": holdsSchema, "then": holdsSchema, "unevaluatedItems": holdsSchema, "unevaluatedProperties": holdsSchema,

	"allOf": holdsList, "anyOf": holdsList, "oneOf": holdsList, "prefixItems": holdsList,

	"$defs": holdsMap, "definitions": holdsMap, "dependencies": holdsMap, "dependentSchemas": holdsMap,
	"patternProperties": holdsMap, "properties": holdsMap,
}
