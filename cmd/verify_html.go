package cmd

import (
	"io"
	"strconv"
	"strings"

	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/evidence"
)

// verifyHTML is the printer for a page with a card for every item. Cards are
// made by the goroutine that judges.
func verifyHTML(page *report.HTMLPage) verifyPrinter {
	return verifyPrinter{
		Begin: func(w io.Writer) error { return page.Begin(w, "evref verify") },
		Item:  func(w io.Writer, cards []byte) error { _, err := w.Write(cards); return err },
		End: func(w io.Writer, s *verifySummary) error {
			var rows []report.Row
			for _, r := range []struct {
				name string
				n    int
			}{
				{"items", s.Items}, {"verified", s.Verified}, {"mismatch", s.Mismatch}, {"malformed", s.Malformed}, {"unresolved", s.Unresolved},
				{"unsupported", s.Unsupported}, {"invalid", s.Invalid}, {"no claim", s.NoClaim}, {"hazards", s.Hazards}, {"not read", s.NotRead},
			} {
				rows = append(rows, report.Row{Name: r.name, Text: strconv.Itoa(r.n)})
			}
			var notes []string
			if s.ExitCode == ExitInterrupted {
				notes = append(notes, "Interrupted: what stands behind the last item was not judged.")
			}
			if c := s.Baseline; c != nil {
				notes = append(notes, "Compared with the baseline: "+c.text())
			}
			for _, n := range s.Sessions {
				notes = append(notes, n.text())
			}
			return page.End(w, rows, notes,
				"evref "+buildVersion()+". Verified says that the record is the one that was meant. It does not say that the record, or the result it stands behind, is true.")
		},
	}
}

// card shows an item as the other formats tell it.
func (j *judged) card() report.Card {
	item := j.item()
	var text verifyText
	c := report.Card{Level: verdictLevel(j.Verdict), Label: j.Verdict.String(), Title: string(text.name(nil, j))}
	if item.ID != nil {
		c.Place = "id " + shortID(item.ID)
	}
	add := func(name, text string, code bool) {
		if text != "" {
			c.Rows = append(c.Rows, report.Row{Name: name, Text: text, Code: code})
		}
	}
	add("baseline", item.Baseline, false)
	if item.Claim != nil {
		add("type", item.Claim.Type, true)
		add("claimed", item.Claim.Digest+" "+item.Claim.Canonicalization, true)
	}
	if item.Computed != "" && j.Verdict != evidence.Verified {
		add("recomputed", item.Computed, true)
	}
	if item.Record != nil {
		add("record", text.record(j.Record), false)
	}
	if j.Held != nil {
		add("diagnosis", text.heldMessage(j.Held), false)
		add("differs", heldText(j.Held), true)
		add("next", heldHelp(j), false)
	} else if item.Diagnosis != nil {
		add("diagnosis", item.Diagnosis.Message+" ["+item.Diagnosis.Cause+"]", false)
		if d := item.Diagnosis.Corrected; d != nil {
			add("corrected", d.Digest+" "+d.Canonicalization, true)
		}
		add("next", item.Diagnosis.Help, false)
	} else if j.Verdict == evidence.Mismatch {
		add("diagnosis", noCause(j.Search), false)
		add("next", nextWithoutCause(j), false)
	}
	if j.Verdict == evidence.Unresolved && len(item.Findings) == 0 {
		c.Message = strings.TrimPrefix(string(text.reason(nil, j)), ": ")
	}
	for _, f := range item.Findings {
		text := f.Message
		if f.Help != "" {
			text += "; " + f.Help
		}
		add(f.Severity.String(), text+" ["+f.Code+"]", false)
	}
	if item.Covers != "" {
		add("covers", "the record, not the content of the result", false)
	}
	return c
}

func verdictLevel(v evidence.Verdict) string {
	switch v {
	case evidence.Verified:
		return "good"
	case evidence.NoClaim:
		return "info"
	case evidence.Unresolved, evidence.Unsupported:
		return "warning"
	}
	return "error"
}
