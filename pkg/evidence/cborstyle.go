package evidence

import (
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/mcp-evref/evref/pkg/internal/tape"
	"github.com/mcp-evref/evref/pkg/record"
)

// cborStyle is a way in which a program turns a JSON record into CBOR.
type cborStyle struct {
	order   order // byLength is the deterministic one for text keys
	numbers mapping
}

// mapping is a rule by which JSON numbers become CBOR.
type mapping uint8

const (
	ours          mapping = iota // digest.CBORMapping
	byValue53                    // a double; an integer up to 2^53-1 when integral
	cde                          // the same, and minus zero stays a float
	dcbor                        // a double; a 64-bit integer when integral
	typed                        // as written: integers exact, with bignums; the rest floats
	allShort                     // every number a float, as short as possible
	allDouble                    // every number a double of 8 bytes
	typedDouble                  // integers exact, the rest doubles of 8 bytes
	value53Double                // integers up to 2^53-1, the rest doubles of 8 bytes
	value32Double                // integers up to 32 bits, the rest doubles of 8 bytes
	asText                       // number literals as text strings
)

var mappingNames = [...]string{
	byValue53:     "integers only up to 2^53-1, floats beyond",
	cde:           "integers only up to 2^53-1, and minus zero kept a float",
	dcbor:         "every number read as a double first",
	typed:         "numbers written with a fraction kept as floats, large integers as bignums",
	allShort:      "every number a float",
	allDouble:     "every number a float of 8 bytes",
	typedDouble:   "numbers written with a fraction kept as floats of 8 bytes",
	value53Double: "integers up to 2^53-1, floats of 8 bytes for the rest",
	value32Double: "integers up to 32 bits, floats of 8 bytes for the rest",
	asText:        "numbers written as text strings",
}

const maxSafe = 1<<53 - 1

func (m mapping) append(dst []byte, t *tree) []byte {
	integral := t.float == math.Trunc(t.float)
	within := func(limit float64) bool { return integral && math.Abs(t.float) <= limit }
	negativeZero := t.float == 0 && (math.Signbit(t.float) || len(t.text) > 0 && t.text[0] == '-')
	switch m {
	case ours:
		return append(dst, t.cbor...)
	case asText:
		return appendText(dst, t.text)
	case byValue53:
		if within(maxSafe) {
			return appendInt(dst, t.float)
		}
	case cde:
		if negativeZero {
			return append(dst, 0xf9, 0x80, 0)
		}
		if within(maxSafe) {
			return appendInt(dst, t.float)
		}
	case dcbor:
		if integral && t.float >= -0x1p63 && t.float < 0x1p64 {
			return appendInt(dst, t.float)
		}
	case typed, typedDouble:
		if t.isInteger() {
			return appendExact(dst, t.text)
		}
		if negativeZero {
			t = &tree{float: math.Copysign(0, -1)}
		}
	case value53Double:
		if within(maxSafe) {
			return appendInt(dst, t.float)
		}
	case value32Double:
		if within(math.MaxUint32) && t.float >= math.MinInt32 {
			return appendInt(dst, t.float)
		}
	case allShort, allDouble:
		if negativeZero {
			t = &tree{float: math.Copysign(0, -1)}
		}
	}
	switch m {
	case allDouble, typedDouble, value53Double, value32Double:
		return appendDouble(dst, t.float)
	}
	return tape.AppendFloat(dst, t.float)
}

func appendText(dst, s []byte) []byte {
	return append(tape.AppendHead(dst, tape.MajorText, uint64(len(s))), s...)
}

func appendDouble(dst []byte, v float64) []byte {
	bits := math.Float64bits(v)
	dst = append(dst, 0xfb)
	for shift := 56; shift >= 0; shift -= 8 {
		dst = append(dst, byte(bits>>shift))
	}
	return dst
}

// appendInt writes an integral double within 64 bits as an integer.
func appendInt(dst []byte, v float64) []byte {
	n, _ := big.NewFloat(v).Int(nil)
	return appendBig(dst, n)
}

// appendExact writes an integer literal as an integer or bignum.
func appendExact(dst, literal []byte) []byte {
	n, ok := new(big.Int).SetString(string(literal), 10)
	if !ok {
		return dst
	}
	return appendBig(dst, n)
}

func appendBig(dst []byte, n *big.Int) []byte {
	major, tag := byte(tape.MajorUint), uint64(2)
	if n.Sign() < 0 {
		n = new(big.Int).Not(n) // -1-n
		major, tag = tape.MajorNint, 3
	}
	if n.IsUint64() {
		return tape.AppendHead(dst, major, n.Uint64())
	}
	dst = tape.AppendHead(dst, tape.MajorTag, tag)
	dst = tape.AppendHead(dst, tape.MajorBytes, uint64(len(n.Bytes())))
	return append(dst, n.Bytes()...)
}

// integerText gives the decimal text of a CBOR integer argument.
func integerText(argument uint64, negative bool) string {
	if !negative {
		return strconv.FormatUint(argument, 10)
	}
	n := new(big.Int).SetUint64(argument)
	return n.Not(n).String()
}

func (s cborStyle) append(dst []byte, t *tree) []byte {
	switch t.kind {
	case record.Null:
		return append(dst, 0xf6)
	case record.Bool:
		return append(dst, 0xf4+byte(slices.Index([]bool{false, true}, t.truth)))
	case record.String:
		return appendText(dst, t.text)
	case record.Number:
		return s.numbers.append(dst, t)
	case record.Array:
		dst = tape.AppendHead(dst, tape.MajorArray, uint64(len(t.items)))
		for _, item := range t.items {
			dst = s.append(dst, item)
		}
		return dst
	case record.Object:
		dst = tape.AppendHead(dst, tape.MajorMap, uint64(len(t.members)))
		for _, m := range t.in(s.order) {
			dst = s.append(appendText(dst, m.name), m.value)
		}
		return dst
	}
	return append(dst, t.cbor...)
}
