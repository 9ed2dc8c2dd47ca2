package tape

import (
	"math"
	"strconv"
)

// shortInteger is the number of digits up to which every integer is a double
// exactly and prints as it is written.
const shortInteger = 15

// number reads the number literal at i (RFC 8259 §6), adds its node and gives
// the offset behind it.
func (p *Parser) number(i int) (end int, f *Fault) {
	raw := p.tape.Raw
	start := i
	if raw[i] == '-' {
		i++
	}
	first := i
	i = digits(raw, i)
	if i == first || raw[first] == '0' && i > first+1 {
		return 0, p.notNumber(start, i == first)
	}
	whole := i - first
	flags := uint32(FlagInteger)
	if i < len(raw) && raw[i] == '.' {
		flags = 0
		j := digits(raw, i+1)
		if j == i+1 {
			return 0, p.fault(Syntax, BadNumber, start)
		}
		i = j
	}
	if i < len(raw) && raw[i]|0x20 == 'e' {
		flags = 0
		j := i + 1
		if j < len(raw) && (raw[j] == '+' || raw[j] == '-') {
			j++
		}
		k := digits(raw, j)
		if k == j {
			return 0, p.fault(Syntax, BadNumber, start)
		}
		i = k
	}
	if i < len(raw) && (isWord(raw[i]) || raw[i] == '.' || raw[i] == '+' || raw[i] == '-') {
		return 0, p.fault(Syntax, BadNumber, start)
	}
	if flags == FlagInteger && whole <= shortInteger && (raw[start] != '-' || raw[first] != '0') {
		p.add(Number, FlagInteger|FlagVerbatim, start, i)
		return i, nil
	}
	value := parseFloat(raw[start:i])
	if math.IsInf(value, 0) {
		return 0, p.fault(Range, NumberOverflow, start)
	}
	node := p.add(Number, flags|FlagSide, start, i)
	p.tape.Nodes[node].Aux = p.keep8(math.Float64bits(value))
	p.tape.Numbers = true
	p.dirty++
	return i, nil
}

func (p *Parser) notNumber(start int, noDigits bool) *Fault {
	if noDigits && hasAnyPrefix(p.tape.Raw[start+1:], "Inf", "inf", "NaN", "nan") {
		return p.fault(Syntax, NotFinite, start)
	}
	return p.fault(Syntax, BadNumber, start)
}

func digits(raw []byte, i int) int {
	for i < len(raw) && raw[i] >= '0' && raw[i] <= '9' {
		i++
	}
	return i
}

// Literals that strconv.ParseFloat reads right: it caps integer digits at 800
// and stops reading exponents at 10,000.
const (
	longLiteral  = 300
	longExponent = 4
)

// parseFloat gives the double nearest to a literal that has passed the JSON
// grammar, ties to even; ±Inf when it overflows.
func parseFloat(lit []byte) float64 {
	exponent := 0
	for i := len(lit) - 1; i > 0 && lit[i] >= '0' && lit[i] <= '9'; i-- {
		exponent++
	}
	if len(lit) > longLiteral || exponent > longExponent && hasExponent(lit) {
		return parseLong(lit)
	}
	v, _ := strconv.ParseFloat(string(lit), 64) // the only error left is range, which gives ±Inf
	return v
}

func hasExponent(lit []byte) bool {
	for _, c := range lit {
		if c|0x20 == 'e' {
			return true
		}
	}
	return false
}

// significant is how many digits decide the rounding of a double: a half-way
// point between two doubles has at most 767, so 780 and a mark for "there was
// more" round like the whole literal.
const significant = 780

// parseLong rewrites a literal as 0.d1d2d3…E±x with few digits, then parses
// that. Its cost is linear in the length of the literal.
func parseLong(lit []byte) float64 {
	neg := lit[0] == '-'
	if neg {
		lit = lit[1:]
	}
	var (
		kept     = make([]byte, 0, significant+16)
		point    int64 // position of the decimal point relative to the first kept digit
		seen     bool  // a significant digit was seen
		fraction bool
		more     bool // a digit other than 0 was left out
		exponent int64
	)
	kept = append(kept, "0."...)
scan:
	for i, c := range lit {
		switch {
		case c == '.':
			fraction = true
		case c|0x20 == 'e':
			exponent = saturatedExponent(lit[i+1:])
			break scan
		default:
			if c == '0' && !seen {
				if fraction {
					point--
				}
				continue
			}
			seen = true
			if !fraction {
				point++
			}
			if len(kept) < significant+2 {
				kept = append(kept, c)
			} else if c != '0' {
				more = true
			}
		}
	}
	if !seen {
		return 0
	}
	if more {
		kept = append(kept, '1')
	}
	// Beyond ±400 a double is zero or infinite whatever its digits are, and
	// ParseFloat is safe with three-digit exponents.
	exponent = min(max(exponent+point, -400), 400)
	kept = strconv.AppendInt(append(kept, 'e'), exponent, 10)
	v, _ := strconv.ParseFloat(string(kept), 64)
	if neg {
		v = -v
	}
	return v
}

// saturatedExponent reads an exponent, stopping at a size no literal that fits
// in memory could make up for with its digits.
func saturatedExponent(text []byte) int64 {
	neg := text[0] == '-'
	if neg || text[0] == '+' {
		text = text[1:]
	}
	var v int64
	for _, c := range text {
		if v = v*10 + int64(c-'0'); v > 1<<40 {
			v = 1 << 40
			break
		}
	}
	if neg {
		return -v
	}
	return v
}
