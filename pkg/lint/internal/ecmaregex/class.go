package ecmaregex

// class reads a character class.
func (p *parser) class() {
	from := p.pos
	p.pos++
	p.accept('^')
	if p.accept(']') {
		p.note(from, "empty class") // elsewhere the ] would be in the class
		return
	}
	for p.peek() != ']' {
		if p.peek() == end {
			p.failAt(from, "class is not closed")
			return
		}
		p.classRange()
	}
	p.pos++
}

// classRange reads one atom of a class, or two with "-" between them.
func (p *parser) classRange() {
	from := p.pos
	low, lowSet := p.classAtom()
	if p.peek() != '-' || p.ahead(1) == ']' || p.ahead(1) == end || p.failed() {
		return
	}
	p.pos++
	high, highSet := p.classAtom()
	switch {
	case p.failed():
	case lowSet || highSet:
		if p.unicode { // annex B takes the "-" for itself
			p.failAt(from, "class escape as end of a range")
			return
		}
		p.note(from, "class escape as end of a range")
	case low > high:
		p.failAt(from, "range is out of order")
	}
}

// classAtom reads one character of a class, or an escape such as \d that is a
// set of them.
func (p *parser) classAtom() (value rune, set bool) {
	from := p.pos
	r := p.peek()
	p.pos++
	if r != '\\' {
		return r, false
	}
	switch r := p.peek(); {
	case r == 'b':
		p.pos++
		p.note(from, "\\b in a class")
		return '\b', false
	case r == '-' && p.unicode:
		p.pos++
		return '-', false
	case r == 'k' && p.named && !p.unicode:
		p.failAt(from, "escape that means nothing")
		return 0, false
	case '1' <= r && r <= '9' && !p.unicode:
		return p.octalValue(from), false
	case p.classEscape(from):
		return 0, true
	}
	return p.characterEscape(from, true), false
}
