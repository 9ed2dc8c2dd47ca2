package validate

import (
	"iter"
	"strconv"

	"github.com/mcp-evref/evref/pkg/record"
)

// Subschema is a schema that stands directly in another one.
type Subschema struct {
	Keyword string       // the keyword it stands under, such as "properties"
	Name    string       // member name or index under the keyword; "" when there is none
	Named   bool         // whether Name is part of its place
	Value   record.Value // the schema: an object, a boolean, or something that is no schema
	InPlace bool         // applies to the same value, as under allOf
	Applies bool         // false for definitions, which apply only where a $ref names them
}

// Pointer gives the JSON pointer of the subschema, given its parent's.
func (s Subschema) Pointer(parent string) string {
	parent = record.Child(parent, s.Keyword)
	if s.Named {
		parent = record.Child(parent, s.Name)
	}
	return parent
}

// Subschemas gives the schemas that stand directly in a schema, in document
// order, by the keywords of its dialect. Values that are not schemas are given
// too where only a schema may stand.
func Subschemas(schema record.Value, d Dialect) iter.Seq[Subschema] {
	return func(yield func(Subschema) bool) {
		for m := range schema.Members() {
			k, ok := d.keyword(m.Name)
			if ok && !under(k, m.Value, yield) {
				return
			}
		}
	}
}

// under yields the schemas under one keyword and reports whether to go on.
func under(k keyword, v record.Value, yield func(Subschema) bool) bool {
	s := Subschema{Keyword: k.name, Value: v, InPlace: k.effect == inPlace, Applies: k.effect != nowhere}
	switch kind := v.Kind(); k.shape {
	case subschema:
		return yield(s)
	case flagOrSub:
		return kind != record.Object || yield(s)
	case subOrList, subschemas:
		if kind != record.Array {
			return yield(s)
		}
		for i, e := range v.Elements() {
			s.Name, s.Named, s.Value = strconv.Itoa(i), true, e
			if !yield(s) {
				return false
			}
		}
	case schemaMap, patternMap, subsOrNames:
		for m := range v.Members() {
			if k.shape == subsOrNames && m.Value.Kind() == record.Array {
				continue
			}
			s.Name, s.Named, s.Value = m.Name, true, m.Value
			if !yield(s) {
				return false
			}
		}
	}
	return true
}
