package cmd

import (
	"encoding/json"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

// judged is one answer before it is written down. It refers to memory of the
// line or document it came from.
type judged struct {
	evidence.Result
	in       input.Item        // where the claim stands
	kind     string            // what in is taken for: claims, check, session, a record; "" is a document
	id       record.Value      // echoed; zero when there is none
	claim    record.Value      // the evidenceRef in a document; zero elsewhere
	inResult bool              // the claim is about a tool result
	document []diag.Diagnostic // findings about the document around the claim
	called   record.Locator    // check lines: the record, as the line calls it
	since    string            // with --baseline, of a failure: isNew or persists
}

// locator is where the claim stands.
func (j *judged) locator() record.Locator {
	l := j.in.Locator
	if !j.claim.IsZero() {
		l.Pointer += j.claim.Pointer()
	}
	return l
}

// shownAs is what the item is called for people: a check line's answer by its
// record, as they know it from the list, and any other by where the claim stands.
func (j *judged) shownAs() record.Locator {
	if j.called.Path != "" {
		return j.called
	}
	return j.locator()
}

// findings lists everything that is to be said beside the verdict, each with
// the place it is about, in a stable order and once.
func (j *judged) findings() []diag.Diagnostic {
	type place struct {
		source, pointer, rule, message string
		offset                         int
	}
	var out []diag.Diagnostic
	seen := map[place]bool{}
	add := func(d diag.Diagnostic) {
		if d.Source == "" {
			d.Source = lineName(j.in.Locator)
			d = shifted(d, j.in)
		}
		if at := (place{d.Source, d.Pointer, d.Rule, d.Message, d.Range.Start.Offset}); !seen[at] {
			seen[at] = true
			out = append(out, d)
		}
	}
	if j.Claim != nil {
		for _, d := range j.Claim.Findings {
			add(d)
		}
	}
	for _, d := range j.document {
		add(d)
	}
	if d, ok := j.cutOff(); ok {
		add(d)
	}
	for _, d := range j.Findings {
		add(d)
	}
	for _, h := range j.Hazards {
		add(diag.Diagnostic{Rule: string(h.Kind), Severity: diag.Warning, Source: j.Record.Name, Pointer: h.Pointer,
			Range: h.Range, Message: h.Message, Help: h.Help})
	}
	return out
}

// cutOff is what is said of a broken last line; see [cutOff].
func (j *judged) cutOff() (d diag.Diagnostic, ok bool) {
	switch {
	case j.Verdict != evidence.Malformed || len(j.Claim.Findings) == 0:
		return d, false
	case j.kind == asCheck:
		return cutOff(j.in, "", len(j.in.Data))
	}
	wrong := j.Claim.Findings[0]
	return cutOff(j.in, wrong.Rule, wrong.Range.Start.Offset)
}

// verifyItem is what machines read about one item; its shape is
// schemas/verify-output.v1.json.
type verifyItem struct {
	Source    string           `json:"source"`
	Locator   string           `json:"locator"`
	ID        json.RawMessage  `json:"id,omitempty"`
	Verdict   evidence.Verdict `json:"verdict"`
	Baseline  string           `json:"baseline,omitempty"`
	Claim     *claimNote       `json:"claim,omitempty"`
	Computed  string           `json:"computed,omitempty"`
	Record    *recordNote      `json:"record,omitempty"`
	Covers    string           `json:"covers,omitempty"`
	Diagnosis *diagnosisNote   `json:"diagnosis,omitempty"`
	Search    *searchNote      `json:"search,omitempty"`
	Held      *heldNote        `json:"held,omitempty"`
	Hazards   []hazardNote     `json:"hazards,omitempty"`
	Findings  []findingNote    `json:"findings,omitempty"`
}

// claimNote is an evidenceRef as it was written, or as it should be.
type claimNote struct {
	Type             string `json:"type,omitempty"`
	Digest           string `json:"digest"`
	Canonicalization string `json:"canonicalization"`
	Schema           string `json:"schema,omitempty"`
	Ref              string `json:"ref,omitempty"`
}

type recordNote struct {
	Name    string `json:"name,omitempty"`
	FoundBy string `json:"foundBy"`
}

type diagnosisNote struct {
	Cause     string     `json:"cause"`
	Message   string     `json:"message"`
	Help      string     `json:"help"`
	Corrected *claimNote `json:"corrected,omitempty"`
}

type searchNote struct {
	Tried   int    `json:"tried"`
	Stopped string `json:"stopped,omitempty"`
}

type findingNote struct {
	Code     string        `json:"code"`
	Severity diag.Severity `json:"severity"`
	Source   string        `json:"source"`
	Pointer  string        `json:"pointer"`
	Line     int           `json:"line,omitempty"`
	Column   int           `json:"column,omitempty"`
	Offset   *int          `json:"offset,omitempty"`
	Message  string        `json:"message"`
	Help     string        `json:"help,omitempty"`
}

// item writes the answer down for machines.
func (j *judged) item() *verifyItem {
	out := &verifyItem{Source: j.in.Locator.Path, Locator: j.locator().String(), Verdict: j.Verdict, Baseline: j.since, Computed: j.Computed.String()}
	if !j.id.IsZero() {
		out.ID = json.RawMessage(j.id.Raw())
	}
	if c := j.Claim; c != nil && (c.DigestText() != "" || c.CanonicalizationText() != "" || c.Type != "") {
		out.Claim = &claimNote{c.Type, c.DigestText(), c.CanonicalizationText(), c.Schema, c.Locator}
	}
	if j.Record.By != evidence.NotFound {
		out.Record = &recordNote{j.Record.Name, j.Record.By.ID()}
	}
	if j.inResult && j.Verdict == evidence.Verified {
		out.Covers = "record"
	}
	if d := j.Diagnosis; d != nil {
		out.Diagnosis = &diagnosisNote{Cause: d.Cause, Message: d.Message, Help: d.Help}
		if ref := d.Corrected; !ref.Digest.IsZero() {
			out.Diagnosis.Corrected = &claimNote{ref.Type, ref.Digest.String(), ref.Canonicalization.ID(), ref.Schema, ref.Locator}
		}
	}
	if j.Search != (evidence.Search{}) {
		out.Search = &searchNote{j.Search.Tried, j.Search.Stopped}
	}
	out.Held = newHeldNote(j.Held)
	for _, h := range j.Hazards {
		d := diag.Diagnostic{Source: j.Record.Name, Range: h.Range}
		if d.Source == "" {
			d = shifted(d, j.in)
		}
		out.Hazards = append(out.Hazards, hazardNote{string(h.Kind), h.Pointer, d.Range.Start.Line, d.Range.Start.Column, h.Message})
	}
	for _, d := range j.findings() {
		note := findingNote{d.Rule, d.Severity, d.Source, d.Pointer, d.Range.Start.Line, d.Range.Start.Column, nil, d.Message, d.Help}
		if d.Range != (diag.Range{}) { // there are bytes that it is about
			note.Offset = &d.Range.Start.Offset
		}
		out.Findings = append(out.Findings, note)
	}
	return out
}
