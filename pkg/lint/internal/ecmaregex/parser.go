package ecmaregex

import "unicode/utf16"

// parser reads one pattern in one mode. Every method reads one production of
// the grammar and stops at the first problem, which unwinds through fail.
type parser struct {
	unicode bool
	// units are code points with the u flag and UTF-16 code units without it:
	// a class such as [😀-😂] means two different things.
	units   []rune
	offsets []int // byte offset of each unit, and of the end
	pos     int
	depth   int
	problem *Problem

	groups  int                 // capturing groups in the whole pattern
	named   bool                // whether any has a name: in annex B that changes \k
	names   map[string][]choice // place of the latest group of each name
	refs    []reference         // names asked for by \k
	choices []choice            // the open disjunctions, outermost first
	opened  int                 // disjunctions so far
	foreign []Construct
}

// end is what reading past the pattern gives.
const end rune = -1

func newParser(pattern string, unicode bool) *parser {
	p := &parser{unicode: unicode, names: make(map[string][]choice)}
	for i, r := range pattern {
		if !unicode && r > 0xffff {
			high, low := utf16.EncodeRune(r)
			p.units = append(p.units, high, low)
			p.offsets = append(p.offsets, i, i)
			continue
		}
		p.units = append(p.units, r)
		p.offsets = append(p.offsets, i)
	}
	p.offsets = append(p.offsets, len(pattern))
	p.countGroups()
	return p
}

// countGroups looks ahead for capturing groups: whether \2 is a reference
// depends on how many there are.
func (p *parser) countGroups() {
	inClass := false
	for i := 0; i < len(p.units); i++ {
		switch p.units[i] {
		case '\\':
			i++
		case '[':
			inClass = true
		case ']':
			inClass = false
		case '(':
			if inClass {
				continue
			}
			if p.unit(i+1) != '?' {
				p.groups++
			} else if p.unit(i+2) == '<' && p.unit(i+3) != '=' && p.unit(i+3) != '!' {
				p.groups++
				p.named = true
			}
		}
	}
}

func (p *parser) unit(i int) rune {
	if i < len(p.units) {
		return p.units[i]
	}
	return end
}

func (p *parser) peek() rune         { return p.unit(p.pos) }
func (p *parser) ahead(n int) rune   { return p.unit(p.pos + n) }
func (p *parser) offset() int        { return p.offsets[min(p.pos, len(p.units))] }
func (p *parser) failed() bool       { return p.problem != nil }
func (p *parser) fail(reason string) { p.failAt(p.pos, reason) }

// failAt keeps the first problem and moves to the end, so that every loop ends.
func (p *parser) failAt(pos int, reason string) {
	if p.problem == nil {
		p.problem = &Problem{p.offsets[min(pos, len(p.units))], reason}
	}
	p.pos = len(p.units)
}

// accept reads the given unit if it is next.
func (p *parser) accept(r rune) bool {
	if p.peek() != r {
		return false
	}
	p.pos++
	return true
}

// acceptText reads the given ASCII text if it is next.
func (p *parser) acceptText(s string) bool {
	for i, r := range s {
		if p.ahead(i) != r {
			return false
		}
	}
	p.pos += len(s)
	return true
}

// note records a construct that began at unit from.
func (p *parser) note(from int, name string) {
	if !p.failed() {
		p.foreign = append(p.foreign, Construct{p.offsets[from], p.offset(), name})
	}
}

func (p *parser) parse() *Problem {
	p.disjunction()
	if !p.failed() && p.pos < len(p.units) { // only ")" ends a disjunction early
		p.fail("unmatched )")
	}
	p.checkReferences()
	return p.problem
}

func (p *parser) disjunction() {
	p.opened++
	p.choices = append(p.choices, choice{disjunction: p.opened})
	for p.alternative(); p.accept('|'); p.alternative() {
		p.choices[len(p.choices)-1].alternative++
	}
	p.choices = p.choices[:len(p.choices)-1]
}

func (p *parser) alternative() {
	for p.peek() != end && p.peek() != '|' && p.peek() != ')' {
		p.term()
	}
}

// term reads an assertion, or an atom with its quantifier.
func (p *parser) term() {
	quantifiable := true
	switch r := p.peek(); {
	case r == '^' || r == '$':
		p.pos++
		quantifiable = false
	case r == '\\':
		quantifiable = p.escape()
	case r == '(':
		quantifiable = p.group()
	case r == '[':
		p.class()
	case r == '*' || r == '+' || r == '?':
		p.fail("nothing to repeat")
	case r == '{':
		p.brace()
	case (r == '}' || r == ']') && p.unicode:
		p.fail("lone " + string(r) + ", write \\" + string(r))
	default:
		p.pos++
	}
	if p.failed() {
		return
	}
	if at := p.pos; p.quantifier() && !quantifiable {
		p.failAt(at, "nothing to repeat")
	}
}

// brace reads a { where an atom stands: annex B lets it be itself unless it
// looks like a quantifier.
func (p *parser) brace() {
	switch from := p.pos; {
	case p.unicode:
		p.fail("lone {, write \\{")
	case p.quantifier():
		p.failAt(from, "nothing to repeat")
	default:
		p.pos++
	}
}

// quantifier reads a quantifier if one is next.
func (p *parser) quantifier() bool {
	from := p.pos
	switch p.peek() {
	case '*', '+', '?':
		p.pos++
	case '{':
		low, high, ok := p.braces()
		switch {
		case !ok && p.unicode:
			p.fail("incomplete quantifier")
			return false
		case !ok:
			return false
		case high >= 0 && low > high:
			p.failAt(from, "quantifier bounds are out of order")
			return false
		case max(low, high) > maxRepeat:
			p.note(from, "repetition above 1000")
		}
	default:
		return false
	}
	p.accept('?')
	return true
}

// maxRepeat is the largest count RE2 accepts.
const maxRepeat = 1000

// braces reads {n}, {n,} or {n,m}; high is -1 when open. Nothing is read when
// there is none.
func (p *parser) braces() (low, high int, ok bool) {
	from := p.pos
	p.pos++
	low, ok = p.decimal()
	high = low
	if ok && p.accept(',') {
		high = -1
		if p.peek() != '}' {
			high, ok = p.decimal()
		}
	}
	if !ok || !p.accept('}') {
		p.pos = from
		return 0, 0, false
	}
	return low, high, true
}

// decimal reads digits; the value saturates.
func (p *parser) decimal() (value int, ok bool) {
	for ; isDigit(p.peek()); p.pos++ {
		value = min(value*10+int(p.peek()-'0'), 1<<50)
		ok = true
	}
	return value, ok
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }
