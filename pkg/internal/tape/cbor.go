package tape

import (
	"bytes"
	"math"
	"unicode/utf8"
)

// MaxKeyDepth bounds how deep containers and tags may nest inside a map key: a
// key inside a key is encoded once more for each level.
const MaxKeyDepth = 8

// indefinite marks a frame whose container ends with a break.
const indefinite = math.MaxUint64

// CBOR reads one CBOR data item (RFC 8949) as bytes: well-formed, text in valid
// UTF-8, no repeated map keys, nothing after the item. It accepts what is not
// deterministic and remembers that it did. The tape is valid until the next call.
func (p *Parser) CBOR(raw []byte) (*Tape, *Fault) {
	p.reset(raw)
	if len(raw) > MaxInput {
		return nil, p.fault(Size, TooLarge, MaxInput)
	}
	if len(raw) == 0 {
		return nil, p.fault(Truncated, EmptyInput, 0)
	}
	if f := p.cbor(); f != nil {
		return nil, p.earliest(f)
	}
	return p.done(), nil
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
		p.begin(len(p.tape.Nodes))
		i, f = p.item(i)
	}
	return f
}

// begin counts the child of the innermost container that starts at node next.
func (p *Parser) begin(next int) {
	top := &p.frames[len(p.frames)-1]
	if top.left != indefinite {
		top.left--
	}
	if p.tape.Nodes[top.node].Kind() != Object {
		top.count++
		return
	}
	if top.key = !top.key; top.key {
		top.name = uint32(next)
	}
}

// settle closes every container that is complete at offset i.
func (p *Parser) settle(i int) (int, *Fault) {
	raw := p.tape.Raw
	for len(p.frames) > 0 {
		top := &p.frames[len(p.frames)-1]
		object := p.tape.Nodes[top.node].Kind() == Object
		if top.left == indefinite {
			if i == len(raw) {
				return 0, p.faultBetween(Truncated, UnexpectedEnd, i)
			}
			if raw[i] != breakByte {
				break
			}
			if object && top.key {
				return 0, p.faultBetween(Malformed, OddMap, i)
			}
			i++
		} else if top.left > 0 {
			break
		}
		if f := p.closeCBOR(i); f != nil {
			return 0, f
		}
	}
	if n := len(p.frames); n > 0 {
		top := &p.frames[n-1]
		if p.tape.Nodes[top.node].Kind() == Object && top.key {
			return i, p.keyDone(top)
		}
	}
	return i, nil
}

// keyDone counts a key, and marks one that is not text with its encoding.
func (p *Parser) keyDone(top *frame) *Fault {
	t := &p.tape
	k := top.name
	top.count++
	if t.Nodes[k].Kind() == String || t.Nodes[k].Kind() == OtherKey {
		return nil
	}
	at := len(t.Arena)
	t.Arena = t.appendKey(t.Arena, k)
	// The mark goes in front of the key's nodes, which shifts them by one.
	t.Nodes = append(t.Nodes, Node{})
	copy(t.Nodes[k+1:], t.Nodes[k:])
	for i := k + 1; i < uint32(len(t.Nodes)); i++ {
		switch n := &t.Nodes[i]; n.Kind() {
		case Array, Object, Tag, OtherKey:
			n.Aux++
		}
	}
	for i := len(t.Orders) - 1; i >= 0 && t.Orders[i] >= k; i-- {
		t.Orders[i]++
	}
	for i := len(t.Duplicates) - 1; i >= 0 && t.Duplicates[i].First >= k; i-- {
		t.Duplicates[i].First++
		t.Duplicates[i].Again++
	}
	t.Nodes[k] = Node{Start: uint32(at), End: uint32(len(t.Arena)), Aux: uint32(len(t.Nodes)), bits: bitsOf(OtherKey, 0)}
	return nil
}

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
		return p.open(i, size, arg, major, open)
	case MajorTag:
		if open {
			return 0, p.fault(Malformed, BadIndefinite, i)
		}
		if arg == 2 || arg == 3 {
			return p.bignum(i, size, arg)
		}
		return i + size, p.push(Tag, i, 1)
	}
	return p.other(i, size, initial, arg)
}

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

// open begins an array or a map.
func (p *Parser) open(i, size int, count uint64, major byte, open bool) (int, *Fault) {
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
	return i + size, p.push(kind, i, left)
}

// push begins a container or tag of left items.
func (p *Parser) push(kind Kind, i int, left uint64) *Fault {
	if len(p.frames) >= p.MaxDepth {
		return p.fault(Depth, TooDeep, i)
	}
	inKey := uint8(0)
	if n := len(p.frames); n > 0 && (p.frames[n-1].key || p.frames[n-1].inKey > 0) {
		if inKey = p.frames[n-1].inKey + 1; inKey > MaxKeyDepth {
			return p.fault(Depth, KeyTooDeep, i)
		}
	}
	node := p.add(kind, 0, i, 0)
	p.frames = append(p.frames, frame{node: node, left: left, inKey: inKey})
	return nil
}

