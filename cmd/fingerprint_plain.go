package cmd

import (
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/coverage"
	"github.com/mcp-evref/evref/pkg/fingerprint/lock"
	"github.com/mcp-evref/evref/pkg/fingerprint/redact"
)

// plain prints fingerprints, or one of the other forms of a definition.
func (r *fingerprintRun) plain() (int, error) {
	if err := r.oneDefinition(); err != nil {
		return 0, err
	}
	if err := r.loadApprovals(); err != nil {
		return 0, err
	}
	sinks, err := r.output.open(r.app, r.inputPaths())
	if err != nil {
		return 0, err
	}
	defer discard(sinks)
	r.notes()
	for _, s := range sinks {
		if err := r.printPlain(s); err != nil {
			return 0, err
		}
	}
	if err := commit(sinks); err != nil {
		return 0, err
	}
	return r.exit(), nil
}

// oneDefinition holds --expect and the raw forms to a single definition.
func (r *fingerprintRun) oneDefinition() error {
	what := ""
	switch {
	case r.expect != "":
		what = "--expect"
	case r.preimage:
		what = "--preimage"
	default:
		return nil
	}
	if len(r.items) > 1 {
		return usagef("%s is about one definition, and there are %d; name the file of one", what, len(r.items))
	}
	return nil
}

func (r *fingerprintRun) inputPaths() []string {
	var paths []string
	for _, name := range r.args {
		if name != "-" {
			paths = append(paths, r.reader.Path(name))
		}
	}
	return paths
}

// notes says on stderr what the results cannot.
func (r *fingerprintRun) notes() {
	for _, i := range r.items {
		for _, d := range i.errors {
			r.say.diagnostic(d)
		}
		if i.reason != "" {
			r.say.diagnostic(i.notRepresentable())
		}
		for _, w := range i.warnings {
			r.say.diagnostic(w.Diagnostic(i.source, i.id.Definition))
		}
		if i.definition != nil {
			r.itemNotes(i)
		}
	}
	for _, s := range r.sources {
		if s.empty {
			r.say.note("%s: no definitions in it", diag.Safe(s.locator))
		}
	}
	notRead(r.say, r.counts.Unrecognized, r.counts.Links, 0)
	if len(r.items) == 0 && len(r.sources) == 0 {
		r.say.fail("no definition or configuration found")
		r.code = Worse(r.code, ExitUnreadable)
	}
}

func (r *fingerprintRun) itemNotes(i *fingerprintItem) {
	id, d := diag.Quote(i.id.Definition, 60), *i.definition
	sum := r.version.Sum(d).String()
	if d.Bare && i.client == "" {
		r.say.note("%s: %s is a bare input, with the hashed members only", diag.Safe(i.source), id)
	}
	if i.stored && d.Trust.CurrentFingerprint != sum {
		r.say.note("%s: the stored fingerprint of %s is stale: the definition has another one", diag.Safe(i.source), id)
	}
	if r.expect != "" {
		if err := d.CheckSeen(r.version, r.expect); err != nil {
			r.say.fail("%s: %s: %s", diag.Safe(i.source), id, err)
			i.code = Worse(i.code, ExitNo)
		}
	}
	switch needed, locked := r.confirmations[i]; {
	case locked && needed:
		r.say.note("%s: %s requires confirmation: the lock does not approve it as it is", diag.Safe(i.source), id)
	case locked:
		r.say.note("%s: %s needs no confirmation: the lock approves it as it is", diag.Safe(i.source), id)
	case i.stored && d.Trust.RequiresConfirmation():
		r.say.note("%s: %s requires confirmation: its own trust block does not say that this fingerprint is trusted", diag.Safe(i.source), id)
	}
	if r.resolvePath && d.Transport.Kind == fingerprint.Stdio {
		r.say.note("%s: %s starts %s", diag.Safe(i.source), id, resolved(d.Transport.Executable))
	}
}

// resolved says what a program's name stands for on this machine.
func resolved(name string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		return diag.Quote(redact.Text(name), 0) + ", which is not found on this machine"
	}
	return diag.Quote(redact.Text(path), 0)
}

