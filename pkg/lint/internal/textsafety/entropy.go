package textsafety

import "math"

// entropy gives the Shannon entropy of the bytes of s, in bits for each.
func entropy(s string) float64 {
	var counts [256]int
	for i := range len(s) {
		counts[s[i]]++
	}
	sum := 0.0
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(s))
			sum -= p * math.Log2(p)
		}
	}
	return sum
}
