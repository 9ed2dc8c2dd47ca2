package tape

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// JSON reads one I-JSON text (RFC 8259 and RFC 7493, each violation a fault):
// no byte-order mark, valid UTF-8, no lone surrogates, no repeated names, no
// number beyond a double, nothing after the value. The tape is valid until the
// next call. There is no recursion: depth costs one frame, checked first.
func (p *Parser) JSON(raw []byte) (*Tape, *Fault) {
	p.reset(raw, p.Options.Order)
	if len(raw) > MaxInput {
		return nil, p.fault(Size, TooLarge, MaxInput)
	}
	p.reserve()
	if len(raw) > 0 && raw[0] == '{' {
		p.json(0)
	} else if i := p.opening(); i >= 0 {
		p.json(i)
	}
	if p.failure != nil {
		return nil, p.earliest(p.failure)
	}
	return p.finish(), nil
}

// Functions that read JSON take an offset and give the one behind what they
// have read. Where they find a fault they keep it and give noOffset, which lies
// outside of the input just as its end does: the same comparison that every
// caller makes before it reads on finds both.
const noOffset = -1

// fail keeps a fault for the value that is being read.
func (p *Parser) fail(class Class, code Code, offset int) int {
	p.failure = p.fault(class, code, offset)
	return noOffset
}

// failBetween is fail for what stands between the values of a container.
func (p *Parser) failBetween(class Class, code Code, offset int) int {
	p.failure = p.faultBetween(class, code, offset)
	return noOffset
}

// opening refuses what can only be said about the start of the text, and gives
// the offset of the value.
func (p *Parser) opening() int {
	raw := p.tape.Raw
	if hasAnyPrefix(raw, "\xef\xbb\xbf", "\xfe\xff", "\xff\xfe") {
		return p.fail(Syntax, ByteOrderMark, 0)
	}
	i := p.space(0)
	if i == len(raw) {
		return p.fail(Syntax, EmptyInput, i)
	}
	return i
}

// json reads the value at i and all that follows, in one loop: a member name if
// the innermost container is an object, a value, then what ends behind it. Plain
// names and strings are read in the loop itself, for which a call would cost as
// much as the search for their end; all else is left to functions.
//
// Most names have up to 16 plain bytes. They are found in two words, and the first
// of these, read the other way round and cut to the length, orders the name among
// the others.
func (p *Parser) json(i int) int {
	raw := p.tape.Raw
	var top *frame // the innermost container, nil outside of all
	for {
		if top != nil && top.object {
			var word, mark uint64
			var size uint
			if i < len(raw)-18 {
				word = binary.LittleEndian.Uint64(raw[i+1 : i+9])
				if mark = special(word); mark == 0 {
					mark, size = special(binary.LittleEndian.Uint64(raw[i+9:i+17])), 8
				}
			} else {
				word, mark, size = lastName(raw, i)
			}
			size += uint(bits.TrailingZeros64(mark)) >> 3
			end := i + 2 + int(size)
			if uint(end) >= uint(len(raw)) || raw[i] != '"' || raw[end-1] != '"' || raw[end] != ':' {
				i = p.hardName(i, top)
			} else {
				prefix := bits.ReverseBytes64(word) & firstBytes[size&31]
				if p.tape.Sorted == OrderEncoded {
					prefix = uint64(MajorText+size)<<56 | prefix>>8
				}
				k := key{prefix: prefix, node: p.put(String, FlagVerbatim, i, end), size: uint32(size)}
				i = end + 1
				if prefix <= top.last {
					if p.failure = p.member(top, k); p.failure != nil {
						return noOffset
					}
				} else {
					top.last = prefix & top.ordered
					p.putKey(k)
				}
			}
		}
		if uint(i) >= uint(len(raw)) || raw[i] <= ' ' {
			if i = p.spaceBeforeValue(i); i < 0 {
				return i
			}
		}
		// A value begins at i.
		switch c := raw[i]; {
		case c == '"':
			end := i + 1
			for end >= 0 && end <= len(raw)-16 {
				mark := special(binary.LittleEndian.Uint64(raw[end : end+8]))
				high := special(binary.LittleEndian.Uint64(raw[end+8 : end+16]))
				if mark == 0 {
					mark = high
					end += 8
				}
				end += bits.TrailingZeros64(mark) >> 3 // by 8 if there is none
				if mark != 0 {
					break
				}
			}
			if end < len(raw) && raw[end] == '"' {
				p.put(String, FlagVerbatim, i, end+1)
				i = end + 1
			} else {
				i = p.string(i, end)
			}
		case c-'0' <= 9 || c == '-':
			i = p.number(i)
		case c == '{' || c == '[':
			depth := len(p.frames)
			i = p.open(i, c)
			if top = p.top(); len(p.frames) > depth {
				continue // its first child
			}
		default:
			i = p.literal(i)
		}
		// A value has ended at i.
		for {
			if uint(i) >= uint(len(raw)) || raw[i] <= ' ' {
				if i < 0 {
					return i
				}
				i = p.space(i)
			}
			if top == nil {
				return p.end(i)
			}
			if i < len(raw) && raw[i] == ',' {
				i++
				top.count++
				break
			}
			if i == len(raw) || raw[i] != top.closing {
				return p.notClosed(i)
			}
			i = p.close(top, i+1)
			top = p.top()
		}
	}
}

