package report

import (
	"io"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Concise is one line a finding, for editors and problem matchers:
//
//	PATH:LINE:COLUMN: SEVERITY RULE RECORD: MESSAGE; HELP
//
// Suppressed findings are left out. A failure looks the same, with its code in
// the place of the rule.
func Concise() Printer[Source, Outcome] {
	return flat(nil, func(w io.Writer, f Finding, _ Source) error { return write(w, conciseLine(f.Diagnostic)) }, nil)
}

func conciseLine(d diag.Diagnostic) string {
	place := diag.Safe(d.Source)
	if d.Range.Start.IsValid() {
		place += ":" + d.Range.Start.String()
	}
	line := place + ": " + d.Severity.String()
	if d.Rule != "" {
		line += " " + d.Rule
	}
	return line + " " + sentence(d) + "\n"
}
