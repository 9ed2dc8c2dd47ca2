package evidence

import (
	"errors"
	"slices"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Verdict is the answer for one item. The zero value is none.
type Verdict uint8

// Verdicts.
const (
	Verified    Verdict = 1 + iota // the recomputed digest equals the claim
	Mismatch                       // there is a record, and its digest is another one
	Malformed                      // the claim or the record breaks its grammar
	Unresolved                     // there is no record for the claim
	Unsupported                    // unknown canonicalization or hash algorithm
	NoClaim                        // a tool result without any evidenceRef
	Invalid                        // the digest agrees, the record breaks its scheme
)

var verdicts = [...]struct{ name, meaning string }{
	Verified:    {"verified", "the recomputed digest equals the claim"},
	Mismatch:    {"mismatch", "the record is there, and its digest is not the claimed one"},
	Malformed:   {"malformed", "the claim or the record breaks its grammar, or is over a limit"},
	Unresolved:  {"unresolved", "no record is available for the claim"},
	Unsupported: {"unsupported", "the canonicalization or the hash algorithm is not known here, so nothing can be said"},
	NoClaim:     {"no-claim", "a tool result that carries no evidenceRef"},
	Invalid:     {"invalid", "the digest agrees, but the record breaks the scheme its type or schema names"},
}

// Verdicts gives them all, in the order they are counted.
func Verdicts() []Verdict {
	return []Verdict{Verified, Mismatch, Malformed, Unresolved, Unsupported, NoClaim, Invalid}
}

// String gives the name used in every output, such as "verified".
func (v Verdict) String() string { return verdicts[v].name }

// Meaning says in one line what the verdict means.
func (v Verdict) Meaning() string { return verdicts[v].meaning }

// MarshalText writes the name.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads a name that MarshalText writes.
func (v *Verdict) UnmarshalText(text []byte) error {
	parsed, ok := ParseVerdict(string(text))
	if !ok {
		return errors.New("no verdict is named " + diag.Quote(string(text), 40))
	}
	*v = parsed
	return nil
}

// ParseVerdict reads a name that String gives; ok is false for any other text.
func ParseVerdict(name string) (v Verdict, ok bool) {
	i := slices.IndexFunc(Verdicts(), func(v Verdict) bool { return v.String() == name })
	if i < 0 || name == "" {
		return 0, false
	}
	return Verdicts()[i], true
}

// Tally counts verdicts. Index it with a [Verdict].
type Tally [len(verdicts)]int

// Total is the number of items counted.
func (t Tally) Total() int {
	n := 0
	for _, v := range Verdicts() {
		n += t[v]
	}
	return n
}

// Add adds the counts of another tally.
func (t *Tally) Add(other Tally) {
	for i, n := range other {
		t[i] += n
	}
}
