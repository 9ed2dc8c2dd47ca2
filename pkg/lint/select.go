package lint

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Options choose the rules and the settings of a run. The zero value runs the
// default rules against the newest specification.
type Options struct {
	Settings
	Pedantic bool     // also run the rules that are too noisy for every day
	Enable   []string // ids or slugs of rules to run besides the default ones
	Disable  []string // ids or slugs of rules not to run; wins over everything else
	Only     []string // when not empty: the only rules to run
	// Severities sets the severity of rules by id or slug, for every variant of
	// the rule; Off is the same as Disable.
	Severities map[string]diag.Severity
}

// UnknownNameError is a rule, profile or revision that does not exist.
type UnknownNameError struct {
	What       string // "rule", "profile" or "specification revision"
	Name       string // as it was given
	Suggestion string // the nearest existing name; may be empty
}

// Error is one line with the suggestion in it.
func (e *UnknownNameError) Error() string {
	if e.Suggestion == "" {
		return fmt.Sprintf("unknown %s %s", e.What, diag.Quote(e.Name, 0))
	}
	return fmt.Sprintf("unknown %s %s; did you mean %s?", e.What, diag.Quote(e.Name, 0), e.Suggestion)
}

// choice is Options with the names of rules resolved to ids.
type choice struct {
	pedantic              bool
	enable, disable, only []string
	severities            map[string]diag.Severity
}

func choose(o Options) (choice, error) {
	c := choice{pedantic: o.Pedantic, severities: make(map[string]diag.Severity)}
	for _, list := range []struct {
		names []string
		ids   *[]string
	}{{o.Enable, &c.enable}, {o.Disable, &c.disable}, {o.Only, &c.only}} {
		for _, name := range list.names {
			id, err := ruleID(name)
			if err != nil {
				return c, err
			}
			*list.ids = append(*list.ids, id)
		}
	}
	names := make([]string, 0, len(o.Severities))
	for name := range o.Severities {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		id, err := ruleID(name)
		if err != nil {
			return c, err
		}
		c.severities[id] = o.Severities[name]
	}
	return c, nil
}

func ruleID(name string) (string, error) {
	r, err := LookupRule(name)
	return r.ID, err
}

// LookupRule is [FindRule] for a name that a person wrote: the error is an
// [*UnknownNameError] with the nearest name.
func LookupRule(name string) (Rule, error) {
	if r, ok := FindRule(name); ok {
		return r, nil
	}
	var names []string
	for _, r := range Rules() {
		names = append(names, r.ID, r.Slug)
	}
	return Rule{}, unknownName("rule", name, names)
}

// severity decides whether a rule runs and how much it matters. set means that
// the severity was chosen for every variant of the rule.
func (c choice) severity(r Rule, d *Demands) (severity diag.Severity, set bool) {
	only := slices.Contains(c.only, r.ID)
	if slices.Contains(c.disable, r.ID) || len(c.only) > 0 && !only {
		return diag.Off, false
	}
	if s, ok := c.severities[r.ID]; ok {
		return s, true
	}
	if s, ok := d.Rules[r.ID]; ok {
		return s, true
	}
	switch {
	case r.Severity != diag.Off:
		return r.Severity, false
	case only || slices.Contains(c.enable, r.ID):
		return cmp.Or(r.Pedantic, diag.Warning), false
	case c.pedantic:
		return r.Pedantic, false
	}
	return diag.Off, false
}

func unknownName[T ~string](what, name string, names []T) error {
	candidates := make([]string, len(names))
	for i, n := range names {
		candidates[i] = string(n)
	}
	nearest, _ := diag.Nearest(name, candidates)
	return &UnknownNameError{What: what, Name: name, Suggestion: nearest}
}
