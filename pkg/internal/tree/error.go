package tree

import "github.com/mcp-evref/evref/pkg/diag"

// Error says why a text could not be read. Its words never repeat a value of
// the text, because a value may be a secret.
type Error struct {
	Code          string // stable, such as "syntax" or "duplicate-name"
	Range         diag.Range
	Message, Help string
}

// Error is one line: what is wrong, without position.
func (e *Error) Error() string { return e.Message }

// Diagnostic is the error as data; the caller knows the source's name.
func (e *Error) Diagnostic(source string) diag.Diagnostic {
	return diag.Diagnostic{Rule: e.Code, Severity: diag.Error, Source: source, Range: e.Range, Message: e.Message, Help: e.Help}
}
