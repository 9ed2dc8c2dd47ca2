package tape

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// hardLiterals are numbers that strconv alone, or a cut literal, gets wrong.
func hardLiterals() []string {
	zeros := strings.Repeat("0", 800)
	literals := []string{
		"0", "0e5", "0.0", "0." + zeros + "e900", "0e99999999999999999999",
		"1" + zeros + "e-800", "1" + zeros + zeros + "e-1600", "0." + zeros + "1e801",
		"1e-400", "1e400", "1e-99999999999999999999", "1e+00000000000000000005", "1e-00000000000000000005",
		"5e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.225073858507201e-308", "2.2250738585072011e-308",
		"1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308",
	}
	// Points half-way between two doubles, with all their digits, and a little
	// to each side of them, decided far behind the 800th digit.
	for _, half := range []string{
		powerOfTwo(1, -1075), powerOfTwo(3, -1075), powerOfTwo(1<<53+1, -1075), powerOfTwo(1<<54-1, -1075),
		powerOfTwo(1<<53+1, -1023), powerOfTwo(1<<53+1, -54), powerOfTwo(1<<53+1, 0), powerOfTwo(1<<54-1, 970),
	} {
		below := strings.TrimRight(half, "5")
		point := ""
		if !strings.Contains(half, ".") {
			below, point = "0", "."
		}
		literals = append(literals, half, half+point+zeros+"1", below+"4"+strings.Repeat("9", 900))
	}
	return literals
}

// powerOfTwo writes m·2^exponent exactly.
func powerOfTwo(m int64, exponent int) string {
	n := big.NewInt(m)
	if exponent >= 0 {
		return n.Lsh(n, uint(exponent)).String()
	}
	digits := n.Mul(n, new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(-exponent)), nil)).String()
	digits = strings.Repeat("0", max(0, 1-exponent-len(digits))) + digits
	return digits[:len(digits)+exponent] + "." + digits[len(digits)+exponent:]
}

func TestParseFloat(t *testing.T) {
	for _, literal := range hardLiterals() {
		checkFloat(t, literal)
		checkFloat(t, "-"+literal)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		checkFloat(t, randomLiteral(r))
	}
}

// randomLiteral gives literals of all lengths around the two limits of
// parseFloat, many of them near a point half-way between two doubles.
func randomLiteral(r *rand.Rand) string {
	v := math.Abs(math.Float64frombits(r.Uint64()))
	for v-v != 0 {
		v = math.Abs(math.Float64frombits(r.Uint64()))
	}
	switch r.IntN(4) {
	case 0:
		return strconv.FormatFloat(v, 'e', r.IntN(20), 64)
	case 1: // all digits of a double: up to 1,075
		return strconv.FormatFloat(v, 'f', -1, 64)
	case 2: // the same with a late difference
		return strconv.FormatFloat(math.Ldexp(float64(1+r.IntN(1<<20)), -1074+r.IntN(1000)), 'f', 1074, 64) + strings.Repeat("0", r.IntN(3)*200) + "1"
	}
	digits := make([]byte, 1+r.IntN(400))
	for i := range digits {
		digits[i] = byte('0' + r.IntN(10))
	}
	return "1" + string(digits) + "e" + strconv.Itoa(r.IntN(20_000)-10_000)
}

func checkFloat(t *testing.T, literal string) {
	t.Helper()
	want, overflow := exactFloat(literal)
	got := parseFloat([]byte(literal))
	if math.IsInf(got, 0) != overflow || !overflow && got != want {
		t.Errorf("%.60s… (%d characters) is %v, want %v", literal, len(literal), got, want)
	}
}

// TestLongLiterals reads literals whose cost would show if it were not linear.
func TestLongLiterals(t *testing.T) {
	digits := strings.Repeat("7", 1_000_000)
	for literal, want := range map[string]float64{
		"0." + digits:                                 0.7777777777777778,
		digits + "e-1000000":                          0.7777777777777778,
		"0." + strings.Repeat("0", 1e6):               0,
		"1" + strings.Repeat("0", 1e6) + "e-1000000":  1,
		"0." + strings.Repeat("0", 1e6) + "1e1000001": 1,
	} {
		if got := parseFloat([]byte(literal)); got != want {
			t.Errorf("%.20s… is %v, want %v", literal, got, want)
		}
	}
}

func TestInteger(t *testing.T) {
	for _, tc := range []struct {
		literal   string
		magnitude uint64
		neg, ok   bool
	}{
		{"0", 0, false, true}, {"-0", 0, true, true}, {"7", 7, false, true}, {"-12", 12, true, true},
		{"18446744073709551615", math.MaxUint64, false, true},
		{"-18446744073709551615", math.MaxUint64, true, true},
		{"18446744073709551616", 0, false, false},
		{"99999999999999999999", 0, false, false},
		{"100000000000000000000", 0, false, false},
	} {
		tape, f := parse(tc.literal)
		if f != nil {
			t.Fatal(tc.literal, f)
		}
		magnitude, neg, ok := tape.Integer(0)
		if magnitude != tc.magnitude || neg != tc.neg || ok != tc.ok {
			t.Errorf("%s: %d, %v, %v", tc.literal, magnitude, neg, ok)
		}
	}
}

// TestIntegerLengths reads integers of every length near the end of the input and far
// from it, against strconv.
func TestIntegerLengths(t *testing.T) {
	p := Parser{Options: Options{MaxDepth: 1}}
	for size := 1; size <= 22; size++ {
		for _, text := range []string{
			strings.Repeat("9", size), "1" + strings.Repeat("0", size-1), "18446744073709551616"[:min(size, 20)],
			"12345678901234567890123"[:size], "98765432109876543210987"[:size],
		} {
			for _, sign := range []string{"", "-"} {
				for _, after := range []string{"", "]", ",0]", ",\"1234567890\"]"} {
					raw := "[" + sign + text + after
					at := uint32(1)
					if after == "" {
						raw, at = sign+text, 0
					}
					tape, f := p.JSON([]byte(raw))
					if f != nil {
						t.Fatal(raw, f)
					}
					want, err := strconv.ParseUint(text, 10, 64)
					got, neg, ok := tape.Integer(at)
					if ok != (err == nil) || ok && got != want || neg != (sign != "") {
						t.Errorf("%s: got %d, negative %t, %t", raw, got, neg, ok)
					}
				}
			}
		}
	}
}
