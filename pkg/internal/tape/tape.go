// Package tape holds one parsed record as a flat list of nodes.
//
// A tape is what the strict readers produce and what the canonicalizers walk.
// It keeps 16 bytes a node (offsets into the input, the index after the
// subtree, kind, flags, count) and never a decoded value, so nothing is rounded
// or dropped between the bytes that were read and the bytes that are hashed.
// Text that has to be unescaped, numbers that have to be converted and member
// order that has to be sorted go to side buffers, which stay empty for a record
// that is already canonical.
//
// There is one grammar: every reader of a record in this project goes through
// [Parser.JSON] or [Parser.CBOR].
package tape

import (
	"encoding/binary"
	"math"
)

// Kind says what a node is.
type Kind uint8

const (
	Null Kind = iota
	False
	True
	Number // JSON number literal
	String // JSON string or CBOR text string
	Array
	Object // JSON object or CBOR map

	// Only in CBOR records.

	Uint      // major type 0, or a tag 2 bignum that fits 64 bits
	Nint      // major type 1, or a tag 3 bignum that fits 64 bits: the value is -1-n
	Float     // half, single or double
	Bytes     // byte string
	Tag       // one child follows
	Simple    // simple value, undefined included
	OtherKey  // a map key that is not text: canonical encoding in the arena, then the key's own nodes
	orderNode // last node of an Object with FlagUnsorted: Start is an index into Order
)

// Flags of a node.
const (
	// FlagSide: the node's content is in Arena at Aux. For strings and byte
	// strings a 4-byte length and the bytes; for numbers and bignums 8 bytes.
	FlagSide = 1 << iota
	// FlagVerbatim: the bytes of the input from Start to End are the node's
	// canonical JCS form. For containers: of the whole subtree.
	FlagVerbatim
	// FlagInteger: a number literal without fraction and exponent.
	FlagInteger
	// FlagUnsorted: the members of an Object are not in canonical order (JCS
	// order for JSON, RFC 8949 §4.2.1 order for CBOR); see [Tape.Order].
	FlagUnsorted
	// FlagNoncharacter: the text contains a Unicode noncharacter (RFC 7493 §2.1).
	FlagNoncharacter
)

const (
	kindBits  = 4
	flagBits  = 5
	countBits = 32 - kindBits - flagBits
	countMax  = 1<<countBits - 1 // means "count the children"
)

// Node is one value, or one member name, of a record.
type Node struct {
	Start, End uint32 // span in Raw, quotes and brackets included
	Aux        uint32 // containers, Tag and OtherKey: index after the subtree; with FlagSide: offset in Arena
	bits       uint32
}

// Kind gives the node's kind.
func (n Node) Kind() Kind { return Kind(n.bits & (1<<kindBits - 1)) }

// Has reports whether the node has all the given flags.
func (n Node) Has(flags uint32) bool { return n.bits>>kindBits&flags == flags }

func (n *Node) set(flags uint32)         { n.bits |= flags << kindBits }
func (n *Node) setCount(c uint32)        { n.bits |= min(c, countMax) << (kindBits + flagBits) }
func (n Node) rawCount() uint32          { return n.bits >> (kindBits + flagBits) }
func bitsOf(k Kind, f uint32) (b uint32) { return uint32(k) | f<<kindBits }

// Tape is one parsed record. It is valid until its Parser parses again.
type Tape struct {
	Raw    []byte
	Nodes  []Node
	Arena  []byte
	Orders []uint32

	// What the parser met; each is false for most records.
	Noncharacters bool // a string or name with FlagNoncharacter exists
	Numbers       bool // a JSON number exists that is not a short plain integer
	// CBOR input only: why the input is not deterministic (RFC 8949 §4.2.1).
	NonShortest, Indefinite, Unsorted, OddNaN, OddBignum bool

	// Duplicates lists the repeated names when [Options.AllowDuplicates] is
	// set, in input order.
	Duplicates []Duplicate
}

// Duplicate names the nodes of two equal member names of one object.
type Duplicate struct{ First, Again uint32 }

