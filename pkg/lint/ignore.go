package lint

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Ignore silences findings, for a reason. The zero value of Rule and of the
// patterns means any.
type Ignore struct {
	Rule    string // id
	Server  Glob
	Tool    Glob
	Pointer Glob // as in [Finding].Within: seen from the tool
	File    Glob // name of the file, relative to a folder that the caller chooses
	Reason  string
	Expires string // the last day that it holds, YYYY-MM-DD; empty for no end

	Source string     // where it is written
	Range  diag.Range // its place there
	Place  string     // the same as a JSON pointer
}

// matches reports whether the ignore is about a finding in a file.
func (i *Ignore) matches(file string, f *Finding) bool {
	return (i.Rule == "" || i.Rule == f.Rule) && i.File.Match(file) && i.Server.Match(f.Server) &&
		i.Tool.Match(f.Record) && i.Pointer.Match(f.Within)
}

func (i *Ignore) expired(today string) bool { return i.Expires != "" && i.Expires < today }

// about names what the ignore is about, for messages.
func (i *Ignore) about() string {
	parts := []string{"any rule"}
	if i.Rule != "" {
		parts[0] = i.Rule
	}
	for _, p := range []struct {
		word string
		glob Glob
	}{{"tool", i.Tool}, {"pointer", i.Pointer}, {"server", i.Server}, {"file", i.File}} {
		if !p.glob.IsZero() {
			parts = append(parts, p.word+" "+diag.Quote(p.glob.String(), 40))
		}
	}
	return strings.Join(parts, ", ")
}

// Ignores applies ignores to the findings of a run and remembers which of them
// were needed.
type Ignores struct {
	list  []Ignore
	met   []bool
	today string
}

// NewIgnores takes ignores and the day of the run, YYYY-MM-DD.
func NewIgnores(list []Ignore, today string) *Ignores {
	return &Ignores{list: list, met: make([]bool, len(list)), today: today}
}

// Match gives the first ignore that silences a finding; ok is false when there
// is none. An ignore that has expired silences nothing.
func (s *Ignores) Match(file string, f *Finding) (i *Ignore, ok bool) {
	for n := range s.list {
		candidate := &s.list[n]
		if !candidate.matches(file, f) {
			continue
		}
		s.met[n] = true
		if i == nil && !candidate.expired(s.today) {
			i = candidate
		}
	}
	return i, i != nil
}

// Findings reports, after the run, the ignores that have expired and those that
// nothing needed. It speaks only of ignores whose files were in the run.
// severity gives the severity of a rule, Off for one that is switched off.
func (s *Ignores) Findings(c *Coverage, severity func(rule string) diag.Severity) []Finding {
	var out []Finding
	for n := range s.list {
		i := &s.list[n]
		if !s.met[n] && !c.settles(i) {
			continue
		}
		switch {
		case i.expired(s.today):
			out = append(out, i.finding(expiredIgnore, fmt.Sprintf("ignore of %s expired on %s", i.about(), i.Expires),
				"correct what it was about, or look again and give it a new day"))
		case !s.met[n]:
			out = append(out, i.finding(unusedIgnore, fmt.Sprintf("ignore of %s matches no finding", i.about()), "remove it"))
		}
	}
	return withSeverity(out, severity)
}

func (i *Ignore) finding(rule, message, help string) Finding {
	return Finding{
		Diagnostic: diag.Diagnostic{
			Rule: rule, Source: i.Source, Pointer: i.Place, Range: i.Range, Message: message, Help: help,
		},
		Within: i.Place,
	}
}

// withSeverity fills in severities and drops what is switched off.
func withSeverity(findings []Finding, severity func(rule string) diag.Severity) []Finding {
	var out []Finding
	for _, f := range findings {
		if f.Severity = severity(f.Rule); f.Severity != diag.Off {
			out = append(out, f)
		}
	}
	number(out)
	return out
}
