package cmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint/lock"
)

// check holds the definitions against the lock and prints what is not as it was.
func (r *fingerprintRun) check(l, base *lock.Lock) (int, error) {
	sinks, err := r.output.open(r.app, r.inputPaths())
	if err != nil {
		return 0, err
	}
	defer discard(sinks)
	checked := lock.Check(l, r.currents(), lock.CheckOptions{
		Now: r.Now(), Key: r.key, Base: base, AllowSelfApproval: r.allowSelf, FailOn: r.failOn, InScope: r.inScope,
	})
	r.checkNotes(l, checked)
	for _, s := range sinks {
		if err := r.printCheck(s, checked); err != nil {
			return 0, err
		}
	}
	if err := commit(sinks); err != nil {
		return 0, err
	}
	return r.checkCode(checked), nil
}

// readBase reads the lock before the change; "none" says that there was none.
func (r *fingerprintRun) readBase() (*lock.Lock, error) {
	switch r.baseLock {
	case "":
		return nil, nil
	case "none":
		return &lock.Lock{}, nil
	}
	raw, err := input.ReadAside(r.reader.Path(r.baseLock), input.MaxAside)
	if err != nil {
		return nil, failure("%s: cannot be read: %s; write --base-lock none when there was no lock", diag.Safe(r.baseLock), err)
	}
	return r.parseLock(r.baseLock, raw)
}

func (r *fingerprintRun) checkCode(checked lock.Report) int {
	code := r.exit()
	for _, x := range checked.Results {
		switch {
		case x.Failure():
			code = Worse(code, ExitNo)
		case x.Status.Unjudged():
			code = Worse(code, ExitUnjudged)
		}
	}
	return code
}

// checkNotes says on stderr what was not compared, and the warnings.
func (r *fingerprintRun) checkNotes(l *lock.Lock, checked lock.Report) {
	for _, i := range r.items {
		for _, d := range i.errors {
			r.say.diagnostic(d)
		}
	}
	for _, x := range checked.Results {
		for _, w := range r.warningsOf(x) {
			r.say.diagnostic(w)
		}
	}
	if !checked.ValuesCompared {
		r.say.note("%s: values outside the fingerprint were not compared; %s", diag.Safe(r.lockName()), r.whyNotCompared(l))
	}
	if checked.OutOfScope > 0 {
		r.say.note("%s: %s of other files not checked", diag.Safe(r.lockName()), count(checked.OutOfScope, "definition"))
	}
	notRead(r.say, r.counts.Unrecognized, r.counts.Links, 0)
}

func (r *fingerprintRun) whyNotCompared(l *lock.Lock) string {
	if !r.key.IsZero() && (l.KeyID == "" || l.KeyID == r.key.ID()) {
		return "EVREF_LOCK_KEY is set, and the lock lacks codes of them"
	}
	return "EVREF_LOCK_KEY is not the key of the lock"
}

// itemOf finds the definition that a result is about; nil for one that is gone.
func (r *fingerprintRun) itemOf(x lock.Result) *fingerprintItem {
	for _, i := range r.items {
		if i.id == x.ID && i.id.Definition != "" {
			return i
		}
	}
	return nil
}

// warningsOf gives the warnings of a result with their places.
func (r *fingerprintRun) warningsOf(x lock.Result) []diag.Diagnostic {
	item := r.itemOf(x)
	source := r.lockName()
	if item != nil {
		source = item.source
	}
	var out []diag.Diagnostic
	for n, w := range x.Warnings {
		d := w.Diagnostic(source, x.ID.Definition)
		if item != nil {
			d.Pointer, d.Range = item.pointer, item.place
			if n < len(item.warnings) {
				d.Pointer, d.Range = item.warnings[n].Pointer, item.warnings[n].Range
			}
		}
		out = append(out, d)
	}
	return out
}

func (r *fingerprintRun) printCheck(s sink, checked lock.Report) error {
	switch s.format {
	case "text":
		for _, x := range checked.Results {
			if _, err := io.WriteString(s, r.checkText(x)); err != nil {
				return err
			}
		}
		return nil
	case "json", "jsonl":
		return r.printCheckMachine(s, checked)
	}
	p, _ := report.Findings(s.format, describeFingerprint()) // the name was checked with the flags
	if err := p.Begin(s); err != nil {
		return err
	}
	for _, source := range r.findings(&checked) {
		if err := p.Item(s, source); err != nil {
			return err
		}
	}
	return p.End(s, report.Outcome{ExitCode: r.checkCode(checked)})
}

// checkText is nothing for a definition that is as it was, apart from changed
// tools that the chosen class lets pass.
func (r *fingerprintRun) checkText(x lock.Result) string {
	if x.Status == lock.Unchanged && len(x.Tools) == 0 {
		return ""
	}
	var b strings.Builder
	status := string(x.Status)
	for _, s := range x.Also {
		status += ", " + string(s)
	}
	fmt.Fprintf(&b, "%s: %s", diag.Safe(x.ID.Definition), status)
	if x.ID.Locator != "" {
		fmt.Fprintf(&b, " (%s)", diag.Safe(x.ID.Locator))
	}
	b.WriteByte('\n')
	if x.Reason != "" {
		fmt.Fprintf(&b, "  %s\n", diag.Safe(x.Reason))
	}
	if x.Fingerprint != "" && x.Locked != "" && x.Fingerprint != x.Locked {
		fmt.Fprintf(&b, "  was  %s\n  is   %s\n", x.Locked, x.Fingerprint)
	} else if x.Status == lock.New || x.Status == lock.Unapproved {
		fmt.Fprintf(&b, "  is   %s\n", x.Fingerprint)
	}
	for _, w := range x.Warnings {
		if w.Name == "host-changed" { // before the rest of the URL
			fmt.Fprintf(&b, "  %s\n", w.Message)
		}
	}
	for _, f := range x.Fields {
		writeField(&b, f)
	}
	for _, u := range x.Uncovered {
		fmt.Fprintf(&b, "  %s: %s, and not covered by the fingerprint\n", diag.Safe(u.Path), u.How)
	}
	for _, t := range x.Tools {
		name := ""
		if t.Tool != "" {
			name = "tool " + diag.Safe(t.Tool) + ": "
		}
		if t.Pointer != "" {
			name += diag.Safe(t.Pointer) + ": "
		}
		fmt.Fprintf(&b, "  %s: %s%s\n", t.Class, name, t.Message)
	}
	writeApproval(&b, x)
	return b.String()
}

// writeField shows a member before and after, arguments one a line.
func writeField(b *strings.Builder, f lock.FieldChange) {
	b.WriteString("  " + diag.Safe(f.Field))
	if f.Note != "" {
		b.WriteString(": " + diag.Safe(f.Note))
	}
	b.WriteByte('\n')
	for _, v := range f.Old {
		b.WriteString("    - " + diag.Quote(v, 500) + "\n")
	}
	for _, v := range f.New {
		b.WriteString("    + " + diag.Quote(v, 500) + "\n")
	}
}

func writeApproval(b *strings.Builder, x lock.Result) {
	a := x.Approval
	if a == nil || x.Status == lock.Unchanged {
		return
	}
	fmt.Fprintf(b, "  last approved by %s on %s", diag.Safe(a.By), a.At.Format(lock.DateFormat))
	if a.Expires != "" {
		b.WriteString(", until " + a.Expires)
	}
	if a.Reason != "" {
		b.WriteString(": " + diag.Safe(a.Reason))
	}
	b.WriteByte('\n')
}
