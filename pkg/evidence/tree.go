package evidence

import (
	"bytes"
	"slices"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/internal/tape"
	"github.com/mcp-evref/evref/pkg/record"
)

// tree is a record taken apart, so that it can be put together in the ways
// other programs would have. It is used to explain a mismatch and for nothing
// that a verdict rests on.
type tree struct {
	kind    record.Kind
	truth   bool
	text    []byte // string: content; number: literal, empty for a CBOR float
	float   float64
	jcs     string // number: its text under RFC 8785
	cbor    []byte // number: our encoding; kinds that only CBOR has: the encoding as given
	members []member
	items   []*tree

	sorted [orderCount][]member // members in each order, once somebody asked for it
}

type member struct {
	name  []byte
	value *tree
}

func named(name string, value *tree) member { return member{[]byte(name), value} }

// treeOf takes a record apart. json is false when it holds something that JSON
// cannot express.
func treeOf(v record.Value) (t *tree, json bool) {
	t, json = &tree{kind: v.Kind()}, true
	switch t.kind {
	case record.Null:
	case record.Bool:
		t.truth, _ = v.Bool()
	case record.String:
		t.text = v.Content()
	case record.Number:
		json = t.readNumber(v)
	case record.Array:
		for _, e := range v.Elements() {
			child, ok := treeOf(e)
			json = json && ok
			t.items = append(t.items, child)
		}
	case record.Object:
		for name, value := range v.Entries() {
			child, ok := treeOf(value)
			json = json && ok && name.Kind() == record.String
			t.members = append(t.members, member{name.Content(), child})
		}
	default:
		t.cbor, json = v.Raw(), false
	}
	return t, json
}

func (t *tree) readNumber(v record.Value) (json bool) {
	t.float, _ = v.Float64()
	t.text = []byte(v.Literal())
	t.cbor, _ = digest.CBOR.Append(nil, v)
	jcs, err := digest.JCS.Append(nil, v)
	t.jcs = string(jcs)
	if tp := v.Record().Tape(); len(t.text) == 0 && err == nil && tp.Nodes[v.Node()].Kind() != tape.Float {
		t.text = []byte(integerText(tp.Argument(v.Node()), tp.Nodes[v.Node()].Kind() == tape.Nint))
	}
	return err == nil
}

// parseNumber makes a tree of a JSON number literal.
func parseNumber(literal []byte) (*tree, bool) {
	rec, err := record.Parse(literal, record.JSON, record.Limits{})
	if err != nil || rec.Root().Kind() != record.Number {
		return nil, false
	}
	return treeOf(rec.Root())
}

func textTree(s []byte) *tree { return &tree{kind: record.String, text: s} }

func objectTree(members ...member) *tree { return &tree{kind: record.Object, members: members} }

// isInteger reports a number written without fraction and exponent.
func (t *tree) isInteger() bool {
	return t.kind == record.Number && len(t.text) > 0 && !bytes.ContainsAny(t.text, ".eE")
}

// in gives the members in an order.
func (t *tree) in(o order) []member {
	if o == asGiven || len(t.members) < 2 {
		return t.members
	}
	if t.sorted[o] == nil {
		t.sorted[o] = slices.Clone(t.members)
		slices.SortStableFunc(t.sorted[o], comparisons[o])
	}
	return t.sorted[o]
}

// copy gives a tree whose members can be changed; its values are shared.
func (t *tree) copy() *tree {
	c := *t
	c.members = slices.Clone(t.members)
	c.sorted = [orderCount][]member{}
	return &c
}

// replaced gives a copy of t in which change has had its way with every value,
// children first; change may give nil to remove a member or an element. touched
// is false when nothing was changed, and the copy is t itself.
func (t *tree) replaced(change func(*tree) *tree) (out *tree, touched bool) {
	c := *t
	c.sorted = [orderCount][]member{}
	switch t.kind {
	case record.Array:
		c.items = nil
		for _, item := range t.items {
			r, changed := item.replaced(change)
			touched = touched || changed
			if r != nil {
				c.items = append(c.items, r)
			}
		}
	case record.Object:
		c.members = nil
		for _, m := range t.members {
			r, changed := m.value.replaced(change)
			touched = touched || changed
			if r != nil {
				c.members = append(c.members, member{m.name, r})
			}
		}
	}
	if !touched {
		c = *t
	}
	if out = change(&c); out != &c {
		return out, true
	}
	if !touched {
		return t, false
	}
	return out, true
}

// without gives an object without some of its members.
func (t *tree) without(drop func(name []byte) bool) *tree {
	kept := func(members []member) []member {
		return slices.DeleteFunc(slices.Clone(members), func(m member) bool { return drop(m.name) })
	}
	c := *t
	c.members = kept(t.members)
	for o, members := range t.sorted { // what is left is still in order
		c.sorted[o] = kept(members)
	}
	return &c
}
