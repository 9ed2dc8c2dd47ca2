package lint

import (
	"slices"
	"testing"

	"github.com/mcp-evref/evref/pkg/record"
)

// FuzzSchemaRules gives any value as input schema, in every profile: no panic,
// findings that are places in the input, and fixes that leave JSON.
func FuzzSchemaRules(f *testing.F) {
	for _, r := range slices.Concat(schemaRules, textRules, portableRules) {
		f.Add(r.Doc.Bad.Input)
	}
	f.Add(`{"name":"t","inputSchema":{"type":"object","properties":{"p":{"required":true,"nullable":true,"example":1,"exclusiveMinimum":true,"minimum":0}}}}`)
	f.Fuzz(func(t *testing.T, input string) {
		file, err := Load("f.json", []byte(input), LoadOptions{})
		if err != nil {
			return
		}
		l, err := New(Options{Pedantic: true, Settings: Settings{Profiles: ProfileNames()}})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range l.Lint(file) {
			checkFinding(t, input, x)
			for _, fix := range x.Fixes {
				fixed, err := record.Apply([]byte(input), fix.Edits)
				if err != nil {
					t.Errorf("%s: fix %q: %v", x.Rule, fix.Message, err)
					continue
				}
				if file.Shape == Lines {
					continue
				}
				p := record.Parser{AllowDuplicates: true}
				if _, err := p.Parse(fixed, record.JSON); err != nil {
					t.Errorf("%s: fix %q leaves %q: %v", x.Rule, fix.Message, fixed, err)
				}
			}
		}
	})
}
