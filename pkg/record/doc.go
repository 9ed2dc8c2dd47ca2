// Package record reads one evidence record strictly and gives a view of it that
// loses nothing.
//
// A record is JSON (RFC 8259 under the rules of I-JSON, RFC 7493) or CBOR
// (RFC 8949). [Parse] refuses what two readers could understand differently:
// repeated names, lone surrogates, text that is not UTF-8, a byte-order mark,
// numbers beyond a double, anything behind the value. A refusal is a
// [*SyntaxError] with class, code, byte offset, JSON pointer and position.
//
// [Value] walks the record. Numbers stay literals and text keeps its span in
// the input, so a reader can point at what it means; nothing is converted until
// somebody asks for it. Positions cost nothing until one is asked for.
package record
