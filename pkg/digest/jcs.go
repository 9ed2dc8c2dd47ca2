package digest

import (
	"math"

	"github.com/mcp-evref/evref/pkg/internal/tape"
	"github.com/mcp-evref/evref/pkg/record"
)

// appendJCS writes the canonical JSON text of v (RFC 8785). Spans of the input
// that are canonical as they stand are copied whole.
func (e *Encoder) appendJCS(dst []byte, v record.Value) ([]byte, error) {
	t := v.Record().Tape()
	for node := v.Node(); ; {
		switch n := &t.Nodes[node]; {
		case n.Has(tape.FlagVerbatim):
			dst = e.appendSpan(dst, t.Raw, n.Start, n.End)
		case n.Kind() == tape.Object:
			if key, found := otherKey(v.Record(), node); found {
				return dst, notJSON(v, key)
			}
			f := e.push(t, node, tape.OrderUTF16)
			f.before, f.closing = '{', '}'
		case n.Kind() == tape.Array:
			f := e.push(t, node, tape.OrderUTF16)
			f.before, f.closing = '[', ']'
		default:
			var ok bool
			if dst, ok = appendJSONScalar(dst, t, node); !ok {
				return dst, notJSON(v, node)
			}
		}
		var more bool
		if dst, node, more = e.nextJCS(dst, t); !more {
			return dst, nil
		}
	}
}

// nextJCS closes what is complete and writes what stands before the next child;
// members that are canonical as they stand are written on the way.
func (e *Encoder) nextJCS(dst []byte, t *tape.Tape) (out []byte, node uint32, more bool) {
	for len(e.frames) > 0 {
		f := &e.frames[len(e.frames)-1]
		for f.at != f.end {
			if len(dst) >= e.limit {
				dst = e.flush(dst)
			}
			dst = append(dst, f.before)
			f.before = ','
			name := e.next(t, f)
			if !f.object {
				return dst, name, true
			}
			n, m := &t.Nodes[name], &t.Nodes[name+1] // names are text, of one node
			if n.Has(tape.FlagVerbatim) && m.Has(tape.FlagVerbatim) && m.Start == n.End+1 {
				dst = e.appendSpan(dst, t.Raw, n.Start, m.End) // name, colon and value in one
				continue
			}
			dst = appendJSONString(dst, t, name)
			return append(dst, ':'), name + 1, true
		}
		if f.before != ',' { // nothing was written
			dst = append(dst, f.before)
		}
		dst = append(dst, f.closing)
		e.pop()
	}
	return dst, 0, false
}

// otherKey finds a map key that is not text, which only CBOR can have.
func otherKey(r *record.Record, node uint32) (key uint32, found bool) {
	if r.Format() == record.JSON {
		return 0, false
	}
	t := r.Tape()
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
		return appendNumber(dst, t.Float64(node)), true
	case tape.Uint, tape.Nint, tape.Float:
		v := doubleOf(t, node)
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return dst, false
		}
		return appendNumber(dst, v), true
	}
	return dst, false
}

const hexDigits = "0123456789abcdef"

// appendJSONString writes a string as RFC 8785 §3.2.2.2 does: only the quote,
// the backslash and control characters are escaped.
func appendJSONString(dst []byte, t *tape.Tape, node uint32) []byte {
	if n := &t.Nodes[node]; n.Has(tape.FlagVerbatim) {
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
