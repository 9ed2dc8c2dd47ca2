package tape

import (
	"math"
)

// indefinite marks a frame whose container ends with a break.
const indefinite = math.MaxUint64

// CBOR reads one CBOR data item (RFC 8949) as bytes: well-formed, text in valid
// UTF-8, no repeated map keys, nothing after the item. It accepts what is not
// deterministic and remembers that it did. The tape is valid until the next call.
func (p *Parser) CBOR(raw []byte) (*Tape, *Fault) {
	p.reset(raw, OrderEncoded)
	if len(raw) > MaxInput {
		return nil, p.fault(Size, TooLarge, MaxInput)
	}
	if len(raw) == 0 {
		return nil, p.fault(Truncated, EmptyInput, 0)
	}
	p.releaseLarge(len(raw))
	if f := p.cbor(); f != nil {
		return nil, p.earliest(f)
	}
	return p.finish(), nil
}

func (p *Parser) cbor() *Fault {
	i, f := p.item(0)
	for f == nil {
		if i, f = p.settle(i); f != nil {
			break
		}
		if len(p.frames) == 0 {
			if i < len(p.tape.Raw) {
				return p.fault(Trailing, TrailingData, i)
			}
			return nil
		}
		p.child()
		p.reserveAhead(i)
		i, f = p.item(i)
	}
	return f
}

// child counts the child of the innermost container that starts now.
func (p *Parser) child() {
	top := &p.frames[len(p.frames)-1]
	if top.left != indefinite {
		top.left--
	}
	if !top.object {
		top.count++
	} else if top.key = !top.key; top.key {
		top.name = uint32(len(p.tape.Nodes))
	}
}

// settle closes every container that is complete at offset i, and takes in a key
// that is.
func (p *Parser) settle(i int) (int, *Fault) {
	raw := p.tape.Raw
	for len(p.frames) > 0 {
		top := &p.frames[len(p.frames)-1]
		if top.left == indefinite {
			if i == len(raw) {
				return 0, p.faultBetween(Truncated, UnexpectedEnd, i)
			}
			if raw[i] != breakByte {
				break
			}
			if top.key {
				return 0, p.faultBetween(Malformed, OddMap, i)
			}
			i++
		} else if top.left > 0 {
			break
		}
		if f := p.closeCBOR(top, i); f != nil {
			return 0, f
		}
	}
	if n := len(p.frames); n > 0 && p.frames[n-1].key {
		return i, p.keyDone(&p.frames[n-1])
	}
	return i, nil
}

// container begins an array or a map.
func (p *Parser) container(i, size int, count uint64, major byte, open bool) (int, *Fault) {
	kind, left := Array, count
	if major == MajorMap {
		kind = Object
	}
	switch rest := uint64(len(p.tape.Raw) - i - size); {
	case open:
		p.tape.Indefinite = true
		left = indefinite
	case count > rest || kind == Object && count > rest/2:
		// Every item takes a byte, so the count is known to be false before
		// anything is set aside for it.
		return 0, p.fault(Truncated, LengthBeyondData, i)
	case kind == Object:
		left = 2 * count
	}
	return i + size, p.begin(kind, i, left)
}

// begin opens a container or tag of left items.
func (p *Parser) begin(kind Kind, i int, left uint64) *Fault {
	if len(p.frames) >= p.MaxDepth {
		return p.fault(Depth, TooDeep, i)
	}
	inKey := uint8(0)
	if n := len(p.frames); n > 0 && (p.frames[n-1].key || p.frames[n-1].inKey > 0) {
		if inKey = p.frames[n-1].inKey + 1; inKey > MaxKeyDepth {
			return p.fault(Depth, KeyTooDeep, i)
		}
	}
	top := p.push()
	top.left, top.object, top.inKey = left, kind == Object, inKey
	p.add(kind, 0, i, 0)
	return nil
}

// closeCBOR ends the innermost container or tag at offset end.
func (p *Parser) closeCBOR(top *frame, end int) *Fault {
	if top.object && top.ordered != inOrder {
		p.tape.Unsorted = true
	}
	p.dirty++ // CBOR is never its own JCS form
	p.close(top, end)
	return p.failure
}
