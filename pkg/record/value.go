package record

import (
	"iter"
	"strconv"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/internal/tape"
)

// Kind is the type of a value.
type Kind uint8

// Kinds of values. The last six occur in CBOR records only.
const (
	Null Kind = iota
	Bool
	Number // a JSON number, or a CBOR integer or float
	String
	Array
	Object
	Bytes
	Tag
	Simple // undefined and other simple values
)

var kindNames = [...]string{"null", "boolean", "number", "string", "array", "object", "byte string", "tag", "simple value"}

// String gives the name JSON uses for the kind.
func (k Kind) String() string { return kindNames[k] }

var kinds = [...]Kind{
	tape.Null: Null, tape.False: Bool, tape.True: Bool, tape.Number: Number, tape.String: String,
	tape.Array: Array, tape.Object: Object, tape.Uint: Number, tape.Nint: Number, tape.Float: Number,
	tape.Bytes: Bytes, tape.Tag: Tag, tape.Simple: Simple, tape.OtherKey: Null,
}

// Value is one value of a record. The zero Value is "no value": IsZero reports
// it, Kind gives Null, and every look-up in it finds nothing.
type Value struct {
	rec  *Record
	node uint32
}

// Root gives the record's value.
func (r *Record) Root() Value { return Value{r, 0} }

// IsZero reports whether there is no value.
func (v Value) IsZero() bool { return v.rec == nil }

// Record gives the record the value is part of.
func (v Value) Record() *Record { return v.rec }

// Node gives the value's index on the record's tape, for canonicalizers.
func (v Value) Node() uint32 { return v.node }

func (v Value) tapeNode() tape.Node { return v.rec.tape.Nodes[v.node] }

// Kind gives the value's type.
func (v Value) Kind() Kind {
	if v.rec == nil {
		return Null
	}
	return kinds[v.tapeNode().Kind()]
}

// IsNull reports an explicit null; it is false for the zero Value.
func (v Value) IsNull() bool { return v.rec != nil && v.tapeNode().Kind() == tape.Null }

// Bool gives a boolean; ok is false for any other kind.
func (v Value) Bool() (value, ok bool) {
	if v.Kind() != Bool {
		return false, false
	}
	return v.tapeNode().Kind() == tape.True, true
}

// Text gives the decoded text of a string; ok is false for any other kind.
func (v Value) Text() (text string, ok bool) {
	if v.Kind() != String {
		return "", false
	}
	return string(v.rec.tape.Text(v.node)), true
}

// Content gives the bytes of a string or byte string without copying them, and
// nil for any other kind. They must not be changed.
func (v Value) Content() []byte {
	if k := v.Kind(); k != String && k != Bytes {
		return nil
	}
	return v.rec.tape.Text(v.node)
}

// Literal gives a JSON number as it is written, and "" for any other value.
func (v Value) Literal() string {
	if v.rec == nil || v.tapeNode().Kind() != tape.Number {
		return ""
	}
	return string(v.Raw())
}

// Float64 gives the nearest double of a number; ok is false for other kinds.
func (v Value) Float64() (value float64, ok bool) {
	if v.Kind() != Number {
		return 0, false
	}
	switch v.tapeNode().Kind() {
	case tape.Uint:
		return float64(v.rec.tape.Argument(v.node)), true
	case tape.Nint:
		return -1 - float64(v.rec.tape.Argument(v.node)), true
	}
	return v.rec.tape.Float64(v.node), true
}

// Int64 gives a JSON number that is written as an integer and fits; ok is false
// otherwise.
func (v Value) Int64() (value int64, ok bool) {
	n, err := strconv.ParseInt(v.Literal(), 10, 64)
	return n, err == nil
}

// Argument gives the number of a CBOR tag or simple value.
func (v Value) Argument() uint64 { return v.rec.tape.Argument(v.node) }

// Raw gives the bytes of the value as they stand in the input.
func (v Value) Raw() []byte {
	if v.rec == nil {
		return nil
	}
	n := v.tapeNode()
	return v.rec.tape.Raw[n.Start:n.End]
}

