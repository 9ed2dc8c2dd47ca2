package digest

import (
	"math"

	"github.com/mcp-evref/evref/pkg/internal/tape"
	"github.com/mcp-evref/evref/pkg/record"
)

// appendCBOR writes the deterministic encoding of v (RFC 8949 §4.2.1).
func (e *Encoder) appendCBOR(dst []byte, v record.Value) []byte {
	t := v.Record().Tape()
	native := v.Record().Format() == record.CBOR
	for node := v.Node(); ; {
		switch t.Nodes[node].Kind() {
		case tape.Number:
			dst = appendCBORNumber(dst, t, node)
		case tape.Object, tape.Array, tape.Tag:
			dst = t.AppendScalar(dst, node)
			e.push(t, node, native, tape.CompareTextKeys)
		default:
			dst = t.AppendScalar(dst, node)
		}
		for done := true; done; {
			if len(e.frames) == 0 {
				return dst
			}
			object := e.frames[len(e.frames)-1].object
			var name uint32
			if name, node, done = e.next(t); done {
				e.pop()
			} else if object {
				dst = t.AppendName(dst, name)
			}
		}
	}
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
