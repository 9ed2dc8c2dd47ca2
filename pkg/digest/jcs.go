package digest

import (
	"math"
	"strconv"

	"github.com/gowebpki/jcs"

	"github.com/mcp-evref/evref/pkg/internal/tape"
	"github.com/mcp-evref/evref/pkg/record"
)

// appendJCS writes the canonical JSON text of v (RFC 8785). Spans of the input
// that are canonical as they stand are copied whole.
func (e *Encoder) appendJCS(dst []byte, v record.Value) ([]byte, error) {
	t := v.Record().Tape()
	native := v.Record().Format() == record.JSON
	for node := v.Node(); ; {
		n := t.Nodes[node]
		switch kind := n.Kind(); {
		case n.Has(tape.FlagVerbatim):
			dst = append(dst, t.Raw[n.Start:n.End]...)
		case kind == tape.Object:
			if key, found := otherKey(t, node, native); found {
				return dst, notJSON(v, key)
			}
			dst = append(dst, '{')
			e.push(t, node, native, tape.CompareNames)
		case kind == tape.Array:
			dst = append(dst, '[')
			e.push(t, node, native, nil)
		default:
			var ok bool
			if dst, ok = appendJSONScalar(dst, t, node); !ok {
				return dst, notJSON(v, node)
			}
		}
		// Close what is complete, then go to the next child.
		for done := true; done; {
			if len(e.frames) == 0 {
				return dst, nil
			}
			object := e.frames[len(e.frames)-1].object
			var name uint32
			if name, node, done = e.next(t); done {
				if object {
					dst = append(dst, '}')
				} else {
					dst = append(dst, ']')
				}
				e.pop()
				continue
			}
			// No value ends in an opening bracket, so one here is the container's own.
			if last := dst[len(dst)-1]; last != '[' && last != '{' {
				dst = append(dst, ',')
			}
			if object {
				dst = appendJSONString(dst, t, name)
				dst = append(dst, ':')
			}
		}
	}
}

// otherKey finds a map key that is not text, which JSON input cannot have.
func otherKey(t *tape.Tape, node uint32, json bool) (key uint32, found bool) {
	if json {
		return 0, false
	}
	first, end := t.Children(node)
	for i := first; i < end; i = t.Next(t.MemberValue(i)) {
		if t.Nodes[i].Kind() != tape.String {
			return i, true
		}
	}
	return 0, false
}

// appendJSONScalar writes a scalar that cannot be copied from the input; ok is
// false when JSON has no form for it.
func appendJSONScalar(dst []byte, t *tape.Tape, node uint32) (out []byte, ok bool) {
	switch t.Nodes[node].Kind() {
	case tape.Null:
		return append(dst, "null"...), true
	case tape.False:
		return append(dst, "false"...), true
	case tape.True:
		return append(dst, "true"...), true
	case tape.String:
		return appendJSONString(dst, t, node), true
	case tape.Number:
		return append(dst, numberText(t.Float64(node))...), true
	case tape.Uint, tape.Nint, tape.Float:
		v := doubleOf(t, node)
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return dst, false
		}
		return append(dst, numberText(v)...), true
	}
	return dst, false
}

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

// numberText is ECMAScript Number::toString of a finite double, with "0" for
// minus zero (RFC 8785 §3.2.2.3).
func numberText(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return strconv.FormatInt(int64(v), 10)
	}
	text, err := jcs.NumberToJSON(v)
	if err != nil { // only for NaN and infinities, which never get here
		panic("digest: number text of a value that is not finite")
	}
	return text
}

const hexDigits = "0123456789abcdef"

// appendJSONString writes a string as RFC 8785 §3.2.2.2 does: only the quote,
// the backslash and control characters are escaped.
func appendJSONString(dst []byte, t *tape.Tape, node uint32) []byte {
	n := t.Nodes[node]
	if n.Has(tape.FlagVerbatim) {
		return append(dst, t.Raw[n.Start:n.End]...)
	}
	dst = append(dst, '"')
	text := t.Text(node)
	start := 0
	for i, c := range text {
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, text[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, `\b`...)
		case '\t':
			dst = append(dst, `\t`...)
		case '\n':
			dst = append(dst, `\n`...)
		case '\f':
			dst = append(dst, `\f`...)
		case '\r':
			dst = append(dst, `\r`...)
		default:
			dst = append(dst, `\u00`...)
			dst = append(dst, hexDigits[c>>4], hexDigits[c&15])
		}
	}
	dst = append(dst, text[start:]...)
	return append(dst, '"')
}
