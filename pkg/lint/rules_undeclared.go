package lint

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
)

var undeclaredRules = []Rule{
	{
		ID: "TOOL034", Slug: "hints-undeclared", Severity: diag.Info, Since: "0.1.0",
		Summary: "hints are not declared, so clients assume the defaults",
		Doc: Doc{
			Why: "A hint that is left out has its default, and the defaults are the worst case: the tool writes, destroys " +
				"and reaches the open world. Harmless tools then ask for confirmation each time. The finding is one per list " +
				"of tools. The directories of ChatGPT apps and Claude connectors refuse tools for it: with their profiles it " +
				"is an error on each tool.",
			Bad:  Example{Input: `{"name": "list_users", "description": "List the users.", "inputSchema": {"type": "object"}}`},
			Good: Example{Input: `{"name": "list_users", "description": "List the users.", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true, "openWorldHint": false}}`},
			Fix:  "Declare readOnlyHint and openWorldHint, and destructiveHint for a tool that writes.",
			Refs: []Ref{
				refHints,
				{"Teamwork: 190 tools refused for missing hints", "https://github.com/Teamwork/mcp/pull/420"},
				{"longbridge-mcp: hints set explicitly for review", "https://github.com/longbridge/longbridge-mcp/pull/81"},
			},
		},
		Check: Check{List: checkUndeclared},
	},
	{
		ID: "TOOL037", Slug: "stamped-hints", Severity: diag.Info, Since: "0.1.0",
		Summary: "tools that read and tools that delete declare the same hints",
		Doc: Doc{
			Why: "When every tool of a server declares the same writing hints, whether it searches or deletes, the hints were " +
				"probably stamped on by a shared default. A client cannot tell the deletion from the search.",
			Bad: Example{Input: `{"tools": [
  {"name": "get_page", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": false, "destructiveHint": true}},
  {"name": "list_pages", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": false, "destructiveHint": true}},
  {"name": "search_pages", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": false, "destructiveHint": true}},
  {"name": "update_page", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": false, "destructiveHint": true}},
  {"name": "delete_page", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": false, "destructiveHint": true}}
]}`},
			Good: Example{Input: `{"tools": [
  {"name": "get_page", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}},
  {"name": "list_pages", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}},
  {"name": "search_pages", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}},
  {"name": "update_page", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": false, "destructiveHint": true}},
  {"name": "delete_page", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": false, "destructiveHint": true}}
]}`},
			Fix:  "Declare the hints of each tool by what it does.",
			Refs: []Ref{{"codebase-memory-mcp: one annotation object on 13 of 15 tools", "https://github.com/DeusData/codebase-memory-mcp/issues/2118"}},
		},
		Check: Check{List: checkStamped},
	},
}

func checkUndeclared(p *Pass, l *List) {
	if p.Demands.Has("openai-apps") || p.Demands.Has("claude-directory") {
		for _, t := range l.Tools() {
			checkDirectory(p, t)
		}
		return
	}
	lacking, examples := 0, []*Tool{}
	for _, t := range l.Tools() {
		if len(undeclared(t.Hints())) > 0 {
			if lacking++; len(examples) < 3 {
				examples = append(examples, t)
			}
		}
	}
	if lacking == 0 {
		return
	}
	if l.Len() == 1 {
		t := l.Tool(0)
		hints := t.Hints()
		p.Report(Issue{
			At: t.Value, Tool: t, Show: t.Head(),
			Message: fmt.Sprintf("%s not declared; clients assume %s", isOrAre(undeclared(hints)), effective(hints)),
			Help:    "declare them under annotations",
		})
		return
	}
	i := l.issue(Issue{
		Message: fmt.Sprintf("%d of %d tools leave hints out; clients assume the defaults, %s", lacking, l.Len(), effective((&Tool{}).Hints())),
		Help:    "declare readOnlyHint and openWorldHint, and destructiveHint for tools that write",
	})
	for _, t := range examples {
		i.Related = append(i.Related, Related{At: t.Head(), Tool: t, Message: isOrAre(undeclared(t.Hints())) + " not declared"})
	}
	p.Report(i)
}

// undeclared lists the hints that a reader has to assume and that matter: whose
// default is the worse case, or without which the others mean nothing. A tool
// that declares some hints but not destructiveHint has a rule of its own.
func undeclared(hints [4]Hint) []string {
	var names []string
	for i, h := range hints {
		if h.Provenance != Defaulted || i == Idempotent || i == Destructive && declaresAny(hints) {
			continue
		}
		names = append(names, h.Name)
	}
	return names
}

func isOrAre(names []string) string {
	if len(names) == 1 {
		return names[0] + " is"
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " are"
}

// effective writes out the values a client goes by.
func effective(hints [4]Hint) string {
	parts := make([]string, 0, len(hints))
	for _, h := range hints {
		if h.Provenance != NotApplicable {
			parts = append(parts, fmt.Sprintf("%s %t", h.Name, h.Value))
		}
	}
	return strings.Join(parts, ", ")
}

// checkDirectory holds the rules of the two directories.
func checkDirectory(p *Pass, t *Tool) {
	hints := t.Hints()
	if p.Demands.Has("openai-apps") {
		for _, i := range []int{ReadOnly, Destructive, OpenWorld} {
			if h := hints[i]; h.Provenance != Declared && h.Provenance != NotBoolean {
				p.Report(Issue{
					At: t.Value, Tool: t, Show: t.Head(),
					Message: fmt.Sprintf("%s is not declared; the directory of ChatGPT apps wants it on every tool", h.Name),
					Help:    "add it to annotations, true or false",
				})
			}
		}
	}
	if p.Demands.Has("claude-directory") && !hints[ReadOnly].says(true) && !hints[Destructive].says(true) {
		p.Report(Issue{
			At: t.Value, Tool: t, Show: t.Head(),
			Message: "neither readOnlyHint nor destructiveHint is declared true; the directory of Claude connectors wants one of them on every tool",
			Help:    "declare readOnlyHint: true for a tool that only reads, destructiveHint: true for one that writes",
		})
	}
}

// minStamped is the size of list from which equal hints are suspicious.
const minStamped = 5

func checkStamped(p *Pass, l *List) {
	if l.Len() < minStamped {
		return
	}
	signature := l.Tool(0).Hints()
	if signature[ReadOnly].Value || !declaresAny(signature) {
		return
	}
	var reads, deletes *Tool
	for _, t := range l.Tools() {
		hints := t.Hints()
		for i := range hints {
			if hints[i].Value != signature[i].Value || hints[i].Provenance != signature[i].Provenance {
				return
			}
		}
		name, _ := t.Name.Value.Text()
		if _, ok := verb(name, readVerbs); ok && reads == nil {
			reads = t
		} else if _, ok := verb(name, destroyVerbs); ok && deletes == nil {
			deletes = t
		}
	}
	if reads == nil || deletes == nil {
		return
	}
	p.Report(l.issue(Issue{
		Message: fmt.Sprintf("all %d tools declare the same hints (%s), those that read and those that delete; a shared default?", l.Len(), effective(signature)),
		Help:    "declare the hints of each tool by what it does",
		Related: []Related{
			{At: reads.Head(), Tool: reads, Message: "reads, by its name"},
			{At: deletes.Head(), Tool: deletes, Message: "deletes, by its name"},
		},
	}))
}
