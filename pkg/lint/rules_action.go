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

func checkActionMember(p *Pass, t *Tool) {
	checkActionKey(p, t)
	for _, a := range namespacedActions(t) {
		visitActionMembers(a, func(object record.Value, path string, m record.Member) {
			if _, known := actionMembers[path][m.Name]; !known && !isTrustMember(m.Name) && !p.Enough() {
				p.Report(unknownActionMember(object, path, m))
			}
		})
	}
}

// checkActionKey finds the key itself misspelt, or beside annotations.
func checkActionKey(p *Pass, t *Tool) {
	for _, place := range []record.Value{t.Annotations.Value, t.Meta.Value, t.Value} {
		for m := range place.Members() {
			switch {
			case m.Name == ActionKey && place == t.Value:
				p.Report(Issue{At: m.Key, Message: "action metadata at the top of the definition is read by nobody", Help: "move it into annotations, and into _meta as well"})
			case isActionKey(m.Name) && m.Name != ActionKey && !p.Enough():
				p.Report(Issue{
					At: m.Key, Message: fmt.Sprintf("%s is not the key of action metadata, so readers see none", quote(m.Name, 0)),
					Help: "write " + ActionKey, Fixes: rename(place, m, ActionKey, true),
				})
			}
		}
	}
}

// isActionKey recognises the key in any spelling, with or without a prefix.
func isActionKey(name string) bool {
	_, after, _ := strings.Cut(name, "/")
	return folded(after) == "actionmetadata" || folded(name) == "actionmetadata"
}

func unknownActionMember(object record.Value, path string, m record.Member) Issue {
	quoted := quote(m.Name, 0)
	if right, ok := nearestMember(path, m.Name); ok {
		return Issue{
			At: m.Key, Message: fmt.Sprintf("%s is not a member of %s; readers see no %s", quoted, actionObject(path), right),
			Help: "write " + right, Fixes: rename(object, m, right, true),
		}
	}
	for _, other := range []string{"", "inputMetadata", "returnMetadata"} {
		if right, ok := nearestMember(other, m.Name); ok && other != path {
			return Issue{
				At: m.Key, Message: fmt.Sprintf("%s is not read in %s", quoted, actionObject(path)),
				Help: fmt.Sprintf("write %s in %s", right, actionObject(other)),
			}
		}
	}
	i := Issue{
		At: m.Key, Severity: diag.Info, Message: fmt.Sprintf("%s is not a member of %s in the draft", quoted, actionObject(path)),
		Help: "leave it out if nobody reads it",
	}
	if slices.Contains([]string{"attribution", "maliciousactivityhint"}, folded(m.Name)) {
		i.Message += "; it is one of SEP-1913"
	}
	return i
}

func actionObject(path string) string {
	if path == "" {
		return "action metadata"
	}
	return path
}

func nearestMember(path, name string) (string, bool) {
	for _, right := range []string{"inputMetadata", "returnMetadata", "outcome", "requiresReview", "destination", "sensitivity", "source"} {
		if _, ok := actionMembers[path][right]; ok && (folded(right) == folded(name) || diag.Near(folded(right), folded(name), 2) && len(name) > 5) {
			return right, true
		}
	}
	return "", false
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

func checkActionPlacement(p *Pass, t *Tool) {
	actions := namespacedActions(t)
	if len(actions) == 2 {
		if !equal(actions[0].Value, actions[1].Value) {
			p.Report(Issue{
				At: actions[1].Value, Show: actions[1].Member.Key,
				Message: "action metadata in _meta differs from the one in annotations; two readers apply two policies",
				Help:    "make the two equal", Related: []Related{{At: actions[0].Member.Key, Message: "the other one"}},
			})
		}
		return
	}
	for _, a := range actions {
		i := Issue{At: a.Member.Key, Severity: diag.Info}
		if a.Placement == InAnnotations {
			i.Message = "action metadata is in annotations only; several SDKs drop it there"
			i.Help = "publish the same in _meta as well"
		} else {
			i.Message = "action metadata is in _meta only; readers of the draft look in annotations"
			i.Help = "publish the same in annotations as well"
		}
		p.Report(i)
	}
}

func checkActionUnprefixed(p *Pass, t *Tool) {
	members := unprefixed(t)
	if len(members) == 0 {
		return
	}
	actions := t.Actions()
	a := actions[len(actions)-1]
	i := Issue{
		At:      members[0].Key,
		Message: fmt.Sprintf("action metadata without a key, as in %s; readers of the draft do not see it", shapeOf(members)),
		Help:    "move it under " + ActionKey + " in annotations",
	}
	for _, m := range members[1:min(len(members), 6)] {
		i.Related = append(i.Related, Related{At: m.Key, Message: "belongs to it"})
	}
	if len(actions) == 1 {
		i.Fixes = []Fix{migrate(t, members, a)}
	}
	p.Report(i)
}

// shapeOf names the proposal whose spelling members have.
func shapeOf(members []record.Member) Vocabulary {
	for _, m := range members {
		if m.Name != lowerFirst(m.Name) {
			return SEP2061Words
		}
		for in := range m.Value.Members() {
			if in.Name != lowerFirst(in.Name) {
				return SEP2061Words
			}
		}
	}
	return SEP1913Words
}

// migrate writes the metadata as the draft has it, with the nearest words.
func migrate(t *Tool, members []record.Member, a Action) Fix {
	first := func(path string) string {
		for _, w := range a.Words {
			if w.Path == path && w.Draft != "" {
				return w.Draft
			}
		}
		return ""
	}
	object := func(path string, names ...string) string {
		var parts []string
		for _, name := range names {
			if word := first(path + "." + name); word != "" {
				parts = append(parts, record.QuoteJSON(name)+": "+record.QuoteJSON(word))
			}
		}
		return strings.Join(parts, ", ")
	}
	var parts []string
	if in := object("inputMetadata", "destination", "sensitivity"); in != "" {
		parts = append(parts, `"inputMetadata": {`+in+`}`)
	}
	if out := object("returnMetadata", "source", "sensitivity"); out != "" {
		parts = append(parts, `"returnMetadata": {`+out+`}`)
	}
	if outcome := first("outcome"); outcome != "" {
		parts = append(parts, `"outcome": `+record.QuoteJSON(outcome))
	}
	if review, ok := a.RequiresReview.Bool(); ok {
		parts = append(parts, fmt.Sprintf(`"requiresReview": %t`, review))
	}
	edits := []record.Edit{
		record.Rename(members[0], ActionKey), record.Replace(members[0].Value, "{"+strings.Join(parts, ", ")+"}"),
	}
	return Fix{
		Message: "write it as the draft does, with its nearest words",
		Edits:   append(edits, record.Remove(t.Annotations.Value, members[1:]...)...),
	}
}
