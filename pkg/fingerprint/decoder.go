package fingerprint

import (
	"slices"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// decoder reads values into Go and keeps the first error; after it, every
// method gives a zero value.
type decoder struct {
	err     error
	ignored []Ignored
}

// node is a value with the names that errors give it.
type node struct {
	value   record.Value
	pointer string
	path    string
}

func (n node) child(name string, v record.Value) node {
	path := name
	if n.path != "" {
		path = n.path + "." + name
	}
	return node{value: v, pointer: record.Child(n.pointer, name), path: path}
}

func (d *decoder) fail(n node, format string, args ...any) {
	if d.err == nil {
		d.err = dataError(n.value, n.pointer, n.path, format, args...)
	}
}

// members checks that n is an object that has no known member twice, and lists
// the members it does not know.
func (d *decoder) members(n node, known ...string) {
	if d.err != nil {
		return
	}
	if n.value.Kind() != record.Object {
		d.fail(n, "expected an object, found %s", article(n.value))
		return
	}
	var seen []string
	for m := range n.value.Members() {
		child := n.child(m.Name, m.Value)
		switch {
		case !slices.Contains(known, m.Name):
			nearest, _ := diag.Nearest(m.Name, known)
			d.ignored = append(d.ignored, Ignored{Path: child.path, Pointer: child.pointer, Member: m, Nearest: nearest})
		case slices.Contains(seen, m.Name):
			child.value = m.Key
			d.fail(child, "member is given twice")
			return
		default:
			seen = append(seen, m.Name)
		}
	}
}

// tag reads the member "type", which decides what the other members mean.
func (d *decoder) tag(n node, variants ...string) string {
	if d.err != nil {
		return ""
	}
	if n.value.Kind() != record.Object {
		d.fail(n, "expected an object, found %s", article(n.value))
		return ""
	}
	count := 0
	for m := range n.value.Members() {
		if m.Name == "type" {
			count++
		}
	}
	if count > 1 {
		d.fail(n.child("type", n.value), "member is given twice")
		return ""
	}
	return d.word(n, "type", variants...)
}

// word reads a required string that is one of a few.
func (d *decoder) word(n node, name string, words ...string) string {
	text := d.text(n, name)
	if d.err == nil && !slices.Contains(words, text) {
		// The text itself stays out of the message: it is not one of ours.
		d.fail(n.child(name, n.value.Get(name)), "expected %s", oneOf(words))
	}
	return text
}

// text reads a required string.
func (d *decoder) text(n node, name string) string {
	v := d.require(n, name)
	return d.stringValue(n.child(name, v), v)
}

func (d *decoder) stringValue(n node, v record.Value) string {
	if d.err != nil {
		return ""
	}
	text, ok := v.Text()
	if !ok {
		d.fail(n, "expected a string, found %s", article(v))
	}
	return text
}

// optional reads a string that may be absent or null.
func (d *decoder) optional(n node, name string) *string {
	v := n.value.Get(name)
	if d.err != nil || v.IsZero() || v.IsNull() {
		return nil
	}
	text := d.stringValue(n.child(name, v), v)
	return &text
}

func (d *decoder) boolean(n node, name string) bool {
	v := d.require(n, name)
	if d.err != nil {
		return false
	}
	b, ok := v.Bool()
	if !ok {
		d.fail(n.child(name, v), "expected true or false, found %s", article(v))
	}
	return b
}

// elements gives the elements of a required array.
func (d *decoder) elements(n node, name string) []node {
	v := d.require(n, name)
	if d.err != nil {
		return nil
	}
	list := n.child(name, v)
	if v.Kind() != record.Array {
		d.fail(list, "expected an array, found %s", article(v))
		return nil
	}
	out := make([]node, 0, v.Len())
	for i, e := range v.Elements() {
		out = append(out, node{value: e, pointer: record.ChildIndex(list.pointer, i), path: list.path})
	}
	return out
}

func (d *decoder) require(n node, name string) record.Value {
	v := n.value.Get(name)
	if d.err == nil && v.IsZero() {
		d.fail(n.child(name, n.value), "required member is missing")
	}
	return v
}

// article names a value's kind for a sentence.
func article(v record.Value) string {
	switch v.Kind() {
	case record.Null:
		return "null"
	case record.Array, record.Object:
		return "an " + v.Kind().String()
	}
	return "a " + v.Kind().String()
}

func oneOf(words []string) string {
	text := ""
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			text += " or "
		default:
			text += ", "
		}
		text += `"` + w + `"`
	}
	return text
}
