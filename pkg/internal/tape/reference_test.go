package tape

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"
)

// reference reads JSON the plain way: by recursion, byte by byte, one map of
// names an object, exact numbers. It is the second grammar that [Parser.JSON]
// is compared with: same accept set, same class, code, offset and pointer.
type reference struct {
	raw      []byte
	i        int
	maxDepth int
	path     []string

	// What was read: one line a value, in input order.
	trace []string
}

// refFault travels up the recursion as a panic.
type refFault struct{ Fault }

func readReference(raw []byte, maxDepth int) (trace []string, fault *Fault) {
	r := &reference{raw: raw, maxDepth: maxDepth}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case refFault:
			trace, fault = nil, &e.Fault
		default:
			panic(e)
		}
	}()
	for _, mark := range []string{"\xef\xbb\xbf", "\xfe\xff", "\xff\xfe"} {
		if bytes.HasPrefix(raw, []byte(mark)) {
			r.fail(Syntax, ByteOrderMark, 0)
		}
	}
	r.space()
	if r.i == len(raw) {
		r.fail(Syntax, EmptyInput, r.i)
	}
	r.value(0)
	r.space()
	if r.i < len(raw) {
		r.fail(Syntax, TrailingData, r.i)
	}
	return r.trace, nil
}

func (r *reference) fail(class Class, code Code, offset int) {
	panic(refFault{Fault{Class: class, Code: code, Offset: offset, First: -1, Pointer: r.pointer()}})
}

func (r *reference) pointer() string {
	var b strings.Builder
	for _, name := range r.path {
		b.WriteString("/" + strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1"))
	}
	return b.String()
}

func (r *reference) at(text string) bool { return bytes.HasPrefix(r.raw[r.i:], []byte(text)) }

func (r *reference) space() {
	for r.i < len(r.raw) && strings.IndexByte(" \t\r\n", r.raw[r.i]) >= 0 {
		r.i++
	}
}

// end fails where the text stops although something must follow.
func (r *reference) end() {
	if r.space(); r.i == len(r.raw) {
		r.fail(Syntax, UnexpectedEnd, r.i)
	}
}

func (r *reference) value(depth int) {
	r.end()
	start := r.i
	switch c := r.raw[r.i]; {
	case c == '{' || c == '[':
		if depth == r.maxDepth {
			r.fail(Depth, TooDeep, r.i)
		}
		r.i++
		if c == '{' {
			r.object(depth + 1)
		} else {
			r.array(depth + 1)
		}
	case c == '"':
		r.trace = append(r.trace, fmt.Sprintf("%d %q", start, r.text()))
	case c == '-' || c >= '0' && c <= '9':
		r.trace = append(r.trace, fmt.Sprintf("%d %v", start, positiveZero(r.number())))
	default:
		for _, word := range []string{"null", "true", "false"} {
			if r.at(word) {
				if r.i += len(word); r.i < len(r.raw) && wordByte(r.raw[r.i]) {
					r.fail(Syntax, BadLiteral, start)
				}
				r.trace = append(r.trace, fmt.Sprintf("%d %s", start, word))
				return
			}
		}
		r.unexpected(UnexpectedByte)
	}
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c > 0x7f
}

func (r *reference) array(depth int) {
	r.trace = append(r.trace, fmt.Sprintf("%d [", r.i-1))
	for n := 0; ; n++ {
		r.end2(n, ']')
		if r.raw[r.i] == ']' && n == 0 {
			break
		}
		if n > 0 && !r.comma(']') {
			break
		}
		r.path = append(r.path, fmt.Sprint(n))
		r.value(depth)
		r.path = r.path[:len(r.path)-1]
	}
	r.i++
	r.trace = append(r.trace, fmt.Sprintf("%d ]", r.i))
}

// end2 is end; at the end of a text right behind "[", the first element is what
// is missing.
func (r *reference) end2(n int, closing byte) {
	if r.space(); r.i < len(r.raw) {
		return
	}
	if closing == ']' && n == 0 {
		r.path = append(r.path, "0")
	}
	r.end()
}

func (r *reference) object(depth int) {
	r.trace = append(r.trace, fmt.Sprintf("%d {", r.i-1))
	names := make(map[string]int)
	for n := 0; ; n++ {
		r.end2(n, '}')
		if r.raw[r.i] == '}' && n == 0 {
			break
		}
		if n > 0 && !r.comma('}') {
			break
		}
		r.end()
		if r.raw[r.i] != '"' {
			r.unexpected(NameNotString)
		}
		start := r.i
		name := r.text()
		r.path = append(r.path, name)
		if first, again := names[name]; again {
			panic(refFault{Fault{Class: DuplicateName, Code: RepeatedName, Offset: start, First: first, Name: name, Pointer: r.pointer()}})
		}
		names[name] = start
		r.trace = append(r.trace, fmt.Sprintf("%d %q:", start, name))
		r.end()
		if r.raw[r.i] != ':' {
			r.unexpected(MissingColon)
		}
		r.i++
		r.value(depth)
		r.path = r.path[:len(r.path)-1]
	}
	r.i++
	r.trace = append(r.trace, fmt.Sprintf("%d }", r.i))
}

// comma reads what follows a child: a comma, or (false) the closing bracket.
func (r *reference) comma(closing byte) bool {
	switch {
	case r.raw[r.i] == closing:
		return false
	case r.raw[r.i] != ',':
		r.unexpected(MissingComma)
	}
	r.i++
	if r.space(); r.at("}") || r.at("]") {
		r.fail(Syntax, TrailingComma, r.i)
	}
	return true
}

func (r *reference) unexpected(code Code) {
	rest := string(r.raw[r.i:])
	value := code == UnexpectedByte
	switch {
	case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "/*"), rest[0] == '#':
		code = Comment
	case rest[0] == '\'':
		code = SingleQuote
	case slices.ContainsFunc([]string{"NaN", "nan", "Inf", "inf"}, func(w string) bool { return strings.HasPrefix(rest, w) }):
		code = NotFinite
	case value && (rest[0] == '+' || rest[0] == '.'):
		code = BadNumber
	case value && rest[0] < 0x80 && wordByte(rest[0]):
		code = BadLiteral
	}
	r.fail(Syntax, code, r.i)
}

