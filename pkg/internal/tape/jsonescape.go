package tape

import (
	"bytes"
	"unicode/utf8"
)

// escape reads the escape sequence at i, in the string that begins at start:
// the character, its length in the input (noOffset for a fault), and whether it
// is spelt as RFC 8785 §3.2.2.2 spells it.
func (p *Parser) escape(start, i int) (r rune, size int, canonical bool) {
	raw := p.tape.Raw
	if i+1 == len(raw) {
		return 0, p.fail(Syntax, UnterminatedString, start), false
	}
	if c := raw[i+1]; c != 'u' {
		if unescaped[c] == 0 {
			return 0, p.fail(Syntax, BadEscape, i), false
		}
		return rune(unescaped[c]), 2, c != '/'
	}
	r, digits, lower := hex4(raw, i+2)
	if digits < 4 {
		return 0, p.cutOr(i+2+digits, start, Syntax, BadEscape, i), false
	}
	switch {
	case r >= 0xDC00 && r <= 0xDFFF:
		return 0, p.fail(Surrogate, LoneSurrogate, i), false
	case r >= 0xD800 && r <= 0xDBFF:
		for j, c := range []byte(`\u`) {
			if i+6+j == len(raw) || raw[i+6+j] != c {
				return 0, p.cutOr(i+6+j, start, Surrogate, LoneSurrogate, i), false
			}
		}
		low, digits, _ := hex4(raw, i+8)
		if digits < 4 {
			return 0, p.cutOr(i+8+digits, start, Syntax, BadEscape, i+6), false
		}
		if low < 0xDC00 || low > 0xDFFF {
			return 0, p.fail(Surrogate, LoneSurrogate, i), false
		}
		return (r-0xD800)<<10 + (low - 0xDC00) + 0x10000, 12, false
	}
	return r, 6, r < 0x20 && lower && !hasShort(r)
}

// cutOr is the fault for an escape that goes wrong at offset at: when the input
// ends there, the string was cut off; otherwise it is the given fault.
func (p *Parser) cutOr(at, start int, class Class, code Code, offset int) int {
	if at == len(p.tape.Raw) {
		return p.fail(Syntax, UnterminatedString, start)
	}
	return p.fail(class, code, offset)
}

// unescaped gives the character for the letter behind a backslash, 0 for none.
var unescaped = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 't': '\t', 'n': '\n', 'f': '\f', 'r': '\r',
}

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
	for {
		i := bytes.IndexByte(content, '\\')
		if i < 0 {
			break
		}
		out = append(out, content[:i]...)
		content = content[i:]
		if c := content[1]; c != 'u' {
			out = append(out, unescaped[c])
			content = content[2:]
			continue
		}
		r, _, _ := hex4(content, 2)
		content = content[6:]
		if r >= 0xD800 && r <= 0xDBFF {
			low, _, _ := hex4(content, 2)
			r = (r-0xD800)<<10 + (low - 0xDC00) + 0x10000
			content = content[6:]
		}
		out = utf8.AppendRune(out, r)
	}
	p.tape.Arena = append(out, content...)
	p.endSide(at)
	return at
}
