package cmd

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/explain"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/lint"
)

// explainRun is one run of `evref explain`.
type explainRun struct {
	*app
	*explainOptions
	say     messages
	reader  *input.Options
	explain explain.Reader
	sinks   []sink
	printer []explainPrinter

	results []*explain.ResultCard // of all files, for the label they add up to
	summary explainSummary
}

// explainSummary ends the machine output; its shape is
// schemas/explain-output.v1.json.
type explainSummary struct {
	Items        int    `json:"items"`
	Refused      int    `json:"refused"`
	Unrecognized int    `json:"unrecognized"`
	Links        int    `json:"links"`
	Notice       string `json:"notice"`
}

type explainPrinter = report.Printer[explain.Card, explainSummary]

func runExplain(ctx context.Context, a *app, o *explainOptions) (code int, err error) {
	r := &explainRun{app: a, explainOptions: o, say: a.messages()}
	r.summary.Notice = explain.Notice
	o.input.opens = o.output.protect().opens
	r.reader = o.input.options(ctx, a.In, ".json", ".jsonl", ".ndjson", ".cbor", ".snap")
	known := catalogue()
	items, err := o.items(known, r.reader.Path)
	if err != nil {
		return 0, err
	}
	if slices.ContainsFunc(items, func(i explainItem) bool { return i.file != "" }) { // a word needs no configuration
		if r.explain.Schemes, err = o.config.loadSchemes(a, o.schemes, r.reader); err != nil {
			return 0, err
		}
	}
	r.explain.As, r.explain.Lines, r.explain.Limits = explain.As(o.as), o.input.jsonl, o.input.limits()
	r.explain.Tool, r.explain.AnnotationKey = o.tool, o.key
	root, err := projectRoot(o.root, o.input.dir)
	if err != nil {
		return 0, err
	}
	r.explain.Place = func(name string) fingerprint.Source { return sourceOf(name, root, o.input.stdinName, r.reader) }
	if r.sinks, err = o.output.open(a, r.inputPaths(items)); err != nil {
		return 0, err
	}
	defer discard(r.sinks)
	if err := r.begin(); err != nil {
		return 0, err
	}
	if o.all {
		for _, rule := range lint.Rules() {
			items = append(items, explainItem{cards: []explain.Card{explain.RuleOf(rule)}})
		}
	}
	err = r.items(ctx, items)
	if err != nil && !interrupted(ctx, err) {
		return 0, err
	}
	if err := r.end(); err != nil {
		return 0, err
	}
	notRead(r.say, r.summary.Unrecognized, r.summary.Links, 0)
	switch {
	case interrupted(ctx, err):
		r.say.fail("interrupted")
		return ExitInterrupted, nil
	case r.summary.Refused > 0 || r.summary.Items == 0:
		return ExitUnreadable, nil
	}
	return ExitOK, nil
}

func (r *explainRun) inputPaths(items []explainItem) []string {
	var paths []string
	for _, i := range items {
		if i.file != "" && i.file != "-" {
			paths = append(paths, r.reader.Path(i.file))
		}
	}
	return paths
}

func (r *explainRun) items(ctx context.Context, items []explainItem) error {
	for _, i := range items {
		if i.file == "" {
			if err := r.print(i.cards); err != nil {
				return err
			}
			continue
		}
		counts, err := r.reader.Each(ctx, []string{i.file}, r.file)
		r.summary.Unrecognized += counts.Unrecognized
		r.summary.Links += counts.Links
		if err != nil {
			return err
		}
	}
	if len(r.results) > 1 {
		return r.print([]explain.Card{explain.Flow(r.results)})
	}
	return nil
}

