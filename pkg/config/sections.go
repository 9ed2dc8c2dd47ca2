package config

import (
	"errors"
	"slices"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/internal/tree"
	"github.com/mcp-evref/evref/pkg/lint"
	"github.com/mcp-evref/evref/pkg/record"
)

func (d *decoder) document(root *tree.Node) {
	if root.Is(record.Null) { // an empty file
		return
	}
	c := d.config
	d.mapping(root, "the configuration", []field{
		{"$schema", func(v *tree.Node) { d.text(v, "$schema") }},
		{"required-version", d.requirement},
		{"extends", d.extend},
		{"spec", func(v *tree.Node) { c.Spec = d.spec(v) }},
		{"profile", func(v *tree.Node) { c.Profiles = d.profiles(v) }},
		{"servers", func(v *tree.Node) { d.list(v, "servers", d.server) }},
		{"rules", d.rules},
		{"ignores", d.ignores},
		{"schemes", d.schemes},
		{"exclude", func(v *tree.Node) {
			for _, p := range d.patterns(v, "exclude") {
				c.Exclude = append(c.Exclude, p.Glob)
			}
		}},
		{"baseline", func(v *tree.Node) { c.Baseline = d.path(v, "baseline") }},
	})
}

func (d *decoder) requirement(v *tree.Node) {
	text := v.Text
	if !v.Is(record.Number) { // 0.3 needs no quotes
		text = d.text(v, "required-version")
	}
	bounds, ok := parseRequirement(text)
	if !ok && text != "" {
		d.refuse(v.At, `write a version or bounds, such as ">=0.3 <2"`, "required-version %s is not a version", diag.Quote(text, 40))
	}
	d.config.Requirements = append(d.config.Requirements, Requirement{Text: text, Source: d.source, Range: v.At, bounds: bounds})
}

func (d *decoder) extend(v *tree.Node) {
	d.oneOrMore(v, func(e *tree.Node) {
		before := len(d.problems)
		if d.path(e, "extends"); len(d.problems) == before {
			d.extends = append(d.extends, e)
		}
	})
}

func (d *decoder) spec(v *tree.Node) lint.Spec {
	var names []string
	for _, s := range lint.Specs() {
		names = append(names, string(s))
	}
	return lint.Spec(d.known(v, "spec", names))
}

func (d *decoder) profiles(v *tree.Node) []string {
	out := []string{}
	d.oneOrMore(v, func(e *tree.Node) {
		if name := d.known(e, "profile", lint.ProfileNames()); name != "" {
			out = append(out, name)
		}
	})
	return out
}

// patterns reads names of files, each of which may have * and ?.
func (d *decoder) patterns(v *tree.Node, what string) []Pattern {
	var out []Pattern
	d.oneOrMore(v, func(e *tree.Node) {
		if name := d.path(e, what); name != "" {
			out = append(out, Pattern{Glob: lint.NewGlob(name), Source: d.source, Range: e.At})
		}
	})
	return out
}

func (d *decoder) server(v *tree.Node) {
	var s Server
	d.mapping(v, "a server", []field{
		{"name", func(v *tree.Node) { s.Name = d.text(v, "name") }},
		{"files", func(v *tree.Node) { s.Files = d.patterns(v, "files") }},
		{"profile", func(v *tree.Node) { s.Profiles = d.profiles(v) }},
		{"spec", func(v *tree.Node) { s.Spec = d.spec(v) }},
	})
	if !v.Is(record.Object) {
		return
	}
	if v.Get("name") == nil {
		d.refuse(v.At, "add name", "a server has no name")
	}
	if v.Get("files") == nil || v.Get("files").Is(record.Array) && len(s.Files) == 0 {
		d.refuse(v.At, "add files, such as tools/*.json", "a server has no files")
	}
	if slices.ContainsFunc(d.config.Servers, func(o Server) bool { return o.Name == s.Name }) {
		d.refuse(v.At, "join the two", "server %s is there twice", diag.Quote(s.Name, 40))
	}
	d.config.Servers = append(d.config.Servers, s)
}

var severityNames = []string{"off", "info", "warning", "error"}

func (d *decoder) rules(v *tree.Node) {
	if !v.Is(record.Object) {
		d.refuse(v.At, "write RULE: severity, one a line", "rules is %s, not a mapping", kindOf(v))
		return
	}
	for _, m := range v.Members {
		id, ok := d.rule(m.Name, m.At)
		severity, known := diag.ParseSeverity(d.known(m.Value, "severity", severityNames))
		if !ok || !known {
			continue
		}
		if _, twice := d.config.Rules[id]; twice {
			d.refuse(m.At, "keep one of the two", "rule %s is there twice, by its id and by its slug", id)
		}
		d.config.Rules[id] = severity
	}
}

// rule reads the name of a rule: its id or its slug.
func (d *decoder) rule(name string, at diag.Range) (id string, ok bool) {
	r, err := lint.LookupRule(name)
	if err == nil {
		return r.ID, true
	}
	help := "evref lint-tool --list-rules names them all"
	var unknown *lint.UnknownNameError
	if errors.As(err, &unknown) && unknown.Suggestion != "" {
		help = "did you mean " + unknown.Suggestion + "?"
	}
	d.refuse(at, help, "unknown rule %s", diag.Quote(name, 40))
	return "", false
}

func (d *decoder) schemes(v *tree.Node) {
	if !v.Is(record.Object) {
		d.refuse(v.At, "write TYPE: schema.json, one a line", "schemes is %s, not a mapping", kindOf(v))
		return
	}
	for _, m := range v.Members {
		if file := d.path(m.Value, "schema of "+diag.Quote(m.Name, 40)); file != "" {
			d.config.Schemes = append(d.config.Schemes, Scheme{Type: m.Name, Path: file, Source: d.source, Range: m.At})
		}
	}
}
