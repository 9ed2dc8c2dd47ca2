// Package textsafety finds in a text what its reader does not see, or should
// not act on: hidden characters, terminal controls, hidden markup, hints at
// prompt injection, secrets, letters that pass for others.
//
// Every detector is a pure function from a text to spans, in order and without
// overlaps, in time linear in the text. What a span means for a tool
// definition is not decided here.
package textsafety

// Span is a part of a text, in bytes, End exclusive.
type Span struct{ Start, End int }
