package tape

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
)

func TestHead(t *testing.T) {
	for _, tc := range []struct {
		arg  uint64
		size int
	}{
		{0, 1}, {23, 1}, {24, 2}, {255, 2}, {256, 3}, {65535, 3}, {65536, 5},
		{math.MaxUint32, 5}, {math.MaxUint32 + 1, 9}, {math.MaxUint64, 9},
	} {
		for major := 0; major < 0xe0; major += 0x20 {
			head := AppendHead(nil, byte(major), tc.arg)
			initial, arg, size := readHead(head)
			if len(head) != tc.size || size != tc.size || arg != tc.arg || int(initial&0xe0) != major {
				t.Errorf("head of %d under major type %d: %x, read as %d in %d bytes", tc.arg, major>>5, head, arg, size)
			}
			for cut := range head {
				if _, _, size := readHead(head[:cut]); size != 0 {
					t.Errorf("head %x is read from its first %d bytes", head, cut)
				}
			}
		}
	}
}

func TestIsShortest(t *testing.T) {
	for _, arg := range []uint64{0, 23, 24, 255, 256, 65535, 65536, math.MaxUint32, math.MaxUint32 + 1, math.MaxUint64} {
		shortest := len(AppendHead(nil, 0, arg))
		for _, size := range []int{1, 2, 3, 5, 9} {
			if size >= shortest && isShortest(arg, size) != (size == shortest) {
				t.Errorf("a head of %d bytes for %d: shortest is %v", size, arg, size != shortest)
			}
		}
	}
}

// TestHalf goes through all half-precision floats.
func TestHalf(t *testing.T) {
	for h := range 1 << 16 {
		encoded := []byte{0xf9, byte(h >> 8), byte(h)}
		v := readFloat(encoded)
		if want := halfValue(uint16(h)); v != want && (v == v || want == want) {
			t.Fatalf("half %04x is %v, want %v", h, v, want)
		}
		if v != v {
			encoded = []byte{0xf9, 0x7e, 0x00}
		}
		if got := AppendFloat(nil, v); !bytes.Equal(got, encoded) {
			t.Fatalf("half %x is written as %x", encoded, got)
		}
	}
}

// halfValue widens a half to a single by moving its bits.
func halfValue(h uint16) float64 {
	sign, exponent, fraction := uint32(h)>>15<<31, uint32(h)>>10&0x1f, uint32(h)&0x3ff
	switch {
	case exponent == 0x1f:
		exponent = 0xff
	case exponent > 0:
		exponent += 127 - 15
	case fraction > 0: // subnormal: normalize
		for exponent = 127 - 14; fraction&0x400 == 0; exponent-- {
			fraction <<= 1
		}
		fraction &= 0x3ff
	}
	return float64(math.Float32frombits(sign | exponent<<23 | fraction<<13))
}

// TestShortestFloat checks that the encoding keeps the value and that no
// shorter one would.
func TestShortestFloat(t *testing.T) {
	halves := make(map[float64]bool)
	for h := range 1 << 16 {
		halves[halfValue(uint16(h))] = true
	}
	check := func(v float64) {
		got := AppendFloat(nil, v)
		want := 9
		switch {
		case v != v || halves[v]:
			want = 3
		case float64(float32(v)) == v:
			want = 5
		}
		if back := readFloat(got); len(got) != want || math.Float64bits(back) != math.Float64bits(v) && v == v {
			t.Fatalf("%v (%x) is written as %x, want %d bytes", v, math.Float64bits(v), got, want)
		}
	}
	r := rand.New(rand.NewPCG(7, 8))
	for range 100_000 {
		check(math.Float64frombits(r.Uint64()))
		check(float64(math.Float32frombits(r.Uint32())))
		// One bit more or less than a half has.
		check(math.Float64frombits(math.Float64bits(halfValue(uint16(r.Uint32()))) ^ 1<<r.IntN(64)))
	}
	for _, bits := range []uint64{0, 1 << 63, 1, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000001, 0x7ff0000000000001} {
		check(math.Float64frombits(bits))
	}
}

func TestReadFloatWidths(t *testing.T) {
	single := binary.BigEndian.AppendUint32([]byte{0xfa}, math.Float32bits(1.1))
	double := binary.BigEndian.AppendUint64([]byte{0xfb}, math.Float64bits(1.1))
	if readFloat(single) != float64(float32(1.1)) || readFloat(double) != 1.1 {
		t.Errorf("1.1 is read as %v and %v", readFloat(single), readFloat(double))
	}
}
