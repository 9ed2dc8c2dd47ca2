package evidence

import (
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// LabelRecord writes a label as the record of [TypeFIDES], in canonical JSON.
func LabelRecord(l Label) string {
	return `{"confidentiality":"` + l.Confidentiality.String() + `","integrity":"` + l.Integrity.String() + `"}`
}

// Labels lists the four labels of [TypeFIDES], the least restrictive first.
func Labels() []Label {
	var out []Label
	for _, i := range []Integrity{Trusted, Untrusted} {
		for _, c := range []Confidentiality{Public, Private} {
			l := Label{Integrity: i, Confidentiality: c}
			if c == Private {
				l.Sources = 1
			}
			out = append(out, l)
		}
	}
	return out
}

// RecoverLabel finds the label behind a claim of type [TypeFIDES] without its
// record: there are only four, so each is hashed and compared. ok is false for
// another type, for a claim that cannot be checked, and when none of the four
// has the claimed digest; then no record of the scheme does.
//
// It follows that the digest of a label keeps nothing secret.
func RecoverLabel(c *Claim) (l Label, ok bool) {
	if c.Type != TypeFIDES || c.blocked != 0 {
		return Label{}, false
	}
	for _, l := range Labels() {
		rec, err := record.Parse([]byte(LabelRecord(l)), record.JSON, record.Limits{})
		if err != nil {
			continue
		}
		if d, err := digest.Sum(c.Canonicalization, c.Digest.Algorithm(), rec.Root()); err == nil && d == c.Digest {
			return l, true
		}
	}
	return Label{}, false
}
