package diag

import (
	"cmp"
	"slices"
)

// Severity orders how much a diagnostic matters. The zero value is Off.
type Severity uint8

const (
	Off Severity = iota
	Info
	Warning
	Error
)

var severityNames = [...]string{"off", "info", "warning", "error"}

// String gives the name used in every output format and in configuration.
func (s Severity) String() string {
	if int(s) < len(severityNames) {
		return severityNames[s]
	}
	return "unknown"
}

// ParseSeverity reads a name that String gives; ok is false for any other text.
func ParseSeverity(name string) (s Severity, ok bool) {
	i := slices.Index(severityNames[:], name)
	return Severity(max(i, 0)), i >= 0
}

// MarshalText writes the name, so that JSON carries words and not numbers.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Diagnostic is one finding about one place in one input.
type Diagnostic struct {
	Rule     string    // rule id or code, such as "TOOL031" or "duplicate-name"
	Severity Severity  //
	Source   string    // input name as the user gave it
	Record   string    // what it is about within the source: a tool name, a claim id; may be empty
	Pointer  string    // JSON pointer (RFC 6901) into the source; "" is the root
	Range    Range     // zero when the source has no text positions
	Message  string    // what is wrong: one sentence, lower case, no full stop
	Help     string    // what to do about it; may be empty
	Related  []Related // other places that belong to it, in reading order
}

// Related is a second place that a diagnostic speaks of, such as the first of
// two members with the same name.
type Related struct {
	Source  string
	Pointer string
	Range   Range
	Message string
}

// Compare is a total order: source, then offset, then pointer, then rule, then
// message, then severity. Output that is sorted by it never depends on
// scheduling or on map order.
func Compare(a, b Diagnostic) int {
	if c := cmp.Compare(a.Source, b.Source); c != 0 {
		return c
	}
	if c := cmp.Compare(a.Range.Start.Offset, b.Range.Start.Offset); c != 0 {
		return c // nearly always
	}
	return cmp.Or(
		cmp.Compare(a.Pointer, b.Pointer),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(b.Severity, a.Severity),
		cmp.Compare(a.Record, b.Record),
	)
}

// Sort orders diagnostics by [Compare].
func Sort(ds []Diagnostic) { slices.SortStableFunc(ds, Compare) }
