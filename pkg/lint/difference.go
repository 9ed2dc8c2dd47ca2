package lint

import (
	"iter"
	"strings"

	"github.com/mcp-evref/evref/pkg/record"
)

// difference is one place where two values differ. A side is the zero value
// when it has nothing there.
type difference struct{ old, new record.Value }

// differences lists the places where two values differ: the innermost ones, in
// the order of the new value and then of what only the old one has. As in JSON,
// the order of members and the spelling of numbers and escapes do not matter; of
// repeated names the first counts.
func differences(old, new record.Value) []difference {
	var out []difference
	walkDifferences(old, new, func(d difference) { out = append(out, d) })
	return out
}

func walkDifferences(old, new record.Value, visit func(difference)) {
	switch {
	case old.IsZero() && new.IsZero():
	case old.IsZero() || new.IsZero() || old.Kind() != new.Kind():
		visit(difference{old, new})
	case old.Kind() == record.Object:
		walkMembers(old, new, visit)
	case old.Kind() == record.Array:
		walkElements(old, new, visit)
	case old.Kind() == record.Number:
		if !sameNumber(old, new) {
			visit(difference{old, new})
		}
	case !equal(old, new):
		visit(difference{old, new})
	}
}

// sameNumber takes 1 and 1.0 for the same, and not two integers that are one
// only after rounding to a double.
func sameNumber(a, b record.Value) bool {
	x, y := a.Literal(), b.Literal()
	if x == y {
		return true
	}
	f, _ := a.Float64()
	g, _ := b.Float64()
	return f == g && (strings.ContainsAny(x, ".eE") || strings.ContainsAny(y, ".eE"))
}

func walkMembers(old, new record.Value, visit func(difference)) {
	before, after := members(old), members(new)
	for m := range new.Members() {
		if after[m.Name] == m.Value {
			walkDifferences(before[m.Name], m.Value, visit)
		}
	}
	for m := range old.Members() {
		if before[m.Name] == m.Value && after[m.Name].IsZero() {
			visit(difference{old: m.Value})
		}
	}
}

func walkElements(old, new record.Value, visit func(difference)) {
	next, stop := iter.Pull2(old.Elements())
	defer stop()
	for _, e := range new.Elements() {
		_, before, _ := next()
		walkDifferences(before, e, visit)
	}
	for _, before, ok := next(); ok; _, before, ok = next() {
		visit(difference{old: before})
	}
}

// members gives the first member of each name.
func members(object record.Value) map[string]record.Value {
	out := make(map[string]record.Value, object.Len())
	for m := range object.Members() {
		if out[m.Name].IsZero() {
			out[m.Name] = m.Value
		}
	}
	return out
}
