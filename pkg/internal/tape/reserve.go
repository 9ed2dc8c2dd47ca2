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
// written costs nothing. A name takes four bytes at least, of which the colon may
// not be there yet.
func (p *Parser) reserve() {
	raw := p.tape.Raw
	nodes, names := len(raw)+1, len(raw)/4+2
	if len(raw) >= large {
		nodes, names = 1, 2
		for block := raw; len(block) > 0; { // small blocks stay in the cache for all four
			n := min(len(block), 1<<14)
			colons, braces := bytes.Count(block[:n], []byte{':'}), bytes.Count(block[:n], []byte{'{'})
			nodes += bytes.Count(block[:n], []byte{','}) + bytes.Count(block[:n], []byte{'['}) + colons + 2*braces
			names += colons
			block = block[n:]
		}
	}
	p.releaseLarge(nodes)
	if cap(p.tape.Nodes) < nodes {
		p.tape.Nodes = nil // free before the new one is made
		p.tape.Nodes = make([]Node, 0, nodes+min(nodes, large)/4)
	}
	if cap(p.keys) < names {
		p.keys = nil
		p.keys = make([]key, 0, names)
	}
}

// releaseLarge gives up what is as long as the record, when a record of so many
// nodes or less needs only a small part of it: one large record shall not hold its
// memory for all that follow.
func (p *Parser) releaseLarge(nodes int) {
	t := &p.tape
	if cap(t.Nodes) > large && cap(t.Nodes)/8 > nodes {
		t.Nodes, t.Arena, t.Values, t.Orders, p.keys = nil, nil, nil, nil, nil
	}
}

// reserveAhead makes room for the nodes of a CBOR record when there is none left
// at offset i: for as many as the rest of the input will have if it is like the
// part before i. A byte makes at most two nodes, an item and the mark of a key.
func (p *Parser) reserveAhead(i int) {
	const step, start = 4, 1 << 12 // an item makes fewer nodes than step
	n, rest := len(p.tape.Nodes), len(p.tape.Raw)-i
	if cap(p.tape.Nodes)-n >= step {
		return
	}
	likely := int(int64(n) * int64(rest) / int64(i+1))
	more := start
	if n > start/2 {
		more = max(likely+likely/8, n/4)
	}
	p.tape.Nodes = append(make([]Node, 0, n+min(more, 2*rest)+step), p.tape.Nodes...)
}

// reserveText makes room in the arena for a text of a JSON record, whose span
// begins at start. What is decoded is shorter than what is read, so the rest of a
// large input bounds all that can follow.
func (p *Parser) reserveText(start, size int) {
	t := &p.tape
	if rest := len(t.Raw) - start; cap(t.Arena)-len(t.Arena) < size+4 && rest >= large {
		t.Arena = append(make([]byte, 0, len(t.Arena)+rest), t.Arena...) // growing it would write zeros to all of it
	}
}

// put is add within the room that reserve has made: without the call that would
// make more, the compiler keeps what the loop needs in registers.
func (p *Parser) put(k Kind, flags uint32, start, end int) uint32 {
	n := len(p.tape.Nodes)
	p.tape.Nodes = p.tape.Nodes[:n+1]
	p.tape.Nodes[n] = Node{Start: uint32(start), End: uint32(end), bits: bitsOf(k, flags)}
	return uint32(n)
}

// putKey appends a name in the same way.
func (p *Parser) putKey(k key) {
	n := len(p.keys)
	p.keys = p.keys[:n+1]
	p.keys[n] = k
}
