package lint

import (
	"fmt"
	"strings"
	"testing"
)

// TestManyFindings: of very many defects of one kind in one tool the first few
// are findings and the last of them says how many more there are.
func TestManyFindings(t *testing.T) {
	members := func(format string) string {
		parts := make([]string, 1000)
		for i := range parts {
			parts[i] = fmt.Sprintf(format, i)
		}
		return strings.Join(parts, ",")
	}
	tool := func(more string) string {
		return `{"name":"a","description":"A tool of a test.","inputSchema":{},` + more + `}`
	}
	for _, tc := range []struct{ rule, input string }{
		{"TOOL005", tool(members(`"x%d":1`))},
		{"TOOL006", tool(`"_meta":{` + strings.Repeat(`"a":1,`, 1000) + `"a":1}`)},
		{"TOOL010", tool(`"icons":[` + members("%d") + `]`)},
		{"TOOL031", tool(`"annotations":{` + members(`"x%d":1`) + `}`)},
		{"TOOL081", tool(`"annotations":{"` + ActionKey + `":{` + members(`"x%d":1`) + `}}`)},
		{"TOOL101", tool(`"_meta":{` + members(`"1x/%d":1`) + `}`)},
		{"TOOL001", `{"tools":[` + members("%d") + `]}`},
	} {
		found := lintText(t, "x.json", tc.input, Options{Only: []string{tc.rule}})
		if len(found) != maxPerSubject {
			t.Errorf("%s: %d findings, want %d", tc.rule, len(found), maxPerSubject)
			continue
		}
		more := 0
		for _, f := range found {
			if strings.HasSuffix(f.Message, "(and 950 more like it)") {
				more++
			}
		}
		if more != 1 {
			t.Errorf("%s: %d findings say how many more there are, want 1", tc.rule, more)
		}
	}
}
