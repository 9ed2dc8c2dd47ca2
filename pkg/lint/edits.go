package lint

import (
	"cmp"
	"slices"

	"github.com/mcp-evref/evref/pkg/record"
)

// editSet collects edits that can all be made together. It is kept in order of
// place, so that adding one looks at its neighbours only.
type editSet struct {
	edits []record.Edit
}

func newEditSet() *editSet { return &editSet{} }

// add takes all of a fix's edits or, when one of them touches an edit that is
// there, none.
func (s *editSet) add(fix []record.Edit) bool {
	for i, e := range fix {
		if !s.free(e) || slices.ContainsFunc(fix[:i], e.Overlaps) {
			return false
		}
	}
	for _, e := range fix {
		i, _ := slices.BinarySearchFunc(s.edits, e, compareEdits)
		s.edits = slices.Insert(s.edits, i, e)
	}
	return len(fix) > 0
}

func (s *editSet) free(e record.Edit) bool {
	i, _ := slices.BinarySearchFunc(s.edits, e, compareEdits)
	return (i == len(s.edits) || !s.edits[i].Overlaps(e)) && (i == 0 || !s.edits[i-1].Overlaps(e))
}

func compareEdits(a, b record.Edit) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

// pieces is a text made of parts of an older text and of new text. It follows
// a text through several rounds of edits, so that in the end they can be told
// as one round.
type pieces []piece

// piece is the bytes from start up to end of the older text, or new text.
type piece struct {
	start, end int
	new        string
}

func newPieces(length int) pieces { return pieces{{start: 0, end: length}} }

func (p piece) length() int { return p.end - p.start + len(p.new) }

// cut divides a piece n bytes after its start.
func (p piece) cut(n int) (before, after piece) {
	if p.new != "" {
		return piece{new: p.new[:n]}, piece{new: p.new[n:]}
	}
	return piece{start: p.start, end: p.start + n}, piece{start: p.start + n, end: p.end}
}

// apply gives the text after edits of it, which must not touch each other.
func (ps pieces) apply(edits []record.Edit) pieces {
	edits = slices.SortedFunc(slices.Values(edits), compareEdits)
	var out pieces
	rest := slices.Clone(ps)
	at := 0 // place in the text before the edits
	take := func(n int, keep bool) {
		for n > 0 {
			p := rest[0]
			if size := p.length(); size > n {
				p, rest[0] = p.cut(n)
			} else {
				rest = rest[1:]
			}
			n -= p.length()
			if keep {
				out = append(out, p)
			}
		}
	}
	for _, e := range edits {
		take(e.Start-at, true)
		take(e.End-e.Start, false)
		at = e.End
		if e.New != "" {
			out = append(out, piece{new: e.New})
		}
	}
	return append(out, rest...)
}

// edits gives the edits that make the text out of the older one of that length.
func (ps pieces) edits(length int) []record.Edit {
	var out []record.Edit
	at, text := 0, ""
	flush := func(next int) {
		if next > at || text != "" {
			out = append(out, record.Edit{Start: at, End: next, New: text})
		}
		text = ""
	}
	for _, p := range ps {
		switch {
		case p.new != "":
			text += p.new
		case p.length() > 0:
			flush(p.start)
			at = p.end
		}
	}
	flush(length)
	return out
}
