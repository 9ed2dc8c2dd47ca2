// Package evidence checks trust evidence: it finds the claims of a tool result,
// finds the record behind each, recomputes the digest and gives a verdict.
//
// A claim is an evidenceRef: a type, a digest and a canonicalization.
// [Verifier.Verify] compares one claim with one record and gives a [Result]. It
// never panics on any input and does no I/O; reading files is for [Resolver].
// A verdict of [Verified] says that the record is the one the claim names. It
// says nothing about whether the record tells the truth.
//
// What a mismatch may come from is looked for by recomputing the digest in the
// ways people get it wrong ([Causes]). A cause that gives the claimed digest is
// a hint for a person and never changes the verdict.
//
// What is wrong with annotations, claims and labels is reported as
// [diag.Diagnostic] values whose Rule is one of [Codes].
package evidence
