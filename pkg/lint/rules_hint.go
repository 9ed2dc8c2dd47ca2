package lint

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

var hintRules = []Rule{
	{
		ID: "TOOL030", Slug: "hint-type", Severity: diag.Error, Since: "0.1.0",
		Summary: "a behaviour hint is not a boolean",
		Doc: Doc{
			Why: "A client that wants a boolean refuses null, \"true\" or 1, or reads them as absent and takes the default. " +
				"The defaults are the worst case: destructiveHint and openWorldHint are true when nothing is said.",
			Bad:  Example{Input: `{"name": "read_note", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true, "openWorldHint": null}}`},
			Good: Example{Input: `{"name": "read_note", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true, "openWorldHint": false}}`},
			Fix:  "Write true or false, or leave the hint out. A null is removed for you and a quoted boolean is unquoted.",
			Refs: []Ref{refHints, {"basic-memory: null hints refused in review", "https://github.com/basicmachines-co/basic-memory/pull/1036"}},
		},
		Check: Check{Tool: checkHintType},
	},
	{
		ID: "TOOL031", Slug: "hint-name", Severity: diag.Error, Since: "0.1.0",
		Summary: "a member of annotations is not a hint, though it looks like one",
		Doc: Doc{
			Why: "The SDKs keep the hints they know and drop the rest. A hint with a letter in the wrong case is dropped " +
				"without a word, and the tool is treated by the worst-case defaults. A member that resembles no hint is a note.",
			Bad:  Example{Input: `{"name": "read_note", "inputSchema": {"type": "object"}, "annotations": {"readonlyHint": true}}`},
			Good: Example{Input: `{"name": "read_note", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}`},
			Fix:  "Use the spelling of the specification. It is renamed for you when the right name is free.",
			Refs: []Ref{refHints, refDropped},
		},
		Check: Check{Tool: checkHintName},
	},
	{
		ID: "TOOL032", Slug: "read-only-destructive", Severity: diag.Warning, Since: "0.1.0",
		Summary: "the tool says that it only reads and that it destroys",
		Doc: Doc{
			Why: "destructiveHint means nothing when readOnlyHint is true, so clients differ: some run the tool without " +
				"asking, some warn before every call. Often it is a default of a library that nobody meant.",
			Bad:  Example{Input: `{"name": "list_alerts", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true, "destructiveHint": true}}`},
			Good: Example{Input: `{"name": "list_alerts", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true, "destructiveHint": false}}`},
			Fix:  "Set destructiveHint to false if the tool only reads, or readOnlyHint to false if it does not.",
			Refs: []Ref{refHints, {"signoz-mcp-server: read-only tools advertised as destructive", "https://github.com/SigNoz/signoz-mcp-server/pull/102"}},
		},
		Check: Check{Tool: checkReadOnlyDestructive},
	},
	{
		ID: "TOOL033", Slug: "hint-not-applicable", Severity: diag.Off, Pedantic: diag.Info, Since: "0.1.0",
		Summary: "a hint says nothing because the tool is read-only",
		Doc: Doc{
			Why: "destructiveHint and idempotentHint speak about changes, so they mean nothing for a tool that only reads. " +
				"Off by default: spelling them out is good practice, and some directories demand it.",
			Bad:  Example{Input: `{"name": "list_alerts", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true, "idempotentHint": true}}`},
			Good: Example{Input: `{"name": "list_alerts", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}`},
			Fix:  "Nothing has to be done; leave the hint out to be brief.",
			Refs: []Ref{refHints},
		},
		Check: Check{Tool: checkNotApplicable},
	},
	{
		ID: "TOOL035", Slug: "destructive-by-default", Severity: diag.Info, Since: "0.1.0",
		Summary: "the tool writes and does not say whether it destroys, so it counts as destructive",
		Doc: Doc{
			Why: "destructiveHint is true when it is left out. A tool that only adds, such as one that creates a comment, " +
				"then gets the warning that belongs to a deletion, and people learn to click it away.",
			Bad:  Example{Input: `{"name": "add_comment", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": false}}`},
			Good: Example{Input: `{"name": "add_comment", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": false, "destructiveHint": false}}`},
			Fix:  "Add destructiveHint: false for additions, true for updates and deletions.",
			Refs: []Ref{refHints},
		},
		Check: Check{Tool: checkDestructiveByDefault},
	},
	{
		ID: "TOOL036", Slug: "verb-against-hint", Severity: diag.Off, Pedantic: diag.Info, Since: "0.1.0",
		Summary: "the verb in the name and a declared hint contradict each other",
		Doc: Doc{
			Why: "A tool named delete_branch that says it destroys nothing deserves a second look. Off by default: a name is " +
				"weak evidence, and most such findings are wrong.",
			Bad:  Example{Input: `{"name": "delete_branch", "inputSchema": {"type": "object"}, "annotations": {"destructiveHint": false}}`},
			Good: Example{Input: `{"name": "delete_branch", "inputSchema": {"type": "object"}, "annotations": {"destructiveHint": true}}`},
			Fix:  "Correct the hint, or ignore the finding for this tool with the reason.",
			Refs: []Ref{{"agents-shipgate: hints checked against names", "https://github.com/ThreeMoonsLab/agents-shipgate/issues/462"}},
		},
		Check: Check{Tool: checkVerbAgainstHint},
	},
	{
		ID: "TOOL038", Slug: "hint-misplaced", Severity: diag.Warning, Since: "0.1.0",
		Summary: "a hint is not inside annotations",
		Doc: Doc{
			Why: "Clients look for hints in annotations and nowhere else. A hint at the top of the definition, in _meta or " +
				"in a member named hints has no effect, and the tool is treated by the worst-case defaults.",
			Bad:  Example{Input: `{"name": "read_note", "inputSchema": {"type": "object"}, "readOnlyHint": true}`},
			Good: Example{Input: `{"name": "read_note", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}`},
			Fix:  "Move the hint into annotations.",
			Refs: []Ref{refHints},
		},
		Check: Check{Tool: checkHintMisplaced},
	},
}

