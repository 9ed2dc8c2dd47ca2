package tape

import (
	"bytes"
	"strconv"
	"unsafe"
)

// shortDecimal gives the value of a literal of up to 15 digits with a point and
// no exponent. Digits and power of ten are doubles exactly, so one division
// rounds right.
func shortDecimal(lit []byte) float64 {
	digits, scale, point := int64(0), 1.0, false
	for _, c := range lit {
		switch {
		case c == '.':
			point = true
		case c != '-':
			digits = digits*10 + int64(c-'0')
			if point {
				scale *= 10
			}
		}
	}
	if lit[0] == '-' {
		digits = -digits
	}
	return float64(digits) / scale
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
	if len(lit) > longLiteral || exponent > longExponent && bytes.ContainsAny(lit, "eE") {
		return parseLong(lit)
	}
	v, _ := strconv.ParseFloat(unsafe.String(&lit[0], len(lit)), 64) // the only error left is range, which gives ±Inf
	return v
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
