package cmd

import (
	"context"
	"errors"
	"os"
	"slices"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// digestRun is one run of `evref digest`.
type digestRun struct {
	*app
	*digestOptions
	say     messages
	reader  *input.Options
	sinks   []sink
	printer []digestPrinter

	parser  record.Parser
	encoder digest.Encoder
	inject  *record.Record
	schemes schemeChecker

	summary digestSummary
}

func runDigest(ctx context.Context, a *app, o *digestOptions) (code int, err error) {
	r := &digestRun{app: a, digestOptions: o, say: a.messages(), summary: digestSummary{CBORMapping: digest.CBORMapping}}
	r.reader = o.input.options(a.In, recordExtensions(o.input.jsonl)...)
	r.parser.Limits = o.input.limits()
	if err := r.refuseRawTerminal(); err != nil {
		return 0, err
	}
	if r.schemes, err = newSchemeChecker(o, r.reader); err != nil {
		return 0, err
	}
	if err := r.loadInjected(); err != nil {
		return 0, err
	}
	if r.sinks, err = o.output.open(a, r.inputPaths()); err != nil {
		return 0, err
	}
	defer discard(r.sinks)
	r.reader.BeforeRead = func() { flush(r.sinks) }
	if err := r.begin(); err != nil {
		return 0, err
	}
	counts, err := r.reader.Each(ctx, o.args, r.item)
	if err != nil && !interrupted(ctx, err) {
		return 0, err
	}
	r.summary.Unrecognized, r.summary.Links, r.summary.BlankLines = counts.Unrecognized, counts.Links, counts.BlankLines
	if err := r.end(); err != nil {
		return 0, err
	}
	r.closingNotes()
	switch {
	case interrupted(ctx, err):
		r.say.fail("interrupted after %d records", r.summary.Records)
		return ExitInterrupted, nil
	case r.summary.Refused > 0 || r.summary.Records == 0:
		return ExitUnreadable, nil
	}
	return ExitOK, nil
}

func recordExtensions(lines bool) []string {
	if lines {
		return []string{".jsonl", ".ndjson"}
	}
	return []string{".json", ".cbor"}
}

// refuseRawTerminal keeps binary bytes from a terminal.
func (r *digestRun) refuseRawTerminal() error {
	if r.emit == emitCanonical && !r.hex && !r.digestOptions.diag && len(r.output.outputs) == 0 &&
		r.OutTerminal && r.canonicalizations[0] == digest.CBOR {
		return usagef("CBOR bytes are not for a terminal; use --hex, --diag, -o FILE or a pipe")
	}
	if r.emit == emitCanonical && !r.hex && !r.digestOptions.diag || r.digestOptions.inject != "" {
		if info, err := os.Stat(r.reader.Path(r.args[0])); err == nil && info.IsDir() {
			return usagef("%s is a directory; name one record", r.args[0])
		}
	}
	return nil
}

func (r *digestRun) loadInjected() error {
	if r.digestOptions.inject == "" {
		return nil
	}
	name := r.digestOptions.inject
	data, err := r.reader.ReadFile(name)
	if err == nil {
		r.inject, err = record.Parse(slices.Clone(data), record.JSON, r.input.limits())
	}
	if err != nil {
		return r.saidFailure(errorDiagnostic(name, err))
	}
	return nil
}

// saidFailure prints a diagnostic and ends the run as unreadable.
func (a *app) saidFailure(d diag.Diagnostic) error {
	a.messages().diagnostic(d)
	return exitStatus(ExitUnreadable)
}

// inputPaths are the files this run reads, as far as they are known before it.
func (r *digestRun) inputPaths() []string {
	var paths []string
	for _, name := range append(slices.Clone(r.args), r.digestOptions.inject) {
		if name != "-" && name != "" {
			paths = append(paths, r.reader.Path(name))
		}
	}
	return paths
}

// item answers one record. Only an error of writing ends the run.
func (r *digestRun) item(in input.Item) error {
	if err := guard(r.sinks, r.reader.Path(in.Locator.Path)); err != nil {
		return err
	}
	item := digestItem{Source: in.Locator.Path}
	in.Locator.Pointer = r.pointer
	item.locator = in.Locator
	item.Locator = in.Locator.String()
	r.summary.Records++
	value, found := r.read(in, &item)
	if found {
		r.compute(value, &item)
	}
	if len(item.Errors) > 0 {
		r.summary.Refused++
	}
	r.summary.Hazards += len(item.Hazards)
	for _, d := range item.problems {
		r.say.diagnostic(d)
	}
	return r.print(&item)
}

// read parses the record and finds the part of it that is asked for.
func (r *digestRun) read(in input.Item, item *digestItem) (v record.Value, ok bool) {
	name := in.Locator.Path
	if in.Err != nil {
		item.refuse(errorDiagnostic(lineName(in.Locator), in.Err), errorClass(in.Err))
		return v, false
	}
	rec, err := r.parser.Parse(in.Data, r.input.formatOf(name, in.Data))
	if err != nil {
		item.refuse(shifted(errorDiagnostic(name, err), in), errorClass(err))
		return v, false
	}
	if v, ok = rec.Root().Find(r.pointer); !ok {
		item.refuse(diag.Diagnostic{
			Rule: "pointer-not-found", Severity: diag.Error, Source: lineName(in.Locator),
			Message: "record has nothing at " + diag.Quote(r.pointer, 80), Help: "check --pointer against the document",
		}, "pointer")
		return v, false
	}
	if odd := rec.Oddities(); len(odd) > 0 {
		item.NotDeterministic = odd
		item.warn(diag.Diagnostic{
			Rule: "not-deterministic", Severity: diag.Warning, Source: lineName(in.Locator),
			Message: "input is not deterministic CBOR: " + oneOf(odd), Help: "its canonical encoding is hashed, not the bytes as given",
		})
	}
	item.source = in
	return v, true
}

// compute checks the record and gives it its digests.
func (r *digestRun) compute(v record.Value, item *digestItem) {
	if r.portable {
		for _, note := range digest.NotPortable(v) {
			item.refuseAt(note.Value, "not-portable", "profile", note.Message+" is outside the portable profile", "leave it out, write it as a string, or drop --portable")
		}
	}
	r.schemes.check(v, item)
	if len(item.Errors) > 0 {
		return
	}
	for _, c := range r.canonicalizations {
		if r.hazards(c, v, item) {
			continue
		}
		canonical, err := r.encoder.Canonical(c, v)
		if err != nil {
			var e *digest.RepresentationError
			if errors.As(err, &e) {
				item.refuse(e.Diagnostic(lineName(item.locator)), "not-representable")
			}
			continue
		}
		item.Digests = append(item.Digests, digestEntry{
			Canonicalization: c, Digest: digest.Of(r.hash, canonical), Bytes: len(canonical),
		})
		if r.emit == emitCanonical {
			item.canonical = canonical
		}
		if c == digest.CBOR {
			item.CBORMapping = digest.CBORMapping
		}
	}
	if r.verbose && slices.Contains(r.canonicalizations, digest.CBOR) {
		r.mapping(v, item)
	}
}

// hazards records what was met and reports whether one of them is not allowed.
func (r *digestRun) hazards(c digest.Canonicalization, v record.Value, item *digestItem) (refused bool) {
	for _, h := range digest.Hazards(c, v) {
		d := diag.Diagnostic{
			Rule: string(h.Kind), Severity: diag.Error, Source: lineName(item.locator), Pointer: h.Pointer,
			Range: h.Range, Message: h.Message, Help: h.Help + ", or accept it with --allow " + string(h.Kind),
		}
		d = shifted(d, item.source)
		if slices.Contains(r.allowed, h.Kind) {
			d.Severity, d.Help = diag.Warning, h.Help
			item.warn(d)
		} else {
			refused = true
			item.refuse(d, "hazard")
		}
		item.addHazard(h, d)
	}
	return refused
}

// mapping lists the numbers whose CBOR bytes depend on the mapping.
func (r *digestRun) mapping(v record.Value, item *digestItem) {
	for _, number := range digest.MappingDependent(v) {
		item.MappingDependent = append(item.MappingDependent, mappingNote{Pointer: number.Pointer(), Literal: number.Literal()})
		item.warn(shifted(diag.Diagnostic{
			Rule: "mapping-dependent", Severity: diag.Info, Source: lineName(item.locator), Pointer: number.Pointer(), Range: number.Range(),
			Message: "CBOR bytes of " + diag.Quote(number.Literal(), 40) + " depend on the number mapping (" + digest.CBORMapping + ")",
		}, item.source))
	}
}

// closingNotes says what was met and not read.
func (r *digestRun) closingNotes() {
	s := r.summary
	if s.Records == 0 {
		r.say.fail("no record found; digest reads %s files in a directory, and any file that is named", oneOf(recordExtensions(r.input.jsonl)))
	}
	if s.Refused > 0 && s.Records > 1 {
		r.say.note("%d records, %d refused", s.Records, s.Refused)
	}
	notRead(r.say, s.Unrecognized, s.Links, s.BlankLines)
}

// notRead is the note that makes the counts add up.
func notRead(say messages, unrecognized, links, blank int) {
	if unrecognized > 0 {
		say.note("%s not recognised, not read", count(unrecognized, "file"))
	}
	if links > 0 {
		say.note("%s not followed", count(links, "symbolic link"))
	}
	if blank > 0 {
		say.note("%s skipped", count(blank, "blank line"))
	}
}
