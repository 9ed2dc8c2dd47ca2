package tape

import (
	"fmt"
	"slices"
	"testing"
)

// trace writes a JSON tape the way reference does, and checks on the way that
// the tape is well formed.
func trace(t *testing.T, tape *Tape) []string {
	t.Helper()
	if end := walk(t, tape, 0, new([]string)); int(end) != len(tape.Nodes) {
		t.Fatalf("root ends at node %d of %d", end, len(tape.Nodes))
	}
	var out []string
	walk(t, tape, 0, &out)
	return out
}

func walk(t *testing.T, tape *Tape, i uint32, out *[]string) (next uint32) {
	t.Helper()
	n := tape.Nodes[i]
	if n.Start >= n.End || int(n.End) > len(tape.Raw) {
		t.Fatalf("node %d spans %d to %d of %d bytes", i, n.Start, n.End, len(tape.Raw))
	}
	line := func(format string, args ...any) { *out = append(*out, fmt.Sprintf(format, args...)) }
	switch n.Kind() {
	case Null, True, False:
		line("%d %s", n.Start, tape.Raw[n.Start:n.End])
	case String:
		line("%d %q", n.Start, tape.Text(i))
	case Number:
		line("%d %v", n.Start, positiveZero(tape.Float64(i)))
	case Array, Object:
		open, shut := "[", "]"
		if n.Kind() == Object {
			open, shut = "{", "}"
		}
		line("%d %s", n.Start, open)
		walkChildren(t, tape, i, out)
		line("%d %s", n.End, shut)
	default:
		t.Fatalf("node %d has kind %d in JSON", i, n.Kind())
	}
	return tape.Next(i)
}

func walkChildren(t *testing.T, tape *Tape, i uint32, out *[]string) {
	t.Helper()
	var names []uint32
	count := uint32(0)
	j, end := tape.Children(i)
	for ; j < end; count++ {
		if tape.Nodes[i].Kind() == Object {
			names = append(names, j)
			*out = append(*out, fmt.Sprintf("%d %q:", tape.Nodes[j].Start, tape.Text(j)))
			if j++; tape.MemberValue(j-1) != j {
				t.Fatalf("value of name %d is %d", j-1, tape.MemberValue(j-1))
			}
		}
		j = walk(t, tape, j, out)
	}
	if j != end {
		t.Fatalf("children of %d end at %d, want %d", i, j, end)
	}
	if got := tape.Count(i); got != count {
		t.Fatalf("node %d has %d children, count is %d", i, count, got)
	}
	checkOrder(t, tape, i, names)
}

// checkOrder checks that Order is a sorted permutation of the names, or nil
// exactly when input order is sorted.
func checkOrder(t *testing.T, tape *Tape, i uint32, names []uint32) {
	t.Helper()
	sorted := slices.Clone(names)
	compare := CompareNames
	if tape.Sorted == OrderEncoded {
		compare = CompareTextKeys
	}
	slices.SortStableFunc(sorted, func(a, b uint32) int { return compare(tape.Text(a), tape.Text(b)) })
	order := tape.Order(i)
	if order == nil {
		order = names
	} else if slices.Equal(names, sorted) && len(tape.Duplicates) == 0 {
		t.Fatalf("node %d has an order although its names are in order", i)
	}
	if !slices.Equal(order, sorted) {
		t.Fatalf("node %d: order %v, want %v", i, order, sorted)
	}
}

func positiveZero(v float64) float64 {
	if v == 0 {
		return 0
	}
	return v
}
