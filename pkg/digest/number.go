package digest

import (
	"math"
	"strconv"

	"github.com/mcp-evref/evref/pkg/internal/tape"
)

// doubleOf gives the double nearest to a CBOR number.
func doubleOf(t *tape.Tape, node uint32) float64 {
	switch t.Nodes[node].Kind() {
	case tape.Uint:
		return float64(t.Argument(node))
	case tape.Nint:
		// -1-n, rounded once: n+1 fits 64 bits except for the largest n.
		if n := t.Argument(node); n < math.MaxUint64 {
			return -float64(n + 1)
		}
		return -0x1p64
	}
	return t.Float64(node)
}

// appendNumber writes ECMAScript Number::toString of a finite double, with "0"
// for minus zero (RFC 8785 §3.2.2.3): the shortest digits that give the double
// back, without exponent from 1e-6 up to 1e21.
func appendNumber(dst []byte, v float64) []byte {
	if v == 0 {
		return append(dst, '0')
	}
	if a := math.Abs(v); a >= 1e-6 && a < 1e21 {
		return strconv.AppendFloat(dst, v, 'f', -1, 64)
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, v, 'e', -1, 64)
	// strconv gives exponents two digits at least, ECMAScript does not: 1e-07.
	if n := len(dst); n-start >= 4 && dst[n-2] == '0' && (dst[n-3] == '-' || dst[n-3] == '+') {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

// numberText is appendNumber as a string.
func numberText(v float64) string { return string(appendNumber(nil, v)) }