func (r *fingerprintRun) printPlain(s sink) error {
	switch {
	case r.preimage:
		return r.each(func(i *fingerprintItem) error {
			_, err := s.Write(r.version.Preimage(*i.definition))
			return err
		})
	case r.emit != "":
		return r.each(func(i *fingerprintItem) error { return r.printImport(s, i) })
	case r.bare:
		return r.each(func(i *fingerprintItem) error {
			_, err := fmt.Fprintln(s, r.version.Sum(*i.definition))
			return err
		})
	case s.format == "text":
		return r.each(func(i *fingerprintItem) error { return r.printText(s, i) })
	case s.format == "json" || s.format == "jsonl":
		return r.printMachine(s)
	}
	p, _ := report.Findings(s.format, describeFingerprint()) // the name was checked with the flags
	if err := p.Begin(s); err != nil {
		return err
	}
	for _, source := range r.findings(nil) {
		if err := p.Item(s, source); err != nil {
			return err
		}
	}
	return p.End(s, report.Outcome{ExitCode: r.exit()})
}

// each visits the items that have a fingerprint.
func (r *fingerprintRun) each(visit func(*fingerprintItem) error) error {
	for _, i := range r.items {
		if i.definition == nil {
			continue
		}
		if err := visit(i); err != nil {
			return err
		}
	}
	return nil
}

// printImport writes the definition as DCC would prepare it.
func (r *fingerprintRun) printImport(w io.Writer, i *fingerprintItem) error {
	if _, touched := redact.Definition(*i.definition); len(touched) > 0 && !r.showSecrets {
		r.say.fail("%s: %s of %s looks like a secret, and the import would show it; bind it as a credential, or add --show-secrets",
			diag.Safe(i.source), strings.Join(touched, ", "), diag.Quote(i.id.Definition, 60))
		i.code = Worse(i.code, ExitNo)
		return nil
	}
	at := r.Now().UTC().Format("2006-01-02T15:04:05Z")
	_, err := fmt.Fprintf(w, "%s\n", i.definition.PrepareImport(r.version, at).JSON())
	return err
}

// printText writes the line of a definition and, for an entry of a client, what
// became of its members.
func (r *fingerprintRun) printText(w io.Writer, i *fingerprintItem) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s  %s", r.version.Name, r.version.Sum(*i.definition), diag.Safe(i.id.Definition))
	if i.mapping != "" {
		fmt.Fprintf(&b, "  %s", i.mapping)
	}
	b.WriteByte('\n')
	if i.client != "" {
		fmt.Fprintf(&b, "  from        %s (%s)\n", diag.Safe(i.id.Locator), i.client)
		for _, state := range []coverage.State{coverage.Hashed, coverage.NotHashed, coverage.Unknown} {
			printMembers(&b, string(state), i.members, state)
		}
	}
	if r.trace {
		printTrace(&b, r.version, *i.definition)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func printMembers(b *strings.Builder, label string, members []coverage.Member, state coverage.State) {
	var paths []string
	for _, m := range members {
		if m.State == state {
			paths = append(paths, diag.Safe(redact.Text(m.Path)))
		}
	}
	if len(paths) > 0 {
		fmt.Fprintf(b, "  %-10s  %s\n", label, strings.Join(paths, ", "))
	}
}

// printTrace lists the stretches of the preimage. Offsets and lengths are those
// of the text as written; what looks like a secret is not shown.
func printTrace(b *strings.Builder, v fingerprint.Version, d fingerprint.Definition) {
	shown, _ := redact.Definition(d)
	values := v.Trace(shown)
	fmt.Fprintf(b, "  %6s  %6s  %-22s  %s\n", "offset", "length", "field", "value")
	for n, s := range v.Trace(d) {
		fmt.Fprintf(b, "  %6d  %6d  %-22s  %s  (%s)\n", s.Offset, s.Length, stretchName(s), stretchValue(values[n]), s.Why)
	}
}

func stretchName(s fingerprint.Stretch) string {
	switch {
	case s.Kind == fingerprint.DomainStretch:
		return "(version)"
	case s.Index >= 0:
		return coverage.Index(s.Label, s.Index)
	}
	return s.Label
}

func stretchValue(s fingerprint.Stretch) string {
	switch s.Kind {
	case fingerprint.AbsentStretch:
		return "absent"
	case fingerprint.CountStretch:
		return s.Value + " follow"
	}
	return diag.Quote(s.Value, 60)
}

// loadApprovals reads the lock, when there is one, to answer whether a
// definition still needs a person's confirmation.
func (r *fingerprintRun) loadApprovals() error {
	l, found, err := r.readLock()
	if err != nil || !found {
		return err
	}
	r.confirmations = map[*fingerprintItem]bool{}
	for _, i := range r.items {
		if i.definition == nil {
			continue
		}
		results := lock.Check(l, []lock.Current{i.current()}, lock.CheckOptions{Now: r.Now(), Key: r.key, InScope: func(lock.ID) bool { return false }}).Results
		r.confirmations[i] = results[0].RequiresConfirmation()
	}
	return nil
}
