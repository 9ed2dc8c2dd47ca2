package tape

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxInput is the largest input a tape can index, in bytes.
const MaxInput = math.MaxInt32

// Options bound what a Parser accepts. The zero value of MaxDepth means none
// is allowed, so callers always set it.
type Options struct {
	MaxDepth        int  // containers (and CBOR tags) inside each other
	AllowDuplicates bool // list repeated names instead of refusing them
}

// Parser reads records into one tape that it uses again for the next record.
type Parser struct {
	Options
	tape   Tape
	frames []frame
	dirty  uint32 // counts what keeps the input from being its own canonical form
}

// frame is one open container.
type frame struct {
	node  uint32 // index of the container
	name  uint32 // Object: index of the last member name
	count uint32 // elements begun, or member names read
	dirty uint32 // Parser.dirty when the container opened
	left  uint64 // CBOR: items still to come, or indefinite
	key   bool   // Object: a name is being read
	inKey uint8  // CBOR: how many containers and tags of one map key enclose the children
}

// done gives the tape of a record that was read to its end.
func (p *Parser) done() *Tape {
	slices.SortFunc(p.tape.Duplicates, func(a, b Duplicate) int { return cmp.Compare(a.Again, b.Again) })
	return &p.tape
}

func (p *Parser) reset(raw []byte) {
	p.tape.reset(raw)
	p.frames = p.frames[:0]
	p.dirty = 0
}

// add appends a node and gives its index.
func (p *Parser) add(k Kind, flags uint32, start, end int) uint32 {
	i := uint32(len(p.tape.Nodes))
	p.tape.Nodes = append(p.tape.Nodes, Node{Start: uint32(start), End: uint32(end), bits: bitsOf(k, flags)})
	return i
}

// keep8 puts an 8-byte value into the arena and gives its offset.
func (p *Parser) keep8(v uint64) uint32 {
	at := uint32(len(p.tape.Arena))
	p.tape.Arena = binary.LittleEndian.AppendUint64(p.tape.Arena, v)
	return at
}

// beginSide starts a length-prefixed entry in the arena; endSide closes it.
func (p *Parser) beginSide() (at uint32) {
	at = uint32(len(p.tape.Arena))
	p.tape.Arena = append(p.tape.Arena, 0, 0, 0, 0)
	return at
}

func (p *Parser) endSide(at uint32) {
	binary.LittleEndian.PutUint32(p.tape.Arena[at:], uint32(len(p.tape.Arena))-at-4)
}

// fault builds the fault for the value that is being read.
func (p *Parser) fault(class Class, code Code, offset int) *Fault {
	return &Fault{Class: class, Code: code, Offset: offset, First: -1, Pointer: p.pointer(true)}
}

// faultBetween builds the fault for what stands between the values of the
// innermost container: names, separators, its end.
func (p *Parser) faultBetween(class Class, code Code, offset int) *Fault {
	return &Fault{Class: class, Code: code, Offset: offset, First: -1, Pointer: p.pointer(false)}
}

// MaxPointer bounds the pointer of a fault, in bytes: of deep input and of very
// long names the beginning of the path is enough.
const MaxPointer = 4096

// pointer names the innermost value being read, from the open containers; child
// tells whether a child of the innermost container has begun. It is only called
// on the way out with a fault.
func (p *Parser) pointer(child bool) string {
	var b []byte
	for i, f := range p.frames {
		if f.count == 0 || f.key || i == len(p.frames)-1 && !child {
			break
		}
		switch p.tape.Nodes[f.node].Kind() {
		case Array:
			b = strconv.AppendUint(append(b, '/'), uint64(f.count-1), 10)
		case Object:
			name := p.tape.nameText(f.name)
			b = append(append(b, '/'), EscapePointer(name[:min(len(name), MaxPointer)])...)
		}
		if len(b) > MaxPointer {
			cut := MaxPointer
			for !utf8.RuneStart(b[cut]) {
				cut--
			}
			return string(b[:cut]) + "…"
		}
	}
	return string(b)
}

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

// EscapePointer writes a member name as a JSON pointer token (RFC 6901 §3).
func EscapePointer(name string) string { return pointerEscaper.Replace(name) }

// nameText gives a member name as text; a CBOR key that is not text is given
// as its encoding in hexadecimal between angle brackets.
func (t *Tape) nameText(i uint32) string {
	if t.Nodes[i].Kind() == OtherKey {
		return "<" + strings.ToLower(hexString(t.EncodedKey(i))) + ">"
	}
	return string(t.Text(i))
}

// NameText is the text by which pointers and messages call member name i.
func (t *Tape) NameText(i uint32) string { return t.nameText(i) }

func hexString(b []byte) string {
	const digits = "0123456789abcdef"
	out := make([]byte, 0, 2*len(b))
	for _, c := range b {
		out = append(out, digits[c>>4], digits[c&15])
	}
	return string(out)
}
