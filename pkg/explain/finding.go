package explain

import (
	"strconv"

	"github.com/mcp-evref/evref/pkg/diag"
)

// FindingNote is a diagnostic as output shows it.
type FindingNote struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Pointer  string `json:"pointer"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Message  string `json:"message"`
	Help     string `json:"help,omitempty"`
}

func findingNote(d diag.Diagnostic) FindingNote {
	return FindingNote{
		Code: d.Rule, Severity: d.Severity.String(), Pointer: d.Pointer,
		Line: d.Range.Start.Line, Column: d.Range.Start.Column, Message: d.Message, Help: d.Help,
	}
}

func findingNotes(ds []diag.Diagnostic) []FindingNote {
	var out []FindingNote
	for _, d := range ds {
		out = append(out, findingNote(d))
	}
	return out
}

// findings adds a table of findings below a heading, or nothing when there are
// none.
func (p *Page) findings(heading string, notes []FindingNote) {
	if len(notes) == 0 {
		return
	}
	p.heading2(heading)
	var rows [][]Cell
	for _, n := range notes {
		severity, _ := diag.ParseSeverity(n.Severity)
		text := n.Message
		if n.Help != "" {
			text += "; " + n.Help
		}
		rows = append(rows, []Cell{toned(toneOf(severity), n.Severity), literal(n.Code), word(n.where() + safe(text))})
	}
	p.table([]string{"severity", "code", "what"}, rows)
}

// where gives the line of a finding, for people to look it up.
func (n FindingNote) where() string {
	if n.Line == 0 {
		return ""
	}
	return "line " + strconv.Itoa(n.Line) + ": "
}

// title names what a card is about.
func title(source string, line int) string {
	if line > 0 {
		source += ", line " + strconv.Itoa(line)
	}
	return safe(source)
}

// guess says that a file was taken for something because nothing else fitted.
func guess(guessed bool) string {
	if guessed {
		return " It is none of the other things that evref reads, so it is taken for a record."
	}
	return ""
}
