package ecmaregex

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
)

// choice is one alternative of one disjunction.
type choice struct{ disjunction, alternative int }

// reference is a name that \k asks for.
type reference struct {
	text string
	pos  int
}

// group reads what begins with "(" and reports whether a quantifier may follow.
func (p *parser) group() (quantifiable bool) {
	from := p.pos
	if p.depth++; p.depth > maxDepth {
		p.fail("groups nest too deeply")
		return false
	}
	defer func() { p.depth-- }()
	kind := ""
	quantifiable = true
	p.pos++
	switch {
	case p.acceptText("?:"):
	case p.acceptText("?=") || p.acceptText("?!"):
		kind, quantifiable = "lookahead", !p.unicode // annex B: a lookahead may be repeated
	case p.acceptText("?<=") || p.acceptText("?<!"):
		kind, quantifiable = "lookbehind", false
	case p.acceptText("?<"):
		p.groupName()
	case p.peek() == '?':
		p.pos++
		p.modifiers()
	}
	p.disjunction()
	if !p.failed() && !p.accept(')') {
		p.failAt(from, "group is not closed")
	}
	if kind != "" {
		p.note(from, kind)
	}
	return quantifiable
}

// modifiers reads "ims-ims:".
func (p *parser) modifiers() {
	from := p.pos
	if p.peek() == 'P' {
		p.fail("(?P is not JavaScript, write (?<name>…)")
		return
	}
	var seen []rune
	dash := false
	for {
		r := p.peek()
		switch {
		case r == ':' && (len(seen) > 0):
			p.pos++
			return
		case r == '-' && !dash:
			dash = true
		case strings.ContainsRune("ims", r) && !slices.Contains(seen, r):
			seen = append(seen, r)
		default:
			p.failAt(from, "unknown group type after (?")
			return
		}
		p.pos++
	}
}

// groupName reads the name of a group after "(?<" and checks that no other
// group that can take part in the same match has it.
func (p *parser) groupName() {
	from := p.pos
	text, ok := p.identifier()
	if !ok {
		return
	}
	if other, taken := p.names[text]; taken {
		// The latest group of the name stands for all: those before it are in
		// other alternatives than it, and so than anything it is apart from.
		if !apart(other, p.choices) {
			p.failAt(from, "group name is used twice")
			return
		}
		p.note(from-3, "repeated group name")
	}
	p.names[text] = slices.Clone(p.choices)
	if !plainName(p.units[from : p.pos-1]) {
		p.note(from-3, "group name beyond letters, digits and _")
	}
}

func plainName(units []rune) bool {
	return !slices.ContainsFunc(units, func(r rune) bool { return lower(r) != '_' && !isDigit(r) && (lower(r) < 'a' || lower(r) > 'z') })
}

// apart reports that two places stand in different alternatives of one
// disjunction, so that only one of them takes part in a match.
func apart(a, b []choice) bool {
	for i := 0; i < min(len(a), len(b)) && a[i].disjunction == b[i].disjunction; i++ {
		if a[i].alternative != b[i].alternative {
			return true
		}
	}
	return false
}

// identifier reads "name>".
func (p *parser) identifier() (text string, ok bool) {
	from := p.pos
	var b strings.Builder
	for !p.accept('>') {
		r, ok := p.identifierUnit()
		if !ok || !(isIDStart(r) || b.Len() > 0 && isIDContinue(r)) {
			p.failAt(from, "group name is not an identifier")
			return "", false
		}
		b.WriteRune(r)
	}
	if b.Len() == 0 {
		p.failAt(from, "group name is empty")
		return "", false
	}
	return b.String(), true
}

// identifierUnit reads one code point of a name, which may be escaped.
func (p *parser) identifierUnit() (rune, bool) {
	r := p.peek()
	if r == end {
		return 0, false
	}
	p.pos++
	if r == '\\' {
		if !p.accept('u') {
			return 0, false
		}
		return p.unicodeEscape(true)
	}
	if utf16.IsSurrogate(r) { // a whole character, in halves
		r = utf16.DecodeRune(r, p.peek())
		p.pos++
	}
	return r, true
}

func isIDStart(r rune) bool {
	return r == '$' || r == '_' || unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) && !unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space)
}

func isIDContinue(r rune) bool {
	return isIDStart(r) || r == 0x200c || r == 0x200d ||
		unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}

// checkReferences looks for names that \k asks for and no group has.
func (p *parser) checkReferences() {
	for _, ref := range p.refs {
		if _, ok := p.names[ref.text]; !ok {
			p.failAt(ref.pos, "no group has this name")
			return
		}
	}
}
