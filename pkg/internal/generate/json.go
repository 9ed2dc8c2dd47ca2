// Package generate makes test inputs that are hard in the ways records are
// hard: characters at the boundaries of encodings and orders, numbers at the
// edges of a double, structure that is almost right. Only tests import it.
package generate

import (
	"math"
	"math/rand/v2"
	"strconv"
)

// Random is a generator. The same seed gives the same inputs.
type Random struct {
	*rand.Rand
	out []byte
}

// New gives a generator.
func New(seed uint64) *Random {
	return &Random{Rand: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))}
}

func pick[T any](r *Random, from []T) T { return from[r.IntN(len(from))] }

// JSON gives a JSON text: usually valid I-JSON, sometimes not. It belongs to
// the generator and is valid until the next call.
func (r *Random) JSON() []byte {
	r.out = r.out[:0]
	r.json(1 + r.IntN(4))
	if r.IntN(3) == 0 {
		r.mutate()
	}
	return r.out
}

func (r *Random) text(s string) { r.out = append(r.out, s...) }

func (r *Random) space() {
	if r.IntN(8) == 0 {
		r.text(pick(r, []string{" ", "\n", "\t\r", "  \n"}))
	}
}

func (r *Random) json(depth int) {
	r.space()
	defer r.space()
	switch k := r.IntN(10); {
	case depth > 0 && k < 3:
		r.object(depth)
	case depth > 0 && k < 5:
		r.text("[")
		for i := range r.IntN(5) {
			if i > 0 {
				r.text(",")
			}
			r.json(depth - 1)
		}
		r.text("]")
	case k < 7:
		r.string()
	case k < 9:
		r.number()
	default:
		r.text(pick(r, []string{"null", "true", "false"}))
	}
}

func (r *Random) object(depth int) {
	r.text("{")
	n := r.IntN(5)
	if r.IntN(20) == 0 {
		n += r.IntN(40)
	}
	unique := r.IntN(4) > 0 // else names may repeat
	for i := range n {
		if i > 0 {
			r.text(",")
		}
		r.space()
		r.string()
		if unique { // a suffix that no other name of this object has
			r.out = r.out[:len(r.out)-1]
			r.text(strconv.Itoa(i))
			r.text(`"`)
		}
		r.space()
		r.text(":")
		r.json(depth - 1)
	}
	r.text("}")
}

// Characters on both sides of every boundary of UTF-8, UTF-16 order, escaping
// and RFC 7493.
var characters = []string{
	"a", "b", "A", "0", " ", "/", "~", "<", "\x7f", "\u0080", "é", "\u07ff", "\u0800", "€", "\u2028", "\ud7ff", "\ue000",
	"\ufdd0", "\ufeff", "\uffee", "\uffff", "\U00010000", "😀", "\U0001fffe", "\U0010ffff", "same", "prefix-of-eight", "name",
}

var escapes = []string{
	`\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`, `\u0000`, `\u001f`, `\u001F`, `\u000a`, `\u0061`, `\u00e9`, `\u20AC`,
	`\ufffe`, `\ud83d\ude00`, `\uD800\uDC00`, `\udbff\udfff`, `\ue000`,
}

func (r *Random) string() {
	r.text(`"`)
	n := r.IntN(4)
	if r.IntN(8) == 0 {
		n += r.IntN(20)
	}
	plain := r.IntN(3) > 0
	for range n {
		switch {
		case plain:
			r.text(pick(r, characters[:9]))
		case r.IntN(3) == 0:
			r.text(pick(r, escapes))
		default:
			r.text(pick(r, characters))
		}
	}
	r.text(`"`)
}

var numbers = []string{
	"0", "-0", "-0.0", "0e0", "1", "-1", "9007199254740991", "9007199254740993", "18446744073709551615", "18446744073709551616",
	"-18446744073709551616", "-18446744073709551617", "999999999999999", "9999999999999999", "1e20", "1e21", "1E+21", "1e-6", "1e-7", "5e-324",
	"2e-324", "1.7976931348623157e308", "1e308", "0.1", "0.10", "100", "1.0", "123456.789", "0.000001", "0.0000001", "333333333.33333329",
	"1e23", "9.5e-3", "295147905179352830000", "4.50", "0.5", "65504.0", "65505.5", "3.4028234663852886e38",
}

func (r *Random) number() {
	switch r.IntN(6) {
	case 0: // any double
		v := math.Float64frombits(r.Uint64())
		if v-v != 0 {
			v = 1
		}
		r.out = strconv.AppendFloat(r.out, v, pick(r, []byte{'e', 'g', 'E'}), -1, 64)
	case 1: // digits with a point and an exponent anywhere
		r.digits(1 + r.IntN(20))
		if r.IntN(2) == 0 {
			r.text(".")
			for range 1 + r.IntN(20) {
				r.out = append(r.out, byte('0'+r.IntN(10)))
			}
		}
		if r.IntN(2) == 0 {
			r.text(pick(r, []string{"e", "E", "e+", "e-", "E-0"}))
			r.text(strconv.Itoa(r.IntN(310)))
		}
	case 2:
		r.digits(1 + r.IntN(22))
	case 3: // the decimals people write
		r.text(strconv.FormatFloat(float64(r.IntN(200_000)-100_000)/100, 'f', -1, 64))
	default:
		r.text(pick(r, numbers))
	}
}

func (r *Random) digits(n int) {
	if r.IntN(4) == 0 {
		r.text("-")
	}
	r.out = append(r.out, byte('1'+r.IntN(9)))
	for range n - 1 {
		r.out = append(r.out, byte('0'+r.IntN(10)))
	}
}

var pieces = []string{
	"{", "}", "[", "]", ",", ":", `"`, `\`, "\\u", "-", "0", "1", ".", "e", "E5", "+", "\x00", "\x1f", "\x80", "\xff", "\xc3", "\xe2\x82",
	"\xed\xa0\x80", "\xf4\x90\x80\x80", `\ud800`, `\udc00`, "nul", "NaN", "Infinity", "//", "/*", "#", "'", "\xef\xbb\xbf", `"a":1,`, `"a":2`, "1e400", " ",
}

// mutate breaks a text in one to three places.
func (r *Random) mutate() {
	for range 1 + r.IntN(3) {
		at := r.IntN(len(r.out) + 1)
		switch r.IntN(5) {
		case 0:
			r.out = r.out[:at]
		case 1:
			if at < len(r.out) {
				r.out[at] = byte(r.IntN(256))
			}
		case 2:
			if at < len(r.out) {
				r.out = append(r.out[:at], r.out[at+1:]...)
			}
		case 3: // repeat a stretch somewhere else
			end := min(len(r.out), at+1+r.IntN(12))
			stretch := string(r.out[at:end])
			r.insert(r.IntN(len(r.out)+1), stretch)
		default:
			r.insert(at, pick(r, pieces))
		}
	}
}

func (r *Random) insert(at int, s string) {
	tail := string(r.out[at:])
	r.out = append(append(r.out[:at], s...), tail...)
}