// Next gives the index of the node after the subtree of node i.
func (t *Tape) Next(i uint32) uint32 {
	switch t.Nodes[i].Kind() {
	case Array, Object, Tag, OtherKey:
		return t.Nodes[i].Aux
	}
	return i + 1
}

// Children gives the bounds of the child nodes of container i: names and values
// alternate in an Object.
func (t *Tape) Children(i uint32) (first, end uint32) {
	end = t.Nodes[i].Aux
	if t.Nodes[i].Has(FlagUnsorted) {
		end--
	}
	return i + 1, end
}

// MemberValue gives the index of the value that belongs to the name at node i.
func (t *Tape) MemberValue(name uint32) uint32 { return t.Next(name) }

// Count gives the number of elements or members of container i.
func (t *Tape) Count(i uint32) uint32 {
	n := t.Nodes[i]
	if c := n.rawCount(); c < countMax {
		return c
	}
	var c uint32
	first, end := t.Children(i)
	for j := first; j < end; c++ {
		if n.Kind() == Object {
			j = t.Next(j)
		}
		j = t.Next(j)
	}
	return c
}

// Order gives the member names of Object i (node indexes) in canonical order
// when it has FlagUnsorted, and nil when input order is canonical order.
func (t *Tape) Order(i uint32) []uint32 {
	n := t.Nodes[i]
	if !n.Has(FlagUnsorted) {
		return nil
	}
	o := t.Nodes[n.Aux-1]
	return t.Orders[o.Start:o.End]
}

// Text gives the decoded UTF-8 content of a String, or the content of a Bytes
// node. The slice belongs to the tape.
func (t *Tape) Text(i uint32) []byte {
	n := &t.Nodes[i]
	if n.Has(FlagSide) {
		size := binary.LittleEndian.Uint32(t.Arena[n.Aux:])
		return t.Arena[n.Aux+4 : n.Aux+4+size]
	}
	if t.Raw[n.Start] == '"' {
		return t.Raw[n.Start+1 : n.End-1]
	}
	// CBOR: a definite length string; Aux is where its content starts.
	return t.Raw[n.Aux:n.End]
}

// Float64 gives the value of a Number as the nearest double, or of a CBOR Float.
func (t *Tape) Float64(i uint32) float64 {
	n := t.Nodes[i]
	switch {
	case n.Kind() == Float:
		return readFloat(t.Raw[n.Start:n.End])
	case n.Has(FlagSide):
		return math.Float64frombits(binary.LittleEndian.Uint64(t.Arena[n.Aux:]))
	}
	v, neg, _ := t.Integer(i)
	if neg {
		return -float64(v)
	}
	return float64(v)
}

// Integer gives sign and magnitude of a Number with FlagInteger; ok is false
// when the magnitude is over 2^64-1.
func (t *Tape) Integer(i uint32) (magnitude uint64, neg, ok bool) {
	lit := t.Raw[t.Nodes[i].Start:t.Nodes[i].End]
	if lit[0] == '-' {
		neg, lit = true, lit[1:]
	}
	if len(lit) > 20 {
		return 0, neg, false
	}
	for _, c := range lit {
		d := uint64(c - '0')
		if magnitude > (math.MaxUint64-d)/10 {
			return 0, neg, false
		}
		magnitude = magnitude*10 + d
	}
	return magnitude, neg, true
}

// Argument gives the 64-bit argument of a CBOR Uint, Nint, Tag or Simple node.
func (t *Tape) Argument(i uint32) uint64 {
	n := t.Nodes[i]
	if n.Has(FlagSide) {
		return binary.LittleEndian.Uint64(t.Arena[n.Aux:])
	}
	_, arg, _ := readHead(t.Raw[n.Start:])
	return arg
}

// EncodedKey gives the canonical encoding of an OtherKey node.
func (t *Tape) EncodedKey(i uint32) []byte { return t.Arena[t.Nodes[i].Start:t.Nodes[i].End] }

func (t *Tape) reset(raw []byte) {
	*t = Tape{Raw: raw, Nodes: t.Nodes[:0], Arena: t.Arena[:0], Orders: t.Orders[:0], Duplicates: t.Duplicates[:0]}
}
