package digest

import (
	"errors"
	"math"
	"math/big"
	"strings"

	"github.com/fxamacker/cbor/v2"
	"github.com/gowebpki/jcs"

	"github.com/mcp-evref/evref/pkg/internal/tape"
	"github.com/mcp-evref/evref/pkg/record"
)

// Errors of SecondOpinion.
var (
	// ErrNoOpinion: the second implementation cannot express the record at all.
	ErrNoOpinion = errors.New("the second implementation cannot express the record")
	// ErrKnownFault: the bytes are given, and the record holds something that
	// the second implementation is known to get wrong, so that a difference says
	// nothing about this one.
	ErrKnownFault = errors.New("the second implementation is known to be wrong on this record")
)

// SecondOpinion computes the canonical bytes of v with an implementation that
// shares no code with [Encoder]: gowebpki/jcs for JCS, and fxamacker/cbor over
// a tree of Go values for CBOR. It is slow and meant for checking.
//
// Known exceptions:
//   - gowebpki/jcs reads numbers with strconv.ParseFloat, which looks at 800
//     digits of a mantissa and at exponents up to 10,000: [ErrKnownFault] for
//     JSON records with longer ones.
//   - gowebpki/jcs reads JSON only: a CBOR record gets its opinion on the
//     canonical JSON text, which must come back unchanged.
//   - Go maps cannot have arrays, maps, byte strings, tags or NaN as keys, nor
//     can Go encode simple values 24 to 31 or tag 0 on null (the zero cbor.Tag):
//     [ErrNoOpinion] for CBOR records with those.
//
// Errors of gowebpki/jcs itself are passed on: it refuses what it should have
// accepted.
func SecondOpinion(c Canonicalization, v record.Value) ([]byte, error) {
	if c == CBOR {
		return secondCBOR(v)
	}
	text := v.Raw()
	if v.Record().Format() == record.CBOR {
		var err error
		if text, err = JCS.Append(nil, v); err != nil {
			return nil, ErrNoOpinion
		}
	}
	out, err := jcs.Transform(text)
	if err == nil && hasLongNumber(v) {
		err = ErrKnownFault
	}
	return out, err
}

func hasLongNumber(v record.Value) bool {
	if literal := v.Literal(); literal != "" {
		_, exponent, _ := strings.Cut(strings.ToLower(literal), "e")
		return len(literal) > 300 || len(exponent) > 4
	}
	for _, child := range v.Entries() {
		if hasLongNumber(child) {
			return true
		}
	}
	for _, child := range v.Elements() {
		if hasLongNumber(child) {
			return true
		}
	}
	return false
}

func secondCBOR(v record.Value) ([]byte, error) {
	mode, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		return nil, err
	}
	tree, ok := goValue(v)
	if !ok {
		return nil, ErrNoOpinion
	}
	return mode.Marshal(tree)
}

// goValue builds the Go value that fxamacker/cbor encodes as v.
func goValue(v record.Value) (tree any, ok bool) {
	switch v.Kind() {
	case record.Null:
		return nil, true
	case record.Bool:
		b, _ := v.Bool()
		return b, true
	case record.String:
		text, _ := v.Text()
		return text, true
	case record.Bytes:
		return v.Content(), true
	case record.Number:
		return goNumber(v), true
	case record.Array:
		out := make([]any, 0, v.Len())
		for _, child := range v.Elements() {
			c, ok := goValue(child)
			if !ok {
				return nil, false
			}
			out = append(out, c)
		}
		return out, true
	case record.Object:
		return goMap(v)
	case record.Tag:
		for _, child := range v.Elements() {
			if n := v.Argument(); (n == 2 || n == 3) && child.Kind() == record.Bytes {
				return goBignum(n, child.Content()), true
			}
			c, ok := goValue(child)
			return cbor.Tag{Number: v.Argument(), Content: c}, ok && (c != nil || v.Argument() != 0)
		}
	case record.Simple:
		n := v.Argument()
		return cbor.SimpleValue(n), n < 24 || n > 31
	}
	return nil, false
}

func goMap(v record.Value) (any, bool) {
	out := make(map[any]any, v.Len())
	for name, child := range v.Entries() {
		key, ok := goValue(name)
		if !ok {
			return nil, false
		}
		switch k := key.(type) {
		case []byte, []any, map[any]any, cbor.Tag:
			return nil, false
		case *big.Int: // a pointer compares as such
			return nil, false
		case float64:
			if math.IsNaN(k) {
				return nil, false
			}
		}
		if out[key], ok = goValue(child); !ok {
			return nil, false
		}
	}
	return out, len(out) == v.Len()
}

// goBignum gives the integer of tag 2 or 3 (RFC 8949 §3.4.3).
func goBignum(tag uint64, content []byte) *big.Int {
	n := new(big.Int).SetBytes(content)
	if tag == 3 {
		n.Not(n)
	}
	return n
}

// goNumber applies [CBORMapping] to a JSON number in Go's own arithmetic.
func goNumber(v record.Value) any {
	if n, ok := integerOf(v); ok {
		if n.IsInt64() {
			return n.Int64()
		}
		return n
	}
	f, _ := v.Float64()
	return f
}

// integerOf gives the integer that a number becomes in CBOR, if it becomes one.
func integerOf(v record.Value) (*big.Int, bool) {
	low := new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), 64))
	high := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 64), big.NewInt(1))
	inRange := func(n *big.Int) bool { return n.Cmp(low) >= 0 && n.Cmp(high) <= 0 }
	literal := v.Literal()
	if literal == "" { // CBOR: an integer stays one, a float stays one
		t := v.Record().Tape()
		if t.Nodes[v.Node()].Kind() == tape.Float {
			return nil, false
		}
		n, _ := new(big.Int).SetString(cborInteger(t, v.Node()), 10)
		return n, true
	}
	if !strings.ContainsAny(literal, ".eE") && len(literal) <= 21 {
		if n, ok := new(big.Int).SetString(literal, 10); ok && inRange(n) {
			return n, true
		}
	}
	f, _ := v.Float64()
	if f != math.Trunc(f) {
		return nil, false
	}
	n, _ := big.NewFloat(f).Int(nil)
	return n, inRange(n)
}
