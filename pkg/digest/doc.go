// Package digest turns an evidence record into canonical bytes and a digest.
//
// Two canonicalizations are known, and neither is a default: "jcs/rfc8785"
// (JSON Canonicalization Scheme) and "cbor/rfc8949" (core deterministic
// encoding, RFC 8949 §4.2.1). The same record has a different digest under each.
// The hash input is the canonical bytes and nothing else.
//
// [Encoder] walks the record's tape once and writes every output byte once; it
// never sees a decoded or rounded value. What a canonicalization may do to a
// record without an error, such as giving two integers the same text, is
// reported by [Hazards].
//
// From JSON to CBOR, numbers follow RFC 8949 §6.2 with the 64-bit integer
// range ([CBORMapping]): an integer literal in -2^64..2^64-1 keeps its exact
// value; any other literal is read as the nearest double and becomes an integer
// when it is integral and in that range, and the shortest exact float otherwise.
package digest
