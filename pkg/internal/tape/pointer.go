package tape

import (
	"encoding/hex"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxPointer bounds the pointer of a fault, in bytes: of deep input and of very
// long names the beginning of the path is enough.
const MaxPointer = 4096

// pointer names the innermost value being read, from the open containers; child
// tells whether a child of the innermost container has begun. It is only called
// on the way out with a fault.
func (p *Parser) pointer(child bool) string {
	pointer := ""
	for i, f := range p.frames {
		keys := uint32(len(p.keys)) // those of this frame and the ones around it
		if i+1 < len(p.frames) {
			keys = p.frames[i+1].keys
		} else if !child {
			break
		}
		switch {
		case f.key, f.object && keys == f.keys, len(pointer) > MaxPointer:
			return pointer
		case f.object:
			pointer = appendToken(pointer, p.tape.NameText(p.keys[keys-1].node))
		case p.tape.Nodes[f.node].Kind() == Array && f.count > 0:
			pointer = appendToken(pointer, strconv.FormatUint(uint64(f.count-1), 10))
		}
	}
	return pointer
}

// appendToken adds a member name or an index to a pointer, and cuts what is
// beyond MaxPointer.
func appendToken(pointer, token string) string {
	if len(pointer) > MaxPointer { // has been cut already
		return pointer
	}
	pointer += "/" + EscapePointer(token[:min(len(token), MaxPointer)])
	if len(pointer) <= MaxPointer {
		return pointer
	}
	cut := MaxPointer
	for !utf8.RuneStart(pointer[cut]) {
		cut--
	}
	return pointer[:cut] + "…"
}

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

// EscapePointer writes a member name as a JSON pointer token (RFC 6901 §3).
func EscapePointer(name string) string { return pointerEscaper.Replace(name) }

// NameText gives a member name as text, the way pointers and messages call it;
// a CBOR key that is not text is given as its encoding in hexadecimal between
// angle brackets.
func (t *Tape) NameText(i uint32) string {
	if t.Nodes[i].Kind() == OtherKey {
		return "<" + hex.EncodeToString(t.EncodedKey(i)) + ">"
	}
	return string(t.Text(i))
}
