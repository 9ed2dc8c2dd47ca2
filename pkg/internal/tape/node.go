package tape

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
	orderNode // last node of an Object with FlagUnsorted: Start and End are bounds in Orders
)

// Flags of a node.
const (
	// FlagSide: the node's content stands beside the input. For strings and byte
	// strings Aux is an offset in Arena, of a 4-byte length and the bytes; for
	// numbers and bignums it is an index in Values.
	FlagSide = 1 << iota
	// FlagVerbatim: the bytes of the input from Start to End are the node's
	// canonical JCS form. For containers: of the whole subtree.
	FlagVerbatim
	// FlagInteger: a number literal without fraction and exponent.
	FlagInteger
	// FlagUnsorted: the members of an Object are not in the order that
	// [Tape.Sorted] names; see [Tape.Order].
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
	Aux        uint32 // containers, Tag and OtherKey: index after the subtree; else see FlagSide
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
