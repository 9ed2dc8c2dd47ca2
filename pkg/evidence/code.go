package evidence

import (
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// Codes of what is reported about claims, annotations, labels and records.
// They are stable.
const (
	CodeNotAnnotation         = "annotation-not-object"
	CodeNotBoolean            = "annotation-not-boolean"
	CodeUnknownMember         = "annotation-member"
	CodeMisplacedReview       = "review-in-trust-annotations"
	CodeMisplaced             = "annotation-misplaced"
	CodeOtherKey              = "annotation-other-key"
	CodeWeakened              = "union-weakened"
	CodeNotRef                = "evidence-ref-not-object"
	CodeRefIncomplete         = "evidence-ref-incomplete"
	CodeRefMember             = "evidence-ref-member"
	CodeDigest                = "digest-malformed"
	CodeAlgorithm             = "digest-algorithm"
	CodeCanonicalization      = "canonicalization-unknown"
	CodeCanonicalizationSpelt = "canonicalization-spelling"
	CodeLabelShape            = "label-malformed"
	CodeLabelToken            = "label-token"
	CodeLabelReaders          = "label-readers"
	CodeLabelInline           = "label-without-evidence"
	CodeSensitiveOmitted      = "sensitive-omitted"
	CodeSensitiveDenied       = "sensitive-contradicted"
	CodeSchemeUnknown         = "scheme-unknown"
	CodeSchemeViolation       = "scheme-violation"
	CodeNotDeterministic      = "cbor-not-deterministic"
	CodeRedacted              = "redaction-placeholder"
	CodeDisagree              = "implementations-disagree"
	CodeRecord                = "record-malformed"
	CodeLine                  = "claims-line"
	CodeNamedRecord           = "named-record"
	CodeRef                   = "ref-not-followed"
)

// Code documents one of them.
type Code struct {
	ID       string
	Severity diag.Severity // the usual one
	Meaning  string
}

// Codes lists every code a result or a finding can carry beside those of
// [record.SyntaxError] and [digest.RepresentationError].
func Codes() []Code {
	return []Code{
		{CodeNotAnnotation, diag.Error, "trust annotations are not an object"},
		{CodeNotBoolean, diag.Error, "sensitive or untrusted is not true or false"},
		{CodeUnknownMember, diag.Warning, "a member of trust annotations or of an evidenceRef looks like a misspelt one"},
		{CodeMisplacedReview, diag.Warning, "requiresReview stands in trust annotations; it belongs to action metadata of the tool"},
		{CodeMisplaced, diag.Warning, "trust annotations stand where no reader looks for them"},
		{CodeOtherKey, diag.Warning, "a _meta key looks like the key of trust annotations and is another one"},
		{CodeWeakened, diag.Error, "a content block says false where the result says true; the effective value stays true"},
		{CodeNotRef, diag.Error, "evidenceRef is not an object"},
		{CodeRefIncomplete, diag.Error, "evidenceRef lacks type, digest or canonicalization"},
		{CodeRefMember, diag.Error, "a member of evidenceRef is not a string"},
		{CodeDigest, diag.Error, "the digest is not written as algorithm:hex"},
		{CodeAlgorithm, diag.Warning, "the hash algorithm is not one that can be checked here"},
		{CodeCanonicalization, diag.Warning, "the canonicalization is not one that can be checked here"},
		{CodeCanonicalizationSpelt, diag.Warning, "the canonicalization is recognised but not spelt as the draft spells it"},
		{CodeLabelShape, diag.Error, "an information-flow label is not of a known form"},
		{CodeLabelToken, diag.Warning, "a label carries an unknown token, which counts as the most restrictive one"},
		{CodeLabelReaders, diag.Error, "a label puts a list of readers on the wire, which its scheme forbids"},
		{CodeLabelInline, diag.Info, "a label stands on the wire without a trust annotation whose evidenceRef would back it"},
		{CodeSensitiveOmitted, diag.Warning, "the record says non-public, and no sensitive claim is made"},
		{CodeSensitiveDenied, diag.Warning, "the record says non-public, and sensitive is claimed to be false"},
		{CodeSchemeUnknown, diag.Info, "the type names no scheme known here; the digest still counts"},
		{CodeSchemeViolation, diag.Error, "the record breaks the scheme its type or schema names"},
		{CodeNotDeterministic, diag.Info, "the CBOR record is not in deterministic form as given"},
		{CodeRedacted, diag.Info, "the record holds a redaction placeholder, so it may not be the one that was hashed"},
		{CodeDisagree, diag.Error, "the second implementation gives other canonical bytes"},
		{CodeRecord, diag.Error, "the record cannot be read"},
		{CodeLine, diag.Error, "a claims line does not have the members it needs"},
		{CodeNamedRecord, diag.Warning, "another record has the claimed digest than the one that is named for it"},
		{CodeRef, diag.Warning, "the ref was not followed"},
	}
}

// finding makes a diagnostic about a value.
func finding(code string, severity diag.Severity, at record.Value, message, help string) diag.Diagnostic {
	d := diag.Diagnostic{Rule: code, Severity: severity, Message: message, Help: help}
	if !at.IsZero() {
		d.Pointer = at.Pointer()
		d.Range = at.Range()
	}
	return d
}
