package evidence

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
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
	orderCount
)

var comparisons = [orderCount]func(a, b member) int{
	byUTF16:     func(a, b member) int { return tape.CompareNames(a.name, b.name) },
	byCodePoint: func(a, b member) int { return bytes.Compare(a.name, b.name) },
	byLength:    func(a, b member) int { return tape.CompareTextKeys(a.name, b.name) },
	asScript:    func(a, b member) int { return cmp.Compare(arrayIndex(a.name), arrayIndex(b.name)) },
}

// arrayIndex gives the number of a name that ECMAScript takes for an array
// index, and a larger one for every other name.
func arrayIndex(name []byte) uint64 {
	if len(name) == 0 || len(name) > 10 || name[0] < '0' || name[0] > '9' {
		return math.MaxUint64
	}
	n, err := strconv.ParseUint(string(name), 10, 32)
	if err != nil || n == math.MaxUint32 || name[0] == '0' && n > 0 || n == 0 && len(name) > 1 {
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

// plain tells which ASCII characters are written as they are.
func (e escape) plain() (t [utf8.RuneSelf]bool) {
	for c := range t {
		t[c] = c >= 0x20 && c != '"' && c != '\\' && (c != '/' || !e.slash) && !strings.ContainsRune(e.special, rune(c))
	}
	return t
}

func (w *jsonWriter) appendText(dst, s []byte) []byte {
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		start := i
		for i < len(s) && s[i] < utf8.RuneSelf && w.plain[s[i]] {
			i++
		}
		if dst = append(dst, s[start:i]...); i < len(s) {
			r, size := utf8.DecodeRune(s[i:])
			dst = w.escape.appendRune(dst, r)
			i += size
		}
	}
	return append(dst, '"')
}

func (e escape) appendRune(dst []byte, r rune) []byte {
	switch short := strings.IndexRune("\b\t\n\f\r", r); {
	case strings.ContainsRune(e.special, r), r < 0x20 && (short < 0 || strings.ContainsRune(e.noShort, r)):
		return e.appendUnit(dst, r)
	case short >= 0:
		return append(dst, '\\', "btnfr"[short])
	case r < utf8.RuneSelf: // the quote, the backslash, the slash
		return append(dst, '\\', byte(r))
	case !e.ascii:
		return utf8.AppendRune(dst, r)
	case r >= 0x10000:
		high, low := utf16.EncodeRune(r)
		return e.appendUnit(e.appendUnit(dst, high), low)
	}
	return e.appendUnit(dst, r)
}

// appendUnit writes \uXXXX.
func (e escape) appendUnit(dst []byte, unit rune) []byte {
	digits := "0123456789abcdef"
	if e.upper {
		digits = "0123456789ABCDEF"
	}
	return append(dst, '\\', 'u', digits[unit>>12&15], digits[unit>>8&15], digits[unit>>4&15], digits[unit&15])
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
	case n == asScriptNumber, len(t.text) == 0 && n == asLiteral:
		return append(dst, t.jcs...)
	case n == asLiteral:
		return append(dst, t.text...)
	case n == asPython && t.isInteger():
		if string(t.text) == "-0" {
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
func (s style) append(dst []byte, t *tree) []byte {
	w := jsonWriter{style: s, plain: s.escape.plain()}
	return w.append(dst, t, 0)
}

// jsonWriter writes one tree in one style.
type jsonWriter struct {
	style
	plain [utf8.RuneSelf]bool
}

func (w *jsonWriter) append(dst []byte, t *tree, depth int) []byte {
	switch t.kind {
	case record.Bool:
		return strconv.AppendBool(dst, t.truth)
	case record.String:
		return w.appendText(dst, t.text)
	case record.Number:
		return w.number.append(dst, t)
	case record.Array:
		return w.appendAll(dst, "[]", len(t.items), depth, func(dst []byte, i int) []byte {
			return w.append(dst, t.items[i], depth+1)
		})
	case record.Object:
		members := t.in(w.order)
		return w.appendAll(dst, "{}", len(members), depth, func(dst []byte, i int) []byte {
			dst = append(w.appendText(dst, members[i].name), w.colon...)
			return w.append(dst, members[i].value, depth+1)
		})
	}
	return append(dst, "null"...)
}

func (w *jsonWriter) appendAll(dst []byte, brackets string, n, depth int, each func([]byte, int) []byte) []byte {
	dst = append(dst, brackets[0])
	for i := range n {
		if i > 0 {
			dst = append(dst, w.item...)
		}
		dst = w.newline(dst, depth+1)
		dst = each(dst, i)
	}
	if n > 0 {
		dst = w.newline(dst, depth)
	}
	return append(dst, brackets[1])
}

func (w *jsonWriter) newline(dst []byte, depth int) []byte {
	if w.indent == "" || len(dst) > maxCandidate { // deep and wide: indentation would be nearly all of the text
		return dst
	}
	dst = append(dst, '\n')
	for range depth {
		dst = append(dst, w.indent...)
	}
	return dst
}
