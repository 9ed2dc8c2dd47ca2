package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

var memberRules = []Rule{
	{
		ID: "TOOL005", Slug: "unknown-member", Severity: diag.Warning, Since: "0.1.0",
		Summary: "a definition has a member that no client reads",
		Doc: Doc{
			Why: "Clients ignore members they do not know, so a misspelt or misplaced one has no effect and nobody says so. " +
				"A required list beside inputSchema, for one, makes every parameter optional. A member that is just extra " +
				"is only a note.",
			Bad:  Example{Input: `{"name": "search", "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}}}, "required": ["q"]}`},
			Good: Example{Input: `{"name": "search", "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}}`},
			Fix:  "Move the member to where it is read, or spell it as the specification does. A spelling that only differs in case or separators is fixed for you.",
			Refs: []Ref{refTool},
		},
		Check: Check{Tool: checkUnknownMember},
	},
	{
		ID: "TOOL010", Slug: "wrong-type", Severity: diag.Error, Since: "0.1.0",
		Summary: "a member of a definition has the wrong type",
		Doc: Doc{
			Why: "Typed clients refuse the definition, and often the whole list, when a member has another type than the " +
				"specification gives it. A null in place of an optional member is common, since some libraries write it " +
				"for unset values; it is a note, because most clients read it as absent.",
			Bad:  Example{Input: `{"name": "search", "description": 3, "inputSchema": {"type": "object"}}`},
			Good: Example{Input: `{"name": "search", "description": "Search the index.", "inputSchema": {"type": "object"}}`},
			Fix:  "Write the type that the specification gives. An optional null member is removed for you.",
			Refs: []Ref{refTool},
		},
		Check: Check{Tool: checkWrongType},
	},
	{
		ID: "TOOL011", Slug: "task-support", Severity: diag.Error, Since: "0.1.0",
		Summary: "execution.taskSupport has an unknown value, or is not part of this revision",
		Doc: Doc{
			Why: "Revision 2025-11-25 knows the values forbidden, optional and required. Other revisions have no execution " +
				"member: clients that follow them ignore it.",
			Bad:  Example{`{"name": "export", "inputSchema": {"type": "object"}, "execution": {"taskSupport": "maybe"}}`, Settings{Spec: Spec20251125}},
			Good: Example{`{"name": "export", "inputSchema": {"type": "object"}, "execution": {"taskSupport": "optional"}}`, Settings{Spec: Spec20251125}},
			Fix:  "Use one of the three values, or leave the member out under a revision that does not have it.",
			Refs: []Ref{{"MCP 2025-11-25, schema, ToolExecution", "https://modelcontextprotocol.io/specification/2025-11-25/schema#toolexecution"}},
		},
		Check: Check{Tool: checkTaskSupport},
	},
}

// toolMembers are the members of a Tool in any revision, with their types.
var toolMembers = []struct {
	name string
	kind record.Kind
}{
	{"name", record.String}, {"title", record.String}, {"description", record.String}, {"icons", record.Array},
	{"inputSchema", record.Object}, {"outputSchema", record.Object}, {"annotations", record.Object},
	{"execution", record.Object}, {"_meta", record.Object},
}

func isToolMember(name string) bool {
	for _, m := range toolMembers {
		if m.name == name {
			return true
		}
	}
	return false
}

// misplaced says where members belong that are found beside the right place.
var misplaced = map[string]string{
	"required": "inputSchema", "properties": "inputSchema", "additionalProperties": "inputSchema", "$defs": "inputSchema",
	"definitions": "inputSchema", "$schema": "inputSchema", "type": "inputSchema",
}

// renamed are members of other formats with the name a Tool has for them.
var renamed = map[string]string{
	"parameters": "inputSchema", "args": "inputSchema", "input": "inputSchema", "schema": "inputSchema",
	"output": "outputSchema", "returns": "outputSchema", "meta": "_meta", "icon": "icons", "summary": "description",
}

func checkUnknownMember(p *Pass, t *Tool) {
	for m := range t.Value.Members() {
		if isToolMember(m.Name) {
			continue
		}
		switch _, hint := hintByName(m.Name); {
		case hint, m.Name == "hints", isActionKey(m.Name), isTrustMember(m.Name):
			// known, or another rule's
		case misplaced[m.Name] != "":
			p.Report(Issue{
				At: m.Key, Message: fmt.Sprintf("%s beside inputSchema has no effect", m.Name),
				Help: "move it into " + misplaced[m.Name],
			})
		case !p.Enough():
			p.Report(unknownMember(t, m))
		}
	}
}

