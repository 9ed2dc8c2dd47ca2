package evidence

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// contentCauses: the hashed record had other content.
func contentCauses() []Cause {
	return []Cause{
		{
			ID:      "double-encoding",
			Summary: "the record was encoded twice: its JSON text was hashed as a string, or the record is such a string",
			Help:    "hash the record itself; a payload column that holds JSON text is record-text, not record",
			try:     tryDoubleEncoding,
		},
		{
			ID:      "integers-as-strings",
			Summary: "integers were written as strings, or strings of digits as integers",
			Help:    "protobuf's JSON form writes 64-bit integers as strings: hash and publish one and the same form",
			try:     tryIntegers,
		},
		{
			ID:      "nulls-removed",
			Summary: "digest of the record without its null members",
			Help:    "columnar exports and omitempty drop them: export the record as text, or publish it without nulls",
			try: func(s *search) {
				out, touched := s.parts().replaced(func(t *tree) *tree {
					if t.kind == record.Null {
						return nil
					}
					return t
				})
				if touched && out != nil {
					s.encoded(out, "all null members left out", allForms)
				}
				out, touched = s.parts().replaced(dropEmpty)
				if touched && out != nil {
					s.encoded(out, "null and empty members left out", 3)
				}
			},
		},
		{
			ID:      "string-line-ends",
			Summary: "text inside the record had other line ends",
			Help:    "do not convert line ends inside a record; publish the digest of the record as it is stored",
			try: func(s *search) {
				s.changedText(unixLines, "LF where the record has CRLF")
				s.changedText(func(text []byte) []byte { return windowsLines(unixLines(text)) }, "CRLF where the record has LF")
			},
		},
		{
			ID:      "wrapped",
			Summary: "the record was hashed together with a wrapper, or the record given is the wrapper",
			Help:    "the hash input is the record and nothing else: no type, no schema, no envelope",
			try:     tryWrapped,
		},
		{
			ID:      "member-removed",
			Summary: "one top-level member of the record was not there when it was hashed",
			Help:    "a record cannot carry its own digest or a signature over it: keep those beside the record, or publish the record without the member",
			try:     tryRemoved,
		},
	}
}

// dropEmpty removes null, "", [] and {}, as omitempty does.
func dropEmpty(t *tree) *tree {
	empty := t.kind == record.Null || t.kind == record.String && len(t.text) == 0 ||
		t.kind == record.Array && len(t.items) == 0 || t.kind == record.Object && len(t.members) == 0
	if empty {
		return nil
	}
	return t
}

func (s *search) changedText(change func([]byte) []byte, detail string) {
	out, touched := s.parts().replaced(func(t *tree) *tree {
		if t.kind != record.String || bytes.IndexByte(t.text, '\n') < 0 || bytes.Equal(change(t.text), t.text) {
			return t
		}
		return textTree(change(t.text))
	})
	if touched {
		s.encoded(out, detail, allForms)
	}
}

func tryDoubleEncoding(s *search) {
	if s.rec.Kind() == record.String { // the record is JSON text in a string
		inner, err := record.Parse(s.rec.Content(), record.JSON, record.Limits{})
		if err != nil {
			return
		}
		t, _ := treeOf(inner.Root())
		s.encoded(t, "the digest is that of the record inside the string", allForms)
		s.bytesOf(s.rec.Content(), "the digest is that of the text inside the string")
		return
	}
	if !s.isJSON() {
		return
	}
	for _, inner := range []variant{
		{"its compact JSON text", compact},
		{"its canonical text", canonicalStyle},
		{"its text as Python's json.dumps writes it", python},
		{"its sorted text as Python's json.dumps writes it", pythonSorted},
		{"its text indented by 2 spaces", indented},
	} {
		s.encoded(textTree(inner.append(nil, s.parts())), inner.how+" as a string", 3)
	}
	s.encoded(textTree(s.rec.Raw()), "its text as it stands, as a string", 3)
}

