package validate

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mcp-evref/evref/pkg/record"
)

// MaxViolations is how many violations one check lists. When there are more,
// one last violation with the keyword "limit" says how many were left out.
const MaxViolations = 100

// Violation is one place where a value breaks a schema, or a schema its
// dialect.
type Violation struct {
	// Pointer is the JSON pointer of the place, seen from the value that was
	// checked.
	Pointer string
	// At is the value at Pointer, for its position.
	At record.Value
	// Keyword is the schema keyword that is broken, or "limit" when the check
	// itself reached a bound.
	Keyword string
	// SchemaPointer is where the keyword stands in the schema, as a JSON
	// pointer; when that is in another document, its URI and "#" come first. It
	// is empty when a schema breaks its dialect.
	SchemaPointer string
	// Message is what is wrong: one line, lower case, no full stop.
	Message string
	// Help is what to do about it; it may be empty.
	Help string
}

// arrange brings violations into document order, drops repetitions and keeps
// at most MaxViolations; more is how many others there are.
func arrange(root record.Value, vs []Violation, more int) []Violation {
	slices.SortStableFunc(vs, compare)
	vs = slices.CompactFunc(vs, func(a, b Violation) bool {
		return a.Pointer == b.Pointer && a.Keyword == b.Keyword && a.Message == b.Message
	})
	return bound(root, vs, len(vs)+more)
}

// bound cuts the list to MaxViolations; total is how many there are in all.
func bound(root record.Value, vs []Violation, total int) []Violation {
	if total <= MaxViolations {
		return vs
	}
	vs = vs[:min(len(vs), MaxViolations)]
	return append(vs, limit(root, fmt.Sprintf("%d more violations are not listed", total-len(vs)), ""))
}

func limit(at record.Value, message, help string) Violation {
	return Violation{At: at, Keyword: "limit", Message: message, Help: help}
}

func compare(a, b Violation) int {
	return cmp.Or(
		cmp.Compare(offset(a.At), offset(b.At)),
		cmp.Compare(a.Pointer, b.Pointer),
		cmp.Compare(a.Keyword, b.Keyword),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(a.SchemaPointer, b.SchemaPointer),
	)
}

func offset(v record.Value) int {
	if v.IsZero() {
		return -1
	}
	start, _ := v.Span()
	return start
}
