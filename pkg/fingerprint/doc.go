// Package fingerprint computes the trust fingerprint of an MCP server
// definition: a digest of everything in the definition that decides what is
// started, contacted or authenticated to. Approval is bound to that digest and
// not to a name.
//
// The encoding is versioned. "dcc-mcp-trust-fingerprint-v1" is a sequence of
// labels and values, each behind its length as eight bytes, so no two different
// definitions share a preimage. Versions are data ([Versions]); a new one is a
// new row and never touches an old one.
//
// [Read] decodes a definition strictly, [Definition.Validate] checks it in a
// fixed order with stable codes, [Version.Sum] gives the fingerprint and
// [Version.Trace] says which bytes went into it and why.
//
// A fingerprint says that two definitions are the same. It says nothing about
// whether a server is good, and nothing about what the definition leaves out:
// literal environment values and headers, files, what a name on PATH resolves
// to.
package fingerprint
