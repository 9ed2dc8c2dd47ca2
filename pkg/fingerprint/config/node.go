package config

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint/coverage"
	"github.com/mcp-evref/evref/pkg/record"
)

// node is one value of a configuration, whatever syntax it was written in.
type node struct {
	kind     record.Kind // Null, Bool, Number, String, Array or Object
	text     string      // the decoded string; for a number or boolean, its literal
	members  []member    // in the order of the file; names are unique
	elements []*node
	at       diag.Range
}

type member struct {
	name  string
	at    diag.Range // of the name
	value *node
}

// get gives the member with that name, or nil; get of nil is nil.
func (n *node) get(name string) *node {
	if n == nil {
		return nil
	}
	for _, m := range n.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// find follows names through objects.
func (n *node) find(names ...string) *node {
	for _, name := range names {
		n = n.get(name)
	}
	return n
}

func (n *node) is(kind record.Kind) bool { return n != nil && n.kind == kind }

// has reports that n is an object with every one of the names.
func (n *node) has(names ...string) bool {
	for _, name := range names {
		if n.get(name) == nil {
			return false
		}
	}
	return n.is(record.Object)
}

// fromRecord copies a parsed JSON value. positions may be nil.
func fromRecord(v record.Value, positions *diag.Positions) *node {
	place := func(v record.Value) diag.Range {
		if positions == nil {
			return diag.Range{}
		}
		return positions.Range(v.Span())
	}
	n := &node{kind: v.Kind(), at: place(v)}
	switch n.kind {
	case record.String:
		n.text, _ = v.Text()
	case record.Bool, record.Number:
		n.text = string(v.Raw())
	case record.Array:
		for _, e := range v.Elements() {
			n.elements = append(n.elements, fromRecord(e, positions))
		}
	case record.Object:
		for m := range v.Members() {
			n.members = append(n.members, member{name: m.Name, at: place(m.Key), value: fromRecord(m.Value, positions)})
		}
	}
	return n
}

// article names a value's kind for a sentence.
func article(n *node) string {
	switch {
	case n == nil:
		return "nothing"
	case n.kind == record.Null:
		return "null"
	case n.kind == record.Array || n.kind == record.Object:
		return "an " + n.kind.String()
	}
	return "a " + n.kind.String()
}

// canonical writes a value so that different values have different text.
func (n *node) canonical() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d:%s", n.kind, len(n.text), n.text)
	for _, m := range n.members {
		fmt.Fprintf(&b, ",%d:%s=", len(m.name), m.name)
		b.WriteString(m.value.canonical())
	}
	for _, e := range n.elements {
		b.WriteString("," + e.canonical())
	}
	return b.String()
}

// leaves lists the scalars and empty containers in a value by path, in the
// order of the file. Array elements are path[0], path[1] and so on.
func leaves(path string, state coverage.State, note string, n *node) []coverage.Member {
	var out []coverage.Member
	for _, m := range n.members {
		out = append(out, leaves(path+"."+m.name, state, note, m.value)...)
	}
	for i, e := range n.elements {
		out = append(out, leaves(coverage.Index(path, i), state, note, e)...)
	}
	if out == nil {
		return []coverage.Member{coverage.New(path, state, note, n.canonical())}
	}
	return out
}

// Leaves lists what an unknown member of a definition holds, by path.
func Leaves(path string, v record.Value) []coverage.Member {
	return leaves(path, coverage.Unknown, "", fromRecord(v, nil))
}
