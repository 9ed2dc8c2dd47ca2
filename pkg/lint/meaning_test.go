package lint

import (
	"slices"
	"testing"
)

func TestEveryNameIsExplained(t *testing.T) {
	var names []string
	for _, d := range slices.Concat(HintDocs(), ActionDocs(), KeyDocs()) {
		names = append(names, d.Name)
		if d.Meaning == "" || d.Do == "" || len(d.Sources) == 0 {
			t.Errorf("%q is not explained", d.Name)
		}
	}
	for _, want := range slices.Concat(HintNames(), draftWords[outcomeField]) {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not explained", want)
		}
	}
	for f, words := range draftWords {
		for _, w := range words {
			if wordMeanings[f][w] == "" {
				t.Errorf("%s of %s has no meaning", w, f)
			}
		}
	}
	explained := []string{"io.modelcontextprotocol/trust-annotations"} // by package evidence
	for _, key := range knownMetaKeys {
		if !slices.Contains(names, key) && !slices.Contains(explained, key) {
			t.Errorf("key %s is not explained", key)
		}
	}
}

func TestBelieved(t *testing.T) {
	for _, h := range []Hint{{Name: "readOnlyHint", Value: true}, {Name: "openWorldHint"}, {Name: "idempotentHint"}} {
		if h.Believed() == "" {
			t.Errorf("nothing follows from %+v", h)
		}
	}
	if got := (Hint{Name: "destructiveHint", Value: true, Provenance: NotApplicable}).Believed(); got != "" {
		t.Errorf("a hint that is not applicable is believed to say %q", got)
	}
	if len(WorstCase()) != len(HintNames()) {
		t.Error("the worst case leaves a hint out")
	}
	for _, p := range []Provenance{Declared, Defaulted, NotBoolean, NotApplicable} {
		if p.Meaning() == "" {
			t.Errorf("%s has no meaning", p)
		}
	}
}