// notClosed is the fault for what stands at i behind a value in a container.
func (p *Parser) notClosed(i int) int {
	if i == len(p.tape.Raw) {
		return p.failBetween(Syntax, UnexpectedEnd, i)
	}
	return p.unexpected(i, MissingComma, false)
}

// end refuses what stands behind the value.
func (p *Parser) end(i int) int {
	if i < len(p.tape.Raw) {
		return p.fail(Syntax, TrailingData, i)
	}
	return i
}

// space skips JSON whitespace (RFC 8259 §2); any of it means that the input is
// not its own canonical form.
func (p *Parser) space(i int) int {
	raw := p.tape.Raw
	start := i
	for i < len(raw) && (raw[i] == ' ' || raw[i] == '\n' || raw[i] == '\t' || raw[i] == '\r') {
		i++
	}
	if i > start {
		p.dirty++
	}
	return i
}

// spaceBeforeValue gives the offset of the value that must follow.
func (p *Parser) spaceBeforeValue(i int) int {
	if i < 0 {
		return i
	}
	if i = p.space(i); i == len(p.tape.Raw) {
		return p.fail(Syntax, UnexpectedEnd, i)
	}
	return i
}

// open begins the container whose bracket at i is c, and closes it at once if it
// is empty.
func (p *Parser) open(i int, c byte) int {
	raw := p.tape.Raw
	if len(p.frames) >= p.MaxDepth {
		return p.fail(Depth, TooDeep, i)
	}
	top := p.push()
	kind := Array
	top.closing, top.count = ']', 1
	if c == '{' {
		kind = Object
		top.object, top.closing = true, '}'
	}
	p.add(kind, 0, i, 0)
	if i++; i >= len(raw) || raw[i] <= ' ' {
		i = p.space(i)
	}
	if i < len(raw) && raw[i] == top.closing {
		top.count = 0
		return p.close(top, i+1)
	}
	return i
}

// close ends the innermost container; end is the offset behind its bracket.
func (p *Parser) close(top *frame, end int) int {
	if top.object {
		top.count = p.names(top)
		if p.failure = p.closeMembers(top); p.failure != nil {
			return noOffset
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
	return end
}

// The words of JSON, each at the place that bits 3 and 4 of its first letter
// name, and the four letters that are compared: of false, the last ones.
var words = [4]struct {
	first   byte
	kind    Kind
	letters uint32
}{
	{'f', False, 'a' | 'l'<<8 | 's'<<16 | 'e'<<24},
	{'n', Null, 'n' | 'u'<<8 | 'l'<<16 | 'l'<<24},
	{'t', True, 't' | 'r'<<8 | 'u'<<16 | 'e'<<24},
}

// literal reads true, false or null, without a branch on which of them it is:
// the processor could not guess.
func (p *Parser) literal(i int) int {
	raw := p.tape.Raw
	word := &words[raw[i]>>3&3]
	start := i
	if raw[i] == 'f' {
		start++
	}
	if start < 0 || start > len(raw)-4 || raw[i] != word.first || binary.LittleEndian.Uint32(raw[start:start+4]) != word.letters {
		return p.noValue(i)
	}
	end := start + 4
	if end < len(raw) && isWord(raw[end]) {
		return p.noValue(i)
	}
	p.add(word.kind, FlagVerbatim, i, end)
	return end
}

func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

// noValue is the fault for a byte at i that begins no value.
func (p *Parser) noValue(i int) int {
	raw := p.tape.Raw
	if before := bytes.TrimRight(raw[:i], " \t\r\n"); (raw[i] == ']' || raw[i] == '}') && bytes.HasSuffix(before, []byte{','}) {
		return p.failBetween(Syntax, TrailingComma, i)
	}
	return p.unexpected(i, UnexpectedByte, true)
}

// unexpected picks the code that helps most for the byte at i; code is the one
// for bytes that give no better hint. child is as for [Parser.pointer].
func (p *Parser) unexpected(i int, code Code, child bool) int {
	rest := p.tape.Raw[i:]
	switch {
	case rest[0] == '/' && len(rest) > 1 && (rest[1] == '/' || rest[1] == '*'), rest[0] == '#':
		code = Comment
	case rest[0] == '\'':
		code = SingleQuote
	case hasAnyPrefix(rest, "NaN", "nan", "Inf", "inf"):
		code = NotFinite
	case code == UnexpectedByte && isWord(rest[0]) && rest[0] < 0x80:
		code = BadLiteral
	case code == UnexpectedByte && (rest[0] == '+' || rest[0] == '.'):
		code = BadNumber
	}
	if child {
		return p.fail(Syntax, code, i)
	}
	return p.failBetween(Syntax, code, i)
}

func hasAnyPrefix(b []byte, prefixes ...string) bool {
	for _, s := range prefixes {
		if bytes.HasPrefix(b, []byte(s)) {
			return true
		}
	}
	return false
}
