package digest

import (
	"math"

	"github.com/mcp-evref/evref/pkg/internal/tape"
	"github.com/mcp-evref/evref/pkg/record"
)

// appendCBOR writes the deterministic encoding of v (RFC 8949 §4.2.1).
func (e *Encoder) appendCBOR(dst []byte, v record.Value) []byte {
	t := v.Record().Tape()
	for node, more := v.Node(), true; more; {
		dst = e.appendItem(dst, t, node)
		dst, node, more = e.nextCBOR(dst, t)
	}
	return dst
}

// appendItem writes a scalar, or the head of a container, whose frame it opens.
func (e *Encoder) appendItem(dst []byte, t *tape.Tape, node uint32) []byte {
	switch t.Nodes[node].Kind() {
	case tape.String, tape.Bytes:
		return e.appendText(dst, t, node)
	case tape.Number:
		return appendCBORNumber(dst, t, node)
	case tape.Object, tape.Array, tape.Tag:
		e.push(t, node, tape.OrderEncoded)
	}
	return t.AppendScalar(dst, node)
}

// nextCBOR closes what is complete, and gives the next item that is to be
// written; names, and values that are text or numbers, are written on the way.
func (e *Encoder) nextCBOR(dst []byte, t *tape.Tape) (out []byte, node uint32, more bool) {
	for len(e.frames) > 0 {
		f := &e.frames[len(e.frames)-1]
		for f.at != f.end {
			if len(dst) >= e.limit {
				dst = e.flush(dst)
			}
			if !f.object {
				return dst, e.next(t, f), true
			}
			var name uint32 // what next would give: the call costs two in a hundred of the time
			switch f.list {
			case onTape:
				name = t.Orders[f.at]
				f.at++
			case sorted:
				name = e.names[f.at]
				f.at++
			default:
				name = f.at
				f.at = t.Next(t.MemberValue(name))
			}
			if t.Nodes[name].Kind() != tape.String {
				return t.AppendName(dst, name), t.MemberValue(name), true
			}
			dst = e.appendText(dst, t, name)
			switch value := name + 1; t.Nodes[value].Kind() {
			case tape.String:
				dst = e.appendText(dst, t, value)
			case tape.Number:
				dst = appendCBORNumber(dst, t, value)
			default:
				return dst, value, true
			}
		}
		e.pop()
	}
	return dst, 0, false
}

// shortText is up to how many bytes a text has a head of one byte.
const shortText = 23

// appendText writes a text or byte string. A short JSON string is copied as a
// block (see [Encoder.appendPieces]) together with its opening quote, which
// becomes the head.
func (e *Encoder) appendText(dst []byte, t *tape.Tape, node uint32) []byte {
	raw, n := t.Raw, &t.Nodes[node]
	start, at := int(n.Start), len(dst)
	size := int(n.End-n.Start) - 2 // of a JSON string
	if size > shortText || start > len(raw)-block || at > cap(dst)-block || raw[start] != '"' || n.Has(tape.FlagSide) {
		return e.appendLongText(dst, t, node)
	}
	dst = dst[:at+block]
	from, to := raw[start:start+block], dst[at:at+block]
	*(*[16]byte)(to[:16]) = *(*[16]byte)(from[:16])
	*(*[16]byte)(to[16:32]) = *(*[16]byte)(from[16:32])
	dst[at] = byte(tape.MajorText + size)
	return dst[:at+1+size]
}

// appendLongText is appendText for every string; the content of a very long one
// goes to the hash without being copied.
func (e *Encoder) appendLongText(dst []byte, t *tape.Tape, node uint32) []byte {
	text := t.Text(node)
	if len(text) <= shortText && t.Nodes[node].Kind() == tape.String {
		return append(append(dst, byte(tape.MajorText+len(text))), text...)
	}
	major := byte(tape.MajorText)
	if t.Nodes[node].Kind() == tape.Bytes {
		major = tape.MajorBytes
	}
	return e.appendSpan(tape.AppendHead(dst, major, uint64(len(text))), text)
}

// appendCBORNumber maps a JSON number to CBOR; see [CBORMapping].
func appendCBORNumber(dst []byte, t *tape.Tape, node uint32) []byte {
	if t.Nodes[node].Has(tape.FlagInteger) {
		if magnitude, neg, ok := t.Integer(node); ok {
			return appendInteger(dst, magnitude, neg)
		}
	}
	v := t.Float64(node) // exact for -2^64, the one integer in range that Integer cannot hold
	if v == math.Trunc(v) && v < 0x1p64 && v >= -0x1p64 {
		if v < 0 {
			if v == -0x1p64 {
				return tape.AppendHead(dst, tape.MajorNint, math.MaxUint64)
			}
			return appendInteger(dst, uint64(-v), true)
		}
		return appendInteger(dst, uint64(v), false)
	}
	return tape.AppendFloat(dst, v)
}

// appendInteger writes a sign and magnitude; a negative zero is zero.
func appendInteger(dst []byte, magnitude uint64, neg bool) []byte {
	if neg && magnitude > 0 {
		return tape.AppendHead(dst, tape.MajorNint, magnitude-1)
	}
	return tape.AppendHead(dst, tape.MajorUint, magnitude)
}
