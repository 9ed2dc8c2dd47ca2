package validate

import "fmt"

// measure finds how many schemas one value can meet through references and
// combinations, and refuses a schema that applies itself to the same value
// without end.
func (b *bundle) measure() error {
	for _, n := range b.nodes {
		if err := n.measure(1); err != nil {
			return err
		}
		b.chain = max(b.chain, n.chain)
	}
	return nil
}

func (n *node) measure(depth int) error {
	switch {
	case n.chain > 0:
		return nil
	case n.open:
		return &fault{n.value, "schema applies itself to the same value without end", "let the reference stand inside properties or items"}
	case depth > maxChain:
		return tooLong(n)
	}
	n.open = true
	longest := 0
	for _, next := range n.next {
		if err := next.measure(depth + 1); err != nil {
			return err
		}
		longest = max(longest, next.chain)
	}
	n.open, n.chain = false, longest+1
	if n.chain > maxChain {
		return tooLong(n)
	}
	return nil
}

func tooLong(n *node) error {
	return &fault{n.value, fmt.Sprintf("more than %d schemas apply to one value in a row", maxChain), "shorten the chain of references"}
}
