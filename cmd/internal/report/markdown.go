package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Markdown is a table for a job summary or a comment on a change. Suppressed
// findings are counted and not listed.
func Markdown(t *Tool) Printer[Source, Outcome] {
	var rows strings.Builder
	counts := map[diag.Severity]int{}
	sources, suppressed, failures := 0, 0, 0
	each := func(_ io.Writer, f Finding, s Source) error {
		r, _ := t.rule(f.Rule)
		rows.WriteString(markdownRow(f.Diagnostic, r.URL))
		return nil
	}
	p := flat(nil, each, func(w io.Writer, o Outcome) error {
		summary := fmt.Sprintf("**%s**: errors %d, warnings %d, notes %d, suppressed %d, files %d\n",
			t.Name, counts[diag.Error], counts[diag.Warning], counts[diag.Info], suppressed, sources)
		if !o.Successful() || failures > 0 {
			summary += "\nNot all could be judged: this is not all there is.\n"
		}
		if rows.Len() > 0 {
			summary += "\n| where | severity | rule | what |\n|---|---|---|---|\n" + rows.String()
		}
		return write(w, summary)
	})
	item := p.Item
	p.Item = func(w io.Writer, s Source) error {
		sources++
		failures += len(s.Failures)
		for _, f := range s.Findings {
			if f.Suppressed != nil {
				suppressed++
			} else {
				counts[f.Severity]++
			}
		}
		return item(w, s)
	}
	return p
}

func markdownRow(d diag.Diagnostic, url string) string {
	place := markdownText(d.Source)
	if d.Range.Start.IsValid() {
		place += ":" + d.Range.Start.String()
	}
	rule := markdownText(d.Rule)
	if url != "" {
		rule = "[" + rule + "](" + url + ")"
	}
	return fmt.Sprintf("| %s | %s | %s | %s |\n", place, d.Severity, rule, markdownText(sentence(d)))
}

// markdownText makes text mean nothing but itself: punctuation is escaped, and
// a comment keeps @name from calling that person.
func markdownText(text string) string {
	var b strings.Builder
	for _, r := range diag.Safe(text) {
		switch {
		case r == '@':
			b.WriteString("@<!-- -->")
		case strings.ContainsRune("\\`*_{}[]<>()#!|~&:$", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return strings.ReplaceAll(b.String(), "www.", "www\\.")
}
