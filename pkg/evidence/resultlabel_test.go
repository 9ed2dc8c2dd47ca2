package evidence

import (
	"fmt"
	"strings"
	"testing"
)

const privateFIDES = `{"type":"ifc.fides.v1","digest":"sha256:2f03ae0a963ccfea70038e90c26dd1b246bc175dccb8831a3d28353dd014a839","canonicalization":"jcs/rfc8785"}`

func TestLabelOfResult(t *testing.T) {
	ref := `"` + AnnotationKey + `":{"evidenceRef":` + privateFIDES + `}`
	public := `"ifc":{"integrity":"trusted","confidentiality":"public"}`
	private := `"ifc":{"integrity":"trusted","confidentiality":"private"}`
	for _, c := range []struct {
		name, result string
		want         Label
		found        int
	}{
		{"none", `{"content":[]}`, Label{}, 0},
		{"recovered", `{"content":[],"_meta":{` + ref + `}}`, Label{Untrusted, Private, 1, false}, 1},
		{"two forms of one label count once", `{"content":[],"_meta":{` + ref + `,` + private + `}}`, Label{Untrusted, Private, 1, false}, 2},
		{"the strictest form wins", `{"content":[],"_meta":{` + ref + `,` + public + `}}`, Label{Untrusted, Private, 1, false}, 2},
		{"a digest that no label has", `{"content":[],"_meta":{"` + AnnotationKey + `":{"evidenceRef":` + strings.Replace(privateFIDES, "2f03", "0000", 1) + `}}}`,
			Label{Untrusted, Private, 1, false}, 1},
		{"a type that is no label", `{"content":[],"_meta":{"` + AnnotationKey + `":{"evidenceRef":` + strings.Replace(privateFIDES, "ifc.fides.v1", "sequence", 1) + `}}}`,
			Label{}, 0},
		{"blocks only", `{"content":[{"type":"text","_meta":{` + private + `}},{"type":"text","_meta":{` + private + `}}]}`, Label{Trusted, Private, 2, true}, 2},
		{"a block is stricter", `{"content":[{"type":"text","_meta":{` + private + `}}],"_meta":{` + public + `}}`, Label{Trusted, Private, 1, false}, 2},
		{"a part by path", `{"content":[],"_meta":{"com.github.ifc/labels":{"$.a":{"integrity":"untrusted","confidentiality":"public"}}}}`, Label{Untrusted, Public, 0, true}, 1},
		{"the whole by path", `{"content":[],"_meta":{"com.github.ifc/labels":{"$":{"integrity":"untrusted","confidentiality":"public"}}}}`, Label{Untrusted, Public, 0, false}, 1},
	} {
		results, ok := ReadResults(mustParse(t, c.result), AnnotationKey)
		if !ok || len(results) != 1 {
			t.Errorf("%s: not a result", c.name)
			continue
		}
		if got := results[0].Label(); got != c.want {
			t.Errorf("%s: label %+v, want %+v", c.name, got, c.want)
		}
		if got := results[0].FoundLabels(); len(got) != c.found {
			t.Errorf("%s: found %+v, want %d", c.name, got, c.found)
		}
	}
}

// TestJoinTable is the whole table of confidentiality: what the label becomes,
// and that the reason says it.
func TestJoinTable(t *testing.T) {
	labels := map[string]Label{
		"public":     {Integrity: Trusted, Confidentiality: Public},
		"private":    {Integrity: Trusted, Confidentiality: Private, Sources: 1},
		"unlabelled": {},
	}
	for _, c := range []struct{ a, b, want, reason string }{
		{"public", "public", "public everybody", "public with public is public"},
		{"public", "private", "private unknown: those who may read the source", "never public"},
		{"public", "unlabelled", "public everybody partial", "the new content has no label"},
		{"private", "public", "private unknown: those who may read the source", "never public"},
		{"private", "private", "private unknown: only those who may read all 2", "equal to neither"},
		{"private", "unlabelled", "private unknown: those who may read the source partial", "the new content has no label"},
		{"unlabelled", "public", "public everybody partial", "the content so far has no label"},
		{"unlabelled", "private", "private unknown: those who may read the source partial", "the content so far has no label"},
		{"unlabelled", "unlabelled", "unlabelled not said partial", "neither has a label"},
	} {
		a, b := labels[c.a], labels[c.b]
		joined := a.Join(b)
		got := fmt.Sprintf("%s %s", joined.Confidentiality, joined.Readers())
		if joined.Partial {
			got += " partial"
		}
		for _, part := range strings.SplitAfter(c.want, "partial") {
			if !strings.Contains(got, strings.TrimSpace(strings.TrimSuffix(part, "partial"))) {
				t.Errorf("%s with %s: %q, want %q", c.a, c.b, got, c.want)
			}
		}
		if joined.Partial != strings.HasSuffix(c.want, "partial") {
			t.Errorf("%s with %s: partial is %t", c.a, c.b, joined.Partial)
		}
		if _, reason := JoinReasons(a, b); !strings.Contains(reason, c.reason) {
			t.Errorf("%s with %s: reason %q, want %q in it", c.a, c.b, reason, c.reason)
		}
		if joined.ReadersUnknown() != (joined.Confidentiality == Private) {
			t.Errorf("%s with %s: readers unknown is %t", c.a, c.b, joined.ReadersUnknown())
		}
	}
}

func TestJoinReasonsOfIntegrity(t *testing.T) {
	trusted, untrusted := Label{Integrity: Trusted, Confidentiality: Public}, Label{Integrity: Untrusted, Confidentiality: Public}
	for _, c := range []struct {
		a, b Label
		want string
	}{
		{trusted, trusted, "stays trusted"}, {trusted, untrusted, "untrusted dominates"},
		{untrusted, trusted, "untrusted dominates"}, {untrusted, untrusted, "stays untrusted"},
		{Label{}, untrusted, "untrusted for what is labelled"},
	} {
		if got, _ := JoinReasons(c.a, c.b); !strings.Contains(got, c.want) {
			t.Errorf("%v with %v: %q, want %q in it", c.a, c.b, got, c.want)
		}
	}
}
