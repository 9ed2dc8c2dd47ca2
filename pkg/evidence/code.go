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
	CodeManyNamed             = "name-not-unique"
	CodeRef                   = "ref-not-followed"
	CodeStore                 = "store-corrupt"
)

// Code documents one of them.
type Code struct {
	ID       string
	Severity diag.Severity // the usual one
	Meaning  string
	Do       string // what to do about it, in general
}

// Codes lists every code a result or a finding can carry beside those of
// [record.SyntaxError] and [digest.RepresentationError].
func Codes() []Code {
	return []Code{
		{CodeNotAnnotation, diag.Error, "trust annotations are not an object",
			"write an object with sensitive, untrusted or evidenceRef"},
		{CodeNotBoolean, diag.Error, "sensitive or untrusted is not true or false",
			"write true or false without quotes, or leave it out to make no claim"},
		{CodeUnknownMember, diag.Warning, "a member of trust annotations or of an evidenceRef looks like a misspelt one",
			"correct the spelling; a misspelt member is read by nobody"},
		{CodeMisplacedReview, diag.Warning, "requiresReview stands in trust annotations; it belongs to action metadata of the tool",
			"move it into the action metadata of the tool"},
		{CodeMisplaced, diag.Warning, "trust annotations stand where no reader looks for them",
			"move them to _meta of the result or of a content block"},
		{CodeOtherKey, diag.Warning, "a _meta key looks like the key of trust annotations and is another one",
			"correct the key, or give --annotation-key if a fork is meant"},
		{CodeWeakened, diag.Error, "a content block says false where the result says true; the effective value stays true",
			"drop the claim from the block, or correct the one of the result"},
		{CodeNotRef, diag.Error, "evidenceRef is not an object",
			"write an object with type, digest and canonicalization"},
		{CodeRefIncomplete, diag.Error, "evidenceRef lacks type, digest or canonicalization",
			"add the member; evref digest --emit evidence-ref writes all of them"},
		{CodeRefMember, diag.Error, "a member of evidenceRef is not a string",
			"write a string, or leave an optional member out"},
		{CodeDigest, diag.Error, "the digest is not written as algorithm:hex",
			"write sha256: and 64 lower-case hexadecimal digits, as evref digest prints them"},
		{CodeAlgorithm, diag.Warning, "the hash algorithm is not one that can be checked here",
			"ask the publisher for a sha256 digest; until then nothing can be said about the record"},
		{CodeCanonicalization, diag.Warning, "the canonicalization is not one that can be checked here",
			"ask the publisher for jcs/rfc8785 or cbor/rfc8949; until then nothing can be said about the record"},
		{CodeCanonicalizationSpelt, diag.Warning, "the canonicalization is recognised but not spelt as the draft spells it",
			"write jcs/rfc8785 or cbor/rfc8949 exactly so: other readers may not recognise another spelling"},
		{CodeLabelShape, diag.Error, "an information-flow label is not of a known form",
			"write an object with integrity and confidentiality"},
		{CodeLabelToken, diag.Warning, "a label carries an unknown token, which counts as the most restrictive one",
			"write trusted or untrusted, and public or private"},
		{CodeLabelReaders, diag.Error, "a label puts a list of readers on the wire, which its scheme forbids",
			"write private; the host finds the readers itself, and names stay off the wire"},
		{CodeLabelInline, diag.Info, "a label stands on the wire without a trust annotation whose evidenceRef would back it",
			"publish the label as a record and point to it with an evidenceRef of type ifc.fides.v1"},
		{CodeSensitiveOmitted, diag.Warning, "the record says non-public, and no sensitive claim is made",
			"add sensitive true: clients that do not know the scheme rely on it"},
		{CodeSensitiveDenied, diag.Warning, "the record says non-public, and sensitive is claimed to be false",
			"correct the one of the two that is wrong"},
		{CodeSchemeUnknown, diag.Info, "the type names no scheme known here; the digest still counts",
			"nothing has to be done; register a schema of your own with --scheme to have the form checked"},
		{CodeSchemeViolation, diag.Error, "the record breaks the scheme its type or schema names",
			"correct the record and publish its new digest"},
		{CodeNotDeterministic, diag.Info, "the CBOR record is not in deterministic form as given",
			"publish the deterministic encoding; that is what was hashed"},
		{CodeRedacted, diag.Info, "the record holds a redaction placeholder, so it may not be the one that was hashed",
			"verify the record as it was when it was hashed; a placeholder does not make a mismatch benign"},
		{CodeDisagree, diag.Error, "the second implementation gives other canonical bytes",
			"report the record: one of the two implementations is wrong"},
		{CodeRecord, diag.Error, "the record cannot be read",
			"correct the record at the place that is named, or fetch it again"},
		{CodeLine, diag.Error, "a claims line does not have the members it needs",
			"write evidenceRef and record, recordText, recordBase64 or path"},
		{CodeNamedRecord, diag.Warning, "another record has the claimed digest than the one that is named for it",
			"check which record belongs to the claim; it may have been renamed"},
		{CodeManyNamed, diag.Warning, "more files carry the claimed hash in their names than are looked at",
			"keep one file for a record"},
		{CodeRef, diag.Warning, "the ref was not followed",
			"give the record with --evidence, or correct the ref"},
		{CodeStore, diag.Error, "a store holds bytes under a digest that they do not have",
			helpStore},
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
