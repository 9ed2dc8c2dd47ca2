package tape

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// name reads the member name at or after i, and the colon behind it.
//
// Most names have up to 16 plain bytes. They are found in two words, and the
// first of these, read the other way round and cut to the length, orders the
// name among the others.
func (p *Parser) name(i int, top *frame) int {
	raw := p.tape.Raw
	if i < 0 || i >= len(raw)-18 || raw[i] != '"' {
		return p.hardName(i, top)
	}
	word := binary.LittleEndian.Uint64(raw[i+1 : i+9])
	mark, size := special(word), uint(0)
	if mark == 0 {
		mark, size = special(binary.LittleEndian.Uint64(raw[i+9:i+17])), 8
	}
	size += uint(bits.TrailingZeros64(mark)) >> 3
	end := i + 2 + int(size)
	if raw[end-1] != '"' || raw[end] != ':' {
		return p.hardName(i, top)
	}
	prefix := bits.ReverseBytes64(word) &^ (math.MaxUint64 >> (8 * size)) // nothing is cut from 8 bytes on
	if p.tape.Sorted == OrderEncoded {
		prefix = uint64(MajorText+size)<<56 | prefix>>8
	}
	k := key{prefix: prefix, node: p.add(String, FlagVerbatim, i, end), size: uint32(size)}
	if prefix <= top.last {
		if p.failure = p.member(top, k); p.failure != nil {
			return noOffset
		}
		return end + 1
	}
	top.last = prefix & top.ordered
	p.keys = append(p.keys, k)
	return end + 1
}

// hardName is name for every name.
func (p *Parser) hardName(i int, top *frame) int {
	raw := p.tape.Raw
	if i >= len(raw) || raw[i] <= ' ' {
		i = p.space(i)
	}
	switch {
	case i == len(raw):
		return p.failBetween(Syntax, UnexpectedEnd, i)
	case p.names(top) > 0 && (raw[i] == '}' || raw[i] == ']'):
		return p.failBetween(Syntax, TrailingComma, i)
	case raw[i] != '"':
		return p.unexpected(i, NameNotString, false)
	}
	node := uint32(len(p.tape.Nodes))
	if i = p.string(i, i+1); i < 0 {
		p.failure.Pointer = p.pointer(false)
		return noOffset
	}
	if p.failure = p.member(top, p.tape.textKey(p.tape.Sorted, node)); p.failure != nil {
		return noOffset
	}
	if i >= len(raw) || raw[i] <= ' ' {
		i = p.space(i)
	}
	switch {
	case i == len(raw):
		return p.fail(Syntax, UnexpectedEnd, i)
	case raw[i] != ':':
		return p.unexpected(i, MissingColon, true)
	}
	return i + 1
}
