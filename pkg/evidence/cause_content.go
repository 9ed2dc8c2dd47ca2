package evidence

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

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
				s.changedText(func(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }, "LF where the record has CRLF")
				s.changedText(func(text string) string {
					return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
				}, "CRLF where the record has LF")
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
	empty := t.kind == record.Null || t.kind == record.String && t.text == "" ||
		t.kind == record.Array && len(t.items) == 0 || t.kind == record.Object && len(t.members) == 0
	if empty {
		return nil
	}
	return t
}

func (s *search) changedText(change func(string) string, detail string) {
	out, touched := s.parts().replaced(func(t *tree) *tree {
		if t.kind != record.String || change(t.text) == t.text {
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
		s.encoded(textTree(string(inner.append(nil, s.parts()))), inner.how+" as a string", 3)
	}
	s.encoded(textTree(string(s.rec.Raw())), "its text as it stands, as a string", 3)
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
		if t.kind != record.String || !integerPattern.MatchString(t.text) {
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
		c := *parts
		c.members = slices.Clone(parts.members)
		c.members[i].value = textTree(m.value.text)
		s.encoded(&c, "member "+diag.Quote(m.name, 40)+" as a string", 3)
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
		tries = append(tries, wrapping{"under its type as the member name", objectTree(member{typ, parts})})
		for _, name := range []string{"record", "data", "payload", "value", "evidence", "label"} {
			tries = append(tries, wrapping{"in an object with type and " + name, objectTree(member{"type", textTree(typ)}, member{name, parts})})
		}
		if s.rec.Kind() == record.Object && s.rec.Get("type").IsZero() {
			with := *parts
			with.members = append([]member{{"type", textTree(typ)}}, parts.members...)
			tries = append(tries, wrapping{"with its type as a member", &with})
		}
	}
	for _, name := range []string{"record", "data", "payload"} {
		tries = append(tries, wrapping{"as the member " + name + " of an object", objectTree(member{name, parts})})
	}
	tries = append(tries, wrapping{"as the only element of an array", &tree{kind: record.Array, items: []*tree{parts}}})
	for _, w := range tries {
		s.encoded(w.t, w.how, 3)
	}
	for i, m := range parts.members {
		if k := m.value.kind; i < maxMembers && (k == record.Object || k == record.Array || k == record.String) {
			s.encoded(m.value, "the digest is that of the member "+diag.Quote(m.name, 40)+" alone", 3)
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
	var likely, rest []string
	for _, m := range parts.members {
		if ownMember.MatchString(m.name) {
			likely = append(likely, m.name)
		} else {
			rest = append(rest, m.name)
		}
	}
	likely = likely[:min(len(likely), maxMembers)]
	names := append(likely, rest...)
	names = names[:min(len(names), maxMembers)]
	if len(likely) > 1 {
		s.encoded(parts.without(func(name string) bool { return slices.Contains(likely, name) }),
			"without "+strconv.Itoa(len(likely))+" members that a record carries about itself", 6)
	}
	for _, forms := range []int{1, 6} { // the claimed canonicalization for each member first
		for _, name := range names {
			s.encoded(parts.without(func(n string) bool { return n == name }), "without "+diag.Quote(name, 40), forms)
		}
	}
	for _, name := range likely {
		for _, blank := range []struct {
			how   string
			value *tree
		}{{"empty", textTree("")}, {"null", &tree{kind: record.Null}}} {
			c := *parts
			c.members = slices.Clone(parts.members)
			i := slices.IndexFunc(c.members, func(m member) bool { return m.name == name })
			c.members[i].value = blank.value
			s.encoded(&c, "with "+diag.Quote(name, 40)+" "+blank.how, 3)
		}
	}
}

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
