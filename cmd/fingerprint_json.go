package cmd

import (
	"time"

	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint/coverage"
	"github.com/mcp-evref/evref/pkg/fingerprint/lock"
	"github.com/mcp-evref/evref/pkg/fingerprint/redact"
	"github.com/mcp-evref/evref/pkg/fingerprint/surface"
)

// The shapes below are schemas/fingerprint-output.v1.json.

type definitionJSON struct {
	Source        string        `json:"source"`
	Pointer       string        `json:"pointer"`
	Line          int           `json:"line,omitempty"`
	ID            string        `json:"id,omitempty"`
	Locator       string        `json:"locator,omitempty"`
	DefinitionKey string        `json:"definitionKey,omitempty"`
	Version       string        `json:"version,omitempty"`
	Fingerprint   string        `json:"fingerprint,omitempty"`
	BareInput     bool          `json:"bareInput,omitempty"`
	Client        string        `json:"client,omitempty"`
	Mapping       string        `json:"mapping,omitempty"`
	Members       []memberJSON  `json:"members,omitempty"`
	Redacted      []string      `json:"redacted,omitempty"`
	Stored        *storedJSON   `json:"stored,omitempty"`
	Confirmation  *confirmJSON  `json:"requiresConfirmation,omitempty"`
	Trace         []stretchJSON `json:"trace,omitempty"`
	NotRep        string        `json:"notRepresentable,omitempty"`
	Errors        []problemJSON `json:"errors,omitempty"`
	Warnings      []problemJSON `json:"warnings,omitempty"`
	Resolved      string        `json:"resolved,omitempty"`
}

type memberJSON struct {
	Path  string         `json:"path"`
	State coverage.State `json:"state"`
	Note  string         `json:"note,omitempty"`
}

// storedJSON is the trust block of a definition: the claim of its file.
type storedJSON struct {
	Fingerprint string `json:"fingerprint"`
	Stale       bool   `json:"stale"`
	ClaimsTrust bool   `json:"claimsTrust"`
}

// confirmJSON answers whether a person must confirm, by two sources. The
// definition's word is a claim; the lock's counts.
type confirmJSON struct {
	Definition *bool `json:"definition,omitempty"`
	Lock       *bool `json:"lock,omitempty"`
}

type stretchJSON struct {
	Offset int    `json:"offset"`
	Length int    `json:"length"`
	Field  string `json:"field"`
	Kind   string `json:"kind"`
	Value  string `json:"value,omitempty"`
	Why    string `json:"why"`
}

