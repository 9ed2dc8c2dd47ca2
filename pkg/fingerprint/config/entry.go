package config

import (
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/coverage"
	"github.com/mcp-evref/evref/pkg/fingerprint/warning"
)

// File is what was read from one configuration.
type File struct {
	Client  Client
	Syntax  Syntax
	Entries []Entry
	// Warnings are about the file as a whole.
	Warnings []Finding
}

// Entry is one server of a configuration.
type Entry struct {
	Key           string // its name in the file, which becomes the definition's id
	DefinitionKey string // the key, or a JSON pointer when it is nested
	Pointer       string
	Range         diag.Range

	// Definition is set when the entry can be represented and is valid.
	Definition *fingerprint.Definition
	// NotRepresentable says why a definition cannot express the entry: a
	// websocket, a built-in extension, a URL that is none. Empty otherwise.
	NotRepresentable string
	// Refusals say what makes the entry ambiguous or broken, so that no
	// definition was made: both a command and a URL, text where a list belongs.
	Refusals []diag.Diagnostic

	// Members accounts for every member of the entry.
	Members  []coverage.Member
	Warnings []Finding
}

// Finding is a warning with its place in the file.
type Finding struct {
	warning.Warning
	Pointer string
	Range   diag.Range
}

// Diagnostic gives the finding as a diagnostic of a source.
func (f Finding) Diagnostic(source, id string) diag.Diagnostic {
	d := f.Warning.Diagnostic(source, id)
	d.Pointer, d.Range = f.Pointer, f.Range
	return d
}
