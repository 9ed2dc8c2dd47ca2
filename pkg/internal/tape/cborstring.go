package tape

import "unicode/utf8"

// definite reads a string of known length.
func (p *Parser) definite(i, size int, length uint64, major byte) (int, *Fault) {
	raw := p.tape.Raw
	if length > uint64(len(raw)-i-size) {
		return 0, p.fault(Truncated, LengthBeyondData, i)
	}
	start, end := i+size, i+size+int(length)
	kind, flags := Bytes, uint32(0)
	if major == MajorText {
		var f *Fault
		if flags, f = p.checkText(start, end); f != nil {
			return 0, f
		}
		kind = String
	}
	node := p.add(kind, flags, i, end)
	p.tape.Nodes[node].Aux = uint32(start)
	return end, nil
}

// checkText refuses text that is not UTF-8 and notes noncharacters.
func (p *Parser) checkText(start, end int) (flags uint32, f *Fault) {
	for i := start; i < end; {
		r, size := utf8.DecodeRune(p.tape.Raw[i:end])
		if r == utf8.RuneError && size == 1 {
			return 0, p.fault(UTF8, InvalidUTF8, i)
		}
		if noncharacter(r) {
			flags = FlagNoncharacter
			p.tape.Noncharacters = true
		}
		i += size
	}
	return flags, nil
}

// chunks reads an indefinite-length string: definite chunks of the same major
// type, each valid by itself (RFC 8949 §3.2.3), joined in the arena.
func (p *Parser) chunks(i int, major byte) (int, *Fault) {
	raw := p.tape.Raw
	p.tape.Indefinite = true
	kind, flags := Bytes, uint32(FlagSide)
	if major == MajorText {
		kind = String
	}
	node := p.add(kind, 0, i, 0)
	at := p.beginSide()
	for j := i + 1; ; {
		initial, length, size := readHead(raw[j:])
		if size == 0 {
			return 0, p.fault(Truncated, UnexpectedEnd, len(raw))
		}
		if initial == breakByte {
			p.endSide(at)
			n := &p.tape.Nodes[node]
			n.set(flags)
			n.End, n.Aux = uint32(j+1), at
			return j + 1, nil
		}
		if initial&0xe0 != major || initial&0x1f > aiUint64 {
			return 0, p.fault(Malformed, BadChunk, j)
		}
		if length > uint64(len(raw)-j-size) {
			return 0, p.fault(Truncated, LengthBeyondData, j)
		}
		start, end := j+size, j+size+int(length)
		if major == MajorText {
			f, fault := p.checkText(start, end)
			if fault != nil {
				return 0, fault
			}
			flags |= f
		}
		p.tape.Arena = append(p.tape.Arena, raw[start:end]...)
		j = end
	}
}