func unknownMember(t *Tool, m record.Member) Issue {
	right, likely := likelyMember(m.Name)
	_, taken := t.Value.Member(right)
	i := Issue{At: m.Key, Message: fmt.Sprintf("%s is not a member of a tool; clients ignore it", quote(m.Name, 0))}
	switch {
	case right == "" || taken && !likely:
		i.Severity = diag.Info
		i.Help = "remove it, or put it under _meta with a prefix of your own"
	case taken:
		i.Help = fmt.Sprintf("remove it: %s is there as well", right)
	default:
		i.Help = "write " + right
		i.Fixes = rename(t.Value, m, right, likely)
		if m.Name == "input_schema" {
			i.Severity = diag.Info // some formats use it on purpose
		}
	}
	return i
}

// likelyMember gives the member that a name stands for; likely is true when
// they differ in case, separators or a letter or two only.
func likelyMember(name string) (right string, likely bool) {
	var names []string
	for _, m := range toolMembers {
		if folded(m.name) == folded(name) {
			return m.name, true
		}
		names = append(names, m.name)
	}
	if right, ok := renamed[strings.ToLower(name)]; ok {
		return right, false
	}
	if right, ok := diag.Nearest(name, names); ok && len(name) > 4 {
		return right, true
	}
	return "", false
}

// folded brings spellings together that differ in case and separators only.
func folded(name string) string {
	out := make([]byte, 0, len(name))
	for i := range len(name) {
		switch c := name[i]; {
		case c == '_' || c == '-' || c == ' ' || c == '.':
		case 'A' <= c && c <= 'Z':
			out = append(out, c+'a'-'A')
		case c >= utf8.RuneSelf:
			return strings.ToLower(string(out) + dropSeparators(name[i:]))
		default:
			out = append(out, c)
		}
	}
	return string(out)
}

func dropSeparators(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("_- .", r) {
			return -1
		}
		return r
	}, s)
}

func checkWrongType(p *Pass, t *Tool) {
	for m := range t.Value.Members() {
		for _, known := range toolMembers {
			if known.name == m.Name {
				reportType(p, t.Value, m, known.kind)
			}
		}
	}
	if title, ok := t.Annotations.Value.Member("title"); ok {
		reportType(p, t.Annotations.Value, title, record.String)
	}
	checkIcons(p, t.Value.Get("icons"))
}

// reportType reports a member that is not of its kind. The schemas and the name
// have rules of their own.
func reportType(p *Pass, object record.Value, m record.Member, want record.Kind) {
	switch {
	case m.Value.Kind() == want || slices.Contains([]string{"name", "inputSchema", "outputSchema"}, m.Name):
		return
	case m.Name == "description" && m.Value.IsNull():
		return // TOOL020 speaks of it
	case p.Enough():
		return
	case m.Value.IsNull():
		p.Report(Issue{
			At: m.Value, Severity: diag.Info, Message: fmt.Sprintf("%s is null; strict clients want %s or nothing", m.Name, article(want)),
			Help:  "leave the member out",
			Fixes: []Fix{{Safe: true, Message: "remove " + m.Name, Edits: record.Remove(object, m)}},
		})
		return
	}
	p.Report(Issue{
		At: m.Value, Message: fmt.Sprintf("%s is %s, not %s", m.Name, article(m.Value.Kind()), article(want)),
		Help: fmt.Sprintf("write %s", article(want)),
	})
}

func checkIcons(p *Pass, icons record.Value) {
	for _, icon := range icons.Elements() {
		if icon.Kind() != record.Object {
			p.Report(Issue{At: icon, Message: fmt.Sprintf("icon is %s, not an object", article(icon.Kind())), Help: `write an object with "src"`})
			continue
		}
		switch src, ok := icon.Member("src"); {
		case !ok:
			p.Report(Issue{At: icon, Message: "icon has no src", Help: `add "src" with the address of the image`})
		case src.Value.Kind() != record.String:
			p.Report(Issue{At: src.Value, Message: fmt.Sprintf("src of an icon is %s, not a string", article(src.Value.Kind())), Help: "write the address of the image"})
		}
	}
}

func checkTaskSupport(p *Pass, t *Tool) {
	execution, ok := t.Value.Member("execution")
	if !ok || execution.Value.Kind() != record.Object {
		return
	}
	if p.Spec != Spec20251125 {
		p.Report(Issue{
			At: execution.Key, Severity: diag.Info,
			Message: fmt.Sprintf("execution is not part of MCP %s; only 2025-11-25 has it", p.Spec),
			Help:    "leave it out, or lint with --spec 2025-11-25",
		})
		return
	}
	support := execution.Value.Get("taskSupport")
	values := []string{"forbidden", "optional", "required"}
	if text, ok := support.Text(); support.IsZero() || ok && slices.Contains(values, text) {
		return
	}
	p.Report(Issue{
		At: support, Message: fmt.Sprintf("taskSupport is %s; it can be forbidden, optional or required", quote(string(support.Raw()), 40)),
		Help: "write one of the three",
	})
}
