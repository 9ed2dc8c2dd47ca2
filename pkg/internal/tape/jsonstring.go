package tape

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// special marks the bytes of a word that need attention inside a string: quote,
// backslash, control characters and parts of non-ASCII characters. The high bit
// of each marked byte is set.
//
// Flipping the bit 0x02 puts the quote right behind the control characters, which
// stay among themselves, and moves what stood there out of the way. Subtracting
// 0x21 from every byte then borrows into the high bit where a byte was one of
// them. Likewise x^pattern is zero where x held the pattern, and subtracting 1
// borrows there. Bytes from 0x80 up are marked by themselves. A false mark can only
// stand above a true one, which borrowed, so the lowest mark is always true.
func special(w uint64) uint64 {
	return (((w ^ ones*0x02) - ones*0x21) | ((w ^ ones*'\\') - ones) | w) & highs
}

// plain skips the bytes from i on that need no attention inside a string,
// sixteen at a time: most names and values of records are shorter, so that the
// number of rounds is nearly always the same and the processor can predict it.
func plain(raw []byte, i int) int {
	for i >= 0 && i <= len(raw)-16 {
		mark := special(binary.LittleEndian.Uint64(raw[i : i+8]))
		high := special(binary.LittleEndian.Uint64(raw[i+8 : i+16]))
		if mark|high == 0 {
			i += 16
			continue
		}
		if mark == 0 {
			mark = high
			i += 8
		}
		return i + bits.TrailingZeros64(mark)>>3
	}
	for i < len(raw) {
		mark := special(wordAt(raw, i)) // zeros behind the input are marked
		i += bits.TrailingZeros64(mark) >> 3
		if mark != 0 {
			break
		}
	}
	return i
}

// wordAt gives the eight bytes from i on; behind the end of the input there are
// zeros. The last word is moved there, since most records end with a name and a
// value that are shorter than what is read at once.
func wordAt(raw []byte, i int) uint64 {
	switch rest := len(raw) - i; {
	case rest >= 8:
		return binary.LittleEndian.Uint64(raw[i : i+8])
	case rest > 0 && len(raw) >= 8:
		return binary.LittleEndian.Uint64(raw[len(raw)-8:]) >> (8 * uint(8-rest))
	case rest > 0:
		var b [8]byte
		copy(b[:], raw[i:])
		return binary.LittleEndian.Uint64(b[:])
	}
	return 0
}

// string reads the JSON string whose opening quote is at start and whose bytes
// up to i are plain, adds its node and gives the offset behind the closing quote.
func (p *Parser) string(start, i int) int {
	raw := p.tape.Raw
	if i = plain(raw, i); i < len(raw) && raw[i] == '"' {
		p.add(String, FlagVerbatim, start, i+1)
		return i + 1
	}
	for flags := uint32(FlagVerbatim); ; i = plain(raw, i) {
		if i == len(raw) {
			return p.fail(Syntax, UnterminatedString, start)
		}
		switch c := raw[i]; {
		case c == '"':
			p.addString(flags, start, i+1)
			return i + 1
		case c == '\\':
			r, size, canonical := p.escape(start, i)
			if size < 0 {
				return noOffset
			}
			flags |= FlagSide
			if !canonical {
				flags &^= FlagVerbatim
			}
			if noncharacter(r) {
				flags |= FlagNoncharacter
			}
			i += size
		case c < 0x20:
			return p.fail(Syntax, ControlCharacter, i)
		default:
			r, size := utf8.DecodeRune(raw[i:])
			if r == utf8.RuneError && size == 1 {
				return p.fail(UTF8, InvalidUTF8, i)
			}
			if noncharacter(r) {
				flags |= FlagNoncharacter
			}
			i += size
		}
	}
}

func (p *Parser) addString(flags uint32, start, end int) {
	var aux uint32
	if flags&FlagSide != 0 {
		p.reserveText(start, end-start)
		aux = p.unescape(p.tape.Raw[start+1 : end-1])
	}
	if flags&FlagVerbatim == 0 {
		p.dirty++
	}
	if flags&FlagNoncharacter != 0 {
		p.tape.Noncharacters = true
	}
	p.tape.Nodes[p.add(String, flags, start, end)].Aux = aux
}

// noncharacter reports U+FDD0..U+FDEF and the last two code points of each
// plane, which RFC 7493 §2.1 forbids.
func noncharacter(r rune) bool {
	return r >= 0xFDD0 && r <= 0xFDEF || r&0xFFFE == 0xFFFE
}
