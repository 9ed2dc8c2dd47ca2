package lint

import (
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
)

// wordMeanings say what the draft's words for action metadata mean.
var wordMeanings = map[field]map[string]string{
	destinationField: {
		"local":    "input stays on the machine or in the session",
		"internal": "input goes to systems of the same organisation or user",
		"external": "input goes to parties outside",
	},
	sourceField: {
		"first-party": "output comes from systems of the server's own side",
		"open-world":  "output comes from places where strangers can write",
	},
	sensitivityField: {
		"public":   "data that everybody may see",
		"personal": "data about people, or data that is as delicate",
	},
	outcomeField: {
		"benign":        "a call has no effect that matters",
		"consequential": "a call has a real effect, short of one that cannot be taken back",
		"irreversible":  "a call has an effect that cannot be taken back",
	},
}

var outcomeAdvice = map[string]string{
	"benign":        "A host that trusts the server may run it without asking.",
	"consequential": "A host asks when its policy says so.",
	"irreversible": "A host that trusts the server asks a person before each call. It fits destructiveHint false, since sending a mail " +
		"deletes nothing; it does not fit readOnlyHint true.",
}

// Meaning says what the word means, going by the draft's nearest word. It is
// empty for a word that belongs to no vocabulary.
func (w Word) Meaning() string {
	if w.Vocabulary == NoVocabulary {
		return ""
	}
	return wordMeanings[w.field][w.Draft]
}

// ActionDocs explains action metadata: its members, in the order of the draft,
// and the three outcomes.
func ActionDocs() []diag.Doc {
	sources := []diag.Source{{Title: refAction.Title, URL: refAction.URL}, {Title: refSEP2061.Title, URL: refSEP2061.URL}}
	docs := []diag.Doc{
		{
			Name:    "destination",
			Aliases: draftWords[destinationField],
			Meaning: "the member of inputMetadata that says where data given to the tool may end up",
			Text:    append([]string{openWords}, wordTexts(destinationField)...),
			Do:      "Name the farthest place that input can reach.",
		},
		{
			Name:    "source",
			Aliases: draftWords[sourceField],
			Meaning: "the member of returnMetadata that says where the tool's output comes from in general",
			Text: append([]string{openWords, "It describes the tool. Whether one result came from a stranger is said by untrusted in that " +
				"result, and not inferred from here."}, wordTexts(sourceField)...),
			Do: "Name open-world as soon as strangers can write what the tool reads.",
		},
		{
			Name:    "sensitivity",
			Aliases: draftWords[sensitivityField],
			Meaning: "the member of inputMetadata and returnMetadata that says what kind of data the tool takes or gives",
			Text:    append([]string{openWords}, wordTexts(sensitivityField)...),
			Do:      "Name the most delicate kind.",
		},
		{
			Name:    "outcome",
			Meaning: "the member of action metadata that says what a call does to the world: benign, consequential or irreversible",
			Text: append([]string{"The three words are a closed list. They speak about the effect in the real world, and destructiveHint about " +
				"data of the server: the two do not follow from each other."}, wordTexts(outcomeField)...),
			Do: "Declare it on every tool, together with requiresReview where it is irreversible.",
		},
		{
			Name:    "requiresReview",
			Meaning: "the member of action metadata by which a server asks for a person's confirmation before a call",
			Text:    []string{"It is about consent and not about data, so it belongs to a tool's action metadata and not to trust annotations."},
			Do:      "Set it to true for irreversible tools.",
		},
	}
	for _, w := range draftWords[outcomeField] {
		docs = append(docs, diag.Doc{
			Name: w, Meaning: "an outcome in action metadata: " + wordMeanings[outcomeField][w],
			Text: []string{outcomeAdvice[w]},
			Do:   "It is a claim of the server; a host that does not trust the server reckons with the worst.",
		})
	}
	for i := range docs {
		docs[i].Sources = sources
	}
	return docs
}

const openWords = "The words are an open list. The draft gives the ones below; SEP-2061 and SEP-1913 have words of their own, which do " +
	"not map exactly."

// wordTexts gives a paragraph for each of the draft's words: what it means, and
// the words of the SEPs that are nearest to it.
func wordTexts(f field) []string {
	var out []string
	for _, w := range draftWords[f] {
		text := w + ": " + wordMeanings[f][w] + "."
		var near []string
		for sep, draft := range sepWords[f] {
			if draft == w && sep != w {
				near = append(near, sep)
			}
		}
		if slices.Sort(near); len(near) > 0 {
			text += " Nearest in the SEPs: " + strings.Join(near, ", ") + "."
		}
		out = append(out, text)
	}
	return out
}

// KeyDocs explains the extension keys of tools and results that this package
// knows; those of results are explained by package evidence.
func KeyDocs() []diag.Doc {
	return []diag.Doc{
		{
			Name:    ActionKey,
			Aliases: []string{"action-metadata", "inputMetadata", "returnMetadata"},
			Meaning: "action metadata: what a tool does with data, and what a call does to the world",
			Text: []string{
				"It stands in a tool's annotations, with the members inputMetadata, returnMetadata, outcome and requiresReview. " +
					"The Go, Rust, Python and TypeScript SDKs drop members of annotations that they do not know, so adopters publish " +
					"it under _meta with the same key. evref reads both places, says which, and reports two copies that differ.",
				"It is part of the tool's definition: a change has to be announced by tools/list_changed.",
			},
			Do:      "Publish it in both places, with the same content.",
			Sources: []diag.Source{{Title: refAction.Title, URL: refAction.URL}, {Title: refDropped.Title, URL: refDropped.URL}},
		},
		{
			Name:    "io.modelcontextprotocol/tool-resolution",
			Aliases: []string{"tool-resolution"},
			Meaning: "an extension for resolving a tool's definition for given arguments; evref passes over its content",
			Do:      "Nothing has to be done.", Sources: []diag.Source{{Title: refMeta.Title, URL: refMeta.URL}},
		},
		{
			Name:    "io.modelcontextprotocol/display-templates",
			Aliases: []string{"display-templates"},
			Meaning: "an extension for showing calls to people; evref passes over its content",
			Do:      "Nothing has to be done.", Sources: []diag.Source{{Title: refMeta.Title, URL: refMeta.URL}},
		},
		{
			Name:    "io.modelcontextprotocol/display-template",
			Aliases: []string{"display-template"},
			Meaning: "an extension for showing one call to people; evref passes over its content",
			Do:      "Nothing has to be done.", Sources: []diag.Source{{Title: refMeta.Title, URL: refMeta.URL}},
		},
		{
			Name:    "ui",
			Meaning: "a key without a prefix that servers use for user interfaces; allowed, and not reported",
			Do:      "Nothing has to be done.", Sources: []diag.Source{{Title: refMeta.Title, URL: refMeta.URL}},
		},
	}
}
