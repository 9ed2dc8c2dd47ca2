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

// Tape is one parsed record. It is valid until its Parser parses again.
type Tape struct {
	Raw    []byte
	Nodes  []Node
	Arena  []byte   // decoded text that does not stand in Raw
	Values []uint64 // JSON numbers that had to be converted, as bits of a double; arguments of bignums
	Orders []uint32 // member names of unsorted objects, in order
	Sorted Order    // which order FlagUnsorted and Orders speak of

	// What the parser met; each is false for most records.
	Noncharacters bool // a string or name with FlagNoncharacter exists
	Numbers       bool // a JSON number exists that is not its own canonical form
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

// Order gives the member names of Object i (node indexes) in the order
// [Tape.Sorted] when it has FlagUnsorted, and nil when they stand in that order.
func (t *Tape) Order(i uint32) []uint32 {
	if !t.Nodes[i].Has(FlagUnsorted) {
		return nil
	}
	start, end := t.OrderBounds(i)
	return t.Orders[start:end]
}

// OrderBounds gives the part of Orders that belongs to an Object with
// FlagUnsorted.
func (t *Tape) OrderBounds(i uint32) (start, end uint32) {
	o := &t.Nodes[t.Nodes[i].Aux-1]
	return o.Start, o.End
}

// Text gives the decoded UTF-8 content of a String, or the content of a Bytes
// node. The slice belongs to the tape.
func (t *Tape) Text(i uint32) []byte {
	n := &t.Nodes[i]
	if n.Has(FlagSide) {
		return t.side(n.Aux)
	}
	if t.Raw[n.Start] == '"' {
		return t.Raw[n.Start+1 : n.End-1]
	}
	// CBOR: a definite length string; Aux is where its content starts.
	return t.Raw[n.Aux:n.End]
}

func (t *Tape) side(at uint32) []byte {
	size := binary.LittleEndian.Uint32(t.Arena[at:])
	return t.Arena[at+4:][:size]
}

// Float64 gives the value of a Number as the nearest double, or of a CBOR Float.
func (t *Tape) Float64(i uint32) float64 {
	n := t.Nodes[i]
	switch {
	case n.Kind() == Float:
		return readFloat(t.Raw[n.Start:n.End])
	case n.Has(FlagSide):
		return math.Float64frombits(t.Values[n.Aux])
	case !n.Has(FlagInteger):
		return shortDecimal(t.Raw[n.Start:n.End])
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
	if start := int(t.Nodes[i].End) - len(lit); len(lit) <= 8 && start <= len(t.Raw)-8 {
		return eightDigits(binary.LittleEndian.Uint64(t.Raw[start:start+8]), len(lit)), neg, true
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

// eightDigits gives the value of the first size digits of a word. Zeros are moved
// in front of them; then pairs of digits are added up, pairs of pairs, and the two
// halves, all of them at once.
func eightDigits(word uint64, size int) uint64 {
	word = (word ^ ones*'0') << (8 * uint(8-size))
	word = word*10 + word>>8
	const pairs = 0x000000ff000000ff
	return ((word&pairs)*(100+1000000<<32) + (word>>16&pairs)*(1+10000<<32)) >> 32
}

// Argument gives the 64-bit argument of a CBOR Uint, Nint, Tag or Simple node.
func (t *Tape) Argument(i uint32) uint64 {
	n := t.Nodes[i]
	if n.Has(FlagSide) {
		return t.Values[n.Aux]
	}
	_, arg, _ := readHead(t.Raw[n.Start:])
	return arg
}

// EncodedKey gives the canonical encoding of an OtherKey node.
func (t *Tape) EncodedKey(i uint32) []byte { return t.Arena[t.Nodes[i].Start:t.Nodes[i].End] }

// reset empties the tape and keeps its memory.
func (t *Tape) reset(raw []byte, order Order) {
	t.Raw, t.Sorted = raw, order
	t.Nodes, t.Arena, t.Values = t.Nodes[:0], t.Arena[:0], t.Values[:0]
	t.Orders, t.Duplicates = t.Orders[:0], t.Duplicates[:0]
	t.Noncharacters, t.Numbers = false, false
	t.NonShortest, t.Indefinite, t.Unsorted, t.OddNaN, t.OddBignum = false, false, false, false, false
}
