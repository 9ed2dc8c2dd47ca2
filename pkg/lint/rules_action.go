package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// annotated makes a definition with the given annotations for an example.
func annotated(annotations string) Example {
	return Example{Input: `{
  "name": "send_email", "description": "Send a mail.", "inputSchema": {"type": "object"},
  "annotations": {` + annotations + `}
}`}
}

// withAction makes a definition with action metadata and further annotations.
func withAction(metadata, annotations string) Example {
	return annotated(annotations + `"` + ActionKey + `": {` + metadata + `}`)
}

var actionRules = []Rule{
	{
		ID: "TOOL080", Slug: "action-type", Severity: diag.Error, Since: "0.1.0",
		Summary: "a member of action metadata has the wrong type",
		Doc: Doc{
			Why: "A policy engine that asks whether requiresReview is true gets no from \"yes\". The tool then runs " +
				"without the review that its author asked for.",
			Bad:  withAction(`"outcome": "irreversible", "requiresReview": "yes"`, ""),
			Good: withAction(`"outcome": "irreversible", "requiresReview": true`, ""),
			Fix:  "Write a boolean for requiresReview, objects for inputMetadata and returnMetadata, strings for the words in them.",
			Refs: []Ref{refAction},
		},
		Check: Check{Tool: checkActionType},
	},
	{
		ID: "TOOL081", Slug: "action-member", Severity: diag.Error, Since: "0.1.0",
		Summary: "action metadata has a misspelt, misplaced or unknown member",
		Doc: Doc{
			Why: "A reader that does not find requiresReview assumes that no review is wanted. requires_review, outcomes " +
				"and Destination are read by nobody. A member that resembles none of the draft's is a note, since the draft may grow.",
			Bad:  withAction(`"outcome": "irreversible", "requires_review": true`, ""),
			Good: withAction(`"outcome": "irreversible", "requiresReview": true`, ""),
			Fix:  "Use the spelling of the draft. It is renamed for you when the right name is free.",
			Refs: []Ref{refAction},
		},
		Check: Check{Tool: checkActionMember},
	},
	{
		ID: "TOOL082", Slug: "action-word", Severity: diag.Error, Since: "0.1.0",
		Summary: "outcome is not one of the three, or another word is none of the known ones",
		Doc: Doc{
			Why: "outcome is a closed set: benign, consequential, irreversible. A host cannot act on any other word and has " +
				"to fall back on its own policy. The words of destination, source and sensitivity are open; one that is not " +
				"the draft's is a note with the nearest word of the draft, and with the name of the vocabulary it comes from.",
			Bad:  withAction(`"outcome": "dangerous"`, ""),
			Good: withAction(`"outcome": "irreversible", "requiresReview": true`, ""),
			Fix:  "Use a word of the draft. Only a difference in case is fixed for you.",
			Refs: []Ref{refAction, refSEP2061, refSEP1913},
		},
		Check: Check{Tool: checkActionWord},
	},
	{
		ID: "TOOL089", Slug: "action-unprefixed", Severity: diag.Warning, Since: "0.1.0",
		Summary: "action metadata stands in annotations without the key of the draft",
		Doc: Doc{
			Why: "SEP-2061 and SEP-1913 put inputMetadata, returnMetadata and outcomes directly into annotations. The draft " +
				"that followed puts them under " + ActionKey + ", spells them differently and moves outcome to the top. " +
				"Readers of the draft do not see the older form.",
			Bad:  annotated(`"inputMetadata": {"Destination": "Public", "Outcomes": "Irreversible"}`),
			Good: withAction(`"inputMetadata": {"destination": "external"}, "outcome": "irreversible", "requiresReview": true`, ""),
			Fix:  "Move the members under the key. The suggested fix writes the nearest words of the draft, which do not match exactly.",
			Refs: []Ref{refAction, refSEP2061, refSEP1913},
		},
		Check: Check{Tool: checkActionUnprefixed},
	},
	{
		ID: "TOOL090", Slug: "action-placement", Severity: diag.Error, Since: "0.1.0",
		Summary: "action metadata is in one of two places only, or differs between them",
		Doc: Doc{
			Why: "The draft puts the metadata into annotations, where several SDKs drop what they do not know; adopters " +
				"therefore publish it in _meta. Two copies that differ mean that two readers apply two policies: an error. " +
				"One copy is a note on who will not see it.",
			Bad:  Example{Input: `{"name": "send_email", "inputSchema": {"type": "object"}, "annotations": {"` + ActionKey + `": {"outcome": "benign"}}, "_meta": {"` + ActionKey + `": {"outcome": "consequential"}}}`},
			Good: Example{Input: `{"name": "send_email", "inputSchema": {"type": "object"}, "annotations": {"` + ActionKey + `": {"outcome": "consequential"}}, "_meta": {"` + ActionKey + `": {"outcome": "consequential"}}}`},
			Fix:  "Publish the same metadata in both places.",
			Refs: []Ref{refAction, refDropped},
		},
		Check: Check{Tool: checkActionPlacement},
	},
}

