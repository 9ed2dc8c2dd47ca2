package tape

import (
	"fmt"
	"slices"
	"testing"
)

// TestShapes gives one Parser the members of an object in every order, more than
// once: what it remembers must never be wrong.
func TestShapes(t *testing.T) {
	p := Parser{Options: Options{MaxDepth: testDepth}}
	names := []string{"a", "b", "bb", "eight678x", "eight678y", "\ue000"}
	for range 2 {
		permute(names, func() { agreeWith(t, &p, object(names)) })
	}
	for n := few - 2; n < few+3; n++ {
		var many []string
		for i := range n {
			many = append(many, fmt.Sprintf("%02d", 7*i%n))
		}
		for range 3 {
			agreeWith(t, &p, object(many))
			many[0], many[n/2] = many[n/2], many[0]
		}
	}
}

// permute calls f with s in every order.
func permute(s []string, f func()) {
	if len(s) == 0 {
		f()
		return
	}
	for i := range s {
		s[0], s[i] = s[i], s[0]
		permute(s[1:], f)
		s[0], s[i] = s[i], s[0]
	}
}

// TestStaleShape gives sort a remembered order that is not even a permutation.
func TestStaleShape(t *testing.T) {
	keys := []key{{prefix: 3, node: 30}, {prefix: 1, node: 10}, {prefix: 2, node: 20}}
	want := []uint32{10, 20, 30}
	for _, stale := range []shape{{}, {0, 0, 0}, {1, 1, 2}, {2, 1, 0}, {31, 30, 29}, {1, 2, 0}} {
		var s shapes
		for i := range s {
			s[i] = stale
		}
		order := make([]uint32, 3)
		if !s.sort(order, keys) || !slices.Equal(order, want) {
			t.Errorf("from %v: %v", stale[:3], order)
		}
	}
	keys[0].prefix = 2
	if new(shapes).sort(make([]uint32, 3), keys) {
		t.Error("equal prefixes were put into an order")
	}
}
