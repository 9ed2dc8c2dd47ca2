package evidence

import (
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// TestCorrectedAgreesWithDiagnosis: a claim whose label is unknown is corrected
// to the canonicalization under which its digest was found, and keeps its digest.
func TestCorrectedAgreesWithDiagnosis(t *testing.T) {
	rec, err := record.Parse([]byte(`{"b":1,"a":"x"}`), record.JSON, record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range digest.All() {
		want, err := digest.Sum(c, digest.SHA256, rec.Root())
		if err != nil {
			t.Fatal(err)
		}
		claim := NewClaim(want.String(), "foo/bar")
		var verifier Verifier
		r := verifier.Verify(&claim, rec.Root())
		if r.Verdict != Unsupported || r.Diagnosis == nil {
			t.Fatalf("%s: %+v", c, r)
		}
		if got := r.Diagnosis.Corrected; got.Digest != want || got.Canonicalization != c {
			t.Errorf("%s: corrected to %s %s, want %s", c, got.Digest, got.Canonicalization, want)
		}
	}
}
