package tape

import "bytes"

// large is the size in bytes from which on an input is counted before memory is
// set aside for it.
const large = 1 << 18

// reserve makes room for the nodes of a JSON text, so that a big tape is never
// copied to a bigger one: copying would hold both at once. Every value and name
// but the first stands behind a comma, a colon or an opening bracket, and an
// object may have one node more for the order of its members. What strings hold
// of these bytes only makes the bound larger; memory that is set aside and never
// written costs nothing.
func (p *Parser) reserve() {
	raw := p.tape.Raw
	nodes, names := len(raw)+1, 0
	if len(raw) >= large {
		nodes, names = 1, 0
		for block := raw; len(block) > 0; { // small blocks stay in the cache for all four
			n := min(len(block), 1<<14)
			colons, braces := bytes.Count(block[:n], []byte{':'}), bytes.Count(block[:n], []byte{'{'})
			nodes += bytes.Count(block[:n], []byte{','}) + bytes.Count(block[:n], []byte{'['}) + colons + 2*braces
			names += colons
			block = block[n:]
		}
	}
	if cap(p.tape.Nodes) < nodes {
		p.tape.Nodes = nil // free before the new one is made
		p.tape.Nodes = make([]Node, 0, nodes)
	}
	if cap(p.keys) < names {
		p.keys = nil
		p.keys = make([]key, 0, names)
	}
}
