// Package lock keeps approvals of MCP server definitions in a file of the
// project, and says what changed since.
//
// An entry binds an approval to a fingerprint and keeps beside it what was
// hashed, so that a change can be shown member by member, and the paths of the
// members that the fingerprint does not cover, so that one more or less is seen.
// Values of such members are neither stored nor hashed; under a key that is not
// in the lock, a code of each value is kept and a changed value is seen too.
//
// A lock is strict: what does not fit its schema, or an entry whose input does
// not have its fingerprint, is an error and never "no lock".
package lock

// DefaultName is the usual name of a lock.
const DefaultName = "mcp-trust.lock.json"
