package tree

import (
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// Node is one value, whatever syntax it was written in. The nil Node is "no
// value": look-ups in it find nothing.
type Node struct {
	Kind     record.Kind // Null, Bool, Number, String, Array or Object
	Text     string      // the decoded string; for a number or boolean, its literal
	Members  []Member    // in the order of the file; names are unique
	Elements []*Node
	At       diag.Range
}

// Member is one member of an object.
type Member struct {
	Name  string
	At    diag.Range // of the name
	Value *Node
}

// Get gives the member with that name, or nil.
func (n *Node) Get(name string) *Node {
	if n == nil {
		return nil
	}
	for _, m := range n.Members {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// Is reports whether there is a value of that kind.
func (n *Node) Is(kind record.Kind) bool { return n != nil && n.Kind == kind }

// FromRecord copies a JSON value. Without positions the places stay unknown.
func FromRecord(v record.Value, positions *diag.Positions) *Node {
	place := func(v record.Value) diag.Range {
		if positions == nil {
			return diag.Range{}
		}
		return positions.Range(v.Span())
	}
	n := &Node{Kind: v.Kind(), At: place(v)}
	switch n.Kind {
	case record.String:
		n.Text, _ = v.Text()
	case record.Bool, record.Number:
		n.Text = string(v.Raw())
	case record.Array:
		for _, e := range v.Elements() {
			n.Elements = append(n.Elements, FromRecord(e, positions))
		}
	case record.Object:
		for m := range v.Members() {
			n.Members = append(n.Members, Member{Name: m.Name, At: place(m.Key), Value: FromRecord(m.Value, positions)})
		}
	}
	return n
}

// Size counts the values in a node, itself included.
func (n *Node) Size() int {
	total := 1
	for _, m := range n.Members {
		total += m.Value.Size()
	}
	for _, e := range n.Elements {
		total += e.Size()
	}
	return total
}