func checkHintType(p *Pass, t *Tool) {
	for _, h := range t.Hints() {
		v := h.Member.Value
		if _, ok := v.Bool(); ok || v.IsZero() {
			continue
		}
		i := Issue{
			At: v, Message: fmt.Sprintf("%s is %s, not a boolean; %s", h.Name, shown(v), consequence(h)),
			Help: "write true or false, or leave the hint out",
		}
		switch text, _ := v.Text(); {
		case v.IsNull():
			i.Fixes = []Fix{{Safe: true, Message: "remove " + h.Name, Edits: record.Remove(t.Annotations.Value, h.Member)}}
		case strings.EqualFold(text, "true") || strings.EqualFold(text, "false"):
			right := strings.ToLower(text)
			i.Help = "write " + right + " without quotes"
			i.Fixes = []Fix{{Safe: true, Message: i.Help, Edits: []record.Edit{record.Replace(v, right)}}}
		}
		p.Report(i)
	}
}

// shown writes a value into a message: scalars as they stand, others by kind.
func shown(v record.Value) string {
	switch v.Kind() {
	case record.String:
		text, _ := v.Text()
		return "the string " + quote(text, 40)
	case record.Null, record.Bool, record.Number:
		return strings.Trim(quote(string(v.Raw()), 40), `"`)
	}
	return article(v.Kind())
}

// consequence says what a client makes of a hint it cannot read.
func consequence(h Hint) string {
	if h.Provenance == NotApplicable {
		return "strict clients refuse the definition"
	}
	return fmt.Sprintf("clients take the default, %t", h.Value)
}

func checkHintName(p *Pass, t *Tool) {
	for m := range t.Annotations.Value.Members() {
		if m.Name == "title" || strings.Contains(m.Name, "/") || isUnprefixedAction(m.Name) || isActionKey(m.Name) || isTrustMember(m.Name) {
			continue
		}
		hint, ok := hintByName(m.Name)
		switch {
		case hint == m.Name || p.Enough():
		case ok:
			p.Report(misspeltHint(t, m, hint))
		default:
			p.Report(Issue{
				At: m.Key, Severity: diag.Info,
				Message: fmt.Sprintf("%s is not a member of a tool's annotations; most clients drop it", quote(m.Name, 0)),
				Help:    "put it under _meta with a prefix of your own",
			})
		}
	}
}

