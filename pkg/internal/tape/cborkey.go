package tape

import (
	"encoding/binary"
	"slices"
)

// MaxKeyDepth bounds how deep containers and tags may nest inside a map key: a
// key inside a key is encoded once more for each level.
const MaxKeyDepth = 8

// keyDone takes in the key that has just been read, and marks one that is not
// text with its encoding.
func (p *Parser) keyDone(top *frame) *Fault {
	t := &p.tape
	if t.Nodes[top.name].Kind() == String {
		return p.member(top, t.textKey(OrderEncoded, top.name))
	}
	at := len(t.Arena)
	t.Arena = t.appendKey(t.Arena, top.name)
	if len(t.Arena) > MaxInput { // offsets in the arena have 32 bits
		return p.fault(Size, TooLarge, int(t.Nodes[top.name].Start))
	}
	t.insertMark(top.name, Node{Start: uint32(at), End: uint32(len(t.Arena)), bits: bitsOf(OtherKey, 0)})
	encoded := t.EncodedKey(top.name)
	var b [8]byte
	copy(b[:], encoded)
	return p.member(top, key{prefix: binary.BigEndian.Uint64(b[:]), node: top.name, size: uint32(len(encoded))})
}

// insertMark puts a node in front of a key's own nodes, which moves them by one.
func (t *Tape) insertMark(k uint32, mark Node) {
	t.Nodes = slices.Insert(t.Nodes, int(k), mark)
	t.Nodes[k].Aux = uint32(len(t.Nodes))
	for i := k + 1; i < uint32(len(t.Nodes)); i++ {
		switch n := &t.Nodes[i]; n.Kind() {
		case Array, Object, Tag, OtherKey:
			n.Aux++
		}
	}
	// What points into the key was added after it began.
	for i := len(t.Orders) - 1; i >= 0 && t.Orders[i] >= k; i-- {
		t.Orders[i]++
	}
	for i := len(t.Duplicates) - 1; i >= 0 && t.Duplicates[i].First >= k; i-- {
		t.Duplicates[i].First++
		t.Duplicates[i].Again++
	}
}

// appendKey writes the deterministic encoding of a whole key. Recursion is
// bounded by MaxKeyDepth.
func (t *Tape) appendKey(dst []byte, i uint32) []byte {
	dst = t.AppendScalar(dst, i)
	switch t.Nodes[i].Kind() {
	case Array, Tag:
		first, end := t.Children(i)
		for j := first; j < end; j = t.Next(j) {
			dst = t.appendKey(dst, j)
		}
	case Object:
		if order := t.Order(i); order != nil {
			for _, name := range order {
				dst = t.appendKey(t.AppendName(dst, name), t.Next(name))
			}
			return dst
		}
		first, end := t.Children(i)
		for name := first; name < end; name = t.Next(t.Next(name)) {
			dst = t.appendKey(t.AppendName(dst, name), t.Next(name))
		}
	}
	return dst
}

// AppendName writes the deterministic encoding of a map key.
func (t *Tape) AppendName(dst []byte, name uint32) []byte {
	if t.Nodes[name].Kind() == OtherKey {
		return append(dst, t.EncodedKey(name)...)
	}
	return t.AppendScalar(dst, name)
}
