package tape

import (
	"bytes"
	"cmp"
	"slices"
)

// CompareNames orders member names as RFC 8785 §3.2.3 does, by UTF-16 code
// units, without converting them: for UTF-8 that is byte order, except that
// characters from U+E000 to U+FFFF (first byte 0xEE or 0xEF) sort after those
// beyond U+FFFF (first byte 0xF0 and up), which UTF-16 writes with surrogates
// from 0xD800.
func CompareNames(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for i < n && a[i] == b[i] {
		i++
	}
	if i == n {
		return cmp.Compare(len(a), len(b))
	}
	x, y := a[i], b[i]
	// Only lead bytes are 0xEE or above, so a difference here is a difference
	// between the first bytes of two characters.
	if x >= 0xEE && y >= 0xEE && (x >= 0xF0) != (y >= 0xF0) {
		return cmp.Compare(y, x)
	}
	return cmp.Compare(x, y)
}

// CompareTextKeys orders text strings by their deterministic CBOR encoding
// (RFC 8949 §4.2.1): the head is longer or larger for a longer string, so
// length decides first, then the bytes.
func CompareTextKeys(a, b []byte) int {
	if len(a) != len(b) {
		return cmp.Compare(len(a), len(b))
	}
	return bytes.Compare(a, b)
}

// compareText compares two JSON member names given as nodes.
func (t *Tape) compareText(a, b uint32) int { return CompareNames(t.Text(a), t.Text(b)) }

// sortMembers puts the names of the innermost Object into canonical order,
// appends the order node, and refuses (or lists) equal names.
func (p *Parser) sortMembers(top frame, compare func(a, b uint32) int) *Fault {
	t := &p.tape
	start := uint32(len(t.Orders))
	for i, end := top.node+1, uint32(len(t.Nodes)); i < end; i = t.Next(t.Next(i)) {
		t.Orders = append(t.Orders, i)
	}
	names := t.Orders[start:]
	// Ties keep input order, so that a pair of equal names is (first, again).
	slices.SortFunc(names, func(a, b uint32) int { return cmp.Or(compare(a, b), cmp.Compare(a, b)) })
	var first, again uint32
	for i := 1; i < len(names); i++ {
		if compare(names[i-1], names[i]) != 0 {
			continue
		}
		if p.AllowDuplicates {
			t.Duplicates = append(t.Duplicates, Duplicate{names[i-1], names[i]})
		} else if again == 0 || names[i] < again {
			first, again = names[i-1], names[i]
		}
	}
	if again != 0 {
		return p.repeated(first, again)
	}
	order := p.add(orderNode, 0, 0, 0)
	t.Nodes[order].Start, t.Nodes[order].End = start, uint32(len(t.Orders))
	return nil
}

// repeated is the fault for two equal names of the innermost Object.
func (p *Parser) repeated(first, again uint32) *Fault {
	top := &p.frames[len(p.frames)-1]
	top.name, top.key = again, false
	f := p.fault(DuplicateName, RepeatedName, p.nameOffset(again))
	f.First = p.nameOffset(first)
	f.Name = p.tape.nameText(again)
	return f
}

// earliest gives the fault that a reader from left to right meets first. Names
// that are not in order are compared when their object ends, so a fault inside
// an open object may stand behind a repeated name.
func (p *Parser) earliest(f *Fault) *Fault {
	if p.AllowDuplicates {
		return f
	}
	for len(p.frames) > 0 {
		if first, again := p.firstRepeat(); again != 0 {
			if r := p.repeated(first, again); f.Code != RepeatedName || r.Offset < f.Offset {
				f = r
			}
		}
		p.frames = p.frames[:len(p.frames)-1]
	}
	return f
}

// firstRepeat finds the first repeated name among those of the innermost
// container that have been read completely; again is 0 when there is none.
func (p *Parser) firstRepeat() (first, again uint32) {
	t, top := &p.tape, p.frames[len(p.frames)-1]
	if t.Nodes[top.node].Kind() != Object {
		return 0, 0
	}
	seen := make(map[string]uint32)
	for i, n := top.node+1, uint32(0); n < top.count; n++ {
		name := "\xff" // in no text
		if t.Nodes[i].Kind() == OtherKey {
			name += string(t.EncodedKey(i))
		} else {
			name = string(t.Text(i))
		}
		if at, ok := seen[name]; ok {
			return at, i
		}
		seen[name] = i
		if n+1 < top.count {
			i = t.Next(t.Next(i))
		}
	}
	return 0, 0
}

// nameOffset gives the offset of a name in the input.
func (p *Parser) nameOffset(i uint32) int {
	if p.tape.Nodes[i].Kind() == OtherKey { // its own span is in the arena
		i++
	}
	return int(p.tape.Nodes[i].Start)
}
