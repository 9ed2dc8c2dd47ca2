package cmd

import (
	"bytes"
	"errors"
	"regexp"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/config"
	"github.com/mcp-evref/evref/pkg/fingerprint/coverage"
	"github.com/mcp-evref/evref/pkg/fingerprint/lock"
	"github.com/mcp-evref/evref/pkg/fingerprint/warning"
	"github.com/mcp-evref/evref/pkg/record"
)

// fingerprintItem is one definition, or what kept an input from being one.
type fingerprintItem struct {
	source  string
	pointer string
	place   diag.Range
	id      lock.ID

	definition *fingerprint.Definition // valid; nil otherwise
	stored     bool                    // it has members that are not hashed, among them a trust block
	client     string                  // empty for a definition
	mapping    string
	members    []coverage.Member
	reason     string            // why it is not representable
	errors     []diag.Diagnostic // why there is no fingerprint
	warnings   []config.Finding
	tools      *lock.Listing
	code       int
}

// linkText is what a symbolic link becomes where links are not supported.
var linkText = regexp.MustCompile(`^\.{0,2}/[^\s{}\[\]"]{1,1000}\s?$`)

// item reads one input.
func (r *fingerprintRun) item(in input.Item) error {
	name := in.Locator.Path
	if in.Err != nil {
		r.unreadable(name, errorDiagnostic(name, in.Err))
		return nil
	}
	data := bytes.Clone(in.Data) // definitions keep their text
	if r.definition || r.client.Name == "" && looksLikeDefinition(data, r.input.limits()) {
		r.definitions(name, data)
		return nil
	}
	file, err := config.Read(name, data, config.Options{Client: r.client, Source: r.place(name)})
	var unrecognized *config.UnrecognizedError
	var syntax *config.SyntaxError
	switch {
	case err == nil:
		r.configuration(name, file)
	case linkText.Match(data):
		r.unreadable(name, diag.Diagnostic{
			Rule: string(fingerprint.JSONSyntax), Severity: diag.Error, Source: name,
			Message: "not JSON: the file holds a path, as a symbolic link does that was written out as a file",
			Help:    "name the file that the path leads to",
		})
	case errors.As(err, &unrecognized) && in.Walked:
		r.counts.Unrecognized++
	case errors.As(err, &syntax) && !(syntax.Syntax == config.JSON && !config.IsUsualName(name) && r.client.Name == ""):
		r.unreadable(name, syntax.Diagnostic(name))
	default:
		r.unreadable(name, r.refusal(name, data, err))
	}
	return nil
}

// looksLikeDefinition tells a definition from a configuration by the members it
// begins with.
func looksLikeDefinition(data []byte, limits record.Limits) bool {
	p := record.Parser{Limits: limits, AllowDuplicates: true}
	rec, err := p.Parse(data, record.JSON)
	if err != nil {
		return false
	}
	return fingerprint.LooksLike(rec.Root())
}

// refusal explains an input that is neither, with DCC's code for it.
func (r *fingerprintRun) refusal(name string, data []byte, err error) diag.Diagnostic {
	_, decoding := fingerprint.Read(data, r.input.limits())
	var e *fingerprint.Error
	if errors.As(decoding, &e) && (e.Code != fingerprint.JSONData || e.Pointer == "") {
		return e.Diagnostic(name)
	}
	return diag.Diagnostic{
		Rule: string(fingerprint.JSONData), Severity: diag.Error, Source: name, Message: err.Error(),
		Help: "--as names the client when the file is one of its configurations",
	}
}

// unreadable notes an input that could not be read.
func (r *fingerprintRun) unreadable(source string, d diag.Diagnostic) {
	r.items = append(r.items, &fingerprintItem{source: source, errors: []diag.Diagnostic{d}, code: ExitUnreadable})
}

// definitions reads DCC's own form.
func (r *fingerprintRun) definitions(name string, data []byte) {
	readings, err := fingerprint.Read(data, r.input.limits())
	if err != nil {
		var e *fingerprint.Error
		if errors.As(err, &e) {
			r.unreadable(name, e.Diagnostic(name))
		}
		return
	}
	for _, reading := range readings {
		r.items = append(r.items, r.defined(name, reading))
	}
	r.sources = append(r.sources, sourceRead{locator: r.place(name).Locator, empty: len(readings) == 0})
}