// closeCBOR ends the innermost container or tag at offset end.
func (p *Parser) closeCBOR(end int) *Fault {
	top := p.frames[len(p.frames)-1]
	if p.tape.Nodes[top.node].Kind() == Object && !p.inOrder(top) {
		p.tape.Nodes[top.node].set(FlagUnsorted)
		p.tape.Unsorted = true
		if f := p.sortMembers(top, p.tape.compareKeys); f != nil {
			return f
		}
	}
	n := &p.tape.Nodes[top.node]
	n.End = uint32(end)
	n.Aux = uint32(len(p.tape.Nodes))
	n.setCount(top.count)
	p.frames = p.frames[:len(p.frames)-1]
	return nil
}

// inOrder reports whether the keys of a map come strictly ascending.
func (p *Parser) inOrder(top frame) bool {
	t := &p.tape
	end := uint32(len(t.Nodes))
	for i, last := top.node+1, uint32(0); i < end; i = t.Next(t.Next(i)) {
		if last != 0 && t.compareKeys(last, i) >= 0 {
			return false
		}
		last = i
	}
	return true
}

// compareKeys orders map keys bytewise by their deterministic encoding
// (RFC 8949 §4.2.1). All text heads begin with the same major type, so a key of
// another kind differs from a text key in its first byte.
func (t *Tape) compareKeys(a, b uint32) int {
	aText, bText := t.Nodes[a].Kind() == String, t.Nodes[b].Kind() == String
	switch {
	case aText && bText:
		return CompareTextKeys(t.Text(a), t.Text(b))
	case aText:
		return -compareToText(t.EncodedKey(b))
	case bText:
		return compareToText(t.EncodedKey(a))
	}
	return bytes.Compare(t.EncodedKey(a), t.EncodedKey(b))
}

func compareToText(encoded []byte) int {
	if encoded[0] < MajorText {
		return -1
	}
	return 1
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
		at := p.keep8(v)
		p.add(kind, FlagSide, i, end)
		t.Nodes[node].Aux = at
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

// AppendScalar writes the deterministic encoding of a CBOR node without its
// children: a scalar as a whole, a container or tag as its head.
func (t *Tape) AppendScalar(dst []byte, i uint32) []byte {
	switch n := t.Nodes[i]; n.Kind() {
	case Null:
		return append(dst, 0xf6)
	case False:
		return append(dst, 0xf4)
	case True:
		return append(dst, 0xf5)
	case Uint:
		return AppendHead(dst, MajorUint, t.Argument(i))
	case Nint:
		return AppendHead(dst, MajorNint, t.Argument(i))
	case Tag:
		return AppendHead(dst, MajorTag, t.Argument(i))
	case Float:
		return AppendFloat(dst, t.Float64(i))
	case Simple:
		return append(dst, t.Raw[n.Start:n.End]...)
	case String:
		text := t.Text(i)
		return append(AppendHead(dst, MajorText, uint64(len(text))), text...)
	case Bytes:
		content := t.Text(i)
		return append(AppendHead(dst, MajorBytes, uint64(len(content))), content...)
	case Array:
		return AppendHead(dst, MajorArray, uint64(t.Count(i)))
	}
	return AppendHead(dst, MajorMap, uint64(t.Count(i)))
}

// appendKey writes the deterministic encoding of a whole key. Recursion is
// bounded by MaxKeyDepth.
func (t *Tape) appendKey(dst []byte, i uint32) []byte {
	dst = t.AppendScalar(dst, i)
	switch t.Nodes[i].Kind() {
	case Array, Tag:
		first, end := t.Children(i)
		for j := first; j < end; j = t.Next(j) {
			dst = t.appendKey(dst, j)
		}
	case Object:
		if order := t.Order(i); order != nil {
			for _, name := range order {
				dst = t.appendKey(t.AppendName(dst, name), t.Next(name))
			}
			return dst
		}
		first, end := t.Children(i)
		for name := first; name < end; name = t.Next(t.Next(name)) {
			dst = t.appendKey(t.AppendName(dst, name), t.Next(name))
		}
	}
	return dst
}

// AppendName writes the deterministic encoding of a map key.
func (t *Tape) AppendName(dst []byte, name uint32) []byte {
	if t.Nodes[name].Kind() == OtherKey {
		return append(dst, t.EncodedKey(name)...)
	}
	return t.AppendScalar(dst, name)
}
