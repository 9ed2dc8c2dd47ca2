package explain

import (
	"strings"
	"testing"
)

// TestFlowTable is the table of all nine combinations of public, private and
// unlabelled on two results.
func TestFlowTable(t *testing.T) {
	files := map[string]string{"public": "public.json", "private": "private.json", "unlabelled": "unlabelled.json"}
	for _, c := range []struct{ first, second, want, says string }{
		{"public", "public", "public", "public with public is public"},
		{"public", "private", "private", "private and never public: it narrows to the smaller set of readers"},
		{"public", "unlabelled", "public partial", "the new content has no label, which is not a label"},
		{"private", "public", "private", "private and never public: it narrows to the smaller set of readers"},
		{"private", "private", "private", "readers that are unknown: those who may read both, a set that is equal to neither"},
		{"private", "unlabelled", "private partial", "the new content has no label, which is not a label"},
		{"unlabelled", "public", "public partial", "the content so far has no label, which is not a label"},
		{"unlabelled", "private", "private partial", "the content so far has no label, which is not a label"},
		{"unlabelled", "unlabelled", "unlabelled", "neither has a label, and unlabelled is not a label: the host's own default policy applies"},
	} {
		t.Run(c.first+" "+c.second, func(t *testing.T) {
			flow := Flow([]*ResultCard{
				one[*ResultCard](t, readFile(t, files[c.first])), one[*ResultCard](t, readFile(t, files[c.second])),
			})
			got := "unlabelled"
			if flow.Label != nil {
				got = flow.Label.Confidentiality
				if flow.Label.Partial {
					got += " partial"
				}
			}
			if got != c.want {
				t.Errorf("label is %s, want %s", got, c.want)
			}
			flat := strings.Join(strings.Fields(pageText(flow)), " ")
			if !strings.Contains(flat, c.says) {
				t.Errorf("the page does not say %q:\n%s", c.says, flat)
			}
			unknown := strings.HasPrefix(c.want, "private")
			if closed := strings.Contains(flat, "It never takes private for public."); closed != unknown || (len(flow.Rules) > 0) != unknown {
				t.Errorf("the rules that fail closed are shown: %t, want %t", closed, unknown)
			}
			if !strings.Contains(flat, "It is not followed here.") {
				t.Error("the page does not warn of the formula")
			}
		})
	}
}

// TestFlowNeverWeakens: whatever comes after it, private stays private and
// untrusted stays untrusted.
func TestFlowNeverWeakens(t *testing.T) {
	results := []*ResultCard{one[*ResultCard](t, readFile(t, "private.json"))}
	for _, name := range []string{"public.json", "unlabelled.json", "public.json", "private.json"} {
		results = append(results, one[*ResultCard](t, readFile(t, name)))
		flow := Flow(results)
		if flow.Label.Confidentiality != "private" || flow.Label.Integrity != "untrusted" {
			t.Errorf("after %s: %+v", name, flow.Label)
		}
	}
	last := Flow(results).Label
	if last.PrivateSources != 2 || !strings.Contains(last.Readers, "all 2 private sources") {
		t.Errorf("two private sources give %+v", last)
	}
}