func misspeltHint(t *Tool, m record.Member, hint string) Issue {
	i := Issue{At: m.Key, Help: "write " + hint}
	for _, d := range hintDefaults {
		if d.name == hint {
			i.Message = fmt.Sprintf("%s is not a hint: clients drop it and take %s for %t", quote(m.Name, 0), hint, d.value)
		}
	}
	if right, taken := t.Annotations.Value.Member(hint); taken {
		i.Message = fmt.Sprintf("%s is not a hint: clients drop it", quote(m.Name, 0))
		i.Help = fmt.Sprintf("remove it: %s is there as well", hint)
		i.Related = []Related{{At: right.Key, Message: "the hint that counts"}}
		return i
	}
	i.Fixes = rename(t.Annotations.Value, m, hint, true)
	return i
}

func checkReadOnlyDestructive(p *Pass, t *Tool) {
	hints := t.Hints()
	readOnly, destructive := hints[ReadOnly], hints[Destructive]
	if !readOnly.says(true) || !destructive.says(true) {
		return
	}
	set := func(h Hint) Fix {
		return Fix{Message: fmt.Sprintf("set %s to false", h.Name), Edits: []record.Edit{record.Replace(h.Member.Value, "false")}}
	}
	p.Report(Issue{
		At: destructive.Member.Value, Message: "tool is declared read-only and destructive; clients differ on which one counts",
		Help:    "set destructiveHint to false if the tool only reads, readOnlyHint to false if it does not",
		Related: []Related{{At: readOnly.Member.Value, Message: "declared read-only here"}},
		Fixes:   []Fix{set(destructive), set(readOnly)},
	})
}

func checkNotApplicable(p *Pass, t *Tool) {
	hints := t.Hints()
	if !hints[ReadOnly].says(true) {
		return
	}
	for _, h := range []Hint{hints[Destructive], hints[Idempotent]} {
		if h.Provenance == Declared {
			p.Report(Issue{At: h.Member.Key, Message: h.Name + " means nothing for a read-only tool", Help: "leave it out to be brief"})
		}
	}
}

func checkDestructiveByDefault(p *Pass, t *Tool) {
	hints := t.Hints()
	if hints[ReadOnly].Value || hints[Destructive].Provenance != Defaulted || !declaresAny(hints) {
		return
	}
	p.Report(Issue{
		At: t.Annotations.Value, Show: t.Annotations.Key,
		Message: "destructiveHint is not declared, so this tool counts as destructive",
		Help:    "add destructiveHint: false if it only adds, true if it changes or deletes",
		Fixes: []Fix{
			{Message: "declare that it destroys nothing", Edits: []record.Edit{record.Add(t.Annotations.Value, "destructiveHint", "false")}},
			{Message: "declare that it destroys", Edits: []record.Edit{record.Add(t.Annotations.Value, "destructiveHint", "true")}},
		},
	})
}

func declaresAny(hints [4]Hint) bool {
	for _, h := range hints {
		if h.Provenance == Declared {
			return true
		}
	}
	return false
}

func checkVerbAgainstHint(p *Pass, t *Tool) {
	name, _ := t.Name.Value.Text()
	word, ok := verb(name, destroyVerbs)
	if !ok {
		return
	}
	hints := t.Hints()
	h := hints[Destructive]
	switch {
	case hints[ReadOnly].says(true):
		h = hints[ReadOnly]
	case !h.says(false):
		return
	}
	p.Report(Issue{
		At:      h.Member.Value,
		Message: fmt.Sprintf("%s is %t, though the name says %s", h.Name, h.Value, word),
		Help:    "correct the hint if the name is right",
		Related: []Related{{At: t.Name.Value, Message: "the name"}},
	})
}
