package lint

import (
	"slices"

	"github.com/mcp-evref/evref/pkg/record"
)

// ActionKey is the key of action metadata in a tool's annotations.
const ActionKey = "io.modelcontextprotocol/action-metadata"

// Placement says where action metadata was found.
type Placement string

const (
	InAnnotations Placement = "annotations" // where the draft puts it; several SDKs drop it there
	InMeta        Placement = "_meta"       // where adopters publish it
	Unprefixed    Placement = "unprefixed"  // directly in annotations, as in SEP-2061 and SEP-1913
)

// Action is action metadata as one place of a definition gives it. Members with
// a wrong type are left out of the words; rules report them.
type Action struct {
	Placement Placement
	Member    record.Member // the namespaced member; zero when unprefixed
	Value     record.Value  // what holds the members: the block, or annotations when unprefixed
	Words     []Word        // in the order of the definition
	// RequiresReview is the value of that member, which may have any type; zero
	// when absent.
	RequiresReview record.Value
}

// Word is one word of action metadata.
type Word struct {
	Path       string       // such as "inputMetadata.destination"
	Value      record.Value // a string
	Text       string
	Vocabulary Vocabulary
	Draft      string // the draft's nearest word; empty when none is near

	field field
}

// Actions gives the action metadata of a tool in every place, the one that
// counts first: annotations before _meta before members without a prefix.
func (t *Tool) Actions() []Action {
	if !t.actionsRead {
		t.actions, t.actionsRead = t.readActions(), true
	}
	return slices.Clone(t.actions)
}

func (t *Tool) readActions() []Action {
	var out []Action
	for _, place := range []struct {
		placement Placement
		object    record.Value
	}{{InAnnotations, t.Annotations.Value}, {InMeta, t.Meta.Value}} {
		if m, ok := place.object.Member(ActionKey); ok {
			a := Action{Placement: place.placement, Member: m, Value: m.Value}
			a.read()
			out = append(out, a)
		}
	}
	if len(unprefixed(t)) > 0 {
		a := Action{Placement: Unprefixed, Value: t.Annotations.Value}
		a.read()
		out = append(out, a)
	}
	return out
}

// unprefixed lists the members of annotations that are action metadata without
// the key of the draft.
func unprefixed(t *Tool) []record.Member {
	var out []record.Member
	for m := range t.Annotations.Value.Members() {
		if isUnprefixedAction(m.Name) {
			out = append(out, m)
		}
	}
	return out
}

func isUnprefixedAction(name string) bool {
	switch folded(name) {
	case "inputmetadata", "returnmetadata", "outcome", "outcomes", "requiresreview":
		return true
	}
	return false
}

// read finds the words, by member names in any spelling.
func (a *Action) read() {
	for m := range a.Value.Members() {
		switch folded(m.Name) {
		case "inputmetadata":
			for in := range m.Value.Members() {
				switch folded(in.Name) {
				case "destination":
					a.words("inputMetadata.destination", destinationField, in.Value)
				case "sensitivity":
					a.words("inputMetadata.sensitivity", sensitivityField, in.Value)
				case "outcome", "outcomes":
					a.words("outcome", outcomeField, in.Value)
				}
			}
		case "returnmetadata":
			for in := range m.Value.Members() {
				switch folded(in.Name) {
				case "source":
					a.words("returnMetadata.source", sourceField, in.Value)
				case "sensitivity":
					a.words("returnMetadata.sensitivity", sensitivityField, in.Value)
				}
			}
		case "outcome", "outcomes":
			a.words("outcome", outcomeField, m.Value)
		case "requiresreview":
			a.RequiresReview = m.Value
		}
	}
}

// words adds one word, or several of an array as SEP-1913 allows. The one
// structured value, {"Regulated":{…}}, counts as the word of its name.
func (a *Action) words(path string, f field, v record.Value) {
	switch v.Kind() {
	case record.String:
		text, _ := v.Text()
		a.add(path, f, v, text)
	case record.Array:
		for _, e := range v.Elements() {
			if e.Kind() != record.Array {
				a.words(path, f, e)
			}
		}
	case record.Object:
		for m := range v.Members() {
			if f == sensitivityField && folded(m.Name) == "regulated" {
				a.add(path, f, m.Key, m.Name)
			}
		}
	}
}

func (a *Action) add(path string, f field, v record.Value, text string) {
	vocabulary, draft := classify(f, text)
	a.Words = append(a.Words, Word{Path: path, Value: v, Text: text, Vocabulary: vocabulary, Draft: draft, field: f})
}

// word gives the first word at a path that means one of the given words of the
// draft; words of no vocabulary mean nothing.
func (a *Action) word(path string, meaning ...string) (Word, bool) {
	for _, w := range a.Words {
		if w.Path != path || w.Vocabulary == NoVocabulary {
			continue
		}
		for _, m := range meaning {
			if w.Draft == m {
				return w, true
			}
		}
	}
	return Word{}, false
}

// has reports whether the metadata says anything at a path.
func (a *Action) has(path string) bool {
	for _, w := range a.Words {
		if w.Path == path {
			return true
		}
	}
	return false
}
