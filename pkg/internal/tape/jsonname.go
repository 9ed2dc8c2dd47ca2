package tape

import "math"

// firstBytes cuts a word, its first byte at the top, to up to 16 bytes: nothing is
// cut from eight on. A table takes fewer steps than a shift, which Go checks
// against the size of the word.
var firstBytes = func() (masks [32]uint64) {
	for size := range masks {
		masks[size] = ^(math.MaxUint64 >> (8 * size))
	}
	return masks
}()

// lastName finds the end of a name whose quote is at i, among the last bytes of
// the input: its first eight bytes, and behind size bytes a word with a mark where
// it ends.
func lastName(raw []byte, i int) (word, mark uint64, size uint) {
	word = wordAt(raw, i+1)
	if mark = special(word); mark == 0 {
		mark, size = special(wordAt(raw, i+9)), 8
	}
	return word, mark, size
}

// hardName reads the member name at or after i, whatever it is like, and the
// colon behind it.
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
