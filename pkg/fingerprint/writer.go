package fingerprint

import "encoding/binary"

// StretchKind tells what a stretch of a preimage holds.
type StretchKind string

// Kinds of stretches.
const (
	DomainStretch StretchKind = "domain" // the version's name
	ValueStretch  StretchKind = "value"  // a label and a string, or one element of a list
	CountStretch  StretchKind = "count"  // a label and how many elements follow
	AbsentStretch StretchKind = "absent" // a label and the mark for "not there"
)

// Stretch is a run of bytes of a preimage that belong together.
type Stretch struct {
	Kind   StretchKind
	Label  string // as it is hashed; for an element, the label of its list
	Index  int    // which element of a list, or which binding; -1 otherwise
	Value  string // the string or the count; empty when absent
	Offset int
	Length int    // in bytes, lengths and label included
	Why    string // why it is part of the fingerprint
}

// writer builds a preimage. Every string is preceded by its length in bytes as
// a big-endian 64-bit number, so that no two sequences of strings give the same
// bytes.
type writer struct {
	bytes     []byte
	trace     bool
	stretches []Stretch
}

func (w *writer) domain(name, why string) {
	start := len(w.bytes)
	w.put(name)
	w.note(Stretch{Kind: DomainStretch, Index: -1, Value: name, Offset: start, Why: why})
}

// text writes a label and a string.
func (w *writer) text(label, value, why string) { w.indexed(label, -1, value, why) }

func (w *writer) indexed(label string, index int, value, why string) {
	start := len(w.bytes)
	w.put(label)
	w.put(value)
	w.note(Stretch{Kind: ValueStretch, Label: label, Index: index, Value: value, Offset: start, Why: why})
}

// optional writes a label, a presence mark and, when there is one, the string.
func (w *writer) optional(label string, value *string, why string) {
	start := len(w.bytes)
	w.put(label)
	if value == nil {
		w.put("\x00")
		w.note(Stretch{Kind: AbsentStretch, Label: label, Index: -1, Offset: start, Why: why})
		return
	}
	w.put("\x01")
	w.put(*value)
	w.note(Stretch{Kind: ValueStretch, Label: label, Index: -1, Value: *value, Offset: start, Why: why})
}

// count writes a label and a bare 64-bit number.
func (w *writer) count(label string, n int, why string) {
	start := len(w.bytes)
	w.put(label)
	w.bytes = binary.BigEndian.AppendUint64(w.bytes, uint64(n))
	w.note(Stretch{Kind: CountStretch, Label: label, Index: -1, Value: itoa(n), Offset: start, Why: why})
}

// element writes a string that has no label of its own.
func (w *writer) element(label string, index int, value, why string) {
	start := len(w.bytes)
	w.put(value)
	w.note(Stretch{Kind: ValueStretch, Label: label, Index: index, Value: value, Offset: start, Why: why})
}

func (w *writer) put(s string) {
	w.bytes = binary.BigEndian.AppendUint64(w.bytes, uint64(len(s)))
	w.bytes = append(w.bytes, s...)
}

func (w *writer) note(s Stretch) {
	if w.trace {
		s.Length = len(w.bytes) - s.Offset
		w.stretches = append(w.stretches, s)
	}
}
