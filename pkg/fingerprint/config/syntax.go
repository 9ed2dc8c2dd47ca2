package config

import (
	"bytes"
	"errors"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/internal/tree"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/tailscale/hujson"
)

// Syntax is how a configuration is written down.
type Syntax string

// The syntaxes of client configurations.
const (
	JSON  Syntax = "JSON"
	JSONC Syntax = "JSONC" // JSON with comments and trailing commas
	TOML  Syntax = "TOML"
	YAML  Syntax = "YAML"
)

// MaxBytes is the largest configuration that is read. Real ones have a few
// kilobytes; the readers of some syntaxes are slow on hostile input.
const MaxBytes = 1 << 20

// SyntaxError says why a configuration could not be read. Its text never
// repeats a value of the file, because a value may be a secret.
type SyntaxError struct {
	Syntax  Syntax
	Code    string // stable, such as "syntax" or "duplicate-name"
	Pointer string
	Range   diag.Range

	message, help string
}

// Error is one line: what is wrong, without position.
func (e *SyntaxError) Error() string { return e.message }

// Diagnostic is the error as data; the caller knows the source's name.
func (e *SyntaxError) Diagnostic(source string) diag.Diagnostic {
	return diag.Diagnostic{
		Rule: e.Code, Severity: diag.Error, Source: source, Pointer: e.Pointer, Range: e.Range, Message: e.message, Help: e.help,
	}
}

// syntaxOf tells the syntax from the name, or else from the first bytes.
func syntaxOf(name string, raw []byte) Syntax {
	lower := strings.ToLower(name)
	for suffix, s := range map[string]Syntax{".json": JSON, ".jsonc": JSONC, ".toml": TOML, ".yaml": YAML, ".yml": YAML} {
		if strings.HasSuffix(lower, suffix) {
			return s
		}
	}
	text := bytes.TrimLeft(raw, " \t\r\n")
	switch {
	case len(text) == 0 || bytes.IndexByte([]byte("{[\"/"), text[0]) >= 0 && !bytes.HasPrefix(text, []byte("[mcp")):
		return JSON
	case bytes.Contains(text, []byte("[mcp_servers")) || bytes.Contains(text, []byte("[[")):
		return TOML
	}
	return YAML
}

// parse reads a configuration in the syntax that its name or content has.
func parse(name string, raw []byte) (*tree.Node, Syntax, *SyntaxError) {
	syntax := syntaxOf(name, raw)
	if len(raw) > MaxBytes {
		return nil, syntax, &SyntaxError{Syntax: syntax, Code: "too-large", message: "configuration is larger than 1 MiB", help: "it is probably another file"}
	}
	if at := tree.TooDeep(raw); at >= 0 {
		return nil, syntax, &SyntaxError{Syntax: syntax, Code: "too-deep", Range: diag.RangeAt(raw, at, at), message: "nesting is deeper than a configuration's"}
	}
	switch syntax {
	case TOML:
		n, err := parseTOML(raw)
		return n, syntax, err
	case YAML:
		n, err := tree.ParseYAML(raw)
		if err != nil {
			return nil, syntax, &SyntaxError{Syntax: YAML, Code: err.Code, Range: err.Range, message: err.Message, help: err.Help}
		}
		return n, syntax, nil
	}
	return parseJSON(raw)
}

// parseJSON reads strict JSON and, when that fails, JSON with comments and
// trailing commas.
func parseJSON(raw []byte) (*tree.Node, Syntax, *SyntaxError) {
	rec, err := record.Parse(raw, record.JSON, record.Limits{MaxBytes: MaxBytes, MaxDepth: tree.MaxDepth})
	if err == nil {
		return tree.FromRecord(rec.Root(), diag.NewPositions(raw)), JSON, nil
	}
	// Standardize blanks out comments and commas and moves nothing.
	if plain, failed := hujson.Standardize(bytes.Clone(raw)); failed == nil && !bytes.Equal(plain, raw) {
		if rec, err = record.Parse(plain, record.JSON, record.Limits{MaxBytes: MaxBytes, MaxDepth: tree.MaxDepth}); err == nil {
			return tree.FromRecord(rec.Root(), diag.NewPositions(raw)), JSONC, nil
		}
	}
	var s *record.SyntaxError
	if !errors.As(err, &s) {
		return nil, JSON, &SyntaxError{Syntax: JSON, Code: "syntax", message: "not JSON"}
	}
	e := &SyntaxError{Syntax: JSON, Code: s.Code, Pointer: s.Pointer, Range: s.Range, message: s.Error(), help: s.Help()}
	switch s.Code {
	case "duplicate-name":
		if tokens, ok := record.SplitPointer(s.Pointer); ok && len(tokens) > 0 {
			e.message = "member " + diag.Quote(tokens[len(tokens)-1], 60) + " is given twice"
		}
		e.help = "keep one of the two: which one a client takes is not defined"
	case "invalid-literal", "invalid-number", "invalid-escape", "number-overflow", "trailing-data":
		e.message, e.help = "not JSON: a value that is none", "put text between double quotes"
	}
	return nil, JSON, e
}
