package lint

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/record"
)

// randomText has short lines, with and without a last line end.
func randomText(r *rand.Rand) string {
	pieces := []string{"a", "b", "é", "\n", "\n", "\r\n", "longer piece"}
	var b strings.Builder
	for range r.IntN(40) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// randomEdits do not touch each other.
func randomEdits(r *rand.Rand, length int) []record.Edit {
	s := newEditSet()
	for range r.IntN(6) {
		start := r.IntN(length + 1)
		e := record.Edit{Start: start, End: start + r.IntN(min(12, length-start)+1)}
		if r.IntN(3) > 0 {
			e.New = []string{"", "x", "\n", "x\ny", "\r\n"}[r.IntN(5)]
		}
		s.add([]record.Edit{e})
	}
	return s.edits
}

// TestPieces: several rounds of edits, told as one, give the same text.
func TestPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		old := randomText(r)
		text, all := []byte(old), newPieces(len(old))
		for range r.IntN(4) {
			edits := randomEdits(r, len(text))
			all = all.apply(edits)
			var err error
			if text, err = record.Apply(text, edits); err != nil {
				t.Fatal(err)
			}
		}
		got, err := record.Apply([]byte(old), all.edits(len(old)))
		if err != nil || string(got) != string(text) {
			t.Fatalf("%q: %v\ngot  %q\nwant %q", old, err, got, text)
		}
	}
}

func TestEditSet(t *testing.T) {
	s := newEditSet()
	for _, c := range []struct {
		fix  []record.Edit
		want bool
	}{
		{[]record.Edit{{Start: 4, End: 8}}, true},
		{[]record.Edit{{Start: 0, End: 2}, {Start: 8, End: 9}}, true},
		{[]record.Edit{{Start: 2, End: 3}, {Start: 7, End: 8}}, false}, // the second touches
		{[]record.Edit{{Start: 2, End: 3}}, true},                      // so the first is still free
		{[]record.Edit{{Start: 20, End: 22}, {Start: 21, End: 23}}, false},
		{[]record.Edit{{Start: 3, End: 3, New: "x"}}, true},
		{[]record.Edit{{Start: 3, End: 3, New: "y"}}, false}, // which of the two comes first would be a guess
		{nil, false},
	} {
		if got := s.add(c.fix); got != c.want {
			t.Errorf("%v: %v, want %v", c.fix, got, c.want)
		}
	}
	if !slices.IsSortedFunc(s.edits, compareEdits) {
		t.Errorf("not in order: %v", s.edits)
	}
}
