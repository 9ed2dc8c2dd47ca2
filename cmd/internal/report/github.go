package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
)

// githubShown is how many annotations of one kind GitHub shows for a step. The
// others are in the log only, which the last line says.
const githubShown = 10

// GitHub is workflow commands of GitHub Actions, which show findings as
// annotations of a change.
func GitHub(t *Tool) Printer[Source, Outcome] {
	counts := map[string]int{}
	each := func(w io.Writer, f Finding, _ Source) error {
		kind := githubKind(f.Severity)
		counts[kind]++
		return write(w, githubCommand(kind, t.Name, f.Diagnostic))
	}
	return flat(nil, each, func(w io.Writer, _ Outcome) error {
		if max(counts["error"], counts["warning"], counts["notice"]) <= githubShown {
			return nil
		}
		return write(w, fmt.Sprintf("%s: errors %d, warnings %d, notices %d; GitHub shows the first %d of each as annotations\n",
			t.Name, counts["error"], counts["warning"], counts["notice"], githubShown))
	})
}

func githubKind(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "error"
	case diag.Warning:
		return "warning"
	}
	return "notice"
}

func githubCommand(kind, tool string, d diag.Diagnostic) string {
	var properties []string
	set := func(name, value string) { properties = append(properties, name+"="+githubProperty(value)) }
	if d.Source != "" {
		set("file", relative(d.Source))
	}
	if start, end := d.Range.Start, d.Range.End; start.IsValid() {
		set("line", fmt.Sprint(start.Line))
		if end.IsValid() {
			set("endLine", fmt.Sprint(end.Line))
		}
		if end.Line == start.Line { // columns of several lines are refused
			set("col", fmt.Sprint(start.Column))
			set("endColumn", fmt.Sprint(end.Column))
		}
	}
	set("title", strings.TrimSpace(tool+" "+d.Rule))
	return "::" + kind + " " + strings.Join(properties, ",") + "::" + githubData(sentence(d)) + "\n"
}

// githubData escapes a message, githubProperty a property, as the runner
// decodes them. What is left of control characters is made visible.
func githubData(text string) string {
	return diag.Safe(strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text))
}

func githubProperty(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubData(text))
}
