package cmd

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/fatih/color"

	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

type lintPrinter = report.Printer[*lintFile, lintSummary]

// How much of a kind is shown before it is rolled up.
const (
	sameMessageShown = 3 // findings of one file with the same message
	placesShown      = 3 // places named in a roll-up
	notesShown       = 3 // different notes of one rule
)

// lintText prints findings for people. Errors and warnings come with their
// line, as they are met; the same message many times in one file is rolled up.
// Notes come at the end, rolled up over all files.
type lintText struct {
	paint palette
	width int
	notes []*rollUp
	index map[string]*rollUp
}

// rollUp is findings with the same rule, severity, message and help.
type rollUp struct {
	first  *lint.Finding
	places []string
	source string // of the last place
	count  int
}

// add counts a finding and keeps its place, without the file's name when that
// is the one of the place before.
func (r *rollUp) add(f *lint.Finding) {
	if r.count++; len(r.places) == placesShown {
		return
	}
	place := placeOf(f)
	if r.source == f.Source {
		place = strings.TrimPrefix(place, diag.Safe(f.Source)+":")
	}
	r.source = f.Source
	r.places = append(r.places, place)
}

// placeOf names a place in a roll-up.
func placeOf(f *lint.Finding) string {
	place := diag.Safe(f.Source)
	if f.Range.Start.IsValid() {
		place += ":" + f.Range.Start.String()
	}
	if f.Record != "" {
		place += " " + shortName(f.Record)
	}
	return place
}

// shortName makes a tool's name fit for a line, however long it is.
func shortName(name string) string {
	quoted := diag.Quote(name, 128)
	return quoted[1 : len(quoted)-1]
}

func newLintText(paint palette, width int) lintPrinter {
	t := &lintText{paint: paint, width: width, index: make(map[string]*rollUp)}
	return lintPrinter{
		Begin: func(io.Writer) error { return nil },
		Item:  t.item,
		End:   func(w io.Writer, _ lintSummary) error { return t.end(w) },
	}
}

func (t *lintText) item(w io.Writer, f *lintFile) error {
	groups := make(map[string]*rollUp)
	for i := range f.findings {
		x := &f.findings[i]
		key := sameKey(x)
		if isChange(x) {
			continue
		}
		if x.Severity == diag.Info {
			t.note(key, x)
			continue
		}
		if groups[key] == nil {
			groups[key] = &rollUp{first: x}
		}
		groups[key].add(x)
	}
	for i := range f.findings {
		x := &f.findings[i]
		g := groups[sameKey(x)]
		var err error
		switch {
		case isChange(x):
		case x.Severity == diag.Info:
		case g.count > sameMessageShown && g.first != x:
		case g.count > sameMessageShown:
			err = t.group(w, f, g)
		default:
			err = t.one(w, f, x)
		}
		if err != nil {
			return err
		}
	}
	return t.changesText(w, f)
}

func sameKey(f *lint.Finding) string {
	return strings.Join([]string{f.Rule, f.Severity.String(), f.Message, f.Help}, "\x00")
}

func (t *lintText) note(key string, f *lint.Finding) {
	r := t.index[key]
	if r == nil {
		kept := *f
		kept.Fixes, kept.Related = nil, nil
		r = &rollUp{first: &kept}
		t.index[key] = r
		t.notes = append(t.notes, r)
	}
	r.add(f)
}

