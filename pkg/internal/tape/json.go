package tape

import (
	"bytes"
)

// JSON reads one I-JSON text (RFC 8259 and RFC 7493, each violation a fault):
// no byte-order mark, valid UTF-8, no lone surrogates, no repeated names, no
// number beyond a double, nothing after the value. The tape is valid until the
// next call. There is no recursion: depth costs one frame, checked first.
func (p *Parser) JSON(raw []byte) (*Tape, *Fault) {
	p.reset(raw)
	if len(raw) > MaxInput {
		return nil, p.fault(Size, TooLarge, MaxInput)
	}
	if f := p.opening(raw); f != nil {
		return nil, f
	}
	if f := p.json(); f != nil {
		return nil, p.earliest(f)
	}
	return p.done(), nil
}

func (p *Parser) json() *Fault {
	raw := p.tape.Raw
	i := 0
	for {
		i = p.space(i)
		if i == len(raw) {
			return p.missingValue(i)
		}
		// A value begins at i.
		switch c := raw[i]; c {
		case '{', '[':
			kind := Object
			if c == '[' {
				kind = Array
			}
			if len(p.frames) >= p.MaxDepth {
				return p.fault(Depth, TooDeep, i)
			}
			node := p.add(kind, 0, i, 0)
			p.frames = append(p.frames, frame{node: node, dirty: p.dirty})
			i = p.space(i + 1)
			if i < len(raw) && raw[i] == c+2 { // '{'+2 is '}', '['+2 is ']'
				i++
				if f := p.close(i); f != nil {
					return f
				}
				break
			}
			if kind == Object {
				var f *Fault
				if i, f = p.name(i); f != nil {
					return f
				}
			} else {
				p.frames[len(p.frames)-1].count = 1
			}
			continue
		case '"':
			_, end, f := p.string(i)
			if f != nil {
				return f
			}
			i = end
		case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			end, f := p.number(i)
			if f != nil {
				return f
			}
			i = end
		default:
			end, f := p.literal(i)
			if f != nil {
				return f
			}
			i = end
		}
		// A value has ended at i: close what ends with it, then go on to the
		// next value, or finish.
		for {
			i = p.space(i)
			if len(p.frames) == 0 {
				if i < len(raw) {
					return p.fault(Syntax, TrailingData, i)
				}
				return nil
			}
			if i == len(raw) {
				return p.faultBetween(Syntax, UnexpectedEnd, i)
			}
			top := &p.frames[len(p.frames)-1]
			object := p.tape.Nodes[top.node].Kind() == Object
			c := raw[i]
			if c == ',' {
				i = p.space(i + 1)
				if i < len(raw) && (raw[i] == '}' || raw[i] == ']') {
					return p.faultBetween(Syntax, TrailingComma, i)
				}
				if object {
					var f *Fault
					if i, f = p.name(i); f != nil {
						return f
					}
				} else {
					top.count++
				}
				break
			}
			if object && c == '}' || !object && c == ']' {
				i++
				if f := p.close(i); f != nil {
					return f
				}
				continue
			}
			return p.unexpected(i, MissingComma, false)
		}
	}
}

// opening refuses what can only be said about the start of the text.
func (p *Parser) opening(raw []byte) *Fault {
	switch {
	case bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")),
		bytes.HasPrefix(raw, []byte("\xfe\xff")),
		bytes.HasPrefix(raw, []byte("\xff\xfe")):
		return p.fault(Syntax, ByteOrderMark, 0)
	case p.space(0) == len(raw):
		return p.fault(Syntax, EmptyInput, len(raw))
	}
	p.dirty = 0
	return nil
}

// space skips JSON whitespace (RFC 8259 §2); any of it means that the input is
// not its own canonical form.
func (p *Parser) space(i int) int {
	raw := p.tape.Raw
	if i < len(raw) && raw[i] > ' ' {
		return i
	}
	start := i
	for i < len(raw) && (raw[i] == ' ' || raw[i] == '\n' || raw[i] == '\t' || raw[i] == '\r') {
		i++
	}
	if i > start {
		p.dirty++
	}
	return i
}

