package evidence_test

import (
	"fmt"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

// What a server publishes beside a tool result: the annotation with the claim.
func Example_publish() {
	rec, err := record.Parse([]byte(`{"class":"public","resource_kind":"readme"}`), record.JSON, record.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	sum, err := digest.Sum(digest.JCS, digest.SHA256, rec.Root())
	if err != nil {
		fmt.Println(err)
		return
	}
	sensitive := false
	annotation := evidence.Annotation{
		Sensitive:   &sensitive,
		EvidenceRef: &evidence.Ref{Type: "data-class.v1", Digest: sum, Canonicalization: digest.JCS},
	}
	fmt.Println(annotation.MetaJSON(evidence.AnnotationKey))
	// Output:
	// {"_meta":{"io.modelcontextprotocol/trust-annotations":{"sensitive":false,"evidenceRef":{"type":"data-class.v1","digest":"sha256:05d5f53b75757d08ab1b25e1afbdc6a1b97a8969622fc0a20c750e2c4c070c77","canonicalization":"jcs/rfc8785"}}}}
}

// What a client does with it: read the claims of a result and check each
// against its record.
func Example_verify() {
	result, err := record.Parse([]byte(`{
	  "content": [],
	  "_meta": {"io.modelcontextprotocol/trust-annotations": {"evidenceRef": {
	    "type": "example.v1",
	    "digest": "sha256:43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777",
	    "canonicalization": "jcs/rfc8785"
	  }}}
	}`), record.JSON, record.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	held, err := record.Parse([]byte("{\"b\": 2,\n \"a\": 1}\n"), record.JSON, record.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	results, _ := evidence.ReadResults(result.Root(), evidence.AnnotationKey)
	var verifier evidence.Verifier
	for _, claim := range results[0].Claims() {
		answer := verifier.Verify(claim, held.Root())
		fmt.Println(answer.Verdict, answer.Computed)
	}
	// Output:
	// verified sha256:43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777
}

// A mismatch says how the claim was probably made. That is a hint and never a
// pass.
func ExampleVerifier_Verify_mismatch() {
	rec, err := record.Parse([]byte(`{"b": 2, "a": 1}`), record.JSON, record.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	// Python's json.dumps with sort_keys puts blanks behind commas and colons.
	asWritten := digest.Of(digest.SHA256, []byte(`{"a": 1, "b": 2}`))
	claim := evidence.NewClaim(asWritten.String(), "jcs/rfc8785")
	answer := evidence.Verify(&claim, rec.Root())
	fmt.Println(answer.Verdict)
	if d := answer.Diagnosis; d != nil {
		fmt.Println(d.Cause)
		fmt.Println(d.Corrected.Digest)
	}
	// Output:
	// mismatch
	// python-sorted
	// sha256:43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777
}

// The label of a context that has seen two results.
func ExampleLabel_Join() {
	public := evidence.Label{Integrity: evidence.Trusted, Confidentiality: evidence.Public}
	private := evidence.Label{Integrity: evidence.Untrusted, Confidentiality: evidence.Private, Sources: 1}
	joined := public.Join(private)
	fmt.Println(joined.Integrity, joined.Confidentiality)
	// Output:
	// untrusted private
}
