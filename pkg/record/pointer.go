package record

import (
	"strconv"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/internal/tape"
)

// Child appends a member name to a JSON pointer, escaped (RFC 6901 §3).
func Child(pointer, name string) string { return pointer + "/" + tape.EscapePointer(name) }

// ChildIndex appends an array index to a JSON pointer.
func ChildIndex(pointer string, i int) string { return pointer + "/" + strconv.Itoa(i) }

var pointerUnescaper = strings.NewReplacer("~1", "/", "~0", "~")

func unescapePointer(token string) string { return pointerUnescaper.Replace(token) }

// SplitPointer gives the unescaped tokens of a JSON pointer; ok is false when
// the text is not one: it must be empty or begin with "/", and "~" must be
// followed by 0 or 1.
func SplitPointer(pointer string) (tokens []string, ok bool) {
	if pointer == "" {
		return nil, true
	}
	if pointer[0] != '/' {
		return nil, false
	}
	for i := 0; i < len(pointer); i++ {
		if pointer[i] == '~' && (i+1 == len(pointer) || pointer[i+1] != '0' && pointer[i+1] != '1') {
			return nil, false
		}
	}
	tokens = strings.Split(pointer[1:], "/")
	for i, token := range tokens {
		tokens[i] = unescapePointer(token)
	}
	return tokens, true
}

// Find gives the value a JSON pointer names, seen from v; ok is false when the
// pointer is malformed or names nothing.
func (v Value) Find(pointer string) (Value, bool) {
	tokens, ok := SplitPointer(pointer)
	if !ok || v.IsZero() {
		return Value{}, false
	}
	for _, token := range tokens {
		switch v.Kind() {
		case Object:
			v = v.Get(token)
		case Array:
			i, err := strconv.Atoi(token)
			if err != nil || strconv.Itoa(i) != token || i < 0 {
				return Value{}, false
			}
			v = v.Index(i)
		default:
			return Value{}, false
		}
		if v.IsZero() {
			return Value{}, false
		}
	}
	return v, true
}

// Locate gives the range of the value at a pointer.
func (r *Record) Locate(pointer string) (diag.Range, bool) {
	v, ok := r.Root().Find(pointer)
	if !ok {
		return diag.Range{}, false
	}
	return v.Range(), true
}

// Pointer gives the JSON pointer of a value, seen from the record's root. It
// walks down to it.
func (v Value) Pointer() string { return v.rec.PointerTo(v.node) }

// PointerTo gives the pointer of the value at a tape index; a member name has
// the pointer of its value.
func (r *Record) PointerTo(node uint32) string { return r.pointerFrom(0, node) }

// PointerFrom gives the JSON pointer of a value that lies inside base, seen from
// base. Its cost does not depend on what lies around base.
func (v Value) PointerFrom(base Value) string { return v.rec.pointerFrom(base.node, v.node) }

func (r *Record) pointerFrom(base, node uint32) string {
	t := r.tape
	var b strings.Builder
	for at := base; at != node; {
		first, end := t.Children(at)
		object := t.Nodes[at].Kind() == tape.Object
		index := 0
		next := at
		for i := first; i < end; index++ {
			value := i
			if object {
				value = t.MemberValue(i)
			}
			after := t.Next(value)
			if node < after {
				if next = value; node < value {
					next = node // a name, or something inside a key
				}
				switch {
				case object:
					b.WriteByte('/')
					b.WriteString(tape.EscapePointer(t.NameText(i)))
				case t.Nodes[at].Kind() == tape.Array:
					b.WriteByte('/')
					b.WriteString(strconv.Itoa(index))
				}
				break
			}
			i = after
		}
		if next == at { // not a node of a value
			break
		}
		at = next
	}
	return b.String()
}
