package config

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/internal/tree"
	"github.com/mcp-evref/evref/pkg/record"
)

// MaxBytes is the largest configuration that is read.
const MaxBytes = 1 << 20

// isJSON tells the syntax from the name; anything but .json is YAML.
func isJSON(path string) bool { return strings.EqualFold(filepath.Ext(path), ".json") }

// readFile reads one file. The diagnostic is about it as a whole or about its
// syntax.
func readFile(path, shown string) (raw []byte, root *tree.Node, problem *diag.Diagnostic) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, unreadable(shown, err)
	}
	defer f.Close()
	if raw, err = io.ReadAll(io.LimitReader(f, MaxBytes+1)); err != nil {
		return nil, nil, unreadable(shown, err)
	}
	root, problem = parse(raw, shown)
	return raw, root, problem
}

// parse reads the text of a configuration; the syntax is what the name says.
func parse(raw []byte, shown string) (*tree.Node, *diag.Diagnostic) {
	if len(raw) > MaxBytes {
		return nil, problem(shown, diag.Range{}, "configuration is larger than 1 MiB", "it is probably another file")
	}
	if bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")) {
		return nil, problem(shown, diag.RangeAt(raw, 0, 0), "byte-order mark before the configuration", "save it as UTF-8 without a byte-order mark")
	}
	if at := tree.TooDeep(raw); at >= 0 {
		return nil, problem(shown, diag.RangeAt(raw, at, at), "nesting is deeper than a configuration's", "")
	}
	if !isJSON(shown) {
		root, failure := tree.ParseYAML(raw)
		if failure != nil {
			d := failure.Diagnostic(shown)
			return nil, &d
		}
		return root, nil
	}
	rec, err := record.Parse(raw, record.JSON, record.Limits{MaxDepth: tree.MaxDepth})
	var syntax *record.SyntaxError
	if errors.As(err, &syntax) {
		d := syntax.Diagnostic(shown)
		return nil, &d
	}
	return tree.FromRecord(rec.Root(), diag.NewPositions(raw)), nil
}

func unreadable(shown string, err error) *diag.Diagnostic {
	reason := "cannot be read"
	switch {
	case errors.Is(err, os.ErrNotExist):
		reason = "no such file"
	case errors.Is(err, os.ErrPermission):
		reason = "permission denied"
	}
	return problem(shown, diag.Range{}, "configuration: "+reason, "check the name")
}

// problem is a diagnostic about a configuration.
func problem(source string, at diag.Range, message, help string) *diag.Diagnostic {
	return &diag.Diagnostic{Rule: "configuration", Severity: diag.Error, Source: source, Range: at, Message: message, Help: help}
}
