package lint

import (
	"strings"
	"testing"
)

// TestRenamesMakeNoDuplicates: whatever members stand for the same name, no fix
// leaves an object with that name twice.
func TestRenamesMakeNoDuplicates(t *testing.T) {
	for _, text := range []string{
		`{"name": "a", "inputSchema": {"type": "object"}, "annotations": {"readonlyHint": true, "read_only_hint": false}}`,
		`{"name": "a", "inputSchema": {"type": "object"}, "annotations": {"readonlyHint": true, "readOnlyHint": false}}`,
		`{"name": "a", "inputSchema": {"type": "object"}, "annotations": {"readonlyHint": true, "readonlyHint": false}}`,
		`{"name": "a", "inputSchema": {"type": "object"}, "annotations": {"readonlyHint": true, "read_only_hint": false, "ReadOnlyHint": true}}`,
		`{"name": "a", "inputschema": {"type": "object"}, "input_schema": {"type": "object"}}`,
		`{"name": "a", "inputSchema": {"type": "object"}, "output_schema": {"type": "object"}, "outputschema": {"type": "object"}}`,
		`{"name": "a", "inputSchema": {"type": "object"}, "annotations": {"actionmetadata": {}, "action_metadata": {}}}`,
		`{"name": "a", "inputSchema": {"type": "object"}, "annotations": {"` + ActionKey + `": {"input_metadata": {}, "inputmetadata": {}}}}`,
		`{"name": "a", "inputSchema": {"type": "object", "dependencies": {"a": ["b"]}, "dependencies": {"b": ["a"]}}}`,
		`{"name": "a", "inputSchema": {"type": "object", "properties": {"x": {"items": [{"type": "string"}], "items": [true]}}}}`,
	} {
		f, err := Load("tool.json", []byte(text), LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		fixed, err := (&Fixer{Linter: newLinter(t, Options{Settings: Settings{}}), Suggested: true}).Fix(f)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		for _, name := range []string{"readOnlyHint", "inputSchema", "outputSchema", ActionKey, "inputMetadata", "dependentRequired", "prefixItems"} {
			if strings.Count(string(fixed.File.Raw), `"`+name+`"`) > 1 {
				t.Errorf("%s became %s", text, fixed.File.Raw)
			}
		}
	}
}
