package explain

import (
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// ChangeKind tells what canonicalization did to one place of a record.
type ChangeKind string

// Kinds of changes.
const (
	OrderChange    ChangeKind = "order"    // members stand in another order
	NumberChange   ChangeKind = "number"   // a number is written in another way
	EscapeChange   ChangeKind = "escapes"  // a string is escaped in another way
	NameChange     ChangeKind = "name"     // a member name is escaped in another way
	EncodingChange ChangeKind = "encoding" // a CBOR value is encoded in another way
)

// Change is one difference between a record as given and its canonical form.
type Change struct {
	Kind    ChangeKind `json:"change"`
	Pointer string     `json:"pointer"`
	From    string     `json:"from"`
	To      string     `json:"to"`
}

// Changes is what canonicalization made of a record.
type Changes struct {
	List []Change `json:"list,omitempty"`
	More int      `json:"more,omitempty"` // further changes that are only counted
	// WhiteSpace is how many bytes of it around tokens were dropped; JSON to
	// JSON only.
	WhiteSpace int `json:"whiteSpace,omitempty"`
}

// none reports that the record is canonical as given.
func (c Changes) none() bool { return len(c.List) == 0 && c.WhiteSpace == 0 }

const (
	maxChanges    = 20
	maxOrderNames = 12
	maxShown      = 60 // code points of a value in a change
)

// changesOf compares a record with its canonical form. Both are walked together:
// they hold the same values, and differ in order and in how values are written.
func changesOf(given, canonical record.Value) Changes {
	w := comparison{
		json: given.Record().Format() == record.JSON && canonical.Record().Format() == record.JSON,
		cbor: given.Record().Format() == record.CBOR && canonical.Record().Format() == record.CBOR,
	}
	w.value(given, canonical, "")
	if w.json {
		w.WhiteSpace = len(text(given)) - len(text(canonical)) - w.tokens
	}
	return w.Changes
}

// text gives the bytes of a value, with the white space around it when it is
// the whole record.
func text(v record.Value) []byte {
	if v.Node() == 0 {
		return v.Record().Raw()
	}
	return v.Raw()
}

type comparison struct {
	Changes
	json, cbor bool // both are JSON, or both CBOR
	tokens     int  // bytes by which tokens got shorter
}

func (w *comparison) add(kind ChangeKind, pointer, from, to string) {
	if len(w.List) == maxChanges {
		w.More++
		return
	}
	w.List = append(w.List, Change{kind, pointer, shorten(from), shorten(to)})
}

func shorten(s string) string {
	if utf8.RuneCountInString(s) > maxShown {
		s, _ = cut(s, maxShown-1)
		s += "…"
	}
	return diag.Safe(s)
}

func (w *comparison) value(a, b record.Value, pointer string) {
	switch a.Kind() {
	case record.Object:
		w.object(a, b, pointer)
	case record.Array:
		other := slices.Collect(values(b))
		for i, e := range a.Elements() {
			if i < len(other) {
				w.value(e, other[i], record.ChildIndex(pointer, i))
			}
		}
	case record.Number:
		if from, to := w.text(a), w.text(b); from != to {
			w.add(NumberChange, pointer, from, to)
		}
	case record.String:
		if w.json && string(a.Raw()) != string(b.Raw()) {
			w.add(EscapeChange, pointer, string(a.Raw()), string(b.Raw()))
		}
	}
	w.encoding(a, b, pointer)
	if k := a.Kind(); k != record.Object && k != record.Array {
		w.tokens += len(a.Raw()) - len(b.Raw())
	}
}

// encoding notes a CBOR scalar that was not in its shortest form.
func (w *comparison) encoding(a, b record.Value, pointer string) {
	switch a.Kind() {
	case record.Object, record.Array, record.Tag:
		return
	}
	if w.cbor && string(a.Raw()) != string(b.Raw()) {
		w.add(EncodingChange, pointer, hex.EncodeToString(a.Raw()), hex.EncodeToString(b.Raw()))
	}
}

func (w *comparison) object(a, b record.Value, pointer string) {
	var from, to []string
	members := make(map[string]record.Member, b.Len())
	for m := range b.Members() {
		to = append(to, m.Name)
		members[m.Name] = m
	}
	for m := range a.Members() {
		from = append(from, m.Name)
	}
	if !slices.Equal(from, to) {
		w.add(OrderChange, pointer, names(from, to), names(to, from))
	}
	for m := range a.Members() {
		other, ok := members[m.Name]
		if !ok {
			continue
		}
		child := record.Child(pointer, m.Name)
		if w.json {
			if string(m.Key.Raw()) != string(other.Key.Raw()) {
				w.add(NameChange, child, string(m.Key.Raw()), string(other.Key.Raw()))
			}
			w.tokens += len(m.Key.Raw()) - len(other.Key.Raw())
		}
		w.value(m.Value, other.Value, child)
	}
}

// names lists member names from the first place at which two orders differ.
func names(list, other []string) string {
	start := 0
	for start < len(list) && start < len(other) && list[start] == other[start] {
		start++
	}
	var parts []string
	if start > 0 {
		parts = append(parts, "…")
	}
	for i := start; i < len(list); i++ {
		if i-start == maxOrderNames {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, list[i])
	}
	return strings.Join(parts, ", ")
}

func values(v record.Value) func(func(record.Value) bool) {
	return func(yield func(record.Value) bool) {
		for _, e := range v.Elements() {
			if !yield(e) {
				return
			}
		}
	}
}

// text writes a number: as it stands in JSON, in diagnostic notation in CBOR.
func (w *comparison) text(v record.Value) string {
	if v.Record().Format() == record.JSON {
		return string(v.Raw())
	}
	text, err := digest.Notation(v.Raw())
	if err != nil {
		return hex.EncodeToString(v.Raw())
	}
	return text
}

// diff shows changes with the place, the input before and the canonical form
// behind it.
func (c Changes) diff() string {
	var b strings.Builder
	for _, change := range c.List {
		b.WriteString(place(change.Pointer) + ": " + changeWords[change.Kind] + "\n")
		b.WriteString("- " + change.From + "\n+ " + change.To + "\n")
	}
	return b.String()
}

var changeWords = map[ChangeKind]string{
	OrderChange: "order of members", NumberChange: "number text", EscapeChange: "escapes",
	NameChange: "escapes of the name", EncodingChange: "encoding",
}

// place names a pointer in a sentence.
func place(pointer string) string {
	if pointer == "" {
		return "root"
	}
	return safe(pointer)
}
