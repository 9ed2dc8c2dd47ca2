package cmd

import (
	"crypto/sha256"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/config"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/evidence"
)

// loadSchemes knows the published schemes, those of the configuration and those
// of --scheme TYPE=FILE, of which the later win.
func (c *configFlags) loadSchemes(a *app, flags []string, reader *input.Options) (*evidence.Schemes, error) {
	found, _, err := c.load(a, reader.Path("."))
	if err != nil {
		return nil, err
	}
	reader.Note(found.Files...)
	schemes := evidence.NewSchemes()
	broken := false
	for _, s := range found.Schemes {
		reader.Note(found.File(s.Path))
		if d := registerConfigured(schemes, found, s); d != nil {
			a.messages().diagnostic(*d)
			broken = true
		}
	}
	if broken {
		return nil, exitStatus(ExitUsage)
	}
	c.schemes = sha256.New()
	return schemes, registerSchemes(schemes, flags, reader, c.schemes)
}

// registerConfigured reads the schema that a configuration names.
func registerConfigured(schemes *evidence.Schemes, found *config.Config, s config.Scheme) *diag.Diagnostic {
	refuse := func(message, help string) *diag.Diagnostic {
		return &diag.Diagnostic{Rule: "configuration", Severity: diag.Error, Source: s.Source, Range: s.Range, Message: message, Help: help}
	}
	raw, err := input.ReadAside(found.File(s.Path), input.MaxAside)
	if err != nil {
		return refuse("schema "+diag.Quote(s.Path, 80)+" cannot be read", "check the name; it is relative to the configuration")
	}
	if err := schemes.Register(s.Type, s.Path, raw); err != nil {
		return refuse("scheme "+diag.Quote(s.Type, 40)+": "+err.Error(), "")
	}
	return nil
}
