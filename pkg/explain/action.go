package explain

import (
	"strconv"
	"strings"

	"github.com/mcp-evref/evref/pkg/lint"
	"github.com/mcp-evref/evref/pkg/record"
)

// ActionNote is action metadata in one place.
type ActionNote struct {
	Placement      lint.Placement `json:"placement"`
	Counts         bool           `json:"counts"` // the other places only repeat or contradict it
	Words          []WordNote     `json:"words,omitempty"`
	RequiresReview *bool          `json:"requiresReview,omitempty"`
}

// WordNote is one word of action metadata.
type WordNote struct {
	Path       string          `json:"path"`
	Value      string          `json:"value"`
	Vocabulary lint.Vocabulary `json:"vocabulary,omitempty"` // absent for a word of none
	Nearest    string          `json:"nearest,omitempty"`    // the draft's nearest word, when it is another
	Meaning    string          `json:"meaning,omitempty"`
	Pointer    string          `json:"pointer"`
}

func actionNote(t *lint.Tool, a lint.Action, counts bool) ActionNote {
	n := ActionNote{Placement: a.Placement, Counts: counts}
	for _, w := range a.Words {
		note := WordNote{Path: w.Path, Value: w.Text, Vocabulary: w.Vocabulary, Meaning: w.Meaning(), Pointer: t.PointerOf(w.Value)}
		if w.Draft != w.Text {
			note.Nearest = w.Draft
		}
		n.Words = append(n.Words, note)
	}
	if review, ok := a.RequiresReview.Bool(); ok && a.RequiresReview.Kind() == record.Bool {
		n.RequiresReview = &review
	}
	return n
}

func (p *Page) action(a ActionNote) {
	where := map[lint.Placement]string{
		lint.InAnnotations: "in annotations, where the draft puts it",
		lint.InMeta:        "in _meta, where adopters publish it because SDKs drop it from annotations",
		lint.Unprefixed:    "in annotations without the draft's key, as in SEP-2061 and SEP-1913",
	}[a.Placement]
	p.heading2("Action metadata, " + where)
	if !a.Counts {
		p.para("The other copy counts; where the two differ, that is an error.")
	}
	var rows [][]Cell
	for _, w := range a.Words {
		text := w.Meaning
		if w.Nearest != "" {
			text = strings.TrimPrefix(text+"; the draft's nearest word is "+w.Nearest+", which is not exactly the same", "; ")
		}
		vocabulary := "a word of no known vocabulary"
		if w.Vocabulary != lint.NoVocabulary {
			vocabulary = "a word of " + vocabularyName(w.Vocabulary)
		}
		rows = append(rows, fact(w.Path, literal(w.Value), word(sentence(vocabulary+": "+text))))
	}
	if a.RequiresReview != nil {
		text := "no confirmation is asked for"
		if *a.RequiresReview {
			text = "the server asks for a person's confirmation"
		}
		rows = append(rows, fact("requiresReview", literal(strconv.FormatBool(*a.RequiresReview)), word(sentence(text))))
	}
	if len(rows) == 0 {
		p.para("It says nothing that can be read.")
	}
	p.facts(rows...)
}

func vocabularyName(v lint.Vocabulary) string {
	if v == lint.DraftWords {
		return "the draft"
	}
	return string(v)
}
