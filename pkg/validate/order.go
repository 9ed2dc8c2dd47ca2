package validate

import (
	"slices"
	"strconv"

	"github.com/mcp-evref/evref/pkg/record"
)

// failureTree holds failures by their place in the value, so that one walk of
// the value meets them all in document order.
type failureTree struct {
	here     []failure
	children map[string]*failureTree
}

func plant(failures []failure) *failureTree {
	root := new(failureTree)
	for _, f := range failures {
		t := root
		for _, token := range f.instance {
			if t.children == nil {
				t.children = make(map[string]*failureTree)
			}
			next := t.children[token]
			if next == nil {
				next = new(failureTree)
				t.children[token] = next
			}
			t = next
		}
		t.here = append(t.here, f)
	}
	return root
}

// each visits the failures in document order, those of one value by their place
// in the schema.
func (t *failureTree) each(v record.Value, visit func(failure, record.Value)) {
	slices.SortStableFunc(t.here, func(a, b failure) int { return slices.Compare(a.schema, b.schema) })
	for _, f := range t.here {
		visit(f, v)
	}
	if len(t.children) == 0 {
		return
	}
	for i, e := range v.Elements() {
		if next := t.children[strconv.Itoa(i)]; next != nil {
			next.each(e, visit)
		}
	}
	for m := range v.Members() {
		if next := t.children[m.Name]; next != nil {
			delete(t.children, m.Name) // a repeated name was checked once
			next.each(m.Value, visit)
		}
	}
}

// pointer joins tokens to a JSON pointer.
func pointer(tokens []string) string {
	p := ""
	for _, t := range tokens {
		p = record.Child(p, t)
	}
	return p
}

// walk follows tokens; the zero value means that they lead nowhere.
func walk(v record.Value, tokens []string) record.Value {
	v, _ = v.Find(pointer(tokens))
	return v
}