// name reads a member name and the colon after it; i ends behind the colon.
func (p *Parser) name(i int) (int, *Fault) {
	raw := p.tape.Raw
	top := &p.frames[len(p.frames)-1]
	top.key = true
	if i == len(raw) {
		return 0, p.fault(Syntax, UnexpectedEnd, i)
	}
	if raw[i] != '"' {
		return 0, p.unexpected(i, NameNotString, true)
	}
	node, end, f := p.string(i)
	if f != nil {
		return 0, f
	}
	top.key = false
	if top.count > 0 && !p.tape.Nodes[top.node].Has(FlagUnsorted) {
		switch order := CompareNames(p.tape.Text(top.name), p.tape.Text(node)); {
		case order == 0 && !p.AllowDuplicates:
			return 0, p.repeated(top.name, node)
		case order >= 0:
			p.tape.Nodes[top.node].set(FlagUnsorted)
			p.dirty++
		}
	}
	top.name = node
	top.count++
	i = p.space(end)
	if i == len(raw) {
		return 0, p.fault(Syntax, UnexpectedEnd, i)
	}
	if raw[i] != ':' {
		return 0, p.unexpected(i, MissingColon, true)
	}
	return i + 1, nil
}

// close ends the innermost container; end is the offset behind its bracket.
func (p *Parser) close(end int) *Fault {
	top := p.frames[len(p.frames)-1]
	if p.tape.Nodes[top.node].Has(FlagUnsorted) {
		if f := p.sortMembers(top, p.tape.compareText); f != nil {
			return f
		}
	}
	n := &p.tape.Nodes[top.node]
	n.End = uint32(end)
	n.Aux = uint32(len(p.tape.Nodes))
	n.setCount(top.count)
	if p.dirty == top.dirty {
		n.set(FlagVerbatim)
	}
	p.frames = p.frames[:len(p.frames)-1]
	return nil
}

var literals = [...]struct {
	text string
	kind Kind
}{{"null", Null}, {"true", True}, {"false", False}}

func (p *Parser) literal(i int) (end int, f *Fault) {
	raw := p.tape.Raw
	for _, l := range literals {
		if bytes.HasPrefix(raw[i:], []byte(l.text)) {
			end = i + len(l.text)
			if end < len(raw) && isWord(raw[end]) {
				return 0, p.fault(Syntax, BadLiteral, i)
			}
			p.add(l.kind, FlagVerbatim, i, end)
			return end, nil
		}
	}
	return 0, p.unexpected(i, UnexpectedByte, true)
}

func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

// missingValue is the fault for input that ends where a value should begin.
func (p *Parser) missingValue(i int) *Fault { return p.fault(Syntax, UnexpectedEnd, i) }

// unexpected picks the code that helps most for the byte at i; code is the one
// for bytes that give no better hint. child is as for [Parser.pointer].
func (p *Parser) unexpected(i int, code Code, child bool) *Fault {
	rest := p.tape.Raw[i:]
	switch {
	case rest[0] == '/' && len(rest) > 1 && (rest[1] == '/' || rest[1] == '*'), rest[0] == '#':
		code = Comment
	case rest[0] == '\'':
		code = SingleQuote
	case hasAnyPrefix(rest, "NaN", "nan", "Infinity", "infinity", "Inf", "inf"):
		code = NotFinite
	case code == UnexpectedByte && isWord(rest[0]) && rest[0] < 0x80:
		code = BadLiteral
	case code == UnexpectedByte && (rest[0] == '+' || rest[0] == '.'):
		code = BadNumber
	}
	return &Fault{Class: Syntax, Code: code, Offset: i, First: -1, Pointer: p.pointer(child)}
}

func hasAnyPrefix(b []byte, prefixes ...string) bool {
	for _, s := range prefixes {
		if bytes.HasPrefix(b, []byte(s)) {
			return true
		}
	}
	return false
}
