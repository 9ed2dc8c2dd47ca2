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

// plain skips bytes that need no attention inside a string: neither quote, nor
// backslash, nor control character, nor part of a non-ASCII character.
//
// Eight bytes at a time: subtracting 1 from every byte of x^pattern borrows
// into the high bit where the byte was zero, that is, where x held the pattern;
// subtracting 0x20 borrows where a byte was below 0x20. A false hit can only
// stand above a true one in the word, and the lowest hit is the one used.
func plain(raw []byte, i int) int {
	for i+8 <= len(raw) {
		w := binary.LittleEndian.Uint64(raw[i:])
		quote := w ^ ones*'"'
		slash := w ^ ones*'\\'
		hit := ((quote-ones)&^quote | (slash-ones)&^slash | (w - ones*0x20) | w) & highs
		if hit != 0 {
			return i + bits.TrailingZeros64(hit)/8
		}
		i += 8
	}
	for i < len(raw) {
		if c := raw[i]; c == '"' || c == '\\' || c < 0x20 || c >= utf8.RuneSelf {
			break
		}
		i++
	}
	return i
}

// string reads the JSON string whose opening quote is at i, adds its node and
// gives the offset behind the closing quote.
func (p *Parser) string(i int) (node uint32, end int, f *Fault) {
	raw := p.tape.Raw
	start := i
	flags := uint32(FlagVerbatim)
	for i++; ; {
		i = plain(raw, i)
		if i == len(raw) {
			return 0, 0, p.fault(Syntax, UnterminatedString, start)
		}
		switch c := raw[i]; {
		case c == '"':
			node = p.add(String, flags, start, i+1)
			if flags&FlagVerbatim == 0 {
				p.dirty++
			}
			if flags&FlagNoncharacter != 0 {
				p.tape.Noncharacters = true
			}
			if flags&FlagSide != 0 {
				p.tape.Nodes[node].Aux = p.unescape(raw[start+1 : i])
			}
			return node, i + 1, nil
		case c == '\\':
			r, size, canonical, f := p.escape(start, i)
			if f != nil {
				return 0, 0, f
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
			return 0, 0, p.fault(Syntax, ControlCharacter, i)
		default:
			r, size := utf8.DecodeRune(raw[i:])
			if r == utf8.RuneError && size == 1 {
				return 0, 0, p.fault(UTF8, InvalidUTF8, i)
			}
			if noncharacter(r) {
				flags |= FlagNoncharacter
			}
			i += size
		}
	}
}

// noncharacter reports U+FDD0..U+FDEF and the last two code points of each
// plane, which RFC 7493 §2.1 forbids.
func noncharacter(r rune) bool {
	return r >= 0xFDD0 && r <= 0xFDEF || r&0xFFFE == 0xFFFE
}

// escape reads the escape sequence at i, in the string that begins at start:
// the character, its length in the input, and whether it is spelt as RFC 8785
// §3.2.2.2 spells it.
func (p *Parser) escape(start, i int) (r rune, size int, canonical bool, f *Fault) {
	raw := p.tape.Raw
	if i+1 == len(raw) {
		return 0, 0, false, p.fault(Syntax, UnterminatedString, start)
	}
	switch c := raw[i+1]; c {
	case '"', '\\':
		return rune(c), 2, true, nil
	case '/':
		return '/', 2, false, nil
	case 'b', 't', 'n', 'f', 'r':
		return shortEscape[c], 2, true, nil
	case 'u':
	default:
		return 0, 0, false, p.fault(Syntax, BadEscape, i)
	}
	r, digits, lower := hex4(raw, i+2)
	if digits < 4 {
		return 0, 0, false, p.cutOr(i+2+digits, start, Syntax, BadEscape, i)
	}
	switch {
	case r >= 0xDC00 && r <= 0xDFFF:
		return 0, 0, false, p.fault(Surrogate, LoneSurrogate, i)
	case r >= 0xD800 && r <= 0xDBFF:
		for j, c := range []byte(`\u`) {
			if i+6+j == len(raw) || raw[i+6+j] != c {
				return 0, 0, false, p.cutOr(i+6+j, start, Surrogate, LoneSurrogate, i)
			}
		}
		low, digits, _ := hex4(raw, i+8)
		if digits < 4 {
			return 0, 0, false, p.cutOr(i+8+digits, start, Syntax, BadEscape, i+6)
		}
		if low < 0xDC00 || low > 0xDFFF {
			return 0, 0, false, p.fault(Surrogate, LoneSurrogate, i)
		}
		return (r-0xD800)<<10 + (low - 0xDC00) + 0x10000, 12, false, nil
	}
	return r, 6, r < 0x20 && lower && !hasShort(r), nil
}

// cutOr is the fault for an escape that goes wrong at offset at: when the input
// ends there, the string was cut off; otherwise it is the given fault.
func (p *Parser) cutOr(at, start int, class Class, code Code, offset int) *Fault {
	if at == len(p.tape.Raw) {
		return p.fault(Syntax, UnterminatedString, start)
	}
	return p.fault(class, code, offset)
}

var shortEscape = [256]rune{'b': '\b', 't': '\t', 'n': '\n', 'f': '\f', 'r': '\r'}

// hasShort reports the control characters with a two-character escape.
func hasShort(r rune) bool { return r >= '\b' && r <= '\r' && r != '\v' }

// hex4 reads up to four hexadecimal digits at i and tells how many there are;
// lower is false when one is a capital.
func hex4(raw []byte, i int) (r rune, digits int, lower bool) {
	lower = true
	for ; digits < 4 && i+digits < len(raw); digits++ {
		c := raw[i+digits]
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
			lower = false
		default:
			return r, digits, lower
		}
		r = r<<4 | rune(c)
	}
	return r, digits, lower
}

// unescape decodes checked string content into the arena.
func (p *Parser) unescape(content []byte) (at uint32) {
	at = p.beginSide()
	out := p.tape.Arena
	for i := 0; i < len(content); {
		if content[i] != '\\' {
			j := i + 1
			for j < len(content) && content[j] != '\\' {
				j++
			}
			out = append(out, content[i:j]...)
			i = j
			continue
		}
		switch c := content[i+1]; c {
		case 'u':
			r, _, _ := hex4(content, i+2)
			i += 6
			if r >= 0xD800 && r <= 0xDBFF {
				low, _, _ := hex4(content, i+2)
				r = (r-0xD800)<<10 + (low - 0xDC00) + 0x10000
				i += 6
			}
			out = utf8.AppendRune(out, r)
		case 'b', 't', 'n', 'f', 'r':
			out = append(out, byte(shortEscape[c]))
			i += 2
		default: // '"', '\\', '/'
			out = append(out, c)
			i += 2
		}
	}
	p.tape.Arena = out
	p.endSide(at)
	return at
}
