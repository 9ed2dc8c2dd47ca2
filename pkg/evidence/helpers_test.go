package evidence

import (
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

func mustParse(t testing.TB, text string) record.Value {
	t.Helper()
	rec, err := record.Parse([]byte(text), record.Detect("", []byte(text)), record.Limits{})
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return rec.Root()
}

// claimOf makes a claim whose digest was made by hashing data.
func claimOf(c digest.Canonicalization, data []byte) *Claim {
	claim := NewClaim(digest.Of(digest.SHA256, data).String(), c.ID())
	return &claim
}

func canonical(t testing.TB, c digest.Canonicalization, v record.Value) []byte {
	t.Helper()
	out, err := c.Append(nil, v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
