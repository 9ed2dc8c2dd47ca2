package cmd

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

// ruleInfo is a rule as --list-rules --format json shows it.
type ruleInfo struct {
	ID       string        `json:"id"`
	Slug     string        `json:"slug"`
	Severity diag.Severity `json:"severity"`
	Pedantic diag.Severity `json:"pedantic"`
	Since    string        `json:"since"`
	Summary  string        `json:"summary"`
	Profiles []string      `json:"profiles,omitempty"` // profiles that switch it on or make it stricter
}

func listRules(a *app, o *lintOptions) error {
	if len(o.args) > 0 {
		return usagef("--list-rules takes no files")
	}
	switch o.output.format {
	case "json":
		e := json.NewEncoder(a.Out)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(map[string]any{"schemaVersion": 1, "rules": ruleInfos()})
	case "text":
	default:
		return usagef("--list-rules prints text or json; drop --format %s", o.output.format)
	}
	w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
	for _, r := range ruleInfos() {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.ID, r.Slug, shownSeverity(r), r.Summary)
	}
	return w.Flush()
}

// shownSeverity says when a rule that is off by default runs.
func shownSeverity(r ruleInfo) string {
	switch {
	case r.Severity != diag.Off:
		return r.Severity.String()
	case r.Pedantic != diag.Off:
		return "pedantic"
	}
	return "profile"
}

func ruleInfos() []ruleInfo {
	var out []ruleInfo
	for _, r := range lint.Rules() {
		info := ruleInfo{ID: r.ID, Slug: r.Slug, Severity: r.Severity, Pedantic: r.Pedantic, Since: r.Since, Summary: r.Summary}
		if r.Severity != diag.Off { // at the pedantic level it is what it is
			info.Pedantic = r.Severity
		}
		for _, p := range lint.Profiles() {
			if _, ok := p.Rules[r.ID]; ok {
				info.Profiles = append(info.Profiles, p.Name)
			}
		}
		out = append(out, info)
	}
	return out
}
