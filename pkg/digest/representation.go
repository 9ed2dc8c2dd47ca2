package digest

import (
	"fmt"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/internal/tape"
	"github.com/mcp-evref/evref/pkg/record"
)

// RepresentationError says that a record holds something that a
// canonicalization cannot express. Its code is also "duplicate-name", that of
// the strict reading, for a record that was read with repeated names allowed.
type RepresentationError struct {
	Code    string // "byte-string", "tag", "key-not-text", "undefined", "simple-value" or "not-finite"
	Pointer string
	Offset  int

	message, help string
}

// Error is one line: what is wrong.
func (e *RepresentationError) Error() string { return e.message }

// Help says what to do about it.
func (e *RepresentationError) Help() string { return e.help }

// Diagnostic is the error as data; the caller knows the source's name.
func (e *RepresentationError) Diagnostic(source string) diag.Diagnostic {
	at := diag.Position{Offset: e.Offset}
	return diag.Diagnostic{
		Rule: e.Code, Severity: diag.Error, Source: source, Pointer: e.Pointer,
		Range: diag.Range{Start: at, End: at}, Message: e.message, Help: e.help,
	}
}

func notJSON(v record.Value, node uint32) *RepresentationError {
	t := v.Record().Tape()
	e := &RepresentationError{Pointer: v.Record().PointerTo(node), Offset: int(t.Nodes[node].Start)}
	what := ""
	switch n := t.Nodes[node]; n.Kind() {
	case tape.Bytes:
		e.Code, what = "byte-string", "a byte string"
	case tape.Tag:
		e.Code, what = "tag", fmt.Sprintf("CBOR tag %d", t.Argument(node))
	case tape.OtherKey:
		e.Code, what = "key-not-text", "a map key that is not text"
		e.Offset = int(t.Nodes[node+1].Start)
	case tape.Simple:
		if e.Code, what = "simple-value", fmt.Sprintf("CBOR simple value %d", t.Argument(node)); t.Argument(node) == 23 {
			e.Code, what = "undefined", "undefined"
		}
	default:
		e.Code, what = "not-finite", "NaN or infinity"
	}
	e.message = fmt.Sprintf("%s has no form under %s", what, JCS)
	e.help = fmt.Sprintf("use %s for this record", CBOR)
	return e
}

// repeatedName refuses a value that holds a repeated member name, which only
// [record.Parser.AllowDuplicates] lets pass.
func repeatedName(v record.Value) error {
	t := v.Record().Tape()
	for _, d := range t.Duplicates {
		if d.Again < v.Node() || d.Again >= t.Next(v.Node()) {
			continue
		}
		name := d.Again
		if t.Nodes[name].Kind() == tape.OtherKey { // its own span is in the arena
			name++
		}
		return &RepresentationError{
			Code: "duplicate-name", Pointer: v.Record().PointerTo(d.Again), Offset: int(t.Nodes[name].Start),
			message: "a repeated member name has no canonical form",
			help:    "keep one of the two: readers disagree on which one counts",
		}
	}
	return nil
}
