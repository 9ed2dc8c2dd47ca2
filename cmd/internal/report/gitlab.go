package report

import (
	"io"

	"github.com/mcp-evref/evref/pkg/diag"
)

// GitLab is a GitLab Code Quality report: an array of issues, each with a
// fingerprint of its own. Suppressed findings are left out. The format has no
// room for a run that broke off, so what could not be judged is an issue too.
func GitLab(t *Tool) Printer[Source, Outcome] {
	var issues jsonList
	begin := func(w io.Writer) error { return write(w, "[") }
	each := func(w io.Writer, f Finding, _ Source) error { return issues.add(w, gitlabIssueOf(t, f)) }
	return flat(begin, each, func(w io.Writer, _ Outcome) error { return write(w, issues.closing()+"\n") })
}

type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
}

func gitlabIssueOf(t *Tool, f Finding) gitlabIssue {
	path, fingerprint := f.Source, f.Fingerprint
	if path == "" {
		path = t.Name
	}
	if fingerprint == "" {
		fingerprint = path + "#" + f.Rule + "@" + f.Range.Start.String()
	}
	return gitlabIssue{
		Description: sentence(f.Diagnostic), CheckName: t.Name + "/" + f.Rule, Fingerprint: fingerprint,
		Severity: gitlabSeverity(f.Severity),
		Location: gitlabLocation{relative(path), gitlabLines{max(f.Range.Start.Line, 1)}},
	}
}

func gitlabSeverity(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "major"
	case diag.Warning:
		return "minor"
	}
	return "info"
}
