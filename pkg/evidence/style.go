package evidence

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mcp-evref/evref/pkg/internal/tape"
	"github.com/mcp-evref/evref/pkg/record"
)

// style is a way in which a program writes JSON.
type style struct {
	order  order
	item   string // between two members or elements; with indent, a line end follows
	colon  string
	indent string // one level; "" writes everything on one line
	escape escape
	number number
}

// order is the order in which a program writes members.
type order uint8

const (
	asGiven     order = iota
	byUTF16           // RFC 8785
	byCodePoint       // bytewise, as most languages sort strings
	byLength          // length, then bytes: PostgreSQL jsonb, deterministic CBOR
	asScript          // ECMAScript objects: integer-like names first, ascending
)

// sorted gives the members in an order.
func (o order) sorted(members []member) []member {
	var compare func(a, b member) int
	switch o {
	case asGiven:
		return members
	case byUTF16:
		compare = func(a, b member) int { return tape.CompareNames([]byte(a.name), []byte(b.name)) }
	case byCodePoint:
		compare = func(a, b member) int { return cmp.Compare(a.name, b.name) }
	case byLength:
		compare = func(a, b member) int { return tape.CompareTextKeys([]byte(a.name), []byte(b.name)) }
	case asScript:
		compare = func(a, b member) int { return cmp.Compare(arrayIndex(a.name), arrayIndex(b.name)) }
	}
	out := slices.Clone(members)
	slices.SortStableFunc(out, compare)
	return out
}

// arrayIndex gives the number of a name that ECMAScript takes for an array
// index, and a larger one for every other name.
func arrayIndex(name string) uint64 {
	n, err := strconv.ParseUint(name, 10, 32)
	if err != nil || n == math.MaxUint32 || strconv.FormatUint(n, 10) != name {
		return math.MaxUint64
	}
	return n
}

// escape is how a program writes text.
type escape struct {
	ascii   bool   // everything beyond ASCII as \uXXXX
	upper   bool   // hexadecimal digits in capitals
	special string // characters written as \uXXXX, the quote included if it is in here
	slash   bool   // \/ for /
	noShort string // control characters that have no short escape there
}

// Escapes of well-known programs. The zero escape is that of RFC 8785, which is
// also that of JSON.stringify.
var (
	escapePython = escape{ascii: true, special: "\x7f"}
	escapeGo     = escape{special: "<>&\u2028\u2029"}
	escapeOldGo  = escape{special: "<>&\u2028\u2029", noShort: "\b\f"} // before Go 1.22
	escapeGoOff  = escape{special: "\u2028\u2029"}                     // SetEscapeHTML(false)
	escapePHP    = escape{ascii: true, slash: true}
	escapeGson   = escape{special: "<>&='\u2028\u2029"}
	escapeDotNet = escape{ascii: true, upper: true, special: "\"&'+<>`\x7f"}
	escapeJQ     = escape{special: "\x7f"}
)

func (e escape) append(dst []byte, s string) []byte {
	unit := `\u%04x`
	if e.upper {
		unit = `\u%04X`
	}
	dst = append(dst, '"')
	for _, r := range s {
		switch short := strings.IndexRune("\b\t\n\f\r", r); {
		case strings.ContainsRune(e.special, r), r < 0x20 && (short < 0 || strings.ContainsRune(e.noShort, r)):
			dst = fmt.Appendf(dst, unit, r)
		case short >= 0:
			dst = append(dst, '\\', "btnfr"[short])
		case r == '"', r == '\\', r == '/' && e.slash:
			dst = append(dst, '\\', byte(r))
		case r >= 0x10000 && e.ascii:
			dst = fmt.Appendf(dst, unit, 0xd800+(r-0x10000)>>10)
			dst = fmt.Appendf(dst, unit, 0xdc00+(r-0x10000)&0x3ff)
		case r >= 0x80 && e.ascii:
			dst = fmt.Appendf(dst, unit, r)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

// number is how a program writes numbers.
type number uint8

const (
	asScriptNumber number = iota // ECMAScript, hence RFC 8785
	asLiteral                    // as the record writes it
	asPython                     // integers exact, floats as repr
	allFloats                    // every number with a fraction: 1 is 1.0
)

func (n number) append(dst []byte, t *tree) []byte {
	switch {
	case n == asScriptNumber, t.text == "" && n == asLiteral:
		return append(dst, t.jcs...)
	case n == asLiteral:
		return append(dst, t.text...)
	case n == asPython && t.isInteger():
		if t.text == "-0" {
			return append(dst, '0')
		}
		return append(dst, t.text...)
	}
	return appendRepr(dst, t.float)
}

// appendRepr writes a double as Python's repr does.
func appendRepr(dst []byte, v float64) []byte {
	if a := math.Abs(v); a != 0 && (a < 1e-4 || a >= 1e16) {
		return strconv.AppendFloat(dst, v, 'e', -1, 64)
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, v, 'f', -1, 64)
	if !slices.Contains(dst[start:], '.') {
		dst = append(dst, ".0"...)
	}
	return dst
}

// append writes a tree. It must hold nothing that JSON cannot express.
func (s style) append(dst []byte, t *tree) []byte { return s.appendAt(dst, t, 0) }

func (s style) appendAt(dst []byte, t *tree, depth int) []byte {
	switch t.kind {
	case record.Bool:
		return strconv.AppendBool(dst, t.truth)
	case record.String:
		return s.escape.append(dst, t.text)
	case record.Number:
		return s.number.append(dst, t)
	case record.Array:
		return s.appendAll(dst, "[]", len(t.items), depth, func(dst []byte, i int) []byte {
			return s.appendAt(dst, t.items[i], depth+1)
		})
	case record.Object:
		members := s.order.sorted(t.members)
		return s.appendAll(dst, "{}", len(members), depth, func(dst []byte, i int) []byte {
			dst = append(s.escape.append(dst, members[i].name), s.colon...)
			return s.appendAt(dst, members[i].value, depth+1)
		})
	}
	return append(dst, "null"...)
}

func (s style) appendAll(dst []byte, brackets string, n, depth int, each func([]byte, int) []byte) []byte {
	dst = append(dst, brackets[0])
	for i := range n {
		if i > 0 {
			dst = append(dst, s.item...)
		}
		dst = s.newline(dst, depth+1)
		dst = each(dst, i)
	}
	if n > 0 {
		dst = s.newline(dst, depth)
	}
	return append(dst, brackets[1])
}

func (s style) newline(dst []byte, depth int) []byte {
	if s.indent == "" || len(dst) > maxCandidate { // deep and wide: indentation would be nearly all of the text
		return dst
	}
	dst = append(dst, '\n')
	for range depth {
		dst = append(dst, s.indent...)
	}
	return dst
}
