package evidence

import (
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

func TestRecoverLabel(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range Labels() {
		rec, err := record.Parse([]byte(LabelRecord(l)), record.JSON, record.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if read, findings := ReadLabel(rec.Root()); read != l || len(findings) > 0 {
			t.Errorf("%s is read as %+v with %v", LabelRecord(l), read, findings)
		}
		for _, c := range digest.All() {
			for _, a := range digest.Algorithms() {
				d, err := digest.Sum(c, a, rec.Root())
				if err != nil {
					t.Fatal(err)
				}
				seen[d.String()] = true
				claim := NewClaim(d.String(), c.ID())
				claim.Type = TypeFIDES
				if got, ok := RecoverLabel(&claim); !ok || got != l {
					t.Errorf("%s %s: recovered %+v, %v", c, d, got, ok)
				}
				claim.Type = TypeDataClass
				if _, ok := RecoverLabel(&claim); ok {
					t.Errorf("%s: a label was recovered from another type", d)
				}
			}
		}
	}
	if len(seen) != 24 {
		t.Errorf("%d different digests, want 4 labels x 2 canonicalizations x 3 algorithms", len(seen))
	}
	// Published beginnings of two of them.
	for _, prefix := range []string{"sha256:1b63b0f8", "sha256:2f03ae0a"} {
		found := false
		for d := range seen {
			found = found || strings.HasPrefix(d, prefix)
		}
		if !found {
			t.Errorf("no label has the digest %s…", prefix)
		}
	}
}

func TestNoLabelIsRecovered(t *testing.T) {
	other := NewClaim("sha256:"+strings.Repeat("0", 64), "jcs/rfc8785")
	other.Type = TypeFIDES
	broken := NewClaim("sha256:1b63", "jcs/rfc8785")
	broken.Type = TypeFIDES
	unknown := NewClaim("sha256:"+strings.Repeat("0", 64), "other")
	unknown.Type = TypeFIDES
	for _, c := range []Claim{{}, other, broken, unknown} {
		if l, ok := RecoverLabel(&c); ok || !l.IsZero() {
			t.Errorf("claim %q %q gives the label %+v", c.DigestText(), c.CanonicalizationText(), l)
		}
	}
}
