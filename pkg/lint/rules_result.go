package lint

import (
	"slices"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/evidence"
)

// result makes a tool result with the given trust annotation for an example.
func result(annotation string) Example {
	return Example{Input: `{
  "content": [{"type": "text", "text": "3 advisories"}],
  "_meta": {"` + evidence.AnnotationKey + `": {` + annotation + `}}
}`}
}

// someDigest is the digest of no particular record.
const someDigest = "sha256:c509d629b2ab94b573c44ac10acb4941ab3949ff3cf857983c643bb0a476cefb"

// goodRef is an evidenceRef with nothing wrong.
const goodRef = `"evidenceRef": {"type": "data-class.v1", "digest": "` + someDigest + `", "canonicalization": "jcs/rfc8785"}`

var resultRules = []Rule{
	{
		ID: "TOOL096", Slug: "evidence-ref-incomplete", Severity: diag.Error, Since: "0.1.0",
		Summary: "an evidenceRef lacks type, digest or canonicalization, or has a member that is not a string",
		Doc: Doc{
			Why: "All three are needed to check a record: what it is, what it hashes to, and how it was made into bytes. " +
				"Without the canonicalization nobody can recompute the digest, since neither of the two is a default.",
			Bad:  result(`"sensitive": true, "evidenceRef": {"type": "data-class.v1"}`),
			Good: result(`"sensitive": true, ` + goodRef),
			Fix:  "Let evref write it: evref digest -c jcs --emit evidence-ref --type data-class.v1 record.json.",
			Refs: []Ref{refTrust},
		},
		Check: resultCheck(evidence.CodeNotRef, evidence.CodeRefIncomplete, evidence.CodeRefMember),
	},
	{
		ID: "TOOL097", Slug: "evidence-ref-digest", Severity: diag.Error, Since: "0.1.0",
		Summary: "the digest or the canonicalization of an evidenceRef is not spelt as the draft spells it",
		Doc: Doc{
			Why: "A digest is the algorithm, a colon and lower-case hexadecimal digits. A verifier compares text, so capitals, " +
				"base64 or a digit too few never match, whatever the record says. Another canonicalization than jcs/rfc8785 or " +
				"cbor/rfc8949 cannot be judged by most verifiers.",
			Bad:  result(`"evidenceRef": {"type": "data-class.v1", "digest": "sha256:ABC", "canonicalization": "jcs/rfc8785"}`),
			Good: result(goodRef),
			Fix:  "Write sha256: and 64 lower-case hexadecimal digits, and one of the two canonicalizations.",
			Refs: []Ref{refTrust},
		},
		Check: resultCheck(evidence.CodeDigest, evidence.CodeAlgorithm, evidence.CodeCanonicalization, evidence.CodeCanonicalizationSpelt),
	},
	{
		ID: "TOOL098", Slug: "trust-type", Severity: diag.Error, Since: "0.1.0",
		Summary: "trust annotations are not an object, or sensitive or untrusted is not a boolean",
		Doc: Doc{
			Why: "A host that asks whether untrusted is true gets no from \"yes\", and treats content from outside as if the " +
				"server had written it.",
			Bad:  result(`"untrusted": "yes"`),
			Good: result(`"untrusted": true`),
			Fix:  "Write true or false, or leave the member out to make no claim.",
			Refs: []Ref{refTrust},
		},
		Check: resultCheck(evidence.CodeNotAnnotation, evidence.CodeNotBoolean),
	},
	{
		ID: "TOOL099", Slug: "trust-member", Severity: diag.Warning, Since: "0.1.0",
		Summary: "trust annotations have a misplaced or misspelt member, or stand where nobody reads them",
		Doc: Doc{
			Why: "requiresReview is part of a tool's action metadata, since a review comes before the call and a result after " +
				"it. A misspelt sensitive, or annotations under another key, make no claim at all.",
			Bad:  result(`"untrusted": true, "requiresReview": true`),
			Good: result(`"untrusted": true`),
			Fix:  "Move requiresReview into the action metadata of the tool; correct the spelling or the place of the rest.",
			Refs: []Ref{refTrust, refAction},
		},
		Check: resultCheck(evidence.CodeMisplacedReview, evidence.CodeUnknownMember, evidence.CodeMisplaced, evidence.CodeOtherKey),
	},
	{
		ID: "TOOL100", Slug: "trust-union", Severity: diag.Warning, Since: "0.1.0",
		Summary: "a content block weakens the result, or a label and the claims beside it do not agree",
		Doc: Doc{
			Why: "What a result claims holds for all of it. A block that says false where the result says true is an error: a " +
				"host that reads blocks alone lets it through. Labels of information flow have two words each and never name " +
				"readers; a record that is not public wants sensitive beside it for hosts that do not read labels.",
			Bad: Example{Input: `{
  "content": [{"type": "text", "text": "x", "_meta": {"` + evidence.AnnotationKey + `": {"sensitive": false}}}],
  "_meta": {"` + evidence.AnnotationKey + `": {"sensitive": true}}
}`},
			Good: Example{Input: `{
  "content": [{"type": "text", "text": "x", "_meta": {"` + evidence.AnnotationKey + `": {"untrusted": true}}}],
  "_meta": {"` + evidence.AnnotationKey + `": {"sensitive": true}}
}`},
			Fix:  "Drop the claim from the block, correct the label, or add sensitive.",
			Refs: []Ref{refTrust},
		},
		Check: resultCheck(
			evidence.CodeWeakened, evidence.CodeLabelShape, evidence.CodeLabelToken, evidence.CodeLabelReaders, evidence.CodeLabelInline,
			evidence.CodeSensitiveOmitted, evidence.CodeSensitiveDenied,
		),
	},
}

// resultCheck reports what pkg/evidence finds in a tool result under the given
// codes, each with the severity it has there.
func resultCheck(codes ...string) Check {
	return Check{Result: func(p *Pass, r *Result) {
		for _, d := range r.findings() {
			if !slices.Contains(codes, d.Rule) {
				continue
			}
			root := r.Value.Record().Root()
			at, _ := root.Find(d.Pointer)
			i := Issue{At: at, Message: d.Message, Help: d.Help, Severity: d.Severity}
			for _, rel := range d.Related {
				v, _ := root.Find(rel.Pointer)
				i.Related = append(i.Related, Related{At: v, Message: rel.Message})
			}
			p.Report(i)
		}
	}}
}

// findings gives what pkg/evidence says about the result.
func (r *Result) findings() []diag.Diagnostic {
	if !r.read {
		results, _ := evidence.ReadResults(r.Value, evidence.AnnotationKey)
		for _, t := range results {
			r.found = append(r.found, t.Findings...)
		}
		r.read = true
	}
	return r.found
}
