// Package ecmaregex reads regular expressions by the grammar of ECMA-262
// (2025, with annex B) and answers two separate questions: is a pattern valid
// in JavaScript, with and without the u flag; and which of its constructs do
// the linear-time engines (RE2 and its kin in Go and Rust) not have.
//
// JSON Schema recommends that patterns be read with the u flag; validators
// differ, so both answers matter. Patterns are never run.
package ecmaregex

import (
	"cmp"
	"slices"
)

// Problem is why a pattern is not valid.
type Problem struct {
	Offset int    // byte offset in the pattern
	Reason string // what is wrong: lower case, no full stop; no text of the pattern
}

// Report is what [Check] finds out about one pattern.
type Report struct {
	Unicode *Problem // nil when valid with the u flag
	Legacy  *Problem // nil when valid without it, by annex B
	// Foreign lists constructs that RE2 does not have, in order. It is empty
	// when the pattern is valid in neither mode.
	Foreign []Construct
}

// Construct is a part of a pattern.
type Construct struct {
	Offset, End int    // byte offsets
	Name        string // such as "lookahead" or "backreference"
}

// MaxLength is the longest pattern that is read, in bytes; a longer one is
// reported as a problem. Groups may nest maxDepth deep.
const (
	MaxLength = 1 << 20
	maxDepth  = 1000
)

// Check reads a pattern, which is UTF-8. It takes time linear in its length.
func Check(pattern string) Report {
	if len(pattern) > MaxLength {
		long := &Problem{MaxLength, "pattern is too long"}
		return Report{Unicode: long, Legacy: long}
	}
	unicode := newParser(pattern, true)
	legacy := newParser(pattern, false)
	report := Report{Unicode: unicode.parse(), Legacy: legacy.parse()}
	switch {
	case report.Unicode == nil:
		report.Foreign = unicode.foreign
	case report.Legacy == nil:
		report.Foreign = legacy.foreign
	}
	slices.SortStableFunc(report.Foreign, func(a, b Construct) int { return cmp.Compare(a.Offset, b.Offset) })
	return report
}
