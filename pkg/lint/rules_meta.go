package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

// withMeta makes a definition with the given _meta for an example.
func withMeta(meta string) Example {
	return Example{Input: `{"name": "search", "description": "Search the index.", "inputSchema": {"type": "object"}, "_meta": {` + meta + `}}`}
}

var metaRules = []Rule{
	{
		ID: "TOOL095", Slug: "trust-on-tool", Severity: diag.Error, Since: "0.1.0",
		Summary: "trust annotations or an evidenceRef stand on a tool; they belong to its results",
		Doc: Doc{
			Why: "Trust annotations speak about one result: this content is sensitive, that content came from outside. A " +
				"definition has no content yet. Hosts read them on results only, so here they protect nothing.",
			Bad:  withMeta(`"` + evidence.AnnotationKey + `": {"untrusted": true}`),
			Good: withMeta(`"com.example/owner": "search team"`),
			Fix:  "Put the annotation into _meta of the results. What a tool can do in general is said by hints and action metadata.",
			Refs: []Ref{refTrust},
		},
		Check: Check{Tool: checkTrustOnTool},
	},
	{
		ID: "TOOL101", Slug: "meta-key-grammar", Severity: diag.Error, Since: "0.1.0",
		Summary: "a _meta key breaks the grammar of keys",
		Doc: Doc{
			Why: "A key is an optional prefix of dotted labels and a slash, then a name. Labels begin with a letter and end " +
				"with a letter or digit. Strict readers refuse a definition with another key.",
			Bad:  withMeta(`"1bad.example/x": true`),
			Good: withMeta(`"com.example/x": true`),
			Fix:  "Use a domain of yours in reverse as the prefix, a slash, and a name of letters, digits, - _ and dots.",
			Refs: []Ref{refMeta},
		},
		Check: Check{Tool: checkToolMetaKeys(reportGrammar), List: checkListMetaKeys(reportGrammar), Result: checkResultMetaKeys(reportGrammar)},
	},
	{
		ID: "TOOL102", Slug: "meta-key-reserved", Severity: diag.Warning, Since: "0.1.0",
		Summary: "a _meta key uses a prefix that is reserved for MCP, and is not a known one",
		Doc: Doc{
			Why: "Prefixes whose second label is mcp or modelcontextprotocol belong to the protocol. A key of your own there " +
				"may get another meaning with the next revision, and a misspelt key of the protocol is read by nobody.",
			Bad:  withMeta(`"com.mcp.tools/priority": 1`),
			Good: withMeta(`"com.example.tools/priority": 1`),
			Fix:  "Use a domain of yours in reverse, or correct the spelling.",
			Refs: []Ref{refMeta},
		},
		Check: Check{Tool: checkToolMetaKeys(reportReserved), List: checkListMetaKeys(reportReserved), Result: checkResultMetaKeys(reportReserved)},
	},
	{
		ID: "TOOL103", Slug: "meta-key-unprefixed", Severity: diag.Off, Pedantic: diag.Info, Since: "0.1.0",
		Summary: "a _meta key has no prefix",
		Doc: Doc{
			Why: "A key without a prefix can mean two things to two programs. Off by default: such keys are allowed, and some " +
				"are in wide use.",
			Bad:  withMeta(`"owner": "search team"`),
			Good: withMeta(`"com.example/owner": "search team"`),
			Fix:  "Put a domain of yours in reverse and a slash before the name.",
			Refs: []Ref{refMeta},
		},
		Check: Check{Tool: checkToolMetaKeys(reportUnprefixed), List: checkListMetaKeys(reportUnprefixed), Result: checkResultMetaKeys(reportUnprefixed)},
	},
}

func checkTrustOnTool(p *Pass, t *Tool) {
	objects := []record.Value{t.Value, t.Annotations.Value, t.Meta.Value}
	for _, a := range namespacedActions(t) {
		objects = append(objects, a.Value)
	}
	for _, object := range objects {
		for m := range object.Members() {
			if !isTrustMember(m.Name) {
				continue
			}
			what := "trust annotations speak"
			if m.Name == "evidenceRef" {
				what = "an evidenceRef speaks"
			}
			p.Report(Issue{
				At: m.Key, Message: what + " about a result; on a tool no host reads it",
				Help:  fmt.Sprintf("put it under %s in _meta of the results", evidence.AnnotationKey),
				Fixes: []Fix{{Message: "remove it from the definition", Edits: record.Remove(object, m)}},
			})
		}
	}
}

