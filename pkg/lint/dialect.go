package lint

import (
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
)

// dialect gives the dialect of JSON Schema that a schema is read by: what its
// $schema names, and 2020-12 without one. known is false when $schema names
// none that exists; nothing can be said about keywords then.
func (s *Schema) dialect() (d validate.Dialect, known bool) {
	at := s.Value.Get("$schema")
	if at.IsZero() {
		return validate.Draft2020, true
	}
	text, _ := at.Text()
	if d, ok := validate.DialectByURI(text); ok {
		return d, true
	}
	return validate.Draft2020, false
}

// isPropertiesMap reports an object that maps names to schemas where a schema
// is wanted: every member is an object, and one of them looks like a schema.
func isPropertiesMap(v record.Value) bool {
	if v.Kind() != record.Object || v.Len() == 0 {
		return false
	}
	like := false
	for m := range v.Members() {
		if m.Value.Kind() != record.Object || m.Name == "properties" {
			return false
		}
		for _, name := range []string{"type", "description", "enum", "$ref", "anyOf"} {
			if k := m.Value.Get(name).Kind(); k == record.String || k == record.Array {
				like = true
			}
		}
	}
	return like
}

// typesOf gives the types that a schema names; none when it names none, or one
// that does not exist (TOOL052).
func typesOf(schema record.Value) []string {
	at := schema.Get("type")
	if name, ok := at.Text(); ok && isTypeName(name) {
		return []string{name}
	}
	var names []string
	for _, e := range at.Elements() {
		name, ok := e.Text()
		if !ok || !isTypeName(name) {
			return nil
		}
		names = append(names, name)
	}
	return names
}

func isTypeName(name string) bool {
	switch name {
	case "array", "boolean", "integer", "null", "number", "object", "string":
		return true
	}
	return false
}

// hasAny reports whether an object has one of the members.
func hasAny(v record.Value, names ...string) bool {
	for _, name := range names {
		if _, ok := v.Member(name); ok {
			return true
		}
	}
	return false
}
