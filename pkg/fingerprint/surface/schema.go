package surface

import (
	"strings"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// schemas compares two JSON Schemas. For input, whatever asks for more is
// breaking; for output, whatever promises less. What is not understood counts
// as breaking.
func (c *comparison) schemas(pointer string, old, new record.Value, input bool) {
	if old.Kind() != record.Object || new.Kind() != record.Object {
		class := Breaking
		if !input && old.IsZero() {
			class = Behaviour // an output that was promised nothing
		}
		c.differ(class, pointer, old, new)
		return
	}
	for _, name := range memberNames(old, new) {
		c.keyword(record.Child(pointer, name), name, old.Get(name), new.Get(name), input)
	}
}

func (c *comparison) keyword(at, name string, old, new record.Value, input bool) {
	switch name {
	case "title", "description", "examples", "$comment":
		c.differ(Text, at, old, new)
	case "default", "deprecated", "$schema", "$id":
		c.differ(Behaviour, at, old, new)
	case "required":
		c.set(at, old, new, one(input, Breaking, Behaviour), one(input, Behaviour, Breaking))
	case "enum":
		c.set(at, old, new, one(input, Behaviour, Breaking), one(input, Breaking, Behaviour))
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas":
		c.named(at, old, new, input)
	case "items", "additionalProperties", "contains", "propertyNames", "if", "then", "else", "not":
		if old.Kind() == record.Object && new.Kind() == record.Object {
			c.schemas(at, old, new, input)
		} else {
			c.constraint(at, old, new, input)
		}
	case "allOf", "anyOf", "oneOf", "prefixItems":
		c.each(at, old, new, input)
	default:
		if strings.HasPrefix(name, "x-") {
			c.differ(Behaviour, at, old, new)
		} else {
			c.constraint(at, old, new, input)
		}
	}
}

func one(input bool, forInput, forOutput Class) Class {
	if input {
		return forInput
	}
	return forOutput
}

// constraint compares a keyword that restricts values.
func (c *comparison) constraint(at string, old, new record.Value, input bool) {
	class := Breaking
	switch {
	case old.IsZero():
		class = one(input, Breaking, Behaviour)
	case new.IsZero():
		class = one(input, Behaviour, Breaking)
	}
	c.differ(class, at, old, new)
}

// named compares schemas under names. A property that is gone is breaking either
// way: it can no longer be given, or is no longer there to be read.
func (c *comparison) named(at string, old, new record.Value, input bool) {
	if old.Kind() != record.Object || new.Kind() != record.Object {
		c.differ(one(old.IsZero(), Behaviour, Breaking), at, old, new)
		return
	}
	for _, name := range memberNames(old, new) {
		a, b, pointer := old.Get(name), new.Get(name), record.Child(at, name)
		switch {
		case a.IsZero():
			c.add(Behaviour, pointer, "new")
		case b.IsZero():
			c.add(Breaking, pointer, "gone")
		default:
			c.schemas(pointer, a, b, input)
		}
	}
}

// set compares arrays in which order does not matter.
func (c *comparison) set(at string, old, new record.Value, added, removed Class) {
	if !old.IsZero() && old.Kind() != record.Array || !new.IsZero() && new.Kind() != record.Array {
		c.differ(Breaking, at, old, new)
		return
	}
	for _, e := range new.Elements() {
		if !holds(old, e) {
			c.add(added, at, "new: "+sketch(e))
		}
	}
	for _, e := range old.Elements() {
		if !holds(new, e) {
			c.add(removed, at, "gone: "+sketch(e))
		}
	}
}

func holds(array, element record.Value) bool {
	for _, e := range array.Elements() {
		if sameValue(e, element) {
			return true
		}
	}
	return false
}

// each compares lists of schemas place by place.
func (c *comparison) each(at string, old, new record.Value, input bool) {
	if old.Kind() != record.Array || new.Kind() != record.Array || old.Len() != new.Len() {
		c.constraint(at, old, new, input)
		return
	}
	for i, a := range old.Elements() {
		c.schemas(record.ChildIndex(at, i), a, new.Index(i), input)
	}
}

// sameValue compares values as canonical JSON does.
func sameValue(a, b record.Value) bool {
	x, err1 := digest.JCS.Append(nil, a)
	y, err2 := digest.JCS.Append(nil, b)
	return err1 == nil && err2 == nil && string(x) == string(y)
}