// isTrustMember recognises the annotation's key, in any spelling, and a bare
// evidenceRef.
func isTrustMember(name string) bool {
	_, after, prefixed := strings.Cut(name, "/")
	if !prefixed {
		after = name
	}
	return folded(after) == "trustannotations" || folded(name) == "evidenceref"
}

// metaKey is the grammar of a _meta key (MCP 2026-07-28, General fields).
var metaKey = regexp.MustCompile(`^([A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?)*/)?([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?$`)

// knownMetaKeys are the keys under reserved prefixes that extensions define.
var knownMetaKeys = []string{
	evidence.AnnotationKey, ActionKey, "io.modelcontextprotocol/tool-resolution",
	"io.modelcontextprotocol/display-templates", "io.modelcontextprotocol/display-template",
}

func reportGrammar(p *Pass, t *Tool, m record.Member) {
	if !metaKey.MatchString(m.Name) {
		p.Report(Issue{
			At: m.Key, Tool: t, Message: fmt.Sprintf("_meta key %s breaks the grammar of keys; strict readers refuse it", quote(m.Name, 0)),
			Help: "write a reversed domain of yours, a slash and a name, such as com.example/owner",
		})
	}
}

func reportReserved(p *Pass, t *Tool, m record.Member) {
	if !isReserved(m.Name) || slices.Contains(knownMetaKeys, m.Name) || t != nil && (isTrustMember(m.Name) || isActionKey(m.Name)) {
		return
	}
	i := Issue{
		At: m.Key, Tool: t, Message: fmt.Sprintf("_meta key %s has a prefix that is reserved for MCP and is not a known key", quote(m.Name, 0)),
		Help: "use a reversed domain of yours as the prefix",
	}
	if near, ok := diag.Nearest(m.Name, knownMetaKeys); ok {
		i.Help = fmt.Sprintf("write %s if this is meant, or use a reversed domain of yours", near)
	}
	p.Report(i)
}

// isReserved reports a prefix whose second label belongs to the protocol.
func isReserved(key string) bool {
	prefix, _, ok := strings.Cut(key, "/")
	labels := strings.Split(prefix, ".")
	return ok && len(labels) >= 2 && (labels[1] == "mcp" || labels[1] == "modelcontextprotocol")
}

func reportUnprefixed(p *Pass, t *Tool, m record.Member) {
	standard := []string{"progressToken", "traceparent", "tracestate", "baggage", "ui"}
	if !strings.Contains(m.Name, "/") && !slices.Contains(standard, m.Name) {
		p.Report(Issue{
			At: m.Key, Tool: t, Message: fmt.Sprintf("_meta key %s has no prefix", quote(m.Name, 0)),
			Help: "put a reversed domain of yours and a slash before it",
		})
	}
}

// A metaReport looks at one member of a _meta object; t is nil outside tools.
type metaReport func(p *Pass, t *Tool, m record.Member)

func checkToolMetaKeys(report metaReport) func(*Pass, *Tool) {
	return func(p *Pass, t *Tool) { eachKey(p, t, t.Meta.Value, report) }
}

func checkListMetaKeys(report metaReport) func(*Pass, *List) {
	return func(p *Pass, l *List) { eachKey(p, nil, l.Owner.Get("_meta"), report) }
}

func checkResultMetaKeys(report metaReport) func(*Pass, *Result) {
	return func(p *Pass, r *Result) {
		eachKey(p, nil, r.Meta.Value, report)
		for _, block := range r.Value.Get("content").Elements() {
			eachKey(p, nil, block.Get("_meta"), report)
		}
	}
}

func eachKey(p *Pass, t *Tool, meta record.Value, report metaReport) {
	for m := range meta.Members() {
		report(p, t, m)
	}
}
