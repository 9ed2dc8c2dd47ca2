package diag

import "strings"

// Line writes a diagnostic as one line for people and editors:
//
//	SOURCE:LINE:COLUMN: SEVERITY: MESSAGE; HELP [RULE]
//
// A place in binary input is written as its byte offset and pointer. Nothing in
// the line acts on a terminal.
func (d Diagnostic) Line() string {
	var b strings.Builder
	if d.Source != "" {
		b.WriteString(Safe(d.Source))
		b.WriteByte(':')
	}
	switch start := d.Range.Start; {
	case start.IsValid():
		b.WriteString(start.String())
		b.WriteString(": ")
	case start.Offset > 0 || d.Pointer != "":
		b.WriteByte(' ')
		b.WriteString(start.String())
		if d.Pointer != "" {
			b.WriteString(" (" + Safe(d.Pointer) + ")")
		}
		b.WriteString(": ")
	case d.Source != "":
		b.WriteByte(' ')
	}
	if d.Severity != Off {
		b.WriteString(d.Severity.String() + ": ")
	}
	b.WriteString(Safe(d.Message))
	if d.Help != "" {
		b.WriteString("; ")
		b.WriteString(Safe(d.Help))
	}
	if d.Rule != "" {
		b.WriteString(" [" + d.Rule + "]")
	}
	return b.String()
}
