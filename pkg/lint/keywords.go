package lint

import "github.com/mcp-evref/evref/pkg/record"

// keywordSet is which keywords a schema has, as far as rules ask for them. Most
// schemas have two or three, so that most rules need not look.
type keywordSet uint32

const (
	hasType      keywordSet = 1 << iota
	hasArrayType            // "array" among the types
	hasFormat
	hasPattern  // pattern, patternProperties
	hasEnum     // enum, const
	hasLimit    // minimum, maxLength and the like
	hasChoice   // anyOf, oneOf, allOf, not
	hasDefault  // default
	hasExamples // examples
	hasRequired // required, an array
	hasRef      // $ref and the dynamic ones
	hasHeader   // x-mcp-header
	hasForeign  // a keyword that some dialect does not have, or a word of OpenAPI
	hasEmpty    // additionalProperties: {}
)

// keywords gives the keywords of the schema itself.
func (n *Node) keywords() keywordSet {
	if !n.scanned {
		n.scanned = true
		for key, value := range n.Value.Entries() {
			n.set |= keywordOf(key.Content(), value)
		}
	}
	return n.set
}

// keywords gives the keywords of all schemas inside s.
func (s *Schema) keywords() keywordSet {
	if !s.scanned {
		s.scanned = true
		s.Walk(func(n *Node) { s.set |= n.keywords() })
	}
	return s.set
}

func keywordOf(name []byte, value record.Value) keywordSet {
	switch string(name) {
	case "type":
		return hasType | typeSet(value)
	case "format":
		return hasFormat
	case "pattern", "patternProperties":
		return hasPattern
	case "enum":
		return hasEnum
	case "const":
		return hasEnum | hasForeign
	case "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "multipleOf":
		return hasLimit
	case "exclusiveMinimum", "exclusiveMaximum", "minContains", "maxContains":
		return hasLimit | hasForeign
	case "anyOf", "oneOf", "allOf", "not":
		return hasChoice
	case "default":
		return hasDefault
	case "examples":
		return hasExamples
	case "required":
		if value.Kind() == record.Array {
			return hasRequired
		}
		return hasForeign
	case "items":
		if value.Kind() == record.Array {
			return hasForeign
		}
	case "$ref":
		return hasRef
	case "$dynamicRef", "$recursiveRef":
		return hasRef | hasForeign
	case headerKeyword:
		return hasHeader
	case "additionalProperties":
		if value.Kind() == record.Object && value.Len() == 0 {
			return hasEmpty
		}
	case "additionalItems", "dependencies", "prefixItems", "dependentRequired", "dependentSchemas", "unevaluatedProperties",
		"unevaluatedItems", "if", "contains", "propertyNames", "nullable", "discriminator", "example":
		return hasForeign
	}
	return 0
}

func typeSet(value record.Value) keywordSet {
	if string(value.Content()) == "array" {
		return hasArrayType
	}
	for _, e := range value.Elements() {
		if string(e.Content()) == "array" {
			return hasArrayType
		}
	}
	return 0
}
