package config

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

// maxExtends is how long a chain of configurations may be.
const maxExtends = 10

// Load reads a configuration and those it extends. With problems, which are in
// the order they were met, there is no configuration.
func Load(path string) (*Config, []diag.Diagnostic) {
	c := &Config{Path: path, Dir: filepath.Dir(path), Rules: make(map[string]diag.Severity)}
	l := loader{config: c}
	l.file(path, diag.Range{}, "")
	if len(l.problems) > 0 {
		return nil, l.problems
	}
	return c, nil
}

type loader struct {
	config   *Config
	chain    []string // files being read, outermost first
	problems []diag.Diagnostic
}

// file reads one file of the chain. What it extends is read first, so that its
// own settings win; at is where the file is named.
func (l *loader) file(path string, at diag.Range, from string) {
	clean, err := filepath.Abs(path)
	if err != nil {
		clean = path
	}
	switch {
	case slices.Contains(l.chain, clean):
		l.add(problem(from, at, "configuration extends itself", "break the circle"))
		return
	case len(l.chain) == maxExtends:
		l.add(problem(from, at, "more than ten configurations extend each other", "join some of them"))
		return
	}
	_, root, failure := readFile(path, path)
	if failure != nil {
		if from != "" && !failure.Range.Start.IsValid() { // say it where the name is written
			failure = problem(from, at, diag.Quote(path, 80)+": "+strings.TrimPrefix(failure.Message, "configuration: "), failure.Help)
		}
		l.add(failure)
		return
	}
	l.chain = append(l.chain, clean)
	defer func() { l.chain = l.chain[:len(l.chain)-1] }()
	d := decoder{source: path, base: l.base(path), config: &Config{Rules: make(map[string]diag.Severity)}}
	d.document(root)
	if l.problems = append(l.problems, d.problems...); len(d.problems) > 0 {
		return
	}
	l.config.Files = append(l.config.Files, path)
	for _, e := range d.extends {
		l.file(filepath.Join(filepath.Dir(path), filepath.FromSlash(e.Text)), e.At, path)
	}
	l.merge(d.config)
}

// base gives the way from the folder of the configuration to that of a file it
// extends, "." for itself.
func (l *loader) base(path string) string {
	rel, err := filepath.Rel(l.config.Dir, filepath.Dir(path))
	if err != nil {
		return filepath.ToSlash(filepath.Dir(path))
	}
	return filepath.ToSlash(rel)
}

func (l *loader) add(d *diag.Diagnostic) { l.problems = append(l.problems, *d) }

// merge lays the settings of a file over those before it: single values and the
// severity of a rule replace, lists are put in front.
func (l *loader) merge(own *Config) {
	c := l.config
	if own.Spec != "" {
		c.Spec = own.Spec
	}
	if own.Profiles != nil {
		c.Profiles = own.Profiles
	}
	if own.Baseline != "" {
		c.Baseline = own.Baseline
	}
	for id, severity := range own.Rules {
		c.Rules[id] = severity
	}
	c.Servers = append(slices.Clone(own.Servers), c.Servers...)
	c.Ignores = append(slices.Clone(own.Ignores), c.Ignores...)
	c.Schemes = mergeSchemes(own.Schemes, c.Schemes)
	c.Exclude = append(slices.Clone[[]lint.Glob](own.Exclude), c.Exclude...)
	c.Requirements = append(slices.Clone(own.Requirements), c.Requirements...)
}

// mergeSchemes lets the schema of a file replace one for the same type.
func mergeSchemes(own, before []Scheme) []Scheme {
	out := slices.Clone(own)
	for _, s := range before {
		if !slices.ContainsFunc(own, func(o Scheme) bool { return o.Type == s.Type }) {
			out = append(out, s)
		}
	}
	return out
}
