package cmd

import (
	"cmp"
	"os"
	"slices"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

// suppressedFinding is a finding that does not count, and why.
type suppressedFinding struct {
	lint.Finding
	report.Suppression
}

// judge lints a file, makes its fixes, and sets aside what is ignored or in the
// baseline.
func (r *lintRun) judge(out *lintFile) error {
	c := &r.control
	name := c.nameOf(r.lintOptions, out.source)
	policy, err := r.policyFor(name)
	if err != nil {
		return err
	}
	if c.fix != "" {
		if err := r.fixFile(out, name, policy); err != nil {
			return err
		}
	}
	findings := policy.lint(out.file)
	if policy.severity(lint.ForeignTool) != diag.Off {
		c.mentions.Add(out.file)
	}
	if c.against != nil {
		changes := lint.Compare(c.against, out.file, policy.severity)
		c.changes += len(changes)
		findings = append(findings, changes...)
		slices.SortStableFunc(findings, func(a, b lint.Finding) int { return diag.Compare(a.Diagnostic, b.Diagnostic) })
	}
	if len(out.file.Broken) == 0 {
		c.coverage.Add(name, policy.ran)
	}
	r.setAside(out, name, findings)
	return nil
}

// lint gives the findings of a file, with the name that the configuration gives
// its server.
func (p *lintPolicy) lint(f *lint.File) []lint.Finding {
	findings := p.linter.Lint(f)
	for i := range findings {
		findings[i].Server = cmp.Or(findings[i].Server, p.server)
	}
	return findings
}

// setAside divides findings into those that count and those that do not.
func (r *lintRun) setAside(out *lintFile, name string, findings []lint.Finding) {
	c := &r.control
	if c.ignores == nil && c.baseline == nil && !c.writeBaseline {
		out.findings = findings // not copied: there can be very many
		return
	}
	var left []*lint.Finding
	for i := range findings {
		f := &findings[i]
		if c.ignores != nil {
			if ignore, ok := c.ignores.Match(name, f); ok {
				out.suppressed = append(out.suppressed, suppressedFinding{*f, report.Suppression{Reason: ignore.Reason}})
				r.summary.Ignored++
				continue
			}
		}
		left = append(left, f)
	}
	var known []bool
	if c.baseline != nil {
		known = c.baseline.Match(name, left)
	}
	for i, f := range left {
		if c.writeBaseline || known != nil && known[i] {
			out.suppressed = append(out.suppressed, suppressedFinding{*f, report.Suppression{Baseline: true, Reason: "in the baseline"}})
			r.summary.Baselined++
			continue
		}
		out.findings = append(out.findings, *f)
	}
	if c.writeBaseline {
		if c.accepted == nil {
			c.accepted = make(map[string][]*lint.Finding)
		}
		c.accepted[name] = append(c.accepted[name], left...)
	}
}

// finish reports, after the last file, on the ignores and the baseline, and
// writes the baseline. An interrupted run has not seen enough for either.
func (r *lintRun) finish() error {
	c := &r.control
	policy, err := r.policyFor("")
	if err != nil {
		return err
	}
	if len(r.summary.Failures) > 0 {
		c.coverage.Whole = nil // the files that could not be judged may be what an ignore is about
	}
	c.coverage.Exists = func(file string) bool {
		_, err := os.Stat(joinBase(c.base, file))
		return err == nil
	}
	var found []lint.Finding
	if c.ignores != nil {
		found = append(found, c.ignores.Findings(&c.coverage, policy.severity)...)
	}
	if c.baseline != nil && !c.writeBaseline {
		found = append(found, c.baseline.Findings(&c.coverage, policy.severity)...)
	}
	found = append(found, c.mentions.Findings(policy.severity)...)
	if err := r.printControl(found); err != nil {
		return err
	}
	if !c.writeBaseline {
		return nil
	}
	switch {
	case len(r.summary.Failures) > 0:
		c.refused = "not all could be read"
	case r.summary.Files == 0 && !r.allowEmpty:
		c.refused = "nothing was read"
	default:
		return r.saveBaseline()
	}
	r.say.fail("%s: not written, since %s", diag.Safe(c.baselinePath), c.refused)
	return nil
}

// printControl prints findings about the configuration and the baseline, by
// file.
func (r *lintRun) printControl(found []lint.Finding) error {
	for len(found) > 0 {
		source := found[0].Source
		n := slices.IndexFunc(found, func(f lint.Finding) bool { return f.Source != source })
		if n < 0 {
			n = len(found)
		}
		text, err := input.ReadAside(source, input.MaxAside)
		if err != nil {
			text = nil // only the line cannot be shown
		}
		if err := r.print(&lintFile{source: source, control: text, findings: found[:n]}); err != nil {
			return err
		}
		found = found[n:]
	}
	return nil
}

// saveBaseline writes the baseline as it is after this run.
func (r *lintRun) saveBaseline() error {
	c := &r.control
	fresh := c.baseline.Update(&c.coverage, c.accepted)
	if err := report.WriteFile(c.baselinePath, fresh.Bytes(), nil); err != nil {
		return err
	}
	r.say.note("%s: %s accepted, %d before", diag.Safe(c.baselinePath), count(fresh.Len(), "place"), c.baseline.Len())
	return nil
}