// actionMembers are the members that the draft gives, with their types.
var actionMembers = map[string]map[string]record.Kind{
	"": {
		"inputMetadata": record.Object, "returnMetadata": record.Object, "outcome": record.String, "requiresReview": record.Bool,
	},
	"inputMetadata":  {"destination": record.String, "sensitivity": record.String},
	"returnMetadata": {"source": record.String, "sensitivity": record.String},
}

// visitActionMembers calls visit for each member of a namespaced block, with
// the object it is in and that object's path.
func visitActionMembers(a Action, visit func(object record.Value, path string, m record.Member)) {
	for m := range a.Value.Members() {
		visit(a.Value, "", m)
		if _, nested := actionMembers[m.Name]; nested && m.Name != "" {
			for in := range m.Value.Members() {
				visit(m.Value, m.Name, in)
			}
		}
	}
}

func namespacedActions(t *Tool) []Action {
	return slices.DeleteFunc(t.Actions(), func(a Action) bool { return a.Placement == Unprefixed })
}

func checkActionType(p *Pass, t *Tool) {
	for _, a := range namespacedActions(t) {
		if a.Value.Kind() != record.Object {
			p.Report(Issue{
				At: a.Value, Message: fmt.Sprintf("action metadata is %s, not an object; readers see none", article(a.Value.Kind())),
				Help: `write an object with "outcome"`,
			})
			continue
		}
		visitActionMembers(a, func(_ record.Value, path string, m record.Member) {
			want, known := actionMembers[path][m.Name]
			switch {
			case !known || m.Value.Kind() == want:
			case !isStructuredWord(m):
				p.Report(wrongActionType(m, want))
			case m.Value.Kind() == record.Array:
				p.Report(Issue{
					At: m.Value, Severity: diag.Info, Message: fmt.Sprintf("%s is an array, a form of SEP-1913; readers of the draft want one string", m.Name),
					Help: "write the word that matters most",
				})
			}
		})
	}
}

// isStructuredWord reports forms that SEP-1913 and SEP-2061 have for a word: a
// list of words, or an object for regulated data.
func isStructuredWord(m record.Member) bool {
	k := m.Value.Kind()
	return m.Name == "sensitivity" && k == record.Object ||
		k == record.Array && slices.Contains([]string{"destination", "source", "sensitivity"}, m.Name)
}

func wrongActionType(m record.Member, want record.Kind) Issue {
	i := Issue{
		At: m.Value, Message: fmt.Sprintf("%s is %s, not %s; readers ignore it", m.Name, shown(m.Value), article(want)),
		Help: "write " + article(want),
	}
	if want != record.Bool {
		return i
	}
	i.Message += " and ask for no review"
	text, _ := m.Value.Text()
	for _, right := range []struct {
		value string
		said  []string
	}{{"true", []string{"true", "yes", "1"}}, {"false", []string{"false", "no", "0"}}} {
		if slices.Contains(right.said, strings.ToLower(text)) || m.Value.Literal() == right.said[2] {
			i.Help = "write " + right.value
			i.Fixes = []Fix{{Message: "write " + right.value, Edits: []record.Edit{record.Replace(m.Value, right.value)}}}
		}
	}
	return i
}

func checkActionWord(p *Pass, t *Tool) {
	for _, a := range namespacedActions(t) {
		for _, w := range a.Words {
			if w.Vocabulary != DraftWords {
				p.Report(w.issue())
			}
		}
	}
}

// issue words what is to be said about a word that is not the draft's.
func (w Word) issue() Issue {
	i := Issue{At: w.Value, Severity: diag.Info}
	words := strings.Join(draftWords[w.field], ", ")
	switch {
	case w.field == outcomeField:
		i.Severity = diag.Error
		i.Message = fmt.Sprintf("outcome %s is not one of %s; hosts cannot act on it", quote(w.Text, 40), words)
	case w.Vocabulary != NoVocabulary:
		i.Message = fmt.Sprintf("%s %s is a word of %s, not of the draft (%s)", w.Path, quote(w.Text, 40), w.Vocabulary, words)
	default:
		i.Message = fmt.Sprintf("%s %s is a word of your own; the draft gives %s", w.Path, quote(w.Text, 40), words)
	}
	i.Help = "use one of " + words
	if w.Draft != "" {
		i.Help = "the nearest word of the draft is " + w.Draft
		if _, isText := w.Value.Text(); isText {
			i.Fixes = []Fix{{
				Safe:    folded(w.Draft) == folded(w.Text),
				Message: "write " + w.Draft, Edits: []record.Edit{record.Replace(w.Value, record.QuoteJSON(w.Draft))},
			}}
		}
	}
	return i
}
