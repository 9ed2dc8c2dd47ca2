package lint

import (
	"fmt"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// Paths of action metadata that coherence is about.
const (
	outcomePath     = "outcome"
	destinationPath = "inputMetadata.destination"
	sourcePath      = "returnMetadata.source"
)

var coherenceRules = []Rule{
	{
		ID: "TOOL083", Slug: "read-only-with-effect", Severity: diag.Error, Since: "0.1.0",
		Summary: "the tool is declared read-only and its outcome is consequential or irreversible",
		Doc: Doc{
			Why: "Clients run a read-only tool without asking. If its outcome cannot be undone, that is how a mail is sent " +
				"or a payment made while nobody looks.",
			Bad:  withAction(`"outcome": "irreversible", "requiresReview": true`, `"readOnlyHint": true, `),
			Good: withAction(`"outcome": "irreversible", "requiresReview": true`, `"readOnlyHint": false, `),
			Fix:  "Set readOnlyHint to false, or outcome to benign, whichever is true.",
			Refs: []Ref{refAction, refHints},
		},
		Check: Check{Tool: checkReadOnlyWithEffect},
	},
	{
		ID: "TOOL084", Slug: "benign-destructive", Severity: diag.Warning, Since: "0.1.0",
		Summary: "the outcome is benign and the tool is declared destructive",
		Doc: Doc{
			Why: "A host that reads outcome lets the tool run, one that reads destructiveHint stops it. One of the two is " +
				"wrong, and it is not known which.",
			Bad:  withAction(`"outcome": "benign"`, `"destructiveHint": true, `),
			Good: withAction(`"outcome": "consequential"`, `"destructiveHint": true, `),
			Fix:  "Set outcome to consequential or irreversible, or destructiveHint to false.",
			Refs: []Ref{refAction, refHints},
		},
		Check: Check{Tool: checkBenignDestructive},
	},
	{
		ID: "TOOL085", Slug: "irreversible-unreviewed", Severity: diag.Warning, Since: "0.1.0",
		Summary: "the outcome is irreversible and no review is asked for",
		Doc: Doc{
			Why: "requiresReview is how a server asks for a person in between. Without it a host that trusts the server may " +
				"run a call that cannot be taken back.",
			Bad:  withAction(`"outcome": "irreversible"`, ""),
			Good: withAction(`"outcome": "irreversible", "requiresReview": true`, ""),
			Fix:  "Add requiresReview: true.",
			Refs: []Ref{refAction},
		},
		Check: Check{Tool: checkIrreversibleUnreviewed},
	},
	{
		ID: "TOOL086", Slug: "external-closed-world", Severity: diag.Warning, Since: "0.1.0",
		Summary: "input goes to an external destination and the tool is declared closed-world",
		Doc: Doc{
			Why: "openWorldHint: false says that the tool stays among known parties. A destination outside contradicts it, " +
				"and a host that goes by the hint lets private input out.",
			Bad:  withAction(`"inputMetadata": {"destination": "external"}, "outcome": "consequential"`, `"openWorldHint": false, `),
			Good: withAction(`"inputMetadata": {"destination": "external"}, "outcome": "consequential"`, `"openWorldHint": true, `),
			Fix:  "Set openWorldHint to true, or correct the destination.",
			Refs: []Ref{refAction, refHints},
		},
		Check: Check{Tool: checkExternalClosedWorld},
	},
	{
		ID: "TOOL087", Slug: "open-source-closed-world", Severity: diag.Warning, Since: "0.1.0",
		Summary: "output comes from an open-world source and the tool is declared closed-world",
		Doc: Doc{
			Why: "Content that anyone can write may carry instructions for the model. openWorldHint: false tells a host that " +
				"there is no such content.",
			Bad:  withAction(`"returnMetadata": {"source": "open-world"}, "outcome": "benign"`, `"openWorldHint": false, `),
			Good: withAction(`"returnMetadata": {"source": "open-world"}, "outcome": "benign"`, `"openWorldHint": true, `),
			Fix:  "Set openWorldHint to true, or correct the source.",
			Refs: []Ref{refAction, refHints},
		},
		Check: Check{Tool: checkOpenSourceClosedWorld},
	},
	{
		ID: "TOOL088", Slug: "action-incomplete", Severity: diag.Info, Since: "0.1.0",
		Summary: "action metadata has no outcome, or asks for review of something benign",
		Doc: Doc{
			Why: "outcome is what hosts decide by; metadata without it changes little. A benign outcome with a review is " +
				"allowed, but one of the two is often left over from a copy.",
			Bad:  withAction(`"inputMetadata": {"destination": "local"}`, ""),
			Good: withAction(`"inputMetadata": {"destination": "local"}, "outcome": "benign"`, ""),
			Fix:  "Add outcome, or drop requiresReview from a benign tool.",
			Refs: []Ref{refAction},
		},
		Check: Check{Tool: checkActionIncomplete},
	},
	{
		ID: "TOOL091", Slug: "action-partial", Severity: diag.Info, Since: "0.1.0",
		Summary: "some tools of the list carry action metadata and a destructive one does not",
		Doc: Doc{
			Why: "A host that sees metadata on some tools takes the others for tools without consequence. The destructive " +
				"ones are where it matters most.",
			Bad: Example{Input: `{"tools": [
  {"name": "list_pages", "inputSchema": {"type": "object"}, "annotations": {"` + ActionKey + `": {"outcome": "benign"}}},
  {"name": "delete_page", "inputSchema": {"type": "object"}, "annotations": {"destructiveHint": true}}
]}`},
			Good: Example{Input: `{"tools": [
  {"name": "list_pages", "inputSchema": {"type": "object"}, "annotations": {"` + ActionKey + `": {"outcome": "benign"}}},
  {"name": "delete_page", "inputSchema": {"type": "object"}, "annotations": {"` + ActionKey + `": {"outcome": "irreversible", "requiresReview": true}}}
]}`},
			Fix:  "Add action metadata to the destructive tools first.",
			Refs: []Ref{refAction},
		},
		Check: Check{List: checkActionPartial},
	},
}

// effectiveAction gives the metadata that counts, with its word for outcome.
func effectiveAction(t *Tool) (a Action, ok bool) {
	actions := t.Actions()
	if len(actions) == 0 || actions[0].Value.Kind() != record.Object {
		return Action{}, false
	}
	return actions[0], true
}

func checkReadOnlyWithEffect(p *Pass, t *Tool) {
	a, _ := effectiveAction(t)
	readOnly := t.Hints()[ReadOnly]
	outcome, found := a.word(outcomePath, "consequential", "irreversible")
	if !found || !readOnly.says(true) {
		return
	}
	p.Report(Issue{
		At: outcome.Value, Message: fmt.Sprintf("outcome is %s but the tool is declared read-only, so clients run it without asking", outcome.Draft),
		Help:    "set readOnlyHint to false, or outcome to benign",
		Related: []Related{{At: readOnly.Member.Value, Message: "declared read-only here"}},
		Fixes: []Fix{
			{Message: "set readOnlyHint to false", Edits: []record.Edit{record.Replace(readOnly.Member.Value, "false")}},
			{Message: "set outcome to benign", Edits: []record.Edit{record.Replace(outcome.Value, `"benign"`)}},
		},
	})
}

func checkBenignDestructive(p *Pass, t *Tool) {
	a, _ := effectiveAction(t)
	hints := t.Hints()
	outcome, found := a.word(outcomePath, "benign")
	if !found || !hints[Destructive].says(true) || hints[ReadOnly].Value {
		return
	}
	p.Report(Issue{
		At: outcome.Value, Message: "outcome is benign but the tool is declared destructive; hosts differ on which one counts",
		Help:    "set outcome to consequential or irreversible, or destructiveHint to false",
		Related: []Related{{At: hints[Destructive].Member.Value, Message: "declared destructive here"}},
	})
}

func checkIrreversibleUnreviewed(p *Pass, t *Tool) {
	a, _ := effectiveAction(t)
	outcome, found := a.word(outcomePath, "irreversible")
	review := a.RequiresReview
	value, isBool := review.Bool()
	if !found || value || !review.IsZero() && !isBool {
		return
	}
	i := Issue{
		At: outcome.Value, Message: "outcome is irreversible and no review is asked for; a host may run it without a person in between",
		Help: "add requiresReview: true",
	}
	if isBool {
		i.Related = []Related{{At: review, Message: "review declined here"}}
		i.Fixes = []Fix{{Message: "set requiresReview to true", Edits: []record.Edit{record.Replace(review, "true")}}}
	} else if a.Placement != Unprefixed {
		i.Fixes = []Fix{{Message: "add requiresReview: true", Edits: []record.Edit{record.Add(a.Value, "requiresReview", "true")}}}
	}
	p.Report(i)
}

func checkExternalClosedWorld(p *Pass, t *Tool) {
	a, _ := effectiveAction(t)
	if w, found := a.word(destinationPath, "external"); found {
		reportClosedWorld(p, t, w, "destination is external but the tool is declared closed-world")
	}
}

func checkOpenSourceClosedWorld(p *Pass, t *Tool) {
	a, _ := effectiveAction(t)
	if w, found := a.word(sourcePath, "open-world"); found {
		reportClosedWorld(p, t, w, "source is open-world but the tool is declared closed-world")
	}
}

func reportClosedWorld(p *Pass, t *Tool, w Word, message string) {
	openWorld := t.Hints()[OpenWorld]
	if !openWorld.says(false) {
		return
	}
	p.Report(Issue{
		At: w.Value, Message: message, Help: "set openWorldHint to true, or correct " + w.Path,
		Related: []Related{{At: openWorld.Member.Value, Message: "declared closed-world here"}},
		Fixes:   []Fix{{Message: "set openWorldHint to true", Edits: []record.Edit{record.Replace(openWorld.Member.Value, "true")}}},
	})
}

func checkActionIncomplete(p *Pass, t *Tool) {
	a, ok := effectiveAction(t)
	if !ok {
		return
	}
	review, _ := a.RequiresReview.Bool()
	if outcome, benign := a.word(outcomePath, "benign"); benign && review {
		p.Report(Issue{
			At: outcome.Value, Message: "outcome is benign and a review is asked for; is one of the two left over",
			Help: "drop requiresReview, or correct outcome", Related: []Related{{At: a.RequiresReview, Message: "review asked for here"}},
		})
	}
	if !a.has(outcomePath) && !hasOutcome(a) {
		i := Issue{At: a.Value, Message: "action metadata has no outcome, which is what hosts decide by", Help: "add outcome: benign, consequential or irreversible"}
		if i.Show = a.Member.Key; a.Placement == Unprefixed {
			i.At, i.Show = t.Annotations.Value, t.Annotations.Key
		}
		p.Report(i)
	}
}

// hasOutcome reports an outcome of the wrong type, which has a rule of its own.
func hasOutcome(a Action) bool {
	return !a.Value.Get("outcome").IsZero() || !a.Value.Get("outcomes").IsZero()
}

func checkActionPartial(p *Pass, l *List) {
	var with *Tool
	var without []*Tool // the first few of n
	n := 0
	for _, t := range l.Tools() {
		if _, ok := effectiveAction(t); ok {
			if with == nil {
				with = t
			}
			continue
		}
		name, _ := t.Name.Value.Text()
		hints := t.Hints()
		if _, destroys := verb(name, destroyVerbs); hints[Destructive].says(true) && !hints[ReadOnly].Value || destroys && !hints[ReadOnly].says(true) {
			if n++; len(without) < 4 {
				without = append(without, t)
			}
		}
	}
	if with == nil || n == 0 {
		return
	}
	i := l.issue(Issue{
		Message: fmt.Sprintf("some tools carry action metadata, but %s: %s", countNoun(n, "destructive one does not", "destructive ones do not"), listOf(names(without), n)),
		Help:    "add it to the destructive tools first",
		Related: []Related{{At: with.Head(), Tool: with, Message: "carries it"}},
	})
	for _, t := range without[:min(3, len(without))] {
		i.Related = append(i.Related, Related{At: t.Head(), Tool: t, Message: "destructive, without it"})
	}
	p.Report(i)
}

func names(tools []*Tool) []string {
	out := make([]string, len(tools))
	for i, t := range tools {
		out[i] = t.ID()
	}
	return out
}

// countNoun puts a number before the right form of a noun.
func countNoun(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
