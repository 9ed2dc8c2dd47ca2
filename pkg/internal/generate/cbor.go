package generate

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
)

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
