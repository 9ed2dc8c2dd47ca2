package evidence

import (
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// Result is the answer for one claim.
type Result struct {
	Verdict  Verdict
	Claim    *Claim
	Computed digest.Digest // the record's own digest under the claim's canonicalization; zero when none was computed
	// Findings are about the record: why it cannot be judged, and what is worth
	// knowing beside the verdict. What is wrong with the claim is in its own list.
	Findings []diag.Diagnostic
	// Hazards are places of the record that let another record share its digest.
	Hazards []digest.Hazard
	// Diagnosis is the known cause that gives the claimed digest, nil when none
	// was looked for or found.
	Diagnosis *Diagnosis
	// Search says how the cause was looked for.
	Search Search
	// Record names where the record came from, and Given what was read there.
	Record Source
	Given  Given
	// Held is the record that does have the claimed digest, for a mismatch of
	// another one; nil when it is not at hand.
	Held *Held
	// NotPublic says why the record is not public, "" when it is or does not say;
	// see [NotPublic]. It is filled in when schemes are checked.
	NotPublic string
}

// Source says where a record came from.
type Source struct {
	Name string // file or locator; "" for a record that stood beside its claim
	By   By
}

// By is how a record was found for a claim.
type By uint8

// Ways to find a record. The zero value means that there is none.
const (
	NotFound  By = iota
	Beside       // it stood beside the claim
	ByRef        // the claim's ref leads to it
	ByName       // its file name contains the claimed hash
	ByOnly       // it is the only record that was given
	ByPath       // the check line or claims line names it
	ByContent    // its digest is the claimed one
	ByStore      // a store holds it under the claimed digest
)

var byNames = [...]struct{ id, words string }{
	NotFound: {"", ""}, Beside: {"beside", "beside the claim"}, ByRef: {"ref", "by ref"}, ByName: {"name", "by name"},
	ByOnly: {"only", "the only record given"}, ByPath: {"path", "by path"}, ByContent: {"content", "by content"},
	ByStore: {"store", "in the store"},
}

// String gives words such as "by ref".
func (b By) String() string { return byNames[b].words }

// ID gives the stable name that machine formats carry, such as "ref".
func (b By) ID() string { return byNames[b].id }

// Named reports that the record was found by something other than its digest,
// so that another digest is a mismatch and not a missing record.
func (b By) Named() bool { return b != NotFound && b != ByContent && b != ByStore }

// unresolved gives the result for a claim without a record.
func unresolved(c *Claim, why ...diag.Diagnostic) Result {
	if c.blocked != 0 {
		return Result{Verdict: c.blocked, Claim: c}
	}
	return Result{Verdict: Unresolved, Claim: c, Findings: why}
}

// Unread gives the result for a claim whose record was found and cannot be read
// as a record: the item is malformed.
func Unread(c *Claim, source Source, err *record.SyntaxError) Result {
	return Result{Verdict: Malformed, Claim: c, Record: source, Findings: []diag.Diagnostic{err.Diagnostic(source.Name)}}
}
