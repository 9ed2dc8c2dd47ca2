package cmd

import (
	"errors"

	"github.com/mcp-evref/evref/pkg/config"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

// lintPolicy is how the files of one server are judged.
type lintPolicy struct {
	server     string
	linter     *lint.Linter
	severities map[string]diag.Severity
	narrowed   bool // the command line left rules out
}

// ran reports whether a rule was run, and for "" whether all were.
func (p *lintPolicy) ran(rule string) bool {
	if rule == "" {
		return !p.narrowed
	}
	return p.severities[rule] != diag.Off
}

func (p *lintPolicy) severity(rule string) diag.Severity { return p.severities[rule] }

// lintOptionsFor joins the command line with the configuration: a flag wins over
// the server's setting, and that over the setting for all.
func (o *lintOptions) lintOptionsFor(s config.Server) lint.Options {
	c := o.control.config
	settings := lint.Settings{Spec: lint.Spec(o.spec), Profiles: o.profiles, ClientPrefix: o.clientPrefix}
	if settings.Spec == "" {
		if settings.Spec = s.Spec; settings.Spec == "" {
			settings.Spec = c.Spec
		}
	}
	if settings.Profiles == nil {
		if settings.Profiles = s.Profiles; settings.Profiles == nil {
			settings.Profiles = c.Profiles
		}
	}
	return lint.Options{
		Settings: settings, Pedantic: o.level == "pedantic",
		Enable: o.enable, Disable: o.disable, Only: o.only, Severities: c.Rules,
	}
}

// policyFor gives the policy for a file by its name relative to the
// configuration.
func (o *lintOptions) policyFor(name string) (*lintPolicy, error) {
	s, _ := o.control.config.ServerOf(name)
	return o.policyOf(s)
}

// policyOf makes the policy for a server once. The zero Server stands for files
// without one.
func (o *lintOptions) policyOf(s config.Server) (*lintPolicy, error) {
	if p := o.control.policies[s.Name]; p != nil {
		return p, nil
	}
	options := o.lintOptionsFor(s)
	linter, err := lint.New(options)
	var name *lint.UnknownNameError
	if errors.As(err, &name) {
		return nil, usagef("%s", unknownLintName(name))
	}
	if err != nil {
		return nil, err
	}
	severities, err := lint.Severities(options)
	if err != nil {
		return nil, err
	}
	p := &lintPolicy{server: s.Name, linter: linter, severities: severities, narrowed: len(o.only)+len(o.disable) > 0}
	if o.control.policies == nil {
		o.control.policies = make(map[string]*lintPolicy)
	}
	o.control.policies[s.Name] = p
	return p, nil
}
