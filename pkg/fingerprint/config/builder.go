package config

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/coverage"
	"github.com/mcp-evref/evref/pkg/fingerprint/redact"
	"github.com/mcp-evref/evref/pkg/fingerprint/warning"
	"github.com/mcp-evref/evref/pkg/internal/tree"
	"github.com/mcp-evref/evref/pkg/record"
)

// place is where something stands in the file.
type place struct {
	pointer string
	at      diag.Range
}

// builder collects what an entry says and makes the definition of it.
type builder struct {
	client Client
	inputs map[string]bool // inputs the file defines; nil when the client has none
	entry  Entry
	source fingerprint.Source

	executable *string
	args       []string
	cwd        *string
	url        *string
	kind       string // what "type" says, in lower case
	env        []binding
	headers    []binding

	places map[string]place // by path in the definition
}

// binding is a variable or header with its value.
type binding struct {
	name  string
	value string
	// named means that value is a reference by its role, however it looks.
	named bool
	// literal means that value is no reference, however it looks.
	literal bool
	path    string
	place
}

func newBuilder(client Client, inputs map[string]bool, key string, source fingerprint.Source, definitionKey string, at place) *builder {
	b := &builder{client: client, inputs: inputs, source: source, places: map[string]place{}}
	b.source.DefinitionKey = &definitionKey
	b.entry = Entry{Key: key, DefinitionKey: definitionKey, Pointer: at.pointer, Range: at.at}
	return b
}

// refuse notes why no definition can be made. Nothing of the file but names may
// be among the arguments.
func (b *builder) refuse(at place, rule, help, format string, args ...any) {
	b.entry.Refusals = append(b.entry.Refusals, diag.Diagnostic{
		Rule: rule, Severity: diag.Error, Record: b.entry.Key, Pointer: at.pointer, Range: at.at, Message: fmt.Sprintf(format, args...), Help: help,
	})
}

func (b *builder) warn(at place, name warning.Name, path, format string, args ...any) {
	b.entry.Warnings = append(b.entry.Warnings, Finding{Warning: warning.New(name, path, format, args...), Pointer: at.pointer, Range: at.at})
}

// account notes what becomes of a member.
func (b *builder) account(path string, state coverage.State, note, value string) {
	b.entry.Members = append(b.entry.Members, coverage.New(path, state, note, value))
}

func (b *builder) accountLeaves(path string, state coverage.State, note string, n *tree.Node) {
	b.entry.Members = append(b.entry.Members, leaves(path, state, note, n)...)
}

func (b *builder) setExecutable(text string, at place) {
	b.executable = &text
	b.places["executable"] = at
}

func (b *builder) addArg(text string, at place) {
	b.places[coverage.Index("args", len(b.args))] = at
	b.args = append(b.args, text)
}

// text reads a string member; null counts as absent.
func (b *builder) text(n *tree.Node, path string, at place) (string, bool) {
	switch {
	case n.Is(record.Null):
		return "", false
	case !n.Is(record.String):
		b.refuse(at, "wrong-type", "write it as text between quotes", "%s is %s where text belongs", diag.Safe(path), article(n))
		return "", false
	}
	return n.Text, true
}

// finish decides about the transport and makes the definition.
func (b *builder) finish() Entry {
	here := place{b.entry.Pointer, b.entry.Range}
	if len(b.entry.Refusals) > 0 {
		return b.withoutDefinition("")
	}
	if b.entry.NotRepresentable != "" {
		return b.withoutDefinition(b.entry.NotRepresentable)
	}
	kind, reason := b.transport(here)
	if len(b.entry.Refusals) > 0 || reason != "" {
		return b.withoutDefinition(reason)
	}
	d := fingerprint.Definition{
		ID: b.entry.Key, DisplayName: b.entry.Key, Bare: true,
		Ownership: fingerprint.Ownership{Kind: fingerprint.ImportedReadOnly, Source: b.source},
	}
	if kind == fingerprint.HTTP {
		d.Transport = fingerprint.Transport{Kind: kind, URL: *b.url}
		d.SecretRefs = b.bind(fingerprint.HTTPHeader, b.headers)
		b.unused("environment variables are for programs", b.env)
	} else {
		d.Transport = fingerprint.Transport{Kind: kind, Executable: *b.executable, Args: b.args, Cwd: b.cwd}
		d.SecretRefs = b.bind(fingerprint.EnvironmentVariable, b.env)
		b.unused("headers are for URLs", b.headers)
	}
	if err := d.Validate(); err != nil {
		return b.invalid(d, err)
	}
	for _, w := range warning.Definition(d) {
		at, ok := b.places[w.Path]
		if !ok {
			at = here
		}
		b.entry.Warnings = append(b.entry.Warnings, Finding{Warning: w, Pointer: at.pointer, Range: at.at})
	}
	b.entry.Definition = &d
	return b.entry
}

func (b *builder) withoutDefinition(reason string) Entry {
	b.entry.NotRepresentable, b.entry.Members, b.entry.Warnings = reason, nil, nil
	return b.entry
}

// invalid turns a validation error into the reason why there is no definition.
func (b *builder) invalid(d fingerprint.Definition, err error) Entry {
	reason := err.Error()
	if e, ok := err.(*fingerprint.Error); ok {
		reason = string(e.Code) + ": " + reason
	}
	entry := b.withoutDefinition(reason)
	if d.Transport.Kind == fingerprint.HTTP && strings.Contains(reason, "transport.url") {
		at := b.places["url"]
		entry.Warnings = []Finding{{
			Warning: warning.New(warning.URLNotFingerprintable, "url", "the URL %s has no fingerprint", diag.Quote(redact.URL(d.Transport.URL), 0)),
			Pointer: at.pointer, Range: at.at,
		}}
		for _, w := range warning.URL("url", d.Transport.URL) {
			entry.Warnings = append(entry.Warnings, Finding{Warning: w, Pointer: at.pointer, Range: at.at})
		}
	}
	return entry
}
