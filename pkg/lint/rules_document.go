package lint

import (
	"fmt"

	"github.com/mcp-evref/evref/pkg/diag"
)

var documentRules = []Rule{
	{
		ID: "TOOL001", Slug: "not-an-object", Severity: diag.Error, Since: "0.1.0",
		Summary: "an entry of a list of tools is not an object",
		Doc: Doc{
			Why: "A list of tools holds definitions. Anything else in it makes strict clients refuse the whole list, so " +
				"that the other tools are lost too.",
			Bad:  Example{Input: `{"tools": ["search"]}`},
			Good: Example{Input: `{"tools": [{"name": "search", "description": "Search the index.", "inputSchema": {"type": "object"}}]}`},
			Fix:  "Write each tool as an object with name, description and inputSchema.",
			Refs: []Ref{refListTools},
		},
		Check: Check{List: checkNotAnObject},
	},
	{
		ID: "TOOL006", Slug: "duplicate-member", Severity: diag.Error, Since: "0.1.0",
		Summary: "an object has two members with the same name",
		Doc: Doc{
			Why: "JSON parsers disagree on which of the two counts: some take the first, most the last, some refuse the " +
				"file. A reviewer and a client can read two different tools out of one text.",
			Bad:  Example{Input: `{"name": "read", "inputSchema": {"type": "object"}, "annotations": {}, "annotations": {"readOnlyHint": true}}`},
			Good: Example{Input: `{"name": "read", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}`},
			Fix:  "Keep one of the two. Names are compared after escapes are resolved.",
			Refs: []Ref{refDuplicates, refIJSON},
		},
		Check: Check{File: checkDuplicateMember},
	},
	{
		ID: "TOOL008", Slug: "incomplete-list", Severity: diag.Warning, Since: "0.1.0",
		Summary: "the list says that there are more pages",
		Doc: Doc{
			Why: "A list with a nextCursor is one page of a longer one. Rules about the whole list, such as the one about " +
				"repeated names, cannot see what is on the other pages.",
			Bad:  Example{Input: `{"tools": [{"name": "search", "inputSchema": {"type": "object"}}], "nextCursor": "p2"}`},
			Good: Example{Input: `{"tools": [{"name": "search", "inputSchema": {"type": "object"}}]}`},
			Fix:  "Capture all pages; several answers in one JSON Lines file are read as one list.",
			Refs: []Ref{{"MCP 2026-07-28, Pagination", "https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination"}},
		},
		Check: Check{List: checkIncompleteList},
	},
	{
		ID: "TOOL009", Slug: "empty-list", Severity: diag.Info, Since: "0.1.0",
		Summary: "the list has no tools",
		Doc: Doc{
			Why: "An empty list is allowed. In a capture it is more often the sign of a server that was not ready, not " +
				"signed in or not configured when it was asked.",
			Bad:  Example{Input: `{"tools": []}`},
			Good: Example{Input: `{"tools": [{"name": "search", "inputSchema": {"type": "object"}}]}`},
			Fix:  "Check that the server was set up when the list was saved.",
			Refs: []Ref{refListTools},
		},
		Check: Check{List: checkEmptyList},
	},
}

func checkNotAnObject(p *Pass, l *List) {
	for _, v := range l.Others {
		p.Report(Issue{
			At: v, Message: fmt.Sprintf("entry of a list of tools is %s, not a tool", article(v.Kind())),
			Help: "write an object with name, description and inputSchema",
		})
	}
}

func checkDuplicateMember(p *Pass, f *File) {
	for _, rec := range f.records {
		for _, d := range rec.Duplicates() {
			p.Report(Issue{
				At: d.Again.Key, Tool: f.toolAround(d.Again.Key),
				Message: fmt.Sprintf("member %s appears twice in one object; readers disagree on which one counts", quote(d.Again.Name, 0)),
				Help:    "keep one of the two",
				Related: []Related{{At: d.First.Key, Message: "first here"}},
			})
		}
	}
}

func checkIncompleteList(p *Pass, l *List) {
	if !l.hasNextPage() {
		return
	}
	cursor, _ := l.Owner.Member("nextCursor")
	p.Report(l.issue(Issue{
		At: cursor.Value, Show: cursor.Key, Message: "list has a nextCursor: this is not all of it",
		Help: "capture the other pages as well",
	}))
}

func checkEmptyList(p *Pass, l *List) {
	if l.Len() == 0 && len(l.Others) == 0 {
		p.Report(l.issue(Issue{Message: "list has no tools", Help: "check that the server was set up when the list was saved"}))
	}
}