func (r *reference) text() string {
	start := r.i
	var out []byte
	next := func() byte {
		if r.i++; r.i >= len(r.raw) {
			r.fail(Syntax, UnterminatedString, start)
		}
		return r.raw[r.i]
	}
	for c := next(); c != '"'; c = next() {
		switch {
		case c < 0x20:
			r.fail(Syntax, ControlCharacter, r.i)
		case c < 0x80 && c != '\\':
			out = append(out, c)
		case c >= 0x80:
			u, size := utf8.DecodeRune(r.raw[r.i:])
			if u == utf8.RuneError && size == 1 {
				r.fail(UTF8, InvalidUTF8, r.i)
			}
			out = utf8.AppendRune(out, u)
			r.i += size - 1
		default:
			out = utf8.AppendRune(out, r.escaped(next))
		}
	}
	r.i++
	return string(out)
}

// escaped reads an escape sequence; the reader stands on the backslash and ends
// on the last byte of it.
func (r *reference) escaped(next func() byte) rune {
	start := r.i
	c := next()
	if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
		return rune("\"\\/\b\f\n\r\t"[i])
	}
	if c != 'u' {
		r.fail(Syntax, BadEscape, start)
	}
	four := func(start int) (v rune) {
		for range 4 {
			d := strings.IndexByte("0123456789abcdefABCDEF", next())
			if d < 0 {
				r.fail(Syntax, BadEscape, start)
			}
			if d > 15 {
				d -= 6
			}
			v = v*16 + rune(d)
		}
		return v
	}
	high := four(start)
	if high < 0xd800 || high > 0xdfff {
		return high
	}
	if high >= 0xdc00 || next() != '\\' || next() != 'u' {
		r.fail(Surrogate, LoneSurrogate, start)
	}
	low := four(r.i - 1)
	if low < 0xdc00 || low > 0xdfff {
		r.fail(Surrogate, LoneSurrogate, start)
	}
	return 0x10000 + (high-0xd800)*0x400 + (low - 0xdc00)
}

// number reads a literal; its value is exact unless the literal is so large or
// small that only its size matters.
func (r *reference) number() float64 {
	start := r.i
	run := func() int {
		from := r.i
		for r.i < len(r.raw) && r.raw[r.i] >= '0' && r.raw[r.i] <= '9' {
			r.i++
		}
		return r.i - from
	}
	bad := func(code Code) { r.fail(Syntax, code, start) }
	if r.raw[r.i] == '-' {
		if r.i++; r.at("NaN") || r.at("nan") || r.at("Inf") || r.at("inf") {
			bad(NotFinite)
		}
	}
	zero := r.at("0")
	if n := run(); n == 0 || zero && n > 1 {
		bad(BadNumber)
	}
	if r.at(".") {
		if r.i++; run() == 0 {
			bad(BadNumber)
		}
	}
	exponent := 0
	if r.at("e") || r.at("E") {
		if r.i++; r.at("+") || r.at("-") {
			r.i++
		}
		if exponent = run(); exponent == 0 {
			bad(BadNumber)
		}
	}
	if r.i < len(r.raw) && (wordByte(r.raw[r.i]) || strings.IndexByte(".+-", r.raw[r.i]) >= 0) {
		bad(BadNumber)
	}
	v, overflow := exactFloat(string(r.raw[start:r.i]))
	if overflow {
		r.fail(Range, NumberOverflow, start)
	}
	return v
}

// exactFloat rounds a decimal literal with math/big. Exponents so large that
// the exact value would not fit in memory are cut: beyond 20,000 digits more
// than the literal has, only the sign of the exponent matters.
func exactFloat(literal string) (v float64, overflow bool) {
	mantissa, exp, _ := strings.Cut(strings.ToLower(literal), "e")
	limit := big.NewInt(int64(20_000 + len(literal)))
	e, ok := new(big.Int).SetString(cmpOr(strings.TrimPrefix(exp, "+"), "0"), 10)
	if !ok {
		panic("reference: exponent " + exp)
	}
	if e.CmpAbs(limit) > 0 {
		e.Mul(limit, big.NewInt(int64(e.Sign())))
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits, ok := new(big.Int).SetString(whole+fraction, 10)
	if !ok {
		panic("reference: digits " + mantissa)
	}
	power := e.Int64() - int64(len(fraction))
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(max(power, -power)), nil)
	exact := new(big.Rat).SetInt(digits)
	if power >= 0 {
		exact.Mul(exact, new(big.Rat).SetInt(scale))
	} else {
		exact.Quo(exact, new(big.Rat).SetInt(scale))
	}
	v, _ = exact.Float64()
	return v, v-v != 0
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