// file explains one file.
func (r *explainRun) file(in input.Item) error {
	if err := guard(r.sinks, r.reader.Path(in.Locator.Path)); err != nil {
		return err
	}
	name := in.Locator.Path
	if in.Err != nil {
		r.refuse(errorDiagnostic(name, in.Err))
		return nil
	}
	// Results keep parts of the bytes until the label they add up to is known.
	cards, err := r.explain.Read(name, slices.Clone(in.Data), r.input.formatOf(name, in.Data))
	for _, c := range cards {
		if result, ok := c.(*explain.ResultCard); ok {
			r.results = append(r.results, result)
		}
	}
	var several interface{ Unwrap() []error }
	switch {
	case errors.As(err, &several):
		for _, e := range several.Unwrap() {
			r.refuse(explainDiagnostic(name, e))
		}
	case err != nil:
		r.refuse(explainDiagnostic(name, err))
	}
	return r.print(cards)
}

// refuse counts a file, or a line of one, that cannot be explained.
func (r *explainRun) refuse(d diag.Diagnostic) {
	r.summary.Refused++
	r.say.diagnostic(d)
}

// explainDiagnostic makes any error of package explain a diagnostic.
func explainDiagnostic(name string, err error) diag.Diagnostic {
	var line *explain.LineError
	if errors.As(err, &line) {
		d := explainDiagnostic(name, line.Err)
		if d.Range.Start.IsValid() {
			d.Range.Start.Line, d.Range.End.Line = d.Range.Start.Line+line.Line-1, d.Range.End.Line+line.Line-1
		} else {
			d.Range.Start = diag.Position{Line: line.Line, Column: 1}
		}
		return d
	}
	var described interface {
		Diagnostic(source string) diag.Diagnostic
	}
	if errors.As(err, &described) {
		return described.Diagnostic(name)
	}
	return diag.Diagnostic{Rule: "not-explained", Severity: diag.Error, Source: name, Message: err.Error()}
}

// begin makes the printers ready.
func (r *explainRun) begin() error {
	for _, s := range r.sinks {
		p := r.pagePrinter(r.textOf(s))
		switch s.format {
		case "json":
			p = report.JSON[explain.Card, explainSummary]("explained")
		case "markdown":
			p = r.pagePrinter(func(p explain.Page) string { return p.Markdown(1) })
		}
		r.printer = append(r.printer, p)
		if err := p.Begin(s); err != nil {
			return err
		}
	}
	return nil
}

// textOf gives the layout for one destination: painted when a person looks at it.
func (r *explainRun) textOf(s sink) func(explain.Page) string {
	paint := newPalette(r.colored(r.colorMode, r.OutTerminal && s.path == ""))
	return func(p explain.Page) string {
		return p.Text(explain.TextOptions{Paint: func(t explain.Tone, text string) string { return paint.tone(t, text) }})
	}
}

// tone paints a word of an explanation.
func (p palette) tone(t explain.Tone, text string) string {
	switch t {
	case explain.Strong:
		return p.strong.Sprint(text)
	case explain.Good:
		return p.good.Sprint(text)
	case explain.Bad:
		return p.bad.Sprint(text)
	case explain.Doubt:
		return p.doubt.Sprint(text)
	case explain.Faint:
		return p.faint.Sprint(text)
	}
	return text
}

// pagePrinter prints pages with an empty line between them, and the notice once
// at the end.
func (r *explainRun) pagePrinter(layout func(explain.Page) string) explainPrinter {
	first := true
	page := func(w io.Writer, p explain.Page) error {
		text := layout(p)
		if !first {
			text = "\n" + text
		}
		first = false
		_, err := io.WriteString(w, text)
		return err
	}
	return explainPrinter{
		Begin: func(io.Writer) error { return nil },
		Item:  func(w io.Writer, c explain.Card) error { return page(w, c.Page()) },
		End: func(w io.Writer, s explainSummary) error {
			if s.Items == 0 {
				return nil
			}
			return page(w, explain.NoticePage())
		},
	}
}

func (r *explainRun) print(cards []explain.Card) error {
	for _, c := range cards {
		r.summary.Items++
		for i, s := range r.sinks {
			if err := r.printer[i].Item(s, c); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *explainRun) end() error {
	for i, s := range r.sinks {
		if err := r.printer[i].End(s, r.summary); err != nil {
			return err
		}
	}
	return commit(r.sinks)
}
