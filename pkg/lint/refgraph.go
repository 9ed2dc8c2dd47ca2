package lint

// refGraph is which schema holds or refers to which: two schemas are in the
// same component when each leads to the other.
type refGraph struct {
	index     map[uint32]int // from the place of a schema to its number
	edges     [][]int
	component []int // number of the component of each schema

	order, low []int
	open       []int // Tarjan's stack
	onStack    []bool
	counter    int
}

// anywhere takes every schema inside another for held by it.
func anywhere(*Node) bool { return true }

// inPlace takes those that are applied to the same value as the schema around
// them (JSON Schema 2020-12, Core, 10.2).
func inPlace(n *Node) bool {
	switch n.Keyword {
	case "allOf", "anyOf", "oneOf", "not", "if", "then", "else":
		return true
	}
	return false
}

func newRefGraph(s *Schema, refs []schemaRef, holds func(*Node) bool) *refGraph {
	g := &refGraph{index: make(map[uint32]int)}
	s.Walk(func(n *Node) {
		number := len(g.edges)
		g.index[n.Value.Node()] = number
		g.edges = append(g.edges, nil)
		if n.Parent != nil && holds(n) {
			parent := g.index[n.Parent.Value.Node()]
			g.edges[parent] = append(g.edges[parent], number)
		}
	})
	for _, r := range refs {
		if r.resolution.Target.IsZero() {
			continue
		}
		if to, ok := g.index[r.resolution.Target.Node()]; ok {
			from := g.index[r.node.Value.Node()]
			g.edges[from] = append(g.edges[from], to)
		}
	}
	n := len(g.edges)
	g.component, g.order, g.low, g.onStack = make([]int, n), make([]int, n), make([]int, n), make([]bool, n)
	for v := range n {
		if g.order[v] == 0 {
			g.visit(v)
		}
	}
	return g
}

// cyclic reports a reference by which a schema leads to itself.
func (g *refGraph) cyclic(r schemaRef) bool {
	if r.resolution.Target.IsZero() {
		return false
	}
	to, ok := g.index[r.resolution.Target.Node()]
	return ok && g.component[to] == g.component[g.index[r.node.Value.Node()]]
}

// visit is Tarjan's algorithm.
func (g *refGraph) visit(v int) {
	g.counter++
	g.order[v], g.low[v] = g.counter, g.counter
	g.open, g.onStack[v] = append(g.open, v), true
	for _, w := range g.edges[v] {
		switch {
		case g.order[w] == 0:
			g.visit(w)
			g.low[v] = min(g.low[v], g.low[w])
		case g.onStack[w]:
			g.low[v] = min(g.low[v], g.order[w])
		}
	}
	if g.low[v] != g.order[v] {
		return
	}
	for {
		w := g.open[len(g.open)-1]
		g.open, g.onStack[w] = g.open[:len(g.open)-1], false
		g.component[w] = v
		if w == v {
			return
		}
	}
}
