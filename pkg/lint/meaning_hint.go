package lint

import (
	"fmt"

	"github.com/mcp-evref/evref/pkg/diag"
)

// hintMeanings say what a hint claims and what clients make of it. Indexed by
// [ReadOnly] and so on.
var hintMeanings = [...]struct {
	meaning, text, do string
	// What a client that believes the server does by the effective value, and
	// what one that does not has to reckon with.
	ifTrue, ifFalse, worst string
}{
	ReadOnly: {
		meaning: "a claim of the server that the tool changes nothing",
		text:    "Clients run such a tool without asking, which is why a wrong true is the worst of all wrong hints.",
		do:      "Set it to true for tools that only read, and leave it out or false for all others.",
		ifTrue:  "may run it without asking", ifFalse: "asks before it runs",
		worst: "the tool may change things",
	},
	Destructive: {
		meaning: "a claim of the server that a change may delete or overwrite, and does not only add",
		text:    "It means something only for a tool that is not read-only. A mail that is sent deletes nothing: a tool can be irreversible and not destructive.",
		do:      "Say it explicitly for every tool that writes: false for additions, true for updates and deletions.",
		ifTrue:  "warns that something may be deleted or overwritten", ifFalse: "takes its changes for additions",
		worst: "it may delete or overwrite",
	},
	Idempotent: {
		meaning: "a claim of the server that a second call with the same arguments changes nothing more",
		text:    "It means something only for a tool that is not read-only.",
		do:      "Set it to true when a retry does no harm.",
		ifTrue:  "may retry a failed call by itself", ifFalse: "does not retry a failed call by itself",
		worst: "a second call may have a second effect",
	},
	OpenWorld: {
		meaning: "a claim of the server that the tool reaches an open world of parties that nobody has vetted",
		text: "Searching the web does, reading a notebook does not. It speaks about the tool and is the same for every call. " +
			"It is not untrusted, which stands in a result and says where that one result came from. Neither is inferred " +
			"from the other, in either direction.",
		do:     "Set it to false for tools that stay within one known system.",
		ifTrue: "reckons with outside parties on either end", ifFalse: "expects one known system behind it",
		worst: "input may leave, and output may come from anyone",
	},
}

// HintDocs explains the behaviour hints, in the order of the specification.
func HintDocs() []diag.Doc {
	var out []diag.Doc
	for i, m := range hintMeanings {
		d := hintDefaults[i]
		out = append(out, diag.Doc{
			Name: d.name, Meaning: m.meaning,
			Text: []string{
				m.text,
				fmt.Sprintf("The default is %t: that holds when the hint is left out or is not a boolean. If true, a client that believes "+
					"the server %s; if false, it %s.", d.value, m.ifTrue, m.ifFalse),
				"A hint is a claim. A client that does not trust the server ignores it and reckons that " + m.worst + ".",
			},
			Do:      m.do,
			Sources: []diag.Source{{Title: refHints.Title, URL: refHints.URL}},
		})
	}
	return out
}

// Believed says what a client that trusts the server does because of the hint's
// effective value. It is empty when the hint is not applicable.
func (h Hint) Believed() string {
	for i, d := range hintDefaults {
		switch {
		case d.name != h.Name || h.Provenance == NotApplicable:
		case h.Value:
			return hintMeanings[i].ifTrue
		default:
			return hintMeanings[i].ifFalse
		}
	}
	return ""
}

// WorstCase says what a client that does not trust the server has to reckon
// with, whatever the hints of a tool say.
func WorstCase() []string {
	var out []string
	for _, m := range hintMeanings {
		out = append(out, m.worst)
	}
	return out
}

// Meaning says in words where a hint's value comes from.
func (p Provenance) Meaning() string {
	switch p {
	case Declared:
		return "explicit: the definition says it"
	case Defaulted:
		return "default: the definition does not say it"
	case NotBoolean:
		return "default: what the definition says is not a boolean"
	}
	return "not applicable: the tool is read-only"
}
