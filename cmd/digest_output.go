package cmd

import (
	"encoding/hex"
	"fmt"
	"io"
	"slices"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

// digestItem is what is said about one record; its shape is
// schemas/digest-output.v1.json.
type digestItem struct {
	Source           string        `json:"source"`
	Locator          string        `json:"locator"`
	Digests          []digestEntry `json:"digests,omitempty"`
	CBORMapping      string        `json:"cborMapping,omitempty"`
	NotDeterministic []string      `json:"notDeterministic,omitempty"`
	Hazards          []hazardNote  `json:"hazards,omitempty"`
	MappingDependent []mappingNote `json:"mappingDependent,omitempty"`
	Errors           []errorNote   `json:"errors,omitempty"`

	locator   record.Locator
	source    input.Item
	canonical []byte
	problems  []diag.Diagnostic
	unstored  error // why the store does not have the record
}

type digestEntry struct {
	Canonicalization digest.Canonicalization `json:"canonicalization"`
	Digest           digest.Digest           `json:"digest"`
	Bytes            int                     `json:"bytes"`
}

type hazardNote struct {
	Kind    string `json:"kind"`
	Pointer string `json:"pointer"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
}

type mappingNote struct {
	Pointer string `json:"pointer"`
	Literal string `json:"literal"`
}

// errorNote is a diagnostic that kept a record from being hashed.
type errorNote struct {
	Class   string `json:"class"`
	Code    string `json:"code"`
	Pointer string `json:"pointer"`
	Offset  int    `json:"offset"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
	Help    string `json:"help,omitempty"`
}

type digestSummary struct {
	Records      int    `json:"records"`
	Refused      int    `json:"refused"`
	Hazards      int    `json:"hazards"`
	Unrecognized int    `json:"unrecognized"`
	Links        int    `json:"links"`
	Lines        int    `json:"lines"` // with --jsonl: records and blankLines
	BlankLines   int    `json:"blankLines"`
	CBORMapping  string `json:"cborMapping"`
}

// refuse adds an error, once: two canonicalizations often have the same one.
func (i *digestItem) refuse(d diag.Diagnostic, class string) {
	if slices.ContainsFunc(i.problems, func(p diag.Diagnostic) bool { return diag.Compare(p, d) == 0 }) {
		return
	}
	i.problems = append(i.problems, d)
	i.Errors = append(i.Errors, errorNote{
		Class: class, Code: d.Rule, Pointer: d.Pointer, Offset: d.Range.Start.Offset,
		Line: d.Range.Start.Line, Column: d.Range.Start.Column, Message: d.Message, Help: d.Help,
	})
}

// refuseAt adds an error about one value.
func (i *digestItem) refuseAt(v record.Value, code, class, message, help string) {
	i.refuse(shifted(diag.Diagnostic{
		Rule: code, Severity: diag.Error, Source: lineName(i.locator), Pointer: v.Pointer(), Range: v.Range(),
		Message: message, Help: help,
	}, i.source), class)
}

func (i *digestItem) warn(d diag.Diagnostic) {
	if !slices.ContainsFunc(i.problems, func(p diag.Diagnostic) bool { return diag.Compare(p, d) == 0 }) {
		i.problems = append(i.problems, d)
	}
}

func (i *digestItem) addHazard(h digest.Hazard, d diag.Diagnostic) {
	note := hazardNote{Kind: string(h.Kind), Pointer: h.Pointer, Line: d.Range.Start.Line, Column: d.Range.Start.Column, Message: h.Message}
	if !slices.Contains(i.Hazards, note) {
		i.Hazards = append(i.Hazards, note)
	}
}

type digestPrinter = report.Printer[*digestItem, digestSummary]

func (r *digestRun) begin() error {
	for _, s := range r.sinks {
		p := digestPrinter{
			Begin: func(io.Writer) error { return nil },
			Item:  r.text,
			End:   func(io.Writer, digestSummary) error { return nil },
		}
		switch s.format {
		case "json":
			p = report.JSON[*digestItem, digestSummary]("records")
		case "jsonl":
			p = report.JSONLines[*digestItem, digestSummary]()
		}
		r.printer = append(r.printer, p)
		if err := p.Begin(s); err != nil {
			return err
		}
	}
	return nil
}

func (r *digestRun) print(item *digestItem) error {
	for i, s := range r.sinks {
		if err := r.printer[i].Item(s, item); err != nil {
			return err
		}
	}
	return nil
}

func (r *digestRun) end() error {
	for i, s := range r.sinks {
		if err := r.printer[i].End(s, r.summary); err != nil {
			return err
		}
	}
	answered := r.answered()
	if len(answered) < len(r.sinks) {
		defer discard(r.sinks)
	}
	return commit(answered)
}

// answered are the outputs with something in them. Text has nothing to say
// about a record that was refused, so a run in which all were refused leaves
// the files of that name as they were.
func (r *digestRun) answered() []sink {
	if r.summary.Refused < r.summary.Records || r.summary.Records == 0 && r.emit == "" {
		return r.sinks
	}
	return slices.DeleteFunc(slices.Clone(r.sinks), func(s sink) bool { return s.format == "text" && s.path != "" })
}

// text prints what a person, a pipe or `verify --check` reads.
func (r *digestRun) text(w io.Writer, item *digestItem) error {
	var err error
	for _, d := range item.Digests {
		switch {
		case r.emit == emitCanonical:
			err = r.canonicalText(w, item)
		case r.publishes():
			err = r.publish(w, item, d)
		case r.bare:
			_, err = fmt.Fprintln(w, d.Digest)
		default:
			line := digest.CheckLine{Digest: d.Digest.String(), Canonicalization: d.Canonicalization.ID(), Locator: item.locator}
			_, err = fmt.Fprintln(w, line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *digestRun) canonicalText(w io.Writer, item *digestItem) error {
	switch {
	case r.hex:
		_, err := fmt.Fprintln(w, hex.EncodeToString(item.canonical))
		return err
	case r.digestOptions.diag:
		text, err := digest.Notation(item.canonical)
		if err != nil {
			return failure("%s: has no diagnostic notation; use --hex", item.locator)
		}
		_, err = fmt.Fprintln(w, text)
		return err
	}
	_, err := w.Write(item.canonical)
	return err
}

// publish prints the evidenceRef, the annotation, or the annotated result.
func (r *digestRun) publish(w io.Writer, item *digestItem, d digestEntry) error {
	ref := evidence.Ref{Type: r.typeName, Digest: d.Digest, Canonicalization: d.Canonicalization, Schema: r.schema, Locator: r.ref}
	if r.refTemplate != "" {
		var err error
		if ref.Locator, err = evidence.ExpandTemplate(r.refTemplate, d.Digest); err != nil {
			return err
		}
	}
	if r.emit == emitEvidenceRef {
		_, err := fmt.Fprintln(w, ref.JSON())
		return err
	}
	annotation := r.claims
	annotation.EvidenceRef = &ref
	if r.inject == nil {
		_, err := fmt.Fprintln(w, annotation.MetaJSON(r.annotationKey))
		return err
	}
	out, err := evidence.Inject(r.inject, r.annotationKey, annotation)
	if err != nil {
		return failure("%s: %s", r.digestOptions.inject, err)
	}
	_, err = w.Write(out)
	return err
}
