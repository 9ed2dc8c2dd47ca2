package evidence

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// Verifier checks claims with memory that it uses again. The zero value is
// ready: it checks no schemes and looks for the cause of every mismatch. A
// Verifier must not be used by two goroutines at once.
type Verifier struct {
	// Schemes turns scheme checking on: a record whose digest agrees and that
	// breaks the scheme of its claim is [Invalid].
	Schemes *Schemes
	// NoDiagnosis leaves out the search for the cause of a mismatch.
	NoDiagnosis bool
	// CrossCheck recomputes every digest with a second implementation and
	// reports a disagreement. A mismatch is recomputed in any case.
	CrossCheck bool

	encoder digest.Encoder
}

// Verify checks one claim against one record. It never panics and does no I/O.
// It is [Verifier.Verify] of the zero Verifier.
func Verify(c *Claim, rec record.Value) Result {
	var v Verifier
	return v.Verify(c, rec)
}

// Verify checks one claim against one record: the verdict is [Verified] when
// the digest of the record's canonical bytes is the claimed one. The zero Value
// is no record, and the claim is [Unresolved].
func (vf *Verifier) Verify(c *Claim, rec record.Value) Result {
	if rec.IsZero() {
		return unresolved(c)
	}
	if c.blocked != 0 {
		r := unresolved(c)
		if !vf.NoDiagnosis {
			r.Diagnosis, r.Search = diagnose(c, rec)
		}
		return r
	}
	r := Result{Claim: c}
	var err error
	if r.Computed, err = vf.encoder.Sum(c.Canonicalization, c.Digest.Algorithm(), rec); err != nil {
		return vf.unrepresentable(r, rec, err)
	}
	r.Hazards = digest.Hazards(c.Canonicalization, rec)
	r.Verdict = Verified
	if r.Computed != c.Digest {
		r.Verdict = Mismatch
	}
	if r.Verdict == Mismatch || vf.CrossCheck {
		vf.second(&r, rec)
	}
	if odd := rec.Record().Oddities(); odd != nil {
		r.note(CodeNotDeterministic, diag.Info, rec, "record is not deterministic CBOR as given: "+strings.Join(odd, ", "),
			"its deterministic encoding was hashed; publish that one")
	}
	switch {
	case r.Verdict == Mismatch:
		vf.explain(&r, rec)
	case vf.Schemes != nil:
		vf.checkScheme(&r, rec)
	}
	return r
}

// note adds a finding about the record.
func (r *Result) note(code string, severity diag.Severity, at record.Value, message, help string) {
	r.Findings = append(r.Findings, finding(code, severity, at, message, help))
}

// unrepresentable is the result for a record that the claimed canonicalization
// cannot express: no digest of it can be the claimed one.
func (vf *Verifier) unrepresentable(r Result, rec record.Value, err error) Result {
	r.Verdict = Malformed
	var e *digest.RepresentationError
	if errors.As(err, &e) {
		r.Findings = append(r.Findings, e.Diagnostic(""))
	}
	if !vf.NoDiagnosis {
		r.Diagnosis, r.Search = diagnose(r.Claim, rec)
	}
	return r
}

// second recomputes the canonical bytes with the second implementation.
func (vf *Verifier) second(r *Result, rec record.Value) {
	if len(rec.Raw()) > MaxDiagnosed && !vf.CrossCheck {
		return
	}
	other, err := digest.SecondOpinion(r.Claim.Canonicalization, rec)
	canonical, _ := vf.encoder.Canonical(r.Claim.Canonicalization, rec) // Sum had no error either
	switch {
	case errors.Is(err, digest.ErrNoOpinion), errors.Is(err, digest.ErrKnownFault):
	case err != nil:
		r.note(CodeDisagree, diag.Error, rec, "the second implementation refuses the record: "+diag.Safe(err.Error()), "please report the record")
	case string(other) != string(canonical):
		r.note(CodeDisagree, diag.Error, rec,
			fmt.Sprintf("the second implementation gives other canonical bytes, digest %s", digest.Of(r.Claim.Digest.Algorithm(), other)), "please report the record")
	}
}

// explain looks for what the mismatch comes from.
func (vf *Verifier) explain(r *Result, rec record.Value) {
	if at, found := Redacted(rec); found {
		r.note(CodeRedacted, diag.Info, at, "record holds a redaction placeholder; the digest was made before or after it was put in",
			"verify the record as it was when it was hashed: a placeholder does not make a mismatch benign")
	}
	if !vf.NoDiagnosis {
		r.Diagnosis, r.Search = diagnose(r.Claim, rec)
	}
}

func (vf *Verifier) checkScheme(r *Result, rec record.Value) {
	r.NotPublic = NotPublic(r.Claim.Type, rec)
	violations, known := vf.Schemes.Check(r.Claim.Type, r.Claim.Schema, rec)
	switch {
	case len(violations) > 0:
		r.Verdict = Invalid
		r.Findings = append(r.Findings, violations...)
	case !known && r.Claim.Type != "":
		r.note(CodeSchemeUnknown, diag.Info, record.Value{},
			"type "+diag.Quote(r.Claim.Type, 60)+" names no scheme known here; the digest agrees, the record's form was not checked",
			"register its schema with --scheme TYPE=SCHEMA.json")
	}
}
