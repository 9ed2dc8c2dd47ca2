package diag

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestPositionsInLongLines compares the indexed look-up with the plain one on
// lines of many lengths, with characters of every width and broken UTF-8.
func TestPositionsInLongLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "é", "€", "😀", "\xff", "\xe2\x82"}
	var b strings.Builder
	for _, length := range []int{0, 1, markEvery - 1, markEvery, markEvery + 1, 3*markEvery + 5, 10 * markEvery} {
		for n := b.Len() + length; b.Len() < n; {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		b.WriteString("\r\n")
	}
	text := []byte(b.String())
	p := NewPositions(text)
	for range 1000 {
		offset := r.IntN(len(text) + 1)
		if got, want := p.At(offset), PositionAt(text, offset); got != want {
			t.Fatalf("offset %d: %+v, want %+v", offset, got, want)
		}
	}
}
