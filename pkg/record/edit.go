package record

import (
	"cmp"
	"fmt"
	"slices"
)

// Edit replaces the bytes of a text from Start up to End by New. With Start
// equal to End it inserts.
type Edit struct {
	Start, End int // byte offsets, End exclusive
	New        string
}

// Apply gives text with every edit made; text itself is not changed. The order
// of the edits does not matter. It is an error when an edit lies outside the
// text or touches a byte that another edit changes; two insertions at the same
// place overlap, because their order would be a guess.
func Apply(text []byte, edits []Edit) ([]byte, error) {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	out := make([]byte, 0, len(text))
	at := 0
	for i, e := range sorted {
		if e.Start < 0 || e.End < e.Start || e.End > len(text) {
			return nil, fmt.Errorf("edit of bytes %d to %d is outside a text of %d bytes", e.Start, e.End, len(text))
		}
		if i > 0 && sorted[i-1].Overlaps(e) {
			return nil, fmt.Errorf("edits of bytes %d to %d and %d to %d overlap", sorted[i-1].Start, sorted[i-1].End, e.Start, e.End)
		}
		out = append(out, text[at:e.Start]...)
		out = append(out, e.New...)
		at = e.End
	}
	return append(out, text[at:]...), nil
}

// Overlaps reports whether two edits cannot both be made: they change a byte in
// common or insert at the same place.
func (e Edit) Overlaps(other Edit) bool {
	if e.Start > other.Start {
		e, other = other, e
	}
	return other.Start < e.End || other.Start == e.Start
}
