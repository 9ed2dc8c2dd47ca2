package tape

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
)

// MaxInput is the largest input a tape can index, in bytes.
const MaxInput = math.MaxInt32

// Options bound what a Parser accepts. The zero value of MaxDepth means none
// is allowed, so callers always set it.
type Options struct {
	MaxDepth        int   // containers (and CBOR tags) inside each other
	AllowDuplicates bool  // list repeated names instead of refusing them
	Order           Order // JSON: the order in which member names will be needed
}

// Parser reads records into one tape that it uses again for the next record.
type Parser struct {
	Options
	tape   Tape
	frames []frame
	keys   []key  // the names so far of every open Object, a stack
	shapes shapes // orders of members seen before
	dirty  uint32 // counts what keeps the input from being its own canonical form

	failure *Fault // JSON: see noOffset
}

// frame is one open container.
type frame struct {
	node    uint32 // index of the container
	keys    uint32 // length of Parser.keys when the container opened
	count   uint32 // elements begun; for an Object, set at its end
	dirty   uint32 // Parser.dirty when the container opened
	name    uint32 // CBOR map: index of the key that is being read
	left    uint64 // CBOR: items still to come, or indefinite
	last    uint64 // Object: prefix of the last name's key, 0 when they have not come in order
	ordered uint64 // Object: all ones while they come in order, then 0, to keep last at 0
	object  bool
	closing byte  // JSON: the bracket that ends it
	key     bool  // CBOR map: a key is being read
	inKey   uint8 // CBOR: how many containers and tags of one map key enclose the children
}

const inOrder = math.MaxUint64 // of frame.ordered

// names gives how many names of an object have been read.
func (p *Parser) names(top *frame) uint32 { return uint32(len(p.keys)) - top.keys }

func (p *Parser) reset(raw []byte, order Order) {
	p.tape.reset(raw, order)
	p.frames, p.keys = p.frames[:0], p.keys[:0]
	p.dirty, p.failure = 0, nil
}

// finish gives the tape of a record that was read to its end. The names of a large
// one are given up: whoever writes it needs memory of its own to order them.
func (p *Parser) finish() *Tape {
	if cap(p.keys) > large {
		p.keys = nil
	}
	if len(p.tape.Duplicates) > 1 {
		p.tape.sortDuplicates()
	}
	return &p.tape
}

func (t *Tape) sortDuplicates() {
	slices.SortFunc(t.Duplicates, func(a, b Duplicate) int { return cmp.Compare(a.Again, b.Again) })
}

// push opens a frame for the container whose node comes next.
func (p *Parser) push() *frame {
	n := len(p.frames)
	if n == cap(p.frames) {
		p.frames = slices.Grow(p.frames, n+1)
	}
	p.frames = p.frames[:n+1]
	top := &p.frames[n]
	*top = frame{node: uint32(len(p.tape.Nodes)), keys: uint32(len(p.keys)), dirty: p.dirty, ordered: inOrder}
	return top
}

// top gives the frame of the innermost container, or nil.
func (p *Parser) top() *frame {
	if n := len(p.frames); n > 0 {
		return &p.frames[n-1]
	}
	return nil
}

// add appends a node and gives its index.
func (p *Parser) add(k Kind, flags uint32, start, end int) uint32 {
	i := uint32(len(p.tape.Nodes))
	p.tape.Nodes = append(p.tape.Nodes, Node{Start: uint32(start), End: uint32(end), bits: bitsOf(k, flags)})
	return i
}

// addSide appends a node whose content stands beside the input, at aux.
func (p *Parser) addSide(k Kind, flags uint32, start, end int, aux uint32) {
	p.tape.Nodes = append(p.tape.Nodes, Node{Start: uint32(start), End: uint32(end), Aux: aux, bits: bitsOf(k, flags|FlagSide)})
}

// keepValue puts a value beside the input and gives its index.
func (p *Parser) keepValue(v uint64) uint32 {
	at := uint32(len(p.tape.Values))
	p.tape.Values = append(p.tape.Values, v)
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
