package lint

import (
	"slices"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Linter runs a fixed choice of rules. It keeps no state between files, so that
// one Linter serves many goroutines.
type Linter struct {
	settings Settings
	demands  *Demands
	enabled  int

	tools   checks[*Tool]
	schemas checks[*Schema]
	nodes   checks[*Node]
	texts   checks[Text]
	lists   checks[*List]
	results checks[*Result]
	files   checks[*File]
}

// checks are the functions that look at one kind of thing, in order of rule id.
type checks[T any] []struct {
	rule *enabledRule
	run  func(*Pass, T)
}

type enabledRule struct {
	Rule
	index    int // among the enabled rules
	severity diag.Severity
	set      bool // chosen by a profile or by the user, for every variant of the rule
}

func (c *checks[T]) add(r *enabledRule, run func(*Pass, T)) {
	if run != nil {
		*c = append(*c, struct {
			rule *enabledRule
			run  func(*Pass, T)
		}{r, run})
	}
}

func (c checks[T]) all(p *Pass, x T) {
	for i := range c {
		p.rule = c[i].rule
		c[i].run(p, x)
	}
}

// New makes a Linter. The error is always an [*UnknownNameError].
func New(o Options) (*Linter, error) {
	if o.Spec != "" && !slices.Contains(Specs(), o.Spec) {
		return nil, unknownName("specification revision", string(o.Spec), Specs())
	}
	demands, err := combineProfiles(o.Profiles)
	if err != nil {
		return nil, err
	}
	chosen, err := choose(o)
	if err != nil {
		return nil, err
	}
	l := &Linter{settings: o.Settings, demands: demands}
	for _, r := range Rules() {
		severity, set := chosen.severity(r, demands)
		if severity == diag.Off {
			continue
		}
		e := &enabledRule{r, l.enabled, severity, set}
		l.enabled++
		l.tools.add(e, r.Check.Tool)
		l.schemas.add(e, r.Check.Schema)
		l.nodes.add(e, r.Check.Node)
		l.texts.add(e, r.Check.Text)
		l.lists.add(e, r.Check.List)
		l.results.add(e, r.Check.Result)
		l.files.add(e, r.Check.File)
	}
	return l, nil
}

// Lint gives the findings of one file, in order of their place in it.
func (l *Linter) Lint(f *File) []Finding {
	p := &Pass{Spec: l.specFor(f), Demands: l.demands, Prefix: l.settings.ClientPrefix, file: f, last: make([]int, l.enabled), texts: make(map[string]string), expected: f.Tools()}
	for _, list := range f.Lists {
		for _, t := range list.Tools() {
			l.tool(p, t)
		}
		p.subject = list.subject()
		l.lists.all(p, list)
		p.settle()
	}
	for _, r := range f.Results {
		p.subject = subject{value: r.Value, pointer: r.pointer}
		l.results.all(p, r)
		p.settle()
	}
	p.subject = subject{value: f.records[0].Root()}
	l.files.all(p, f)
	p.settle()
	slices.SortStableFunc(p.settled, func(a, b Finding) int { return diag.Compare(a.Diagnostic, b.Diagnostic) })
	number(p.settled)
	return p.settled
}

func (l *Linter) specFor(f *File) Spec {
	switch {
	case l.settings.Spec != "":
		return l.settings.Spec
	case f.Spec != "":
		return f.Spec
	}
	return NewestSpec
}

func (l *Linter) tool(p *Pass, t *Tool) {
	p.subject = subjectOf(t)
	l.tools.all(p, t)
	text := func(x Text) { l.texts.all(p, x) }
	t.texts(text)
	for _, s := range t.Schemas() {
		l.schemas.all(p, s)
		s.Walk(func(n *Node) {
			l.nodes.all(p, n)
			n.texts(text)
		})
	}
	p.settle()
}
