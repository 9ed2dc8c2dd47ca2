package lint

import "github.com/mcp-evref/evref/pkg/record"

// Schema is the input schema or the output schema of a tool.
type Schema struct {
	Tool    *Tool
	Keyword string        // "inputSchema" or "outputSchema"
	Member  record.Member // of the tool; its Key may be spelt input_schema
	Value   record.Value  // of any type: it is not known to be a schema

	set      keywordSet // of all schemas inside, once scanned
	scanned  bool
	found    []schemaRef // references, once resolved
	resolved bool
}

// Input reports whether this is the input schema.
func (s *Schema) Input() bool { return s.Keyword == "inputSchema" }

// Schemas gives the schemas that a tool has, the input schema first.
func (t *Tool) Schemas() []*Schema {
	var out []*Schema
	for _, s := range []*Schema{
		{Tool: t, Keyword: "inputSchema", Member: t.InputSchema, Value: t.InputSchema.Value},
		{Tool: t, Keyword: "outputSchema", Member: t.OutputSchema, Value: t.OutputSchema.Value},
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

	set     keywordSet // of the schema itself, once scanned
	scanned bool
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
	for key, value := range n.Value.Entries() {
		a, ok := applicators[string(key.Content())]
		if !ok {
			continue
		}
		child := func(v, key record.Value, name string) {
			walkNode(&Node{Schema: n.Schema, Value: v, Parent: n, Keyword: a.keyword, Name: name, Key: key, Depth: n.Depth + 1}, visit)
		}
		switch k := value.Kind(); {
		case a.holds == aMap:
			for name, v := range value.Entries() {
				child(v, name, string(name.Content()))
			}
		case k == record.Array: // of one schema also, as items of the older dialects
			for _, v := range value.Elements() {
				child(v, key, "")
			}
		case a.holds == aSchema:
			child(value, key, "")
		}
	}
}

type applicator struct {
	keyword string
	holds   holds
}

type holds uint8

const (
	aSchema holds = iota
	aList
	aMap
)

// applicators are the keywords that hold schemas, in any dialect from draft-04
// to 2020-12. Where an old keyword may hold something else as well (array
// dependencies), what is not a schema is not visited.
var applicators = func() map[string]applicator {
	all := make(map[string]applicator)
	for holds, keywords := range map[holds][]string{
		aSchema: {
			"additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not",
			"propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
		},
		aList: {"allOf", "anyOf", "oneOf", "prefixItems"},
		aMap:  {"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"},
	} {
		for _, keyword := range keywords {
			all[keyword] = applicator{keyword, holds}
		}
	}
	return all
}()
