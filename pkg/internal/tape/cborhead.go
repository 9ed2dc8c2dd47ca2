package tape

import (
	"encoding/binary"
	"math"
)

// CBOR major types, as the high three bits of the initial byte (RFC 8949 §3.1).
const (
	MajorUint  = 0 << 5
	MajorNint  = 1 << 5
	MajorBytes = 2 << 5
	MajorText  = 3 << 5
	MajorArray = 4 << 5
	MajorMap   = 5 << 5
	MajorTag   = 6 << 5
	MajorOther = 7 << 5
)

const (
	aiUint8      = 24
	aiUint64     = 27
	aiIndefinite = 31
	breakByte    = 0xff
)

// AppendHead writes the shortest head for an argument (RFC 8949 §4.2.1).
func AppendHead(dst []byte, major byte, arg uint64) []byte {
	switch {
	case arg < aiUint8:
		return append(dst, major|byte(arg))
	case arg <= math.MaxUint8:
		return append(dst, major|24, byte(arg))
	case arg <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(dst, major|25), uint16(arg))
	case arg <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(dst, major|26), uint32(arg))
	}
	return binary.BigEndian.AppendUint64(append(dst, major|27), arg)
}

// AppendFloat writes a double as the shortest float that keeps its value; any
// NaN is f97e00 (RFC 8949 §4.2.1, §4.2.2).
func AppendFloat(dst []byte, v float64) []byte {
	if v != v {
		return append(dst, 0xf9, 0x7e, 0x00)
	}
	single := float32(v)
	if float64(single) != v {
		return binary.BigEndian.AppendUint64(append(dst, 0xfb), math.Float64bits(v))
	}
	if half, ok := toHalf(single); ok {
		return binary.BigEndian.AppendUint16(append(dst, 0xf9), half)
	}
	return binary.BigEndian.AppendUint32(append(dst, 0xfa), math.Float32bits(single))
}

// toHalf converts a single to binary16 when no bit is lost.
func toHalf(v float32) (half uint16, exact bool) {
	b := math.Float32bits(v)
	sign := uint16(b >> 16 & 0x8000)
	exp := int(b>>23&0xff) - 127
	mant := b & 0x7fffff
	switch {
	case exp == 128 && mant == 0: // infinity
		return sign | 0x7c00, true
	case b&0x7fffffff == 0: // zero
		return sign, true
	case exp >= -14 && exp <= 15: // normal
		return sign | uint16(exp+15)<<10 | uint16(mant>>13), mant&0x1fff == 0
	case exp >= -24 && exp < -14: // subnormal: the value is mantissa·2^-24
		full := mant | 0x800000
		shift := uint(-exp - 1) // 24 significant bits down to the unit 2^-24
		return sign | uint16(full>>shift), full&(1<<shift-1) == 0
	}
	return 0, false
}

// fromHalf gives the value of a binary16 (RFC 8949 appendix D).
func fromHalf(h uint16) float64 {
	exp, mant := int(h>>10&0x1f), float64(h&0x3ff)
	var v float64
	switch exp {
	case 0:
		v = math.Ldexp(mant, -24)
	case 31:
		v = math.Inf(1)
		if mant != 0 {
			v = math.NaN()
		}
	default:
		v = math.Ldexp(mant+1024, exp-25)
	}
	if h&0x8000 != 0 {
		return -v
	}
	return v
}

// readFloat reads an encoded half, single or double, head included.
func readFloat(b []byte) float64 {
	switch len(b) {
	case 3:
		return fromHalf(binary.BigEndian.Uint16(b[1:]))
	case 5:
		return float64(math.Float32frombits(binary.BigEndian.Uint32(b[1:])))
	}
	return math.Float64frombits(binary.BigEndian.Uint64(b[1:]))
}

// readHead reads initial byte and argument. size is 0 when b is too short, and
// for additional information 28 to 31 the argument is not read (size is 1).
func readHead(b []byte) (initial byte, arg uint64, size int) {
	if len(b) == 0 {
		return 0, 0, 0
	}
	initial = b[0]
	ai := initial & 0x1f
	switch {
	case ai < aiUint8:
		return initial, uint64(ai), 1
	case ai > aiUint64:
		return initial, 0, 1
	}
	n := 1 << (ai - aiUint8)
	if len(b) < 1+n {
		return initial, 0, 0
	}
	for _, c := range b[1 : 1+n] {
		arg = arg<<8 | uint64(c)
	}
	return initial, arg, 1 + n
}

// isShortest reports whether a head of that size is the shortest for arg.
func isShortest(arg uint64, size int) bool {
	switch size {
	case 1:
		return true
	case 2:
		return arg >= aiUint8
	case 3:
		return arg > math.MaxUint8
	case 5:
		return arg > math.MaxUint16
	}
	return arg > math.MaxUint32
}
