package tape

import (
	"bytes"
	"testing"
)

// TestLargeCounts goes beyond the counts that fit into a node.
func TestLargeCounts(t *testing.T) {
	for _, n := range []int{countMax - 1, countMax, countMax + 1} {
		for _, element := range []string{"0,", "[],"} {
			raw := append([]byte{'['}, bytes.Repeat([]byte(element), n)...)
			raw[len(raw)-1] = ']'
			p := Parser{Options: Options{MaxDepth: 2}}
			tape, f := p.JSON(raw)
			if f != nil {
				t.Fatal(f)
			}
			if got := tape.Count(0); int(got) != n {
				t.Errorf("%d elements %s are counted as %d", n, element, got)
			}
		}
	}
	n := countMax + 1
	raw := append(AppendHead(nil, MajorMap, uint64(n)), make([]byte, 0, 6*n)...)
	for i := range n {
		raw = append(AppendHead(raw, MajorUint, uint64(n-i)), 0xf6)
	}
	p := Parser{Options: Options{MaxDepth: 2}}
	tape, f := p.CBOR(raw)
	if f != nil {
		t.Fatal(f)
	}
	if got := tape.Count(0); int(got) != n {
		t.Errorf("%d members are counted as %d", n, got)
	}
	if canonical := tape.AppendScalar(nil, 0); !bytes.Equal(canonical, raw[:len(canonical)]) {
		t.Errorf("head of the map becomes %x", canonical)
	}
	order := tape.Order(0)
	if len(order) != n || tape.Argument(order[0]+1) != 1 || tape.Argument(order[n-1]+1) != uint64(n) {
		t.Error("members are not in order")
	}
}
