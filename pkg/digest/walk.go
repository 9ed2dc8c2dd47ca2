package digest

import (
	"slices"

	"github.com/mcp-evref/evref/pkg/internal/tape"
)

// frame is one container that is being written.
type frame struct {
	at, end uint32 // what to write next, and where to stop: nodes, or indexes in a list of names
	base    uint32 // length of Encoder.names before this container's were added
	list    list
	object  bool
	before  byte // JSON: what to write before the next child, the bracket or a comma
	closing byte // JSON: the closing bracket
}

// list says where the names of an object stand in the order in which they are
// written.
type list uint8

const (
	inInput list = iota // as they come
	onTape              // in Tape.Orders
	sorted              // in Encoder.names
)

// push begins the container at a node; order is the one its members need. The
// frame is valid until the next call.
func (e *Encoder) push(t *tape.Tape, node uint32, order tape.Order) *frame {
	n := len(e.frames)
	if n == cap(e.frames) {
		e.frames = append(e.frames, frame{})
	}
	e.frames = e.frames[:n+1]
	f := &e.frames[n]
	f.at, f.end = t.Children(node)
	f.base = uint32(len(e.names))
	f.object = t.Nodes[node].Kind() == tape.Object
	f.list = inInput
	switch {
	case !f.object:
	case t.Sorted != order:
		e.sortNames(t, f, node, order)
	case t.Nodes[node].Has(tape.FlagUnsorted):
		f.list = onTape
		f.at, f.end = t.OrderBounds(node)
	}
	return f
}

func (e *Encoder) pop() {
	n := len(e.frames) - 1
	e.names = e.names[:e.frames[n].base]
	e.frames = e.frames[:n]
}

// sortNames makes the list of the names between the bounds of f, the members of
// node, in order.
func (e *Encoder) sortNames(t *tape.Tape, f *frame, node uint32, order tape.Order) {
	if n := int(t.Count(node)); n > cap(e.names)-len(e.names) {
		e.names = slices.Grow(e.names, n) // once, and not by and by
	}
	for i := f.at; i < f.end; i = t.Next(t.MemberValue(i)) {
		e.names = append(e.names, i)
	}
	t.SortNames(e.names[f.base:], order, &e.sorter)
	f.list = sorted
	f.at, f.end = f.base, uint32(len(e.names))
}

// next gives the next child, or the name of the next member, and moves on.
func (e *Encoder) next(t *tape.Tape, f *frame) (node uint32) {
	node = f.at
	switch {
	case f.list == onTape:
		node = t.Orders[node]
		f.at++
	case f.list == sorted:
		node = e.names[node]
		f.at++
	case f.object:
		f.at = t.Next(t.MemberValue(node))
	default:
		f.at = t.Next(node)
	}
	return node
}
