package lint

import (
	"fmt"

	"github.com/mcp-evref/evref/pkg/diag"
)

var titleRules = []Rule{
	{
		ID: "TOOL021", Slug: "title-missing", Severity: diag.Off, Pedantic: diag.Info, Since: "0.1.0",
		Summary: "the tool has no title",
		Doc: Doc{
			Why: "Clients show the title to people, and the bare name without one. The directory of Claude connectors " +
				"asks for a title on every tool.",
			Bad:  Example{Input: `{"name": "sync", "inputSchema": {"type": "object"}}`},
			Good: Example{Input: `{"name": "sync", "title": "Sync the index", "inputSchema": {"type": "object"}}`},
			Fix:  "Add a title of a few words. annotations.title is read as well.",
			Refs: []Ref{refTool, {"aiquila: titles and hints for the directory of Claude connectors", "https://github.com/elgorro/aiquila/issues/386"}},
		},
		Check: Check{Tool: checkTitleMissing},
	},
	{
		ID: "TOOL026", Slug: "two-titles", Severity: diag.Info, Since: "0.1.0",
		Summary: "title and annotations.title differ",
		Doc: Doc{
			Why: "A client shows title, or annotations.title when it is older, or the name. With two different titles " +
				"people see one tool under two names, and the one who approves a call may read the milder one.",
			Bad:  Example{Input: `{"name": "archive", "title": "Archive", "inputSchema": {"type": "object"}, "annotations": {"title": "Delete"}}`},
			Good: Example{Input: `{"name": "archive", "title": "Archive", "inputSchema": {"type": "object"}, "annotations": {"title": "Archive"}}`},
			Fix:  "Keep one title, or make the two equal.",
			Refs: []Ref{refTool},
		},
		Check: Check{Tool: checkTwoTitles},
	},
}

func checkTitleMissing(p *Pass, t *Tool) {
	title, _ := t.Title.Value.Text()
	other, _ := t.Annotations.Value.Get("title").Text()
	if title == "" && other == "" {
		p.Report(Issue{At: t.Value, Show: t.Head(), Message: "tool has no title to show to people", Help: `add "title"`})
	}
}

func checkTwoTitles(p *Pass, t *Tool) {
	annotated := t.Annotations.Value.Get("title")
	title, ok := t.Title.Value.Text()
	other, ok2 := annotated.Text()
	if ok && ok2 && title != other {
		p.Report(Issue{
			At: annotated, Message: fmt.Sprintf("annotations.title is %s but title is %s; clients show one or the other", quote(other, 40), quote(title, 40)),
			Help:    "keep one, or make them equal",
			Related: []Related{{At: t.Title.Value, Message: "title here"}},
		})
	}
}
