package evidence

import (
	"bytes"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// Difference is one place where a record is not the one that has the claimed
// digest.
type Difference struct {
	Pointer string
	// Expected is the value in the record with the claimed digest, Found the one in
	// the record that was judged: JSON or CBOR diagnostic notation, cut with an
	// ellipsis where it is long. "" is nothing there.
	Expected, Found string
}

// Bounds of what is kept of two records that differ.
const (
	// MaxDifferences is how many places are kept; all are counted.
	MaxDifferences = 1000
	maxShownValue  = 200 // bytes

	// Below so many levels values are compared as a whole: how deep they nest is up
	// to whoever wrote them.
	maxComparedDepth = 500
)

// differences lists the innermost places where two records differ under a
// canonicalization, members in the order of the expected record and then those
// that only the found one has, and says how many there are.
func differences(c digest.Canonicalization, expected, found record.Value) ([]Difference, int) {
	w := differ{c: c}
	w.values(expected, found)
	return w.out, w.total
}

type differ struct {
	c     digest.Canonicalization
	out   []Difference
	total int
	a, b  []byte
	path  []step
}

// step leads from a value to one in it.
type step struct {
	name  record.Value // of a member; zero for an element
	index int
}

func (w *differ) values(a, b record.Value) {
	deep := len(w.path) >= maxComparedDepth
	switch {
	case a.Kind() != b.Kind() || a.IsZero() || b.IsZero():
		w.note(a, b)
	case a.Kind() == record.Object && !deep:
		w.members(a, b)
	case a.Kind() == record.Array && !deep:
		w.elements(a, b)
	case !w.same(a, b):
		w.note(a, b)
	}
}

// inside compares what a step leads to.
func (w *differ) inside(s step, a, b record.Value) {
	w.path = append(w.path, s)
	w.values(a, b)
	w.path = w.path[:len(w.path)-1]
}

// same compares what the canonicalization makes of two values, so that 1 and 1.0
// are one. Values that it cannot express are compared as they stand.
func (w *differ) same(a, b record.Value) bool {
	var failed, alsoFailed error
	w.a, failed = w.c.Append(w.a[:0], a)
	w.b, alsoFailed = w.c.Append(w.b[:0], b)
	if failed != nil || alsoFailed != nil {
		return bytes.Equal(a.Raw(), b.Raw())
	}
	return bytes.Equal(w.a, w.b)
}

// nameOf tells members apart; CBOR has names that are no text.
func nameOf(name record.Value) string {
	if name.Kind() == record.String {
		return "t" + string(name.Content())
	}
	return "r" + string(name.Raw())
}

func (w *differ) members(a, b record.Value) {
	others := make(map[string]record.Value, b.Len())
	for name, value := range b.Entries() {
		others[nameOf(name)] = value
	}
	for name, value := range a.Entries() {
		key := nameOf(name)
		w.inside(step{name: name}, value, others[key])
		delete(others, key)
	}
	for name, value := range b.Entries() {
		if _, only := others[nameOf(name)]; only {
			w.inside(step{name: name}, record.Value{}, value)
		}
	}
}

func shownName(name record.Value) string {
	if text, ok := name.Text(); ok {
		return text
	}
	return notation(name)
}

func (w *differ) elements(a, b record.Value) {
	others := make([]record.Value, 0, b.Len())
	for _, value := range b.Elements() {
		others = append(others, value)
	}
	n := 0
	for i, value := range a.Elements() {
		var other record.Value
		if n = i + 1; i < len(others) {
			other = others[i]
		}
		w.inside(step{index: i}, value, other)
	}
	for i := n; i < len(others); i++ {
		w.inside(step{index: i}, record.Value{}, others[i])
	}
}

func (w *differ) note(a, b record.Value) {
	if w.total++; len(w.out) < MaxDifferences {
		w.out = append(w.out, Difference{w.pointer(), shownValue(a), shownValue(b)})
	}
}

func (w *differ) pointer() string {
	pointer := ""
	for _, s := range w.path {
		if s.name.IsZero() {
			pointer = record.ChildIndex(pointer, s.index)
		} else {
			pointer = record.Child(pointer, shownName(s.name))
		}
	}
	return pointer
}

func shownValue(v record.Value) string {
	if v.IsZero() {
		return ""
	}
	text := ""
	if out, err := digest.JCS.Append(nil, v); err == nil {
		text = string(out)
	} else {
		text = notation(v)
	}
	return cut(text, maxShownValue)
}

// notation writes what JSON cannot.
func notation(v record.Value) string {
	out, err := digest.CBOR.Append(nil, v)
	if err != nil {
		return v.Kind().String()
	}
	text, err := digest.Notation(out)
	if err != nil {
		return v.Kind().String()
	}
	return text
}

// cut shortens text to about limit bytes, between characters.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	end := 0
	for i := range text {
		if i > limit {
			break
		}
		end = i
	}
	return text[:end] + "…"
}
