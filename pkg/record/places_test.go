package record

import (
	"math/rand/v2"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/internal/generate"
)

// TestPlaces compares the look-up of many values with the one of each, in input
// order and in any order.
func TestPlaces(t *testing.T) {
	r := generate.New(20)
	order := rand.New(rand.NewPCG(1, 2))
	var p Parser
	for i := range 6000 {
		raw, format := r.JSON(), JSON
		if i%2 == 0 {
			raw, format = r.CBOR(), CBOR
		}
		rec, err := p.Parse(raw, format)
		if err != nil {
			continue
		}
		nodes := valueNodes(rec)
		places := rec.Places()
		checkPlaces(t, rec, places, nodes)
		order.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
		checkPlaces(t, rec, places, nodes)
	}
}

// valueNodes lists values and names.
func valueNodes(rec *Record) (nodes []uint32) {
	var walk func(v Value)
	walk = func(v Value) {
		nodes = append(nodes, v.node)
		for name, value := range v.Entries() {
			nodes = append(nodes, name.node)
			walk(value)
		}
		for _, value := range v.Elements() {
			walk(value)
		}
	}
	walk(rec.Root())
	return nodes
}

func checkPlaces(t *testing.T, rec *Record, places *Places, nodes []uint32) {
	t.Helper()
	for _, node := range nodes {
		v := rec.ValueAt(node)
		if got, want := places.Pointer(v), v.Pointer(); got != want {
			t.Fatalf("%q: node %d: pointer %q, want %q", rec.Raw(), node, got, want)
		}
		start, end := v.Span()
		if got, want := v.Range(), diag.RangeAt(rec.Raw(), start, end); rec.Format() == JSON && got != want {
			t.Fatalf("%q: node %d: range %v, want %v", rec.Raw(), node, got, want)
		}
	}
}
