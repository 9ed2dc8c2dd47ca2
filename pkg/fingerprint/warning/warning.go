// Package warning says what deserves a second look in a definition although its
// fingerprint can be computed: what the fingerprint does not cover, and what is
// known to go wrong. Warnings have stable names and never change a verdict.
package warning

import (
	"fmt"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Name is the stable name of a kind of warning.
type Name string

// Warning is one thing worth a second look.
type Warning struct {
	Name    Name
	Path    string // the member it is about, such as "args[1]" or "env.PATH"; may be empty
	Message string // one sentence, lower case, no full stop, secrets hidden
}

// New makes a warning. Texts among the arguments are the caller's to redact.
func New(name Name, path, format string, args ...any) Warning {
	return Warning{Name: name, Path: path, Message: fmt.Sprintf(format, args...)}
}

// Diagnostic gives the warning as a diagnostic about one definition.
func (w Warning) Diagnostic(source, id string) diag.Diagnostic {
	d := diag.Diagnostic{Rule: string(w.Name), Severity: diag.Warning, Source: source, Record: id, Message: w.Message}
	if info, ok := Lookup(w.Name); ok {
		d.Severity, d.Help = info.Severity, info.Fix
	}
	return d
}

// Info documents a kind of warning.
type Info struct {
	Name     Name
	Severity diag.Severity
	Summary  string // what it says, one sentence
	Why      string // why it matters
	Fix      string // what to do; lower case, no full stop, fits behind a message
}

// All lists every kind of warning by name.
func All() []Info { return append([]Info(nil), catalogue...) }

// Lookup finds the documentation of a warning.
func Lookup(name Name) (Info, bool) {
	for _, info := range catalogue {
		if info.Name == name {
			return info, true
		}
	}
	return Info{}, false
}
