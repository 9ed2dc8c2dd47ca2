package config

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/fingerprint/coverage"
	"github.com/mcp-evref/evref/pkg/internal/tree"
	"github.com/mcp-evref/evref/pkg/record"
)

// find follows names through objects.
func find(n *tree.Node, names ...string) *tree.Node {
	for _, name := range names {
		n = n.Get(name)
	}
	return n
}

// has reports that n is an object with every one of the names.
func has(n *tree.Node, names ...string) bool {
	for _, name := range names {
		if n.Get(name) == nil {
			return false
		}
	}
	return n.Is(record.Object)
}

// article names a value's kind for a sentence.
func article(n *tree.Node) string {
	switch {
	case n == nil:
		return "nothing"
	case n.Kind == record.Null:
		return "null"
	case n.Kind == record.Array || n.Kind == record.Object:
		return "an " + n.Kind.String()
	}
	return "a " + n.Kind.String()
}

// canonical writes a value so that different values have different text.
func canonical(n *tree.Node) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d:%s", n.Kind, len(n.Text), n.Text)
	for _, m := range n.Members {
		fmt.Fprintf(&b, ",%d:%s=", len(m.Name), m.Name)
		b.WriteString(canonical(m.Value))
	}
	for _, e := range n.Elements {
		b.WriteString("," + canonical(e))
	}
	return b.String()
}

// leaves lists the scalars and empty containers in a value by path, in the
// order of the file. Array elements are path[0], path[1] and so on.
func leaves(path string, state coverage.State, note string, n *tree.Node) []coverage.Member {
	var out []coverage.Member
	for _, m := range n.Members {
		out = append(out, leaves(path+"."+m.Name, state, note, m.Value)...)
	}
	for i, e := range n.Elements {
		out = append(out, leaves(coverage.Index(path, i), state, note, e)...)
	}
	if out == nil {
		return []coverage.Member{coverage.New(path, state, note, canonical(n))}
	}
	return out
}

// Leaves lists what an unknown member of a definition holds, by path.
func Leaves(path string, v record.Value) []coverage.Member {
	return leaves(path, coverage.Unknown, "", tree.FromRecord(v, nil))
}
