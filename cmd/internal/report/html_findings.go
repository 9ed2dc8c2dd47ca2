package report

import (
	"io"
	"strconv"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
)

// HTML is a page for people, with a card for every finding.
func HTML(t *Tool) Printer[Source, Outcome] {
	page := NewHTMLPage()
	counts := map[diag.Severity]int{}
	sources, suppressed, failures := 0, 0, 0
	item := func(w io.Writer, s Source) error {
		for _, f := range s.Findings {
			if f.Suppressed != nil {
				suppressed++
			} else {
				counts[f.Severity]++
			}
			if _, err := w.Write(page.Append(nil, t.card(f, s.Text))); err != nil {
				return err
			}
		}
		for _, d := range s.Failures {
			failures++
			if _, err := w.Write(page.Append(nil, failureCard(d))); err != nil {
				return err
			}
		}
		return nil
	}
	return Printer[Source, Outcome]{
		Begin: func(w io.Writer) error { return page.Begin(w, t.Name+" lint-tool") },
		Item: func(w io.Writer, s Source) error {
			sources++
			return item(w, s)
		},
		End: func(w io.Writer, o Outcome) error {
			if err := item(w, Source{Failures: o.Failures}); err != nil {
				return err
			}
			var notes []string
			if !o.Successful() || failures > 0 {
				notes = append(notes, "Not all could be judged: this is not all there is.")
			} else if counts[diag.Error]+counts[diag.Warning]+counts[diag.Info] == 0 {
				notes = append(notes, "Nothing found.")
			}
			return page.End(w, []Row{
				{Name: "errors", Text: strconv.Itoa(counts[diag.Error])}, {Name: "warnings", Text: strconv.Itoa(counts[diag.Warning])},
				{Name: "notes", Text: strconv.Itoa(counts[diag.Info])}, {Name: "suppressed", Text: strconv.Itoa(suppressed)},
				{Name: "not judged", Text: strconv.Itoa(failures)}, {Name: "files", Text: strconv.Itoa(sources)},
			}, notes, t.Name+" "+t.Version+". Annotations and hints are claims of the server that sends them.")
		},
	}
}

// card shows a finding.
func (t *Tool) card(f Finding, text []byte) Card {
	rule, _ := t.rule(f.Rule)
	c := Card{
		Level: f.Severity.String(), Label: f.Severity.String(), Title: strings.TrimSpace(f.Rule + " " + f.Record), URL: rule.URL,
		Place: placeText(f.Diagnostic), Message: f.Message,
	}
	at := f.Range
	if t.Shown != nil {
		text, at = t.Shown(text, at)
	}
	if line, carets := Snippet(text, at, 100); line != "" {
		c.Snippet = line + "\n" + carets
	}
	if f.Help != "" {
		c.Rows = append(c.Rows, Row{Name: "what to do", Text: f.Help})
	}
	for _, fix := range f.Fixes {
		name := "suggested fix"
		if fix.Safe {
			name = "safe fix"
		}
		c.Rows = append(c.Rows, Row{Name: name, Text: fix.Message})
	}
	for _, r := range f.Related {
		c.Rows = append(c.Rows, Row{Name: "see", Text: r.Range.Start.String() + " " + r.Message})
	}
	if f.Suppressed != nil {
		c.Level, c.Label = "quiet", "suppressed"
		why := "ignored: " + f.Suppressed.Reason
		if f.Suppressed.Baseline {
			why = "in the baseline"
		}
		c.Rows = append(c.Rows, Row{Name: "does not count", Text: why})
	}
	return c
}

// failureCard shows why something could not be judged.
func failureCard(d diag.Diagnostic) Card {
	c := Card{Level: "error", Label: "not judged", Title: d.Rule, Place: placeText(d), Message: d.Message}
	if d.Help != "" {
		c.Rows = []Row{{Name: "what to do", Text: d.Help}}
	}
	return c
}

func placeText(d diag.Diagnostic) string {
	place := d.Source
	if d.Range.Start.IsValid() {
		place += ":" + d.Range.Start.String()
	}
	if d.Pointer != "" {
		place += " " + d.Pointer
	}
	return place
}
