package cmd

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/evidence"
)

// verifySummary counts what a run met. The verdicts add up to Items, and with
// line input Items and BlankLines to Lines.
type verifySummary struct {
	Items        int    `json:"items"`
	Verified     int    `json:"verified"`
	Mismatch     int    `json:"mismatch"`
	Malformed    int    `json:"malformed"`
	Unresolved   int    `json:"unresolved"`
	Unsupported  int    `json:"unsupported"`
	Invalid      int    `json:"invalid"`
	NoClaim      int    `json:"noClaim"`
	Hazards      int    `json:"hazards"`
	Errors       int    `json:"errors"`
	Warnings     int    `json:"warnings"`
	Lines        int    `json:"lines"`
	BlankLines   int    `json:"blankLines"`
	NotRead      int    `json:"notRead"`
	Unrecognized int    `json:"unrecognized"`
	Links        int    `json:"links"`
	CBORMapping  string `json:"cborMapping"`
	ExitCode     int    `json:"exitCode"`
	Masked       bool   `json:"masked,omitempty"`

	Baseline *baselineNote `json:"baseline,omitempty"` // with --baseline

	byLine bool // a stream of lines was read, even if it had none

	// Of session logs only.
	Sessions       []sessionNote `json:"sessions,omitempty"`
	Messages       int           `json:"messages,omitempty"`       // without a tool result
	SkippedLines   int           `json:"skippedLines,omitempty"`   // without a message
	DecoratedLines int           `json:"decoratedLines,omitempty"` // with text around the message
}

// setTally enters the counts of verdicts.
func (s *verifySummary) setTally(t evidence.Tally) {
	s.Items = t.Total()
	s.Verified, s.Mismatch, s.Malformed, s.Unresolved = t[evidence.Verified], t[evidence.Mismatch], t[evidence.Malformed], t[evidence.Unresolved]
	s.Unsupported, s.Invalid, s.NoClaim = t[evidence.Unsupported], t[evidence.Invalid], t[evidence.NoClaim]
}

// tally gives the counts of verdicts back.
func (s *verifySummary) tally() evidence.Tally {
	var t evidence.Tally
	t[evidence.Verified], t[evidence.Mismatch], t[evidence.Malformed], t[evidence.Unresolved] = s.Verified, s.Mismatch, s.Malformed, s.Unresolved
	t[evidence.Unsupported], t[evidence.Invalid], t[evidence.NoClaim] = s.Unsupported, s.Invalid, s.NoClaim
	return t
}

// line has every count; they add up.
func (s *verifySummary) line(stopped bool) string {
	var b strings.Builder
	if stopped {
		b.WriteString("interrupted: ")
	}
	if s.Lines > 0 || s.byLine {
		fmt.Fprintf(&b, "%s read, %d blank", count(s.Lines, "line"), s.BlankLines)
		if len(s.Sessions) > 0 {
			fmt.Fprintf(&b, ", %d without a message, %s without a tool result", s.SkippedLines, count(s.Messages, "message"))
		}
		b.WriteString("; ")
	}
	fmt.Fprintf(&b, "%s: %d verified, %d mismatch, %d malformed, %d unresolved, %d unsupported, %d invalid, %d no-claim", count(s.Items, "item"),
		s.Verified, s.Mismatch, s.Malformed, s.Unresolved, s.Unsupported, s.Invalid, s.NoClaim)
	fmt.Fprintf(&b, "; %s, %s, %s", count(s.Hazards, "hazard"), count(s.Errors, "error"), count(s.Warnings, "warning"))
	if s.Baseline != nil {
		fmt.Fprintf(&b, "; %s", s.Baseline.text())
	}
	if s.NotRead > 0 {
		fmt.Fprintf(&b, "; %s not read", count(s.NotRead, "input"))
	}
	return b.String()
}
