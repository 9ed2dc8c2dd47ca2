package ecmaregex

import (
	"strings"
	"unicode/utf16"
)

// escape reads "\" and what follows outside a class, and reports whether a
// quantifier may follow.
func (p *parser) escape() (quantifiable bool) {
	from := p.pos
	p.pos++
	switch r := p.peek(); {
	case r == end:
		p.failAt(from, "\\ at the end")
	case r == 'b' || r == 'B':
		p.pos++
		return false
	case '1' <= r && r <= '9':
		p.backreference(from)
	case r == 'k':
		p.pos++
		p.namedReference(from)
	case !p.classEscape(from):
		p.characterEscape(from, false)
	}
	return true
}

// backreference reads \1 and so on. In annex B a number that no group has is an
// octal escape, or the digit itself.
func (p *parser) backreference(from int) {
	at := p.pos
	n, _ := p.decimal()
	switch {
	case n <= p.groups:
		p.note(from, "backreference")
	case p.unicode:
		p.failAt(from, "backreference to a group that does not exist")
	default:
		p.pos = at
		p.octal(from)
	}
}

// octal reads up to three octal digits, at most \377, or the digit 8 or 9.
func (p *parser) octal(from int) {
	value, digits := 0, 0
	for r := p.peek(); '0' <= r && r <= '7' && digits < 3 && value*8+int(r-'0') <= 0o377; r = p.peek() {
		value = value*8 + int(r-'0')
		digits++
		p.pos++
	}
	if digits == 0 {
		p.pos++ // 8 or 9
	}
	p.note(from, "octal escape")
}

// namedReference reads what follows \k. Without any named group annex B takes
// it for the letter.
func (p *parser) namedReference(from int) {
	if !p.unicode && !p.named {
		p.note(from, "escaped letter")
		return
	}
	if !p.accept('<') {
		p.failAt(from, "\\k without a group name")
		return
	}
	at := p.pos
	if text, ok := p.identifier(); ok {
		p.refs = append(p.refs, reference{text, at})
		p.note(from, "backreference")
	}
}

// classEscape reads \d, \p{…} and the like if one is next, after "\".
func (p *parser) classEscape(from int) bool {
	switch r := p.peek(); {
	case strings.ContainsRune("dDsSwW", r):
		p.pos++
		return true
	case p.unicode && (r == 'p' || r == 'P'):
		p.pos++
		p.property(from)
		return true
	}
	return false
}

// property reads "{…}" after \p.
func (p *parser) property(from int) {
	if !p.accept('{') {
		p.failAt(from, "\\p without {property}")
		return
	}
	var b strings.Builder
	for r := p.peek(); r != '}'; r = p.peek() {
		if r == end || b.Len() > 100 {
			p.failAt(from, "\\p{ is not closed")
			return
		}
		b.WriteRune(r)
		p.pos++
	}
	p.pos++
	text := b.String()
	if !knownProperty(text) {
		p.failAt(from, "unknown Unicode property")
		return
	}
	if strings.Contains(text, "=") || !categories[text] || len(text) > 2 {
		p.note(from, "\\p{…} beyond general categories")
	}
}

// characterEscape reads an escape for one character, after "\", and gives the
// character.
func (p *parser) characterEscape(from int, inClass bool) rune {
	r := p.peek()
	p.pos++
	switch r {
	case 'f', 'n', 'r', 't', 'v':
		return map[rune]rune{'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}[r]
	case 'c':
		return p.control(from, inClass)
	case '0':
		if !isDigit(p.peek()) {
			return 0
		}
		if p.unicode {
			p.failAt(from, "octal escape")
			return 0
		}
		p.pos--
		return p.octalValue(from)
	case 'x':
		if value, ok := p.hex(2); ok {
			return value
		}
		return p.letterEscape(from, 'x', "\\x without two hexadecimal digits")
	case 'u':
		if value, ok := p.unicodeEscape(p.unicode); ok {
			p.note(from, "\\u escape")
			return value
		}
		return p.letterEscape(from, 'u', "\\u without a code point")
	}
	return p.identityEscape(from, r)
}

// octalValue is octal, for where the value matters.
func (p *parser) octalValue(from int) rune {
	at := p.pos
	p.octal(from)
	value := rune(0)
	for _, r := range p.units[at:min(p.pos, len(p.units))] {
		if '0' <= r && r <= '7' {
			value = value*8 + r - '0'
		}
	}
	return value
}

// control reads the letter of \cX. In annex B a "\" before a c without a letter
// is itself.
func (p *parser) control(from int, inClass bool) rune {
	r := p.peek()
	letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	if !letter && !p.unicode && inClass {
		letter = isDigit(r) || r == '_'
	}
	switch {
	case letter:
		p.pos++
		p.note(from, "\\c escape")
		return r % 32
	case p.unicode:
		p.failAt(from, "\\c without a letter")
	default:
		p.pos = from + 1 // the backslash stands for itself, the c is read again
		p.note(from, "lone backslash")
	}
	return '\\'
}

// letterEscape is for \x and \u without digits: the letter itself in annex B.
func (p *parser) letterEscape(from int, letter rune, reason string) rune {
	if p.unicode {
		p.failAt(from, reason)
	}
	p.note(from, "escaped letter")
	return letter
}

const syntaxCharacters = `^$\.*+?()[]{}|/`

// identityEscape judges a "\" before a character that means itself. With the u
// flag only characters with a meaning of their own may be escaped.
func (p *parser) identityEscape(from int, r rune) rune {
	switch {
	case r == end:
		p.failAt(from, "\\ at the end")
	case strings.ContainsRune(syntaxCharacters, r):
	case p.unicode:
		p.failAt(from, "escape that means nothing")
	case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r >= 0x80:
		p.note(from, "escaped letter")
	}
	return r
}

// hex reads exactly n hexadecimal digits, or nothing.
func (p *parser) hex(n int) (value rune, ok bool) {
	for i := range n {
		d := strings.IndexRune("0123456789abcdef", lower(p.ahead(i)))
		if d < 0 || p.ahead(i) == end {
			return 0, false
		}
		value = value*16 + rune(d)
	}
	p.pos += n
	return value, true
}

func lower(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// unicodeEscape reads what follows \u: four digits, with braces if whole code
// points are read also {…} and a surrogate pair as one. Nothing is read when it
// is not one.
func (p *parser) unicodeEscape(whole bool) (value rune, ok bool) {
	if whole && p.peek() == '{' {
		return p.codePoint()
	}
	value, ok = p.hex(4)
	if !ok || !whole || value < 0xd800 || value > 0xdbff || p.peek() != '\\' || p.ahead(1) != 'u' {
		return value, ok
	}
	at := p.pos
	p.pos += 2
	if low, ok := p.hex(4); ok && low >= 0xdc00 && low <= 0xdfff {
		return utf16.DecodeRune(value, low), true
	}
	p.pos = at
	return value, true
}

// codePoint reads {…} after \u.
func (p *parser) codePoint() (value rune, ok bool) {
	from := p.pos
	p.pos++
	for p.peek() != '}' {
		d, isHex := p.hex(1)
		if value = value*16 + d; !isHex || value > 0x10ffff {
			p.pos = from
			return 0, false
		}
		ok = true
	}
	if !ok {
		p.pos = from
		return 0, false
	}
	p.pos++
	return value, true
}
