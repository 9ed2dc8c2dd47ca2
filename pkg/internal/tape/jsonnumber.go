package tape

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// shortInteger is the number of digits up to which every integer is a double
// exactly and prints as it is written.
const shortInteger = 15

// number reads the number literal at start (RFC 8259 §6), adds its node and
// gives the offset behind it.
func (p *Parser) number(start int) int {
	raw := p.tape.Raw
	first := start
	if raw[start] == '-' {
		first++
	}
	i := digits(raw, first)
	whole := i - first
	if whole == 0 || whole > 1 && raw[first] == '0' {
		return p.notNumber(start, whole == 0)
	}
	if i < len(raw) && goesOn(raw[i]) {
		return p.fraction(start, first, i)
	}
	if whole > shortInteger || first > start && raw[first] == '0' { // -0 becomes 0
		return p.convert(FlagInteger, start, i)
	}
	p.add(Number, FlagInteger|FlagVerbatim, start, i)
	return i
}

// fraction reads the rest of a number that does not end with its integer
// digits, which stand from first up to i.
func (p *Parser) fraction(start, first, i int) int {
	raw := p.tape.Raw
	point := i
	if raw[i] == '.' {
		i = digits(raw, i+1)
		if i == point+1 {
			return p.fail(Syntax, BadNumber, start)
		}
	}
	decimal := i
	if i < len(raw) && raw[i]|0x20 == 'e' {
		j := i + 1
		if j < len(raw) && (raw[j] == '+' || raw[j] == '-') {
			j++
		}
		i = digits(raw, j)
		if i == j {
			return p.fail(Syntax, BadNumber, start)
		}
	}
	if i < len(raw) && goesOn(raw[i]) {
		return p.fail(Syntax, BadNumber, start)
	}
	if i == decimal && isShortDecimal(raw[first:i], point-first) {
		p.add(Number, FlagVerbatim, start, i)
		return i
	}
	return p.convert(0, start, i)
}

// goesOn reports a byte that cannot stand behind a complete number.
func goesOn(c byte) bool {
	return c > ',' && c != ']' && c != '}' && (isWord(c) || c == '.' || c == '-') || c == '+'
}

// isShortDecimal reports whether digits with a point among them are canonical
// as they stand. Up to 15 digits come back from a double unchanged, and no
// shorter text gives the same double; ECMAScript writes no zeros at the end, and
// no exponent from 0.000001 on.
func isShortDecimal(text []byte, point int) bool {
	if len(text) > shortInteger+1 || text[len(text)-1] == '0' {
		return false
	}
	if text[0] != '0' {
		return true
	}
	for _, c := range text[point+1 : min(point+7, len(text))] {
		if c != '0' {
			return true
		}
	}
	return false
}

// convert adds a number whose canonical text may differ from the literal.
func (p *Parser) convert(flags uint32, start, end int) int {
	value := parseFloat(p.tape.Raw[start:end])
	if math.IsInf(value, 0) {
		return p.fail(Range, NumberOverflow, start)
	}
	p.addSide(Number, flags, start, end, p.keepValue(math.Float64bits(value)))
	p.tape.Numbers = true
	p.dirty++
	return end
}

func (p *Parser) notNumber(start int, noDigits bool) int {
	if noDigits && hasAnyPrefix(p.tape.Raw[start+1:], "Inf", "inf", "NaN", "nan") {
		return p.fail(Syntax, NotFinite, start)
	}
	return p.fail(Syntax, BadNumber, start)
}

// digits gives the offset of the first byte from i on that is no digit. Eight
// bytes at a time: a digit with the bits of '0' taken away is at most 9, and
// adding 0x76 to more sets the high bit. A false mark can only stand above a true
// one, which carried.
func digits(raw []byte, i int) int {
	for i >= 0 && i <= len(raw)-8 {
		w := binary.LittleEndian.Uint64(raw[i:i+8]) ^ ones*'0'
		mark := (w + ones*0x76 | w) & highs
		i += bits.TrailingZeros64(mark) >> 3 // by 8 if there is none
		if mark != 0 {
			return i
		}
	}
	for i < len(raw) && raw[i]-'0' <= 9 {
		i++
	}
	return i
}
