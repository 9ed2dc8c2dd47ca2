package lint

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint/internal/ecmaregex"
	"github.com/mcp-evref/evref/pkg/record"
)

var schemaPatternRules = []Rule{
	{
		ID: "TOOL065", Slug: "pattern", Severity: diag.Error, Since: "0.1.0",
		Summary: "a pattern is not a regular expression that validators agree on",
		Doc: Doc{
			Why: "Patterns are regular expressions of JavaScript (ECMA-262). One that is not valid there is an error: a client " +
				"throws when it compiles the schema. One that is valid only without the u flag, or uses what the engines of Go " +
				"and Rust do not have (lookaround, backreferences and others), works in some clients and breaks others: a warning.",
			Bad:  Example{Input: `{"name": "open", "inputSchema": {"type": "object", "properties": {"name": {"type": "string", "pattern": "^(?!x).+$"}}}}`},
			Good: Example{Input: `{"name": "open", "inputSchema": {"type": "object", "properties": {"name": {"type": "string", "pattern": "^[^x].*$"}}}}`},
			Fix:  "Keep to classes, groups, anchors and repetition, and say the rest in the description. A needless backslash is offered to be removed.",
			Refs: []Ref{
				{"ECMA-262, regular expressions", "https://tc39.es/ecma262/#sec-patterns"},
				{"JSON Schema 2020-12, Core, regular expressions", "https://json-schema.org/draft/2020-12/json-schema-core#name-regular-expressions"},
				{"langchainjs: a pattern that is invalid under the u flag", "https://github.com/langchain-ai/langchainjs/issues/11351"},
				{"cline: lookaround in a tool schema", "https://github.com/cline/cline/issues/14019"},
			},
		},
		Check: Check{Node: checkPatterns},
	},
}

func checkPatterns(p *Pass, n *Node) {
	if n.keywords()&hasPattern == 0 {
		return
	}
	if v := n.Value.Get("pattern"); v.Kind() == record.String {
		reportPattern(p, v)
	}
	for m := range n.Value.Get("patternProperties").Members() {
		reportPattern(p, m.Key)
	}
}

func reportPattern(p *Pass, at record.Value) {
	pattern, _ := at.Text()
	report := ecmaregex.Check(pattern)
	switch {
	case report.Legacy != nil && report.Unicode != nil:
		from, to := characterAt(pattern, report.Unicode.Offset)
		p.Report(Issue{
			At: at, From: from, To: to, Message: fmt.Sprintf("pattern is not a valid regular expression: %s at character %d", report.Unicode.Reason, 1+characters(pattern, report.Unicode.Offset)),
			Help: "correct it: clients refuse the schema, or check nothing",
		})
		return
	case report.Unicode != nil:
		from, to := characterAt(pattern, report.Unicode.Offset)
		p.Report(Issue{
			At: at, From: from, To: to, Severity: diag.Warning,
			Message: fmt.Sprintf("pattern is valid only without the u flag, which validators set: %s at character %d", report.Unicode.Reason, 1+characters(pattern, report.Unicode.Offset)),
			Help:    "write it so that both readings agree",
			Fixes:   unescapeFix(at, pattern),
		})
		return
	case report.Legacy != nil:
		from, to := characterAt(pattern, report.Legacy.Offset)
		p.Report(Issue{
			At: at, From: from, To: to, Severity: diag.Warning,
			Message: fmt.Sprintf("pattern is valid only with the u flag: %s at character %d", report.Legacy.Reason, 1+characters(pattern, report.Legacy.Offset)),
			Help:    "write it so that both readings agree",
		})
		return
	}
	if len(report.Foreign) == 0 {
		return
	}
	first := report.Foreign[0]
	p.Report(Issue{
		At: at, From: first.Offset, To: first.End, Severity: diag.Warning,
		Message: fmt.Sprintf("pattern uses what RE2, Go and Rust do not have: %s", strings.Join(kindsOf(report.Foreign), ", ")),
		Help:    "keep to classes, groups, anchors and repetition, and say the rest in the description",
	})
}

// characterAt gives the character at an offset, or the last one at the end.
func characterAt(text string, offset int) (from, to int) {
	for i, r := range text {
		from, to = i, i+len(string(r))
		if to > offset {
			break
		}
	}
	return from, to
}

// characters counts those before an offset.
func characters(text string, offset int) int { return len([]rune(text[:offset])) }

func kindsOf(constructs []ecmaregex.Construct) []string {
	var names []string
	seen := make(map[string]bool)
	for _, c := range constructs {
		if !seen[c.Name] {
			seen[c.Name] = true
			names = append(names, c.Name)
		}
	}
	return names
}

// unescapeFix removes each backslash that means nothing, when that is all that
// is wrong.
func unescapeFix(at record.Value, pattern string) []Fix {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		if pattern[i] == '\\' && i+1 < len(pattern) {
			if c := pattern[i+1]; !strings.ContainsRune("\"#%&',:;<=>@_`~! ", rune(c)) {
				b.WriteByte(pattern[i])
				b.WriteByte(c)
			} else {
				b.WriteByte(c)
			}
			i++
			continue
		}
		b.WriteByte(pattern[i])
	}
	if ecmaregex.Check(b.String()).Unicode != nil {
		return nil
	}
	return []Fix{{Message: "remove the needless backslashes", Edits: []record.Edit{record.Replace(at, record.QuoteJSON(b.String()))}}}
}
