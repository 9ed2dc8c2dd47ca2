package tape

import "bytes"

// item reads the head of the item at i and what belongs to it short of its
// children; i ends behind that.
func (p *Parser) item(i int) (int, *Fault) {
	raw := p.tape.Raw
	initial, arg, size := readHead(raw[i:])
	if size == 0 {
		return 0, p.fault(Truncated, UnexpectedEnd, len(raw))
	}
	major, ai := initial&0xe0, initial&0x1f
	if ai > aiUint64 && ai < aiIndefinite {
		return 0, p.fault(Malformed, ReservedHead, i)
	}
	open := ai == aiIndefinite
	if major != MajorOther && !open && !isShortest(arg, size) {
		p.tape.NonShortest = true
	}
	switch major {
	case MajorUint, MajorNint:
		if open {
			return 0, p.fault(Malformed, BadIndefinite, i)
		}
		kind := Uint
		if major == MajorNint {
			kind = Nint
		}
		p.add(kind, 0, i, i+size)
		return i + size, nil
	case MajorBytes, MajorText:
		if open {
			return p.chunks(i, major)
		}
		return p.definite(i, size, arg, major)
	case MajorArray, MajorMap:
		return p.container(i, size, arg, major, open)
	case MajorTag:
		if open {
			return 0, p.fault(Malformed, BadIndefinite, i)
		}
		if arg == 2 || arg == 3 {
			return p.bignum(i, size, arg)
		}
		return i + size, p.begin(Tag, i, 1)
	}
	return p.other(i, size, initial, arg)
}

// other reads major type 7: simple values, floats and the break.
func (p *Parser) other(i, size int, initial byte, arg uint64) (int, *Fault) {
	end := i + size
	switch ai := initial & 0x1f; {
	case ai == aiIndefinite:
		return 0, p.fault(Malformed, UnexpectedBreak, i)
	case ai == 20:
		p.add(False, 0, i, end)
	case ai == 21:
		p.add(True, 0, i, end)
	case ai == 22:
		p.add(Null, 0, i, end)
	case ai < aiUint8: // undefined (23) and the unassigned ones
		p.add(Simple, 0, i, end)
	case ai == aiUint8:
		if arg < 32 { // RFC 8949 §3.3
			return 0, p.fault(Malformed, BadSimple, i)
		}
		p.add(Simple, 0, i, end)
	default:
		p.add(Float, 0, i, end)
		v := readFloat(p.tape.Raw[i:end])
		var b [9]byte
		if short := AppendFloat(b[:0], v); len(short) < size {
			p.tape.NonShortest = true
		} else if v != v && !bytes.Equal(short, p.tape.Raw[i:end]) {
			p.tape.OddNaN = true
		}
	}
	return end, nil
}

// bignum reads tag 2 or 3 (RFC 8949 §3.4.3). A value that fits the 64-bit
// argument of an integer becomes one, as §3.4.3 prefers; a larger one stays a
// tagged byte string without leading zeros.
func (p *Parser) bignum(i, size int, tag uint64) (int, *Fault) {
	if i+size >= len(p.tape.Raw) {
		return 0, p.fault(Truncated, UnexpectedEnd, len(p.tape.Raw))
	}
	if p.tape.Raw[i+size]&0xe0 != MajorBytes {
		return 0, p.fault(BadTag, BadBignum, i)
	}
	if len(p.frames) >= p.MaxDepth {
		return 0, p.fault(Depth, TooDeep, i)
	}
	node := p.add(Tag, 0, i, 0)
	end, f := p.item(i + size)
	if f != nil {
		return 0, f
	}
	t := &p.tape
	content := t.Text(node + 1)
	digits := bytes.TrimLeft(content, "\x00")
	if len(digits) < len(content) || len(digits) <= 8 {
		t.OddBignum = true
	}
	if len(digits) <= 8 {
		var v uint64
		for _, c := range digits {
			v = v<<8 | uint64(c)
		}
		kind := Uint
		if tag == 3 {
			kind = Nint
		}
		t.Nodes = t.Nodes[:node]
		p.addSide(kind, 0, i, end, p.keepValue(v))
		return end, nil
	}
	if len(digits) < len(content) {
		digits = bytes.Clone(digits)
		at := p.beginSide()
		t.Arena = append(t.Arena, digits...)
		p.endSide(at)
		child := &t.Nodes[node+1]
		child.set(FlagSide)
		child.Aux = at
	}
	t.Nodes[node].End, t.Nodes[node].Aux = uint32(end), node+2
	return end, nil
}