// one prints a finding with its line.
func (t *lintText) one(w io.Writer, file *lintFile, f *lint.Finding) error {
	var b strings.Builder
	place := diag.Safe(f.Source)
	if f.Range.Start.IsValid() {
		place += ":" + f.Range.Start.String()
	}
	fmt.Fprintf(&b, "%s: %s %s ", place, t.severity(f.Severity), t.paint.strong.Sprint(f.Rule))
	if f.Record != "" {
		b.WriteString(shortName(f.Record) + ": ")
	}
	b.WriteString(diag.Safe(f.Message) + "\n")
	gutter := t.snippet(&b, file, f)
	t.below(&b, gutter, "help", f.Help)
	for _, fix := range f.Fixes {
		kind := "suggested"
		if fix.Safe {
			kind = "safe"
		}
		t.below(&b, gutter, "fix", fix.Message+" ("+kind+")")
	}
	for _, r := range f.Related {
		t.below(&b, gutter, "see", r.Range.Start.String()+" "+r.Message)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// snippet writes the line with carets and gives the width of the gutter.
func (t *lintText) snippet(b *strings.Builder, file *lintFile, f *lint.Finding) (gutter int) {
	number := strconv.Itoa(f.Range.Start.Line)
	gutter = len(number) + 3
	text, place := lint.Shown(file.text(), f.Range)
	line, carets := report.Snippet(text, place, t.width-gutter-2)
	if line == "" {
		return gutter
	}
	bar := t.paint.faint.Sprint("|")
	fmt.Fprintf(b, "  %s %s %s\n", t.paint.faint.Sprint(number), bar, line)
	fmt.Fprintf(b, "  %*s %s %s\n", len(number), "", bar, t.colorOf(f.Severity).Sprint(carets))
	return gutter
}

func (t *lintText) below(b *strings.Builder, gutter int, label, text string) {
	if text != "" {
		fmt.Fprintf(b, "%*s %s %s\n", gutter-1, "", t.paint.faint.Sprint("= "+label+":"), diag.Safe(text))
	}
}

// group prints one line for many findings, and the places of the first.
func (t *lintText) group(w io.Writer, file *lintFile, g *rollUp) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s %s %s: %s\n", placeOf(g.first), t.severity(g.first.Severity), t.paint.strong.Sprint(g.first.Rule),
		count(g.count, "place"), diag.Safe(g.first.Message))
	gutter := t.snippet(&b, file, g.first)
	t.below(&b, gutter, "help", g.first.Help)
	if len(g.first.Fixes) > 0 && g.first.Fixes[0].Safe {
		t.below(&b, gutter, "fix", g.first.Fixes[0].Message+" (safe)")
	}
	t.below(&b, gutter, "see", morePlaces(g.places[1:], g.count-1))
	_, err := io.WriteString(w, b.String())
	return err
}

// morePlaces lists places and says how many there are besides.
func morePlaces(places []string, all int) string {
	text := strings.Join(places, ", ")
	if all > len(places) {
		text += fmt.Sprintf(" and %d more", all-len(places))
	}
	return text
}

// end prints the notes.
func (t *lintText) end(w io.Writer) error {
	if len(t.notes) == 0 {
		return nil
	}
	var b strings.Builder
	b.WriteString(t.paint.faint.Sprint("notes (--format concise shows each with its place)") + "\n")
	slices.SortStableFunc(t.notes, func(x, y *rollUp) int { return strings.Compare(x.first.Rule, y.first.Rule) })
	for len(t.notes) > 0 {
		rule := t.notes[0].first.Rule
		n := slices.IndexFunc(t.notes, func(r *rollUp) bool { return r.first.Rule != rule })
		if n < 0 {
			n = len(t.notes)
		}
		for _, r := range condense(t.notes[:n]) {
			t.noteLine(&b, r)
		}
		t.notes = t.notes[n:]
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// condense makes one roll-up of a rule that has many different notes, under
// what the rule says in general.
func condense(notes []*rollUp) []*rollUp {
	if len(notes) <= notesShown {
		return notes
	}
	rule, _ := lint.FindRule(notes[0].first.Rule)
	first := *notes[0].first
	first.Message, first.Help = rule.Summary, ""
	all := &rollUp{first: &first}
	for _, r := range notes {
		all.count += r.count
		all.places = append(all.places, r.places...)
	}
	all.places = all.places[:min(len(all.places), placesShown)]
	return []*rollUp{all}
}

func (t *lintText) noteLine(b *strings.Builder, r *rollUp) {
	f := r.first
	text := diag.Safe(f.Message)
	if f.Help != "" {
		text += "; " + diag.Safe(f.Help)
	}
	if r.count == 1 {
		fmt.Fprintf(b, "  %s %s: %s\n", t.paint.strong.Sprint(f.Rule), placeOf(f), text)
		return
	}
	fmt.Fprintf(b, "  %s %s: %s\n", t.paint.strong.Sprint(f.Rule), count(r.count, "place"), text)
	fmt.Fprintf(b, "          %s\n", morePlaces(r.places, r.count))
}

func (t *lintText) severity(s diag.Severity) string { return t.colorOf(s).Sprint(s.String()) }

func (t *lintText) colorOf(s diag.Severity) *color.Color {
	switch s {
	case diag.Error:
		return t.paint.bad
	case diag.Warning:
		return t.paint.doubt
	}
	return t.paint.faint
}