// Span gives the byte offsets of the value in the input, end exclusive.
func (v Value) Span() (start, end int) {
	n := v.tapeNode()
	return int(n.Start), int(n.End)
}

// Range gives the value's range as positions. The first few of a record read the
// input up to the value; then its lines are indexed.
func (v Value) Range() diag.Range {
	start, end := v.Span()
	return diag.Range{Start: v.rec.position(start), End: v.rec.position(end)}
}

// Len gives the number of elements or members, and 0 for a scalar.
func (v Value) Len() int {
	switch v.Kind() {
	case Array, Object:
		return int(v.rec.tape.Count(v.node))
	}
	return 0
}

// Elements walks the elements of an array, or the one child of a tag.
func (v Value) Elements() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		if k := v.Kind(); k != Array && k != Tag {
			return
		}
		t := v.rec.tape
		first, end := t.Children(v.node)
		for i, n := first, 0; i < end; i, n = t.Next(i), n+1 {
			if !yield(n, Value{v.rec, i}) {
				return
			}
		}
	}
}

// Index gives element i of an array, or the zero Value. Its cost is linear in i.
func (v Value) Index(i int) Value {
	for n, e := range v.Elements() {
		if n == i {
			return e
		}
	}
	return Value{}
}

// Member is one member of an object.
type Member struct {
	Name  string // decoded; a CBOR key that is not text is shown as <hex>
	Key   Value  // the name itself, for its span
	Value Value
}

func (r *Record) member(name uint32) Member {
	key := name
	if r.tape.Nodes[name].Kind() == tape.OtherKey {
		key++
	}
	return Member{Name: r.tape.NameText(name), Key: Value{r, key}, Value: Value{r, r.tape.MemberValue(name)}}
}

// Members walks the members of an object in input order.
func (v Value) Members() iter.Seq[Member] {
	return func(yield func(Member) bool) {
		if v.Kind() != Object {
			return
		}
		t := v.rec.tape
		first, end := t.Children(v.node)
		for name := first; name < end; {
			value := t.MemberValue(name)
			if !yield(v.rec.member(name)) {
				return
			}
			name = t.Next(value)
		}
	}
}

// Entries walks the members of an object in input order without building the
// names: name is the member name itself, as a string value. A CBOR key that is
// not text is given as the key it is.
func (v Value) Entries() iter.Seq2[Value, Value] {
	return func(yield func(name, value Value) bool) {
		if v.Kind() != Object {
			return
		}
		t := v.rec.tape
		first, end := t.Children(v.node)
		for name := first; name < end; {
			key, value := name, t.MemberValue(name)
			if t.Nodes[name].Kind() == tape.OtherKey {
				key++
			}
			if !yield(Value{v.rec, key}, Value{v.rec, value}) {
				return
			}
			name = t.Next(value)
		}
	}
}

// Member gives the member with that name; ok is false when there is none. Of
// repeated names (see [Parser.AllowDuplicates]) it gives the first.
func (v Value) Member(name string) (m Member, ok bool) {
	i, ok := v.find(name)
	if !ok {
		return Member{}, false
	}
	return v.rec.member(i), true
}

// find gives the tape index of a member's name.
func (v Value) find(name string) (i uint32, ok bool) {
	if v.Kind() != Object {
		return 0, false
	}
	t := v.rec.tape
	first, end := t.Children(v.node)
	for i := first; i < end; {
		if t.Nodes[i].Kind() == tape.String && string(t.Text(i)) == name {
			return i, true
		}
		i = t.Next(t.MemberValue(i))
	}
	return 0, false
}

// Get gives the value of the member with that name, or the zero Value.
func (v Value) Get(name string) Value {
	i, ok := v.find(name)
	if !ok {
		return Value{}
	}
	return Value{v.rec, v.rec.tape.MemberValue(i)}
}

// At follows names through objects: v.At("a", "b") is v.Get("a").Get("b").
func (v Value) At(names ...string) Value {
	for _, name := range names {
		v = v.Get(name)
	}
	return v
}

// ValueAt gives the value or name at an index of the record's tape.
func (r *Record) ValueAt(node uint32) Value { return Value{r, node} }