var integerPattern = regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`)

func tryIntegers(s *search) {
	asText := func(detail string, chosen func(*tree) bool) {
		out, touched := s.parts().replaced(func(t *tree) *tree {
			if !t.isInteger() || !chosen(t) {
				return t
			}
			return textTree(t.text)
		})
		if touched {
			s.encoded(out, detail, allForms)
		}
	}
	asText("every integer as a string", func(*tree) bool { return true })
	asText("integers beyond 2^53 as strings", func(t *tree) bool { return t.float > maxSafe || t.float < -maxSafe })
	asText("integers beyond 32 bits as strings", func(t *tree) bool { return t.float >= 1<<31 || t.float < -1<<31 })
	out, touched := s.parts().replaced(func(t *tree) *tree {
		if t.kind != record.String || !integerPattern.Match(t.text) {
			return t
		}
		if n, ok := parseNumber(t.text); ok {
			return n
		}
		return t
	})
	if touched {
		s.encoded(out, "strings of digits as integers", allForms)
	}
	s.oneIntegerEach()
}

// oneIntegerEach tries every integer alone: in a protobuf message only some
// fields have 64 bits.
func (s *search) oneIntegerEach() {
	if s.rec.Kind() != record.Object {
		return
	}
	parts := s.parts()
	for i, m := range parts.members[:min(len(parts.members), maxMembers)] {
		if !m.value.isInteger() {
			continue
		}
		c := parts.copy()
		c.members[i].value = textTree(m.value.text)
		s.encoded(c, "member "+quoted(m.name)+" as a string", 3)
	}
}

func tryWrapped(s *search) {
	parts := s.parts()
	type wrapping struct {
		how string
		t   *tree
	}
	var tries []wrapping
	if typ := s.claim.Type; typ != "" {
		tries = append(tries, wrapping{"under its type as the member name", objectTree(named(typ, parts))})
		for _, name := range []string{"record", "data", "payload", "value", "evidence", "label"} {
			tries = append(tries, wrapping{"in an object with type and " + name, objectTree(named("type", textTree([]byte(typ))), named(name, parts))})
		}
		if s.rec.Kind() == record.Object && s.rec.Get("type").IsZero() {
			with := append([]member{named("type", textTree([]byte(typ)))}, parts.members...)
			tries = append(tries, wrapping{"with its type as a member", objectTree(with...)})
		}
	}
	for _, name := range []string{"record", "data", "payload"} {
		tries = append(tries, wrapping{"as the member " + name + " of an object", objectTree(named(name, parts))})
	}
	tries = append(tries, wrapping{"as the only element of an array", &tree{kind: record.Array, items: []*tree{parts}}})
	for _, w := range tries {
		s.encoded(w.t, w.how, 3)
	}
	for i, m := range parts.members {
		if k := m.value.kind; i < maxMembers && (k == record.Object || k == record.Array || k == record.String) {
			s.encoded(m.value, "the digest is that of the member "+quoted(m.name)+" alone", 3)
		}
	}
	if len(parts.items) == 1 {
		s.encoded(parts.items[0], "the digest is that of the only element of the array", allForms)
	}
}

// ownMember recognises the names of members that a record carries about itself.
var ownMember = regexp.MustCompile(`(?i)digest|hash|sha-?\d|sum|sig|mac|proof|integrity|seal|time|date|stamp|measured|created|updated|_at$|At$|^id$|uuid|nonce|version|_id$`)

func tryRemoved(s *search) {
	parts := s.parts()
	var likely, rest []member
	for _, m := range parts.members {
		if ownMember.Match(m.name) {
			likely = append(likely, m)
		} else {
			rest = append(rest, m)
		}
	}
	likely = likely[:min(len(likely), maxMembers)]
	each := append(slices.Clip(likely), rest[:min(len(rest), maxMembers-len(likely))]...)
	if len(likely) > 1 {
		s.encoded(parts.without(anyOf(likely)), "without "+strconv.Itoa(len(likely))+" members that a record carries about itself", 6)
	}
	for _, forms := range []int{1, 6} { // the claimed canonicalization for each member first
		for i, m := range each {
			if !s.done() {
				s.encoded(parts.without(anyOf(each[i:i+1])), "without "+quoted(m.name), forms)
			}
		}
	}
	for _, m := range likely {
		s.blanked(m.name)
	}
}

// blanked tries the record with one member emptied: some programs sign a record
// that has the place for its own digest already.
func (s *search) blanked(name []byte) {
	for _, blank := range []struct {
		how   string
		value *tree
	}{{"empty", textTree(nil)}, {"null", &tree{kind: record.Null}}} {
		if s.done() {
			return
		}
		c := s.parts().copy()
		i := slices.IndexFunc(c.members, func(m member) bool { return bytes.Equal(m.name, name) })
		c.members[i].value = blank.value
		s.encoded(c, "with "+quoted(name)+" "+blank.how, 3)
	}
}

func anyOf(members []member) func(name []byte) bool {
	return func(name []byte) bool {
		return slices.ContainsFunc(members, func(m member) bool { return bytes.Equal(m.name, name) })
	}
}

func quoted(name []byte) string { return diag.Quote(string(name), 40) }

// canonicalOf gives the canonical bytes of the record under every
// canonicalization that can express it, the claimed one first.
func (s *search) canonicalOf() [][]byte {
	var out [][]byte
	other := otherThan(s.claim.Canonicalization)
	for _, c := range []digest.Canonicalization{otherThan(other), other} {
		if b, err := c.Append(nil, s.rec); err == nil {
			out = append(out, b)
		}
	}
	return out
}
