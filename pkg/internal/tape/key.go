package tape

import (
	"bytes"
	"cmp"
	"encoding/binary"
)

// key is a member name together with the first eight bytes of what orders it,
// so that most comparisons touch neither the tape nor the input.
type key struct {
	prefix uint64 // see utf16Prefix and encodedPrefix
	node   uint32
	size   uint32 // of the decoded text, or of the encoding of a key that is not text
}

// utf16Prefix gives the beginning of a name as a number that compares like
// [CompareNames]. Shorter names are filled up with zeros.
func utf16Prefix(name []byte) uint64 {
	var b [8]byte
	for i := range copy(b[:], name) {
		b[i] = rank16(b[i])
	}
	return binary.BigEndian.Uint64(b[:])
}

// encodedPrefix gives the beginning of the deterministic encoding of a text key
// as a number.
func encodedPrefix(name []byte) uint64 {
	var b [16]byte
	head := AppendHead(b[:0], MajorText, uint64(len(name)))
	copy(b[len(head):8], name)
	return binary.BigEndian.Uint64(b[:])
}

// textKey makes the key of a String.
func (t *Tape) textKey(order Order, node uint32) key {
	text := t.Text(node)
	k := key{node: node, size: uint32(len(text))}
	if order == OrderUTF16 {
		k.prefix = utf16Prefix(text)
	} else {
		k.prefix = encodedPrefix(text)
	}
	return k
}

// compareKeys orders two names of one object. All text heads begin with the
// same major type, so a key of another kind differs from a text key in its
// first byte, that is, in its prefix.
func (t *Tape) compareKeys(order Order, a, b key) int {
	if a.prefix != b.prefix {
		return cmp.Compare(a.prefix, b.prefix)
	}
	if a.size < 8 && b.size < 8 { // the rest of the prefix is zeros
		return cmp.Compare(a.size, b.size)
	}
	switch {
	case order == OrderUTF16:
		return CompareNames(t.Text(a.node), t.Text(b.node))
	case t.Nodes[a.node].Kind() == OtherKey:
		return bytes.Compare(t.EncodedKey(a.node), t.EncodedKey(b.node))
	}
	return CompareTextKeys(t.Text(a.node), t.Text(b.node))
}
