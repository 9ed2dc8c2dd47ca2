package surface

import (
	"slices"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// Class says how much a change of a tool matters. The zero value is Text.
type Class uint8

// Classes of changes, lowest first.
const (
	Text      Class = iota // what people and models read: title, description
	Behaviour              // what the tool does or claims: annotations, _meta, new tools, more input
	Breaking               // what worked may fail: a tool or parameter gone, a new requirement
)

var classNames = []string{"text", "behaviour", "breaking"}

// String gives the name used on the command line.
func (c Class) String() string { return classNames[c] }

// MarshalText writes the name.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Classes lists the names, lowest first.
func Classes() []string { return slices.Clone(classNames) }

// ParseClass reads a name that String gives.
func ParseClass(name string) (Class, bool) {
	i := slices.Index(classNames, name)
	return Class(max(i, 0)), i >= 0
}

// Change is one difference between two listings.
type Change struct {
	Tool    string
	Class   Class
	Pointer string // into the tool; empty for the whole tool
	Message string // what changed: one line, secrets hidden
}

// Compare gives the changes from one listing to another, tool by tool in the
// order of names. Only digests decide whether a tool changed.
func Compare(before, after []Tool) []Change {
	var out []Change
	i, j := 0, 0
	for i < len(before) || j < len(after) {
		switch {
		case j == len(after) || i < len(before) && before[i].Name < after[j].Name:
			out = append(out, Change{Tool: before[i].Name, Class: Breaking, Message: "tool is gone"})
			i++
		case i == len(before) || before[i].Name > after[j].Name:
			out = append(out, Change{Tool: after[j].Name, Class: Behaviour, Message: "tool is new"})
			j++
		default:
			if before[i].Digest != after[j].Digest {
				out = append(out, compareTool(before[i], after[j])...)
			}
			i++
			j++
		}
	}
	return out
}

// Highest gives the highest class among changes; ok is false without any.
func Highest(changes []Change) (highest Class, ok bool) {
	for _, c := range changes {
		highest = max(highest, c.Class)
	}
	return highest, len(changes) > 0
}

func compareTool(before, after Tool) []Change {
	c := comparison{tool: after.Name}
	old, err1 := record.Parse(before.Input, record.JSON, record.Limits{})
	new, err2 := record.Parse(after.Input, record.JSON, record.Limits{})
	if err1 == nil && err2 == nil {
		c.members(old.Root(), new.Root())
	}
	if len(c.found) == 0 {
		// What differs is hidden, or was. Nobody can say how much it matters.
		c.add(Breaking, "", "changed in a part that is not shown because it looks like a secret")
	}
	return c.found
}

type comparison struct {
	tool  string
	found []Change
}

func (c *comparison) add(class Class, pointer, message string) {
	c.found = append(c.found, Change{Tool: c.tool, Class: class, Pointer: pointer, Message: message})
}

// differ reports a change of a whole value.
func (c *comparison) differ(class Class, pointer string, old, new record.Value) {
	switch {
	case old.IsZero() && new.IsZero(), !old.IsZero() && !new.IsZero() && sameValue(old, new):
	case old.IsZero():
		c.add(class, pointer, "new: "+sketch(new))
	case new.IsZero():
		c.add(class, pointer, "gone: was "+sketch(old))
	default:
		c.add(class, pointer, "was "+sketch(old)+", is "+sketch(new))
	}
}

func sketch(v record.Value) string {
	if text, ok := v.Text(); ok {
		return diag.Quote(text, 80)
	}
	if v.Kind() == record.Object || v.Kind() == record.Array {
		return "an " + v.Kind().String()
	}
	return diag.Safe(string(v.Raw()))
}

// members compares the members of two tools.
func (c *comparison) members(old, new record.Value) {
	for _, name := range Members() {
		a, b, pointer := old.Get(name), new.Get(name), "/"+name
		switch name {
		case "title", "description":
			c.differ(Text, pointer, a, b)
		case "inputSchema", "outputSchema":
			c.schemas(pointer, a, b, name == "inputSchema")
		case "annotations", "_meta":
			c.metadata(pointer, a, b)
		}
	}
}

// metadata compares annotations and _meta down to the members that differ.
func (c *comparison) metadata(pointer string, old, new record.Value) {
	if old.Kind() != record.Object || new.Kind() != record.Object {
		c.differ(Behaviour, pointer, old, new)
		return
	}
	for _, name := range memberNames(old, new) {
		at := record.Child(pointer, name)
		if at == "/annotations/title" {
			c.differ(Text, at, old.Get(name), new.Get(name))
		} else {
			c.metadata(at, old.Get(name), new.Get(name))
		}
	}
}

// memberNames lists the names in either object, those of the first in its order
// and then what only the second has.
func memberNames(a, b record.Value) []string {
	var names []string
	for m := range a.Members() {
		names = append(names, m.Name)
	}
	for m := range b.Members() {
		if a.Get(m.Name).IsZero() {
			names = append(names, m.Name)
		}
	}
	return names
}
