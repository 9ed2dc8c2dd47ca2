package digest

import (
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

func TestEveryNameIsExplained(t *testing.T) {
	docs := map[string]diag.Doc{}
	for _, c := range All() {
		docs[c.ID()] = c.Doc()
	}
	for _, a := range Algorithms() {
		docs[a.String()] = a.Doc()
	}
	for _, k := range HazardKinds() {
		docs[string(k)] = k.Doc()
	}
	for name, d := range docs {
		if d.Name != name || d.Meaning == "" || len(d.Text) == 0 || d.Do == "" {
			t.Errorf("%s is not explained: %+v", name, d)
		}
	}
}
