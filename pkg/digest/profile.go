package digest

import (
	"math"

	"github.com/mcp-evref/evref/pkg/internal/tape"
	"github.com/mcp-evref/evref/pkg/record"
)

// maxSafe is the largest integer up to which every integer is a double.
const maxSafe = 1<<53 - 1

// Note is a remark about one value of a record.
type Note struct {
	Value   record.Value
	Message string
}

// NotPortable lists the values that leave the profile of the public conformance
// set: text, arrays, maps with text keys, booleans, null, and integers from 0 to
// 2^53-1 written without fraction or exponent. A record outside of it is legal,
// but other implementations are less likely to agree on its digest. Of each
// message up to [MaxListed] are listed.
func NotPortable(v record.Value) []Note {
	t := v.Record().Tape()
	var out []Note
	quota := newQuota[string]()
	for i, end := v.Node(), t.Next(v.Node()); i < end; i++ {
		if message := notPortable(t, i); message != "" && quota.take(message, len(out)) {
			out = append(out, Note{v.Record().ValueAt(i), message})
		}
	}
	quota.finish(func(i int) *string { return &out[i].Message })
	return out
}

func notPortable(t *tape.Tape, i uint32) string {
	n := t.Nodes[i]
	switch n.Kind() {
	case tape.Number:
		switch magnitude, neg, ok := t.Integer(i); {
		case !n.Has(tape.FlagInteger):
			return "a number with a fraction or an exponent"
		case neg:
			return "a negative number"
		case !ok || magnitude > maxSafe:
			return "an integer beyond 2^53-1"
		}
	case tape.Uint:
		if t.Argument(i) > maxSafe {
			return "an integer beyond 2^53-1"
		}
	case tape.Nint:
		return "a negative number"
	case tape.Float:
		return "a float"
	case tape.Bytes:
		return "a byte string"
	case tape.Tag:
		return "a CBOR tag"
	case tape.Simple:
		return "undefined or another simple value"
	case tape.OtherKey:
		return "a map key that is not text"
	}
	return ""
}

// MappingDependent lists all the numbers of a JSON record whose CBOR bytes depend
// on the number mapping, that is, on which implementations that all follow RFC
// 8949 differ: integral values written with a fraction or an exponent, minus
// zero, and integers beyond 2^53-1.
func MappingDependent(v record.Value) []record.Value {
	t := v.Record().Tape()
	if !t.Numbers {
		return nil
	}
	var out []record.Value
	for i, end := v.Node(), t.Next(v.Node()); i < end; i++ {
		n := t.Nodes[i]
		if n.Kind() != tape.Number || n.Has(tape.FlagVerbatim) {
			continue
		}
		if d := t.Float64(i); d == math.Trunc(d) && (!n.Has(tape.FlagInteger) || d == 0 || math.Abs(d) > maxSafe) {
			out = append(out, v.Record().ValueAt(i))
		}
	}
	return out
}