type problemJSON struct {
	Code    string `json:"code"`
	Pointer string `json:"pointer"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
	Help    string `json:"help,omitempty"`
}

type fingerprintSummary struct {
	Definitions      int `json:"definitions"`
	Invalid          int `json:"invalid"`
	Unreadable       int `json:"unreadable"`
	NotRepresentable int `json:"notRepresentable"`
	Unrecognized     int `json:"unrecognized"`
	Links            int `json:"links"`
	ExitCode         int `json:"exitCode"`
}

func problem(d diag.Diagnostic) problemJSON {
	return problemJSON{Code: d.Rule, Pointer: d.Pointer, Line: d.Range.Start.Line, Column: d.Range.Start.Column, Message: d.Message, Help: d.Help}
}

func problems(ds []diag.Diagnostic) []problemJSON {
	var out []problemJSON
	for _, d := range ds {
		out = append(out, problem(d))
	}
	return out
}

func (r *fingerprintRun) printMachine(s sink) error {
	p := report.JSON[definitionJSON, fingerprintSummary]("definitions")
	if s.format == "jsonl" {
		p = report.JSONLines[definitionJSON, fingerprintSummary]()
	}
	if err := p.Begin(s); err != nil {
		return err
	}
	sum := fingerprintSummary{Unrecognized: r.counts.Unrecognized, Links: r.counts.Links, ExitCode: r.exit()}
	for _, i := range r.items {
		switch {
		case i.definition != nil:
			sum.Definitions++
		case i.reason != "":
			sum.NotRepresentable++
		case i.code == ExitNo:
			sum.Invalid++
		default:
			sum.Unreadable++
		}
		if err := p.Item(s, r.machine(i)); err != nil {
			return err
		}
	}
	return p.End(s, sum)
}

// machine is an item as machine formats show it, without secrets.
func (r *fingerprintRun) machine(i *fingerprintItem) definitionJSON {
	out := definitionJSON{
		Source: i.source, Pointer: i.pointer, Line: i.place.Start.Line, ID: i.id.Definition, Locator: i.id.Locator, DefinitionKey: i.id.Key,
		Client: i.client, Mapping: i.mapping, NotRep: i.reason, Errors: problems(i.errors),
	}
	for _, m := range i.members {
		out.Members = append(out.Members, memberJSON{Path: redact.Text(m.Path), State: m.State, Note: m.Note})
	}
	for _, w := range i.warnings {
		out.Warnings = append(out.Warnings, problem(w.Diagnostic(i.source, i.id.Definition)))
	}
	d := i.definition
	if d == nil {
		return out
	}
	sum := r.version.Sum(*d).String()
	out.Version, out.Fingerprint, out.BareInput = r.version.Name, sum, d.Bare && i.client == ""
	_, out.Redacted = redact.Definition(*d)
	confirm := confirmJSON{}
	if i.stored {
		needed := d.Trust.RequiresConfirmation()
		confirm.Definition = &needed
		out.Stored = &storedJSON{Fingerprint: d.Trust.CurrentFingerprint, Stale: d.Trust.CurrentFingerprint != sum, ClaimsTrust: d.Trust.Decision.Trusted}
	}
	if needed, ok := r.confirmations[i]; ok {
		confirm.Lock = &needed
	}
	if confirm != (confirmJSON{}) {
		out.Confirmation = &confirm
	}
	if r.resolvePath && d.Transport.Executable != "" {
		out.Resolved = resolved(d.Transport.Executable)
	}
	if r.trace {
		out.Trace = r.traceOf(i)
	}
	return out
}

func (r *fingerprintRun) traceOf(i *fingerprintItem) []stretchJSON {
	shown, _ := redact.Definition(*i.definition)
	values := r.version.Trace(shown)
	var out []stretchJSON
	for n, s := range r.version.Trace(*i.definition) {
		out = append(out, stretchJSON{Offset: s.Offset, Length: s.Length, Field: stretchName(s), Kind: string(s.Kind), Value: values[n].Value, Why: s.Why})
	}
	return out
}

type resultJSON struct {
	ID            string              `json:"id"`
	Locator       string              `json:"locator,omitempty"`
	DefinitionKey string              `json:"definitionKey,omitempty"`
	Source        string              `json:"source,omitempty"`
	Pointer       string              `json:"pointer,omitempty"`
	Line          int                 `json:"line,omitempty"`
	Status        lock.Status         `json:"status"`
	Also          []lock.Status       `json:"also,omitempty"`
	Fingerprint   string              `json:"fingerprint,omitempty"`
	Locked        string              `json:"locked,omitempty"`
	Reason        string              `json:"reason,omitempty"`
	Fields        []fieldJSON         `json:"fields,omitempty"`
	Uncovered     []uncoveredDiffJSON `json:"uncovered,omitempty"`
	Tools         []toolChangeJSON    `json:"tools,omitempty"`
	ToolsChecked  bool                `json:"toolsChecked"`
	Approval      *approvalJSON       `json:"approval,omitempty"`
	Warnings      []problemJSON       `json:"warnings,omitempty"`
}

type fieldJSON struct {
	Field string   `json:"field"`
	Old   []string `json:"old"`
	New   []string `json:"new"`
	Note  string   `json:"note,omitempty"`
}

type uncoveredDiffJSON struct {
	Path string `json:"path"`
	How  string `json:"how"`
}

type toolChangeJSON struct {
	Tool    string        `json:"tool,omitempty"`
	Class   surface.Class `json:"class"`
	Pointer string        `json:"pointer,omitempty"`
	Message string        `json:"message"`
}

type approvalJSON struct {
	By      string `json:"by"`
	At      string `json:"at"`
	Reason  string `json:"reason,omitempty"`
	Expires string `json:"expires,omitempty"`
}

type checkSummary struct {
	Counts         map[lock.Status]int `json:"counts"` // written in the order of names
	Unreadable     int                 `json:"unreadable"`
	NotChecked     int                 `json:"notChecked"`
	ValuesCompared bool                `json:"valuesCompared"`
	Unrecognized   int                 `json:"unrecognized"`
	Links          int                 `json:"links"`
	ExitCode       int                 `json:"exitCode"`
}

func (r *fingerprintRun) printCheckMachine(s sink, checked lock.Report) error {
	p := report.JSON[resultJSON, checkSummary]("results")
	if s.format == "jsonl" {
		p = report.JSONLines[resultJSON, checkSummary]()
	}
	if err := p.Begin(s); err != nil {
		return err
	}
	sum := checkSummary{
		Counts: map[lock.Status]int{}, NotChecked: checked.OutOfScope, ValuesCompared: checked.ValuesCompared,
		Unrecognized: r.counts.Unrecognized, Links: r.counts.Links, ExitCode: r.checkCode(checked),
	}
	for _, i := range r.items {
		if len(i.errors) > 0 {
			sum.Unreadable++
		}
	}
	for _, x := range checked.Results {
		sum.Counts[x.Status]++
		if err := p.Item(s, r.checkMachine(x)); err != nil {
			return err
		}
	}
	return p.End(s, sum)
}

func (r *fingerprintRun) checkMachine(x lock.Result) resultJSON {
	out := resultJSON{
		ID: x.ID.Definition, Locator: x.ID.Locator, DefinitionKey: x.ID.Key, Status: x.Status, Also: x.Also,
		Fingerprint: x.Fingerprint, Locked: x.Locked, Reason: x.Reason, Warnings: problems(r.warningsOf(x)),
	}
	if i := r.itemOf(x); i != nil {
		out.Source, out.Pointer, out.Line, out.ToolsChecked = i.source, i.pointer, i.place.Start.Line, i.tools != nil
	}
	for _, f := range x.Fields {
		out.Fields = append(out.Fields, fieldJSON{Field: f.Field, Old: append([]string{}, f.Old...), New: append([]string{}, f.New...), Note: f.Note})
	}
	for _, u := range x.Uncovered {
		out.Uncovered = append(out.Uncovered, uncoveredDiffJSON(u))
	}
	for _, t := range x.Tools {
		out.Tools = append(out.Tools, toolChangeJSON(t))
	}
	if a := x.Approval; a != nil {
		out.Approval = &approvalJSON{By: a.By, At: a.At.Format(time.RFC3339), Reason: a.Reason, Expires: a.Expires}
	}
	return out
}
