package record

import (
	"strconv"

	"github.com/mcp-evref/evref/pkg/internal/tape"
)

// Places gives pointers of many values of one record. Asked in input order, it
// goes through the record once, where [Value.Pointer] begins anew for each value.
// A Places must not be used by two goroutines at once.
type Places struct {
	record *Record
	levels []level
	path   []byte
}

// level is a container on the way to the last value asked for.
type level struct {
	node, end uint32 // the container and the node behind it
	child     uint32 // its child on the way, the name if it is a member
	value     uint32
	next      uint32 // the child after that
	index     int    // of the child
	base      int    // length of the path to the container
}

// Places begins to look up values.
func (r *Record) Places() *Places { return &Places{record: r} }

// Pointer is [Value.Pointer] of a value or name of the record.
func (p *Places) Pointer(v Value) string {
	for n := len(p.levels); n > 0 && (v.node >= p.levels[n-1].end || v.node < p.levels[n-1].child); n-- {
		p.levels = p.levels[:n-1]
	}
	if len(p.levels) == 0 {
		p.enter(0, 0)
	}
	for p.step(v.node) {
	}
	return string(p.path)
}

// enter begins a level at a container, whose path has length base.
func (p *Places) enter(node uint32, base int) {
	t := p.record.tape
	l := level{node: node, end: t.Next(node), child: node, value: node, next: node + 1, index: -1, base: base}
	p.levels = append(p.levels, l)
}

// step goes one level towards a node within the innermost level, and reports
// whether there are more to go.
func (p *Places) step(node uint32) (more bool) {
	t := p.record.tape
	l := &p.levels[len(p.levels)-1]
	p.path = p.path[:l.base]
	if node == l.node {
		return false
	}
	object := t.Nodes[l.node].Kind() == tape.Object
	for node >= l.next {
		l.child, l.value = l.next, l.next
		if object {
			l.value = t.MemberValue(l.child)
		}
		l.next = t.Next(l.value)
		l.index++
	}
	switch {
	case object:
		p.path = append(append(p.path, '/'), tape.EscapePointer(t.NameText(l.child))...)
	case t.Nodes[l.node].Kind() == tape.Array:
		p.path = strconv.AppendInt(append(p.path, '/'), int64(l.index), 10)
	}
	if node <= l.value { // the child itself, its name, or something within a key
		return false
	}
	p.enter(l.value, len(p.path))
	return true
}
