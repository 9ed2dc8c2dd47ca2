package vectors

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Random makes test inputs that are hard in the ways records are hard. The same
// seed gives the same inputs.
type Random struct {
	*rand.Rand
	out []byte
}

// NewRandom gives a generator.
func NewRandom(seed uint64) *Random {
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

// CBOR gives a CBOR item: usually valid, with heads of every length,
// indefinite lengths, keys of every type and in any order; sometimes broken. It
// belongs to the generator and is valid until the next call.
func (r *Random) CBOR() []byte {
	r.out = r.out[:0]
	r.item(1 + r.IntN(4))
	if r.IntN(3) == 0 {
		r.mutateBytes()
	}
	return r.out
}

// head writes major type and argument in a length that may be longer than needed.
func (r *Random) head(major byte, arg uint64) {
	width := 0
	for _, limit := range []uint64{23, math.MaxUint8, math.MaxUint16, math.MaxUint32} {
		if arg > limit {
			width++
		}
	}
	if r.IntN(8) == 0 {
		width += r.IntN(5 - width)
	}
	switch width {
	case 0:
		r.out = append(r.out, major|byte(arg))
	case 1:
		r.out = append(r.out, major|24, byte(arg))
	case 2:
		r.out = binary.BigEndian.AppendUint16(append(r.out, major|25), uint16(arg))
	case 3:
		r.out = binary.BigEndian.AppendUint32(append(r.out, major|26), uint32(arg))
	default:
		r.out = binary.BigEndian.AppendUint64(append(r.out, major|27), arg)
	}
}

// count begins an item with n children and tells whether it needs a break.
func (r *Random) count(major byte, n int) (open bool) {
	if r.IntN(6) == 0 {
		r.out = append(r.out, major|31)
		return true
	}
	r.head(major, uint64(n))
	return false
}

func (r *Random) item(depth int) {
	k := r.IntN(12)
	if depth == 0 {
		k = r.IntN(8)
	}
	switch {
	case k < 2:
		r.head(byte(r.IntN(2))<<5, r.argument())
	case k < 4:
		r.cborText(0x60)
	case k == 4:
		r.cborText(0x40)
	case k == 5:
		r.out = append(r.out, byte(0xf4+r.IntN(4)))
	case k == 6:
		r.float()
	case k == 7:
		if v := r.IntN(256); v < 20 {
			r.out = append(r.out, byte(0xe0+v))
		} else {
			r.out = append(r.out, 0xf8, byte(max(v, 32)))
		}
	case k == 8:
		r.head(0xc0, uint64(pick(r, []int{0, 1, 2, 3, 2, 3, 55799, 24, 1000})))
		if r.IntN(3) > 0 {
			r.cborText(0x40)
		} else {
			r.item(depth - 1)
		}
	case k < 10:
		n := r.IntN(5)
		open := r.count(0x80, n)
		for range n {
			r.item(depth - 1)
		}
		r.end(open)
	default:
		n := r.IntN(6)
		open := r.count(0xa0, n)
		for i := range n {
			if r.IntN(4) == 0 {
				r.item(min(depth-1, r.IntN(4)))
			} else {
				r.text(string([]byte{0x62, byte('a' + r.IntN(3)), byte('a' + (r.IntN(9)+i)%26)}))
			}
			r.item(depth - 1)
		}
		r.end(open)
	}
}

func (r *Random) end(open bool) {
	if open {
		r.out = append(r.out, 0xff)
	}
}

func (r *Random) argument() uint64 {
	edge := pick(r, []uint64{0, 23, 24, 255, 256, 65535, 65536, 1 << 32, 1 << 53, math.MaxUint64})
	return edge - uint64(r.IntN(3)) + 1
}

func (r *Random) cborText(major byte) {
	chunk := func() {
		var b bytes.Buffer
		for range r.IntN(4) {
			if major == 0x40 {
				b.WriteByte(byte(pick(r, []int{0, 1, 0xff, r.IntN(256)})))
			} else {
				b.WriteString(pick(r, characters))
			}
		}
		r.head(major, uint64(b.Len()))
		r.text(b.String())
	}
	if r.IntN(6) > 0 {
		chunk()
		return
	}
	r.out = append(r.out, major|31)
	for range r.IntN(4) {
		chunk()
	}
	r.out = append(r.out, 0xff)
}

func (r *Random) float() {
	switch r.IntN(4) {
	case 0:
		r.out = binary.BigEndian.AppendUint16(append(r.out, 0xf9), uint16(r.Uint32()))
	case 1:
		r.out = binary.BigEndian.AppendUint32(append(r.out, 0xfa), r.Uint32())
	case 2:
		r.out = binary.BigEndian.AppendUint64(append(r.out, 0xfb), r.Uint64())
	default:
		v, _ := strconv.ParseFloat(pick(r, numbers), 64)
		r.out = binary.BigEndian.AppendUint64(append(r.out, 0xfb), math.Float64bits(v))
	}
}

func (r *Random) mutateBytes() {
	for range 1 + r.IntN(2) {
		at := r.IntN(len(r.out) + 1)
		switch r.IntN(3) {
		case 0:
			r.out = r.out[:at]
		case 1:
			if at < len(r.out) {
				r.out[at] ^= 1 << r.IntN(8)
			}
		default:
			r.insert(at, string([]byte{byte(r.IntN(256))}))
		}
	}
}

// Nested gives depth times open, then inner, then depth times end.
func Nested(open, end, inner string, depth int) string {
	return strings.Repeat(open, depth) + inner + strings.Repeat(end, depth)
}
