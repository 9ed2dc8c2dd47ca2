// Package validate checks values against JSON Schemas, and schemas against
// their dialect, and says what is wrong in this project's own words.
//
// Nothing is ever fetched: a schema may refer to itself and to the schemas this
// project publishes. A violation names the innermost cause, in document order.
// Hostile schemas and values are bounded; what is over a bound is reported as a
// violation or an error and never counts as valid.
//
// Two policies differ between validators and are fixed here. format, content
// encodings and media types are annotations in every dialect: they are never
// asserted. Numbers are compared as doubles (RFC 7493 §2.2).
package validate
