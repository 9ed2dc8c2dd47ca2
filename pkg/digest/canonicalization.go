package digest

import (
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/record"
)

// Canonicalization is one way to give a record exactly one sequence of bytes.
// The zero value is none: there is no default.
type Canonicalization uint8

// The canonicalizations of evidenceRef.
const (
	JCS  Canonicalization = 1 + iota // RFC 8785
	CBOR                             // RFC 8949 §4.2.1
)

// CBORMapping names the rule by which JSON numbers become CBOR.
const CBORMapping = "rfc8949-6.2/64bit"

var canonicalizations = [...]struct {
	id, flag string
	other    []string // spellings met in public, lower case
}{
	JCS:  {id: "jcs/rfc8785", flag: "jcs", other: []string{"jcs-rfc8785", "jcs", "jcs-json-v1", "rfc8785"}},
	CBOR: {id: "cbor/rfc8949", flag: "cbor", other: []string{"cbor-rfc8949", "cbor", "cbor-deterministic-v1", "rfc8949"}},
}

// All gives the canonicalizations in the order they are printed.
func All() []Canonicalization { return []Canonicalization{JCS, CBOR} }

// ID gives the identifier that claims carry, such as "jcs/rfc8785".
func (c Canonicalization) ID() string { return canonicalizations[c].id }

// String is ID.
func (c Canonicalization) String() string { return c.ID() }

// ShortName gives the name that flags accept besides the ID. It never appears
// in a claim.
func (c Canonicalization) ShortName() string { return canonicalizations[c].flag }

// MemberOrder gives the order in which the canonicalization needs members, for
// [record.Parser].
func (c Canonicalization) MemberOrder() record.MemberOrder {
	if c == CBOR {
		return record.OrderEncoded
	}
	return record.OrderUTF16
}

// MarshalText writes the ID.
func (c Canonicalization) MarshalText() ([]byte, error) { return []byte(c.ID()), nil }

// Lookup finds a canonicalization by its exact ID.
func Lookup(id string) (Canonicalization, bool) {
	for _, c := range All() {
		if c.ID() == id {
			return c, true
		}
	}
	return 0, false
}

// Recognize finds a canonicalization by its ID or by one of the other spellings
// seen in public; standard tells whether it was the ID. A claim with another
// spelling can be computed, but its spelling is worth a report.
func Recognize(spelling string) (c Canonicalization, standard, ok bool) {
	if c, ok := Lookup(spelling); ok {
		return c, true, true
	}
	lower := strings.ToLower(spelling)
	for _, c := range All() {
		if lower == c.ID() || slices.Contains(canonicalizations[c].other, lower) {
			return c, false, true
		}
	}
	return 0, false, false
}