func (r *fingerprintRun) defined(name string, reading fingerprint.Reading) *fingerprintItem {
	d := reading.Definition
	item := &fingerprintItem{source: name, pointer: reading.Pointer, place: reading.Value.Range(), id: lock.IDOf(d), stored: !d.Bare}
	r.sources = append(r.sources, sourceRead{locator: item.id.Locator})
	for _, i := range reading.Ignored {
		item.members = append(item.members, config.Leaves(i.Path, i.Member.Value)...)
		w := warning.New(warning.UnknownMember, i.Path, "member %s is not known and passed over", diag.Quote(i.Path, 60))
		if i.Nearest != "" {
			w.Message += "; did you mean " + i.Nearest + "?"
		}
		item.warnings = append(item.warnings, config.Finding{Warning: w, Pointer: reading.Pointer + i.Pointer, Range: i.Member.Key.Range()})
	}
	check := d.Validate
	if r.validate {
		check = func() error { return d.ValidateStored(r.version) }
	}
	if err := check(); err != nil {
		var e *fingerprint.Error
		if errors.As(err, &e) {
			item.errors = append(item.errors, reading.Locate(e).Diagnostic(name))
		}
		item.code = ExitNo
		return item
	}
	item.definition = &d
	for _, w := range warning.Definition(d) {
		at := reading.Value.Range()
		pointer := fieldPointer(w.Path)
		if v, ok := reading.Value.Find(pointer); ok {
			at = v.Range()
		}
		item.warnings = append(item.warnings, config.Finding{Warning: w, Pointer: reading.Pointer + pointer, Range: at})
	}
	return item
}

// fieldPointer turns a path of a warning into a pointer into a definition.
func fieldPointer(path string) string {
	switch {
	case path == "executable" || path == "cwd" || path == "url":
		return "/transport/" + path
	case len(path) > 6 && path[:5] == "args[":
		return "/transport/args/" + path[5:len(path)-1]
	case path == "trust":
		return "/trust"
	}
	return ""
}

// configuration takes over the entries of a client's file.
func (r *fingerprintRun) configuration(name string, file *config.File) {
	source := r.place(name)
	r.sources = append(r.sources, sourceRead{locator: source.Locator, client: file.Client.Name, empty: len(file.Entries) == 0})
	for _, w := range file.Warnings {
		r.say.diagnostic(w.Diagnostic(name, ""))
	}
	for _, e := range file.Entries {
		item := &fingerprintItem{
			source: name, pointer: e.Pointer, place: e.Range, id: lock.ID{Definition: e.Key, Locator: source.Locator, Key: e.DefinitionKey},
			definition: e.Definition, client: file.Client.Name, mapping: config.Mapping, members: e.Members, reason: e.NotRepresentable, warnings: e.Warnings,
		}
		switch {
		case len(e.Refusals) > 0:
			item.code = ExitUnreadable
			for _, d := range e.Refusals {
				d.Source = name
				item.errors = append(item.errors, d)
			}
		case e.Definition == nil:
			item.code = ExitUnjudged
		}
		r.items = append(r.items, item)
	}
}

// notRepresentable is the diagnostic for an entry without a fingerprint.
func (i *fingerprintItem) notRepresentable() diag.Diagnostic {
	return diag.Diagnostic{
		Rule: string(lock.NotRepresentable), Severity: diag.Error, Source: i.source, Record: i.id.Definition, Pointer: i.pointer, Range: i.place,
		Message: "server " + diag.Quote(i.id.Definition, 60) + " has no fingerprint: " + i.reason,
	}
}

// current gives the item to the lock.
func (i *fingerprintItem) current() lock.Current {
	c := lock.Current{ID: i.id, Definition: i.definition, Reason: i.reason, Mapping: i.mapping, Members: i.members, Listing: i.tools}
	for _, w := range i.warnings {
		c.Warnings = append(c.Warnings, w.Warning)
	}
	return c
}
