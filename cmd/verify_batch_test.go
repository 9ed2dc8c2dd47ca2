package cmd

import (
	"testing"

	"github.com/mcp-evref/evref/pkg/evidence"
)

// TestGoodItemsTakeNoMemory: of ten million claims nearly all are good, so what
// is made for the others must not be made for them.
func TestGoodItemsTakeNoMemory(t *testing.T) {
	batch := verifyBatch{verifyOptions: &verifyOptions{statusOnly: true}}
	claim := evidence.NewClaim("sha256:c509d629b2ab94b573c44ac10acb4941ab3949ff3cf857983c643bb0a476cefb", "jcs/rfc8785")
	n := testing.AllocsPerRun(100, func() {
		j := judged{kind: asClaims, Result: evidence.Result{Verdict: evidence.Verified, Claim: &claim}}
		batch.add(&j)
	})
	if n > 0 {
		t.Errorf("%v allocations", n)
	}
}
