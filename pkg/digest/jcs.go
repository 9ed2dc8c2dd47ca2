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
			dst = e.appendSpan(dst, t.Raw[n.Start:n.End])
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
		switch f.list {
		case onTape:
			dst = e.appendPieces(dst, t, f, t.Orders[f.at:f.end])
		case sorted:
			dst = e.appendPieces(dst, t, f, e.names[f.at:f.end])
		}
		if f.at != f.end {
			if len(dst) >= e.limit {
				dst = e.flush(dst)
			}
			dst = append(dst, f.before)
			f.before = ','
			node = e.next(t, f)
			if f.object {
				dst = append(appendJSONString(dst, t, node), ':')
				node++
			}
			return dst, node, true
		}
		if f.before != ',' { // nothing was written
			dst = append(dst, f.before)
		}
		dst = append(dst, f.closing)
		e.pop()
	}
	return dst, 0, false
}

// piece is the size in which members are copied from the input.
const piece = 48

// appendPieces writes members, given by the nodes of their names, as long as
// name, colon and value can be copied from the input in one piece. A short piece
// is copied as a block of fixed size, which is a few instructions without a
// branch; what is too much of it is written over by what comes next.
func (e *Encoder) appendPieces(dst []byte, t *tape.Tape, f *frame, names []uint32) []byte {
	raw, nodes, before := t.Raw, t.Nodes, f.before
	for _, name := range names {
		n, m := &nodes[name], &nodes[name+1] // a name is text, of one node
		start, size, at := int(n.Start), int(m.End-n.Start), len(dst)
		if !n.Has(tape.FlagVerbatim) || !m.Has(tape.FlagVerbatim) || m.Start != n.End+1 || at >= e.limit {
			break
		}
		if size <= piece && start <= len(raw)-piece && at < cap(dst)-piece {
			dst = dst[:at+1+piece]
			dst[at] = before
			from, to := raw[start:start+piece], dst[at+1:at+1+piece]
			*(*[16]byte)(to[:16]) = *(*[16]byte)(from[:16]) // more at once would go by way of the stack
			*(*[16]byte)(to[16:32]) = *(*[16]byte)(from[16:32])
			*(*[16]byte)(to[32:48]) = *(*[16]byte)(from[32:48])
			dst = dst[:at+1+size]
		} else {
			dst = e.appendSpan(append(dst, before), raw[start:m.End])
		}
		before = ','
		f.at++
	}
	f.before = before
	return dst
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
