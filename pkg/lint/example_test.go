package lint_test

import (
	"fmt"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

// Findings of one file, with their places and the edit that mends them.
func Example() {
	text := []byte(`{"tools":[{
  "name": "read_drafts",
  "description": "Read the drafts of the signed-in user.",
  "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false},
  "annotations": {"readonlyHint": true}
}]}`)
	file, err := lint.Load("tools.json", text, lint.LoadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	linter, err := lint.New(lint.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range linter.Lint(file) {
		if f.Severity >= diag.Warning {
			fmt.Println(f.Source, f.Range.Start, f.Rule, f.Record)
			fmt.Println(f.Fixes[0].Message)
		}
	}
	// Output:
	// tools.json 5:19 TOOL031 read_drafts
	// rename to readOnlyHint
}
