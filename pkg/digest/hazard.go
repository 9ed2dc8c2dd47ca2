package digest

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/internal/tape"
	"github.com/mcp-evref/evref/pkg/record"
)

// HazardKind is a way in which a canonicalization, applied exactly, lets two
// records share a digest or leaves the rules of I-JSON.
type HazardKind string

// Kinds of hazards.
const (
	// Precision: an integer literal that the canonicalization turns into a
	// different integer.
	Precision HazardKind = "precision"
	// Underflow: a number other than zero that becomes zero.
	Underflow HazardKind = "underflow"
	// Noncharacter: text with a code point that RFC 7493 §2.1 forbids.
	Noncharacter HazardKind = "noncharacter"
)

// HazardKinds gives them all.
func HazardKinds() []HazardKind { return []HazardKind{Precision, Underflow, Noncharacter} }

// Hazard is one place of a record where a hazard was met. Computing a digest
// goes through regardless: who publishes one refuses them, who verifies one
// reports them.
type Hazard struct {
	Kind    HazardKind
	Pointer string // of the value; for a member name, of the member
	Range   diag.Range
	Message string // what is wrong: one line
	Help    string
}

// Hazards lists the hazards of canonicalizing v, in input order, up to
// [MaxListed] of each kind. For a record of short numbers and plain text it costs
// nothing.
func Hazards(c Canonicalization, v record.Value) []Hazard {
	t := v.Record().Tape()
	cborIntegers := c == JCS && v.Record().Format() == record.CBOR
	if !t.Noncharacters && !t.Numbers && !cborIntegers {
		return nil
	}
	var (
		out    []Hazard
		places *record.Places
		quota  quota[HazardKind]
	)
	for i, end := v.Node(), t.Next(v.Node()); i < end; i++ {
		kind, message, help := hazardAt(c, t, i)
		if kind == "" {
			continue
		}
		if places == nil {
			places, quota = v.Record().Places(), newQuota[HazardKind]()
		}
		if !quota.take(kind, len(out)) {
			continue
		}
		at := v.Record().ValueAt(i)
		out = append(out, Hazard{Kind: kind, Pointer: places.Pointer(at), Range: at.Range(), Message: message, Help: help})
	}
	quota.finish(func(i int) *string { return &out[i].Message })
	return out
}

func hazardAt(c Canonicalization, t *tape.Tape, i uint32) (kind HazardKind, message, help string) {
	n := t.Nodes[i]
	switch n.Kind() {
	case tape.String:
		if n.Has(tape.FlagNoncharacter) {
			return Noncharacter, fmt.Sprintf("text contains the noncharacter U+%04X", firstNoncharacter(t.Text(i))), "remove it: I-JSON forbids it (RFC 7493 §2.1)"
		}
	case tape.Number:
		literal := t.Raw[n.Start:n.End]
		if n.Has(tape.FlagVerbatim) {
			return "", "", ""
		}
		if n.Has(tape.FlagInteger) {
			if becomes, changed := changedInteger(c, t, i, literal); changed {
				return Precision, fmt.Sprintf("integer %s becomes %s under %s", shorten(literal), becomes, c), "write it as a string: another record can share this digest"
			}
		} else if t.Float64(i) == 0 && bytes.ContainsAny(mantissa(literal), "123456789") {
			return Underflow, fmt.Sprintf("number %s becomes 0", shorten(literal)), "write it as a string: another record can share this digest"
		}
	case tape.Uint, tape.Nint:
		if c == JCS {
			literal := cborInteger(t, i)
			if text := numberText(doubleOf(t, i)); !sameDecimal(literal, text) {
				return Precision, fmt.Sprintf("integer %s becomes %s under %s", literal, text, c), "write it as text: another record can share this digest"
			}
		}
	}
	return "", "", ""
}

// changedInteger tells whether an integer literal keeps its value.
func changedInteger(c Canonicalization, t *tape.Tape, i uint32, literal []byte) (becomes string, changed bool) {
	v := t.Float64(i)
	if c == JCS {
		text := numberText(v)
		return text, !sameDecimal(string(literal), text)
	}
	if _, _, ok := t.Integer(i); ok {
		return "", false
	}
	exact, _ := big.NewFloat(v).Int(nil)
	return exact.String(), exact.String() != string(literal)
}

// cborInteger gives the decimal text of a Uint or Nint.
func cborInteger(t *tape.Tape, i uint32) string {
	n := t.Argument(i)
	switch {
	case t.Nodes[i].Kind() == tape.Uint:
		return strconv.FormatUint(n, 10)
	case n < math.MaxUint64:
		return "-" + strconv.FormatUint(n+1, 10)
	}
	return "-18446744073709551616"
}

// sameDecimal compares two decimal numbers as values: "1e+21" is
// "1000000000000000000000".
func sameDecimal(a, b string) bool {
	an, ad, ae := decimal(a)
	bn, bd, be := decimal(b)
	return ad == bd && (ad == "" || an == bn && ae == be)
}

// decimal splits a number into sign, digits without zeros at either end, and
// the power of ten behind the last digit.
func decimal(s string) (neg bool, digits string, exponent int) {
	if s[0] == '-' {
		neg, s = true, s[1:]
	}
	if i := bytes.IndexByte([]byte(s), 'e'); i >= 0 {
		exponent, _ = strconv.Atoi(s[i+1:])
		s = s[:i]
	}
	if i := bytes.IndexByte([]byte(s), '.'); i >= 0 {
		exponent -= len(s) - i - 1
		s = s[:i] + s[i+1:]
	}
	trimmed := bytes.TrimLeft([]byte(s), "0")
	digits = string(bytes.TrimRight(trimmed, "0"))
	return neg, digits, exponent + len(trimmed) - len(digits)
}

func mantissa(literal []byte) []byte {
	if i := bytes.IndexAny(literal, "eE"); i >= 0 {
		return literal[:i]
	}
	return literal
}

func firstNoncharacter(text []byte) rune {
	for _, r := range string(text) {
		if r >= 0xFDD0 && r <= 0xFDEF || r&0xFFFE == 0xFFFE {
			return r
		}
	}
	return 0
}

// shorten keeps a long number readable in a message.
func shorten(literal []byte) string {
	if len(literal) <= 40 {
		return string(literal)
	}
	return fmt.Sprintf("%s… (%d characters)", literal[:24], len(literal))
}
