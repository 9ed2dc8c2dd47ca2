package evidence

import (
	"slices"
	"testing"
)

func TestEveryNameIsExplained(t *testing.T) {
	for _, v := range Verdicts() {
		if d := v.Doc(); d.Name != v.String() || d.Meaning == "" || len(d.Text) == 0 || d.Do == "" {
			t.Errorf("verdict %s is not explained", v)
		}
	}
	for _, c := range Codes() {
		if c.ID == "" || c.Meaning == "" || c.Do == "" {
			t.Errorf("code %q is not explained", c.ID)
		}
	}
	var types []string
	for _, d := range SchemeDocs() {
		types = append(types, d.Name)
	}
	for _, typ := range NewSchemes().Types() {
		if !slices.Contains(types, typ) {
			t.Errorf("scheme %s is not explained", typ)
		}
	}
	for _, d := range slices.Concat(SchemeDocs(), AnnotationDocs(), KeyDocs()) {
		if d.Name == "" || d.Meaning == "" || len(d.Text) == 0 || d.Do == "" {
			t.Errorf("%q is not explained", d.Name)
		}
	}
}
