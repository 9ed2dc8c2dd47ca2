package tape

import (
	"cmp"
	"slices"
)

// member takes a complete name into the innermost Object, whose frame is top:
// it notes whether the names still come in order, and refuses a name that
// repeats the one before.
func (p *Parser) member(top *frame, k key) *Fault {
	if k.prefix < top.last {
		top.ordered = 0
	} else if p.names(top) > 0 && top.ordered == inOrder && k.prefix == top.last {
		last := p.keys[len(p.keys)-1]
		order := p.tape.compareKeys(p.tape.Sorted, last, k)
		if order == 0 && !p.AllowDuplicates {
			return p.repeated(last.node, k.node)
		}
		if order >= 0 {
			top.ordered = 0
		}
	}
	top.last = k.prefix & top.ordered
	p.keys = append(p.keys, k)
	return nil
}

// closeMembers ends the member list of the innermost Object: it puts names that
// are not in order into order, appends the order node, and refuses (or lists)
// names that are equal.
func (p *Parser) closeMembers(top *frame) *Fault {
	t := &p.tape
	keys := p.keys[top.keys:]
	p.keys = p.keys[:top.keys]
	if t.Sorted != OrderUTF16 && len(keys) > 1 {
		p.dirty++ // not in the order of JCS, as far as is known
	}
	if top.ordered == inOrder {
		return nil
	}
	p.dirty++
	start := len(t.Orders)
	t.Orders = slices.Grow(t.Orders, len(keys))[:start+len(keys)]
	order := t.Orders[start:]
	t.Nodes = append(t.Nodes, Node{Start: uint32(start), End: uint32(len(t.Orders)), bits: bitsOf(orderNode, 0)})
	t.Nodes[top.node].set(FlagUnsorted)
	if len(keys) <= few && p.shapes.sort(order, keys) {
		return nil
	}
	t.sortKeys(t.Sorted, keys)
	for i, k := range keys {
		order[i] = k.node
	}
	return p.repeats(keys)
}

// SortNames puts names, which are nodes of one object, into an order.
func (t *Tape) SortNames(names []uint32, order Order, s *Sorter) {
	s.keys = slices.Grow(s.keys[:0], len(names))
	for _, name := range names {
		s.keys = append(s.keys, t.textKey(order, name))
	}
	if len(names) <= few && s.shapes.sort(names, s.keys) {
		return
	}
	t.sortKeys(order, s.keys)
	for i, k := range s.keys {
		names[i] = k.node
	}
	if cap(s.keys) > large {
		s.keys = nil
	}
}

// Sorter is memory for [Tape.SortNames]. The zero value is ready.
type Sorter struct {
	keys   []key
	shapes shapes
}

// sortKeys sorts the names of one object. Equal names keep their input order.
func (t *Tape) sortKeys(order Order, keys []key) {
	slices.SortFunc(keys, func(a, b key) int {
		switch {
		case a.prefix < b.prefix:
			return -1
		case a.prefix > b.prefix:
			return 1
		}
		return cmp.Or(t.compareKeys(order, a, b), cmp.Compare(a.node, b.node))
	})
}

// repeats finds equal neighbours among sorted names.
func (p *Parser) repeats(keys []key) *Fault {
	t := &p.tape
	var first, again uint32
	for i := 1; i < len(keys); i++ {
		if keys[i-1].prefix != keys[i].prefix || t.compareKeys(t.Sorted, keys[i-1], keys[i]) != 0 {
			continue
		}
		if p.AllowDuplicates {
			t.Duplicates = append(t.Duplicates, Duplicate{keys[i-1].node, keys[i].node})
		} else if again == 0 || keys[i].node < again {
			first, again = keys[i-1].node, keys[i].node
		}
	}
	if again != 0 {
		return p.repeated(first, again)
	}
	return nil
}

// repeated is the fault for two equal names of the innermost Object.
func (p *Parser) repeated(first, again uint32) *Fault {
	f := p.faultBetween(DuplicateName, RepeatedName, p.nameOffset(again))
	f.First = p.nameOffset(first)
	f.Name = p.tape.NameText(again)
	if p.frames[len(p.frames)-1].inKey == 0 {
		f.Pointer = appendToken(f.Pointer, f.Name)
	}
	return f
}

// nameOffset gives the offset of a name in the input.
func (p *Parser) nameOffset(i uint32) int {
	if p.tape.Nodes[i].Kind() == OtherKey { // its own span is in the arena
		i++
	}
	return int(p.tape.Nodes[i].Start)
}

// earliest gives the fault that a reader from left to right meets first. Names
// that are not in order are compared when their object ends, so a fault inside
// an open object may stand behind a repeated name.
func (p *Parser) earliest(f *Fault) *Fault {
	if p.AllowDuplicates {
		return f
	}
	for n := len(p.frames); n > 0; n-- {
		top := p.frames[n-1]
		keys := p.keys[top.keys:]
		p.frames, p.keys = p.frames[:n], p.keys[:top.keys]
		if top.ordered == inOrder {
			continue
		}
		p.tape.sortKeys(p.tape.Sorted, keys)
		if r := p.repeats(keys); r != nil && (f.Code != RepeatedName || r.Offset < f.Offset) {
			f = r
		}
	}
	return f
}
