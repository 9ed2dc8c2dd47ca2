package evidence

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// ToolResult is what one tool result says about itself.
type ToolResult struct {
	Value    record.Value // the result object, or the annotation when it was given bare
	Levels   []Level      // where annotations stand: the result first, then blocks in order
	Labels   []WireLabel  // information-flow labels on the wire, in the same order
	Findings []diag.Diagnostic
}

// Claims lists the claims of all levels, in order.
func (t *ToolResult) Claims() []*Claim {
	var out []*Claim
	for i := range t.Levels {
		if c := t.Levels[i].Claim; c != nil {
			out = append(out, c)
		}
	}
	return out
}

// Effective gives what holds for a content block, or for the whole result with
// block -1: the union of what the result and the block claim. For the whole
// result it is the result's own claim; a block speaks for itself only.
func (t *ToolResult) Effective(block int) (sensitive, untrusted Assertion) {
	for _, l := range t.Levels {
		if l.Block < 0 || l.Block == block {
			sensitive, untrusted = sensitive.Union(l.Sensitive), untrusted.Union(l.Untrusted)
		}
	}
	return sensitive, untrusted
}

// Shape is what a document looks like.
type Shape uint8

// Shapes that carry claims.
const (
	ShapeUnknown    Shape = iota
	ShapeResult           // a CallToolResult
	ShapeResponse         // a JSON-RPC response with a result
	ShapeAnnotation       // trust annotations alone, or the _meta object around them
	ShapeRef              // an evidenceRef alone
	ShapeClaim            // a claims line: evidenceRef and the record beside it
	ShapeRPCError         // a JSON-RPC response with an error: there is no result
	ShapeList             // an array of any of these, not empty
)

// DetectShape tells what a document is, by its members. key is the annotation
// key in use.
func DetectShape(v record.Value, key string) Shape {
	if v.Kind() == record.Array {
		for _, e := range v.Elements() {
			if s := DetectShape(e, key); s == ShapeUnknown || s == ShapeList {
				return ShapeUnknown
			}
		}
		if v.Len() == 0 {
			return ShapeUnknown
		}
		return ShapeList
	}
	has := func(names ...string) bool {
		for _, name := range names {
			if v.Get(name).IsZero() {
				return false
			}
		}
		return true
	}
	isMeta := v.Get("_meta").Kind() == record.Object
	switch {
	case v.Kind() != record.Object:
		return ShapeUnknown
	case has("jsonrpc") && isResult(v.Get("result")), v.Len() <= 3 && has("id") && isResult(v.Get("result")):
		return ShapeResponse
	case has("jsonrpc") && has("error"):
		return ShapeRPCError
	case isResult(v):
		return ShapeResult
	case has("evidenceRef") && (has("record") || has("recordText") || has("recordBase64") || has("path")):
		return ShapeClaim
	case has(key), has("evidenceRef"), has("sensitive"), has("untrusted"):
		return ShapeAnnotation
	case has("digest", "canonicalization"):
		return ShapeRef
	case isMeta && !v.Get("_meta").Get(key).IsZero():
		return ShapeResult // only _meta is there, as in an example
	}
	return ShapeUnknown
}

// isResult recognises a CallToolResult by members that no other message has.
func isResult(v record.Value) bool {
	if v.Kind() != record.Object {
		return false
	}
	return v.Get("content").Kind() == record.Array || v.Get("structuredContent").Kind() == record.Object ||
		v.Get("isError").Kind() == record.Bool && !v.Get("_meta").IsZero()
}

// ReadResults reads every tool result of a document, with what is wrong with
// its annotations and labels. key is the annotation key, [AnnotationKey] unless
// somebody uses a fork. ok is false when the document is none of the shapes
// that carry a result.
func ReadResults(v record.Value, key string) (results []ToolResult, ok bool) {
	switch DetectShape(v, key) {
	case ShapeResult, ShapeResponse:
		return []ToolResult{ReadResult(v, key)}, true
	case ShapeAnnotation, ShapeClaim, ShapeRef:
		return []ToolResult{ReadAnnotation(v, key)}, true
	case ShapeList:
		for _, e := range v.Elements() {
			if r, ok := ReadResults(e, key); ok { // an element may be an error response
				results = append(results, r...)
			}
		}
		return results, true
	}
	return nil, false
}

// ReadResult reads a document as a CallToolResult, or the JSON-RPC response
// around it, whatever it looks like.
func ReadResult(v record.Value, key string) ToolResult {
	if DetectShape(v, key) == ShapeResponse {
		v = v.Get("result")
	}
	t := ToolResult{Value: v}
	t.read(v.Get("_meta"), key, -1)
	for i, block := range v.Get("content").Elements() {
		t.read(block.Get("_meta"), key, i)
	}
	t.finish(key)
	return t
}

// ReadAnnotation reads a document as trust annotations, as the _meta object that
// carries them, or as an evidenceRef.
func ReadAnnotation(v record.Value, key string) ToolResult {
	t := ToolResult{Value: v}
	switch {
	case DetectShape(v, key) == ShapeRef:
		claim := ReadClaim(v)
		t.Levels = []Level{{Block: -1, Claim: &claim}}
		t.Findings = claim.Findings
	case v.Get(key).IsZero():
		t.addLevel(v, -1)
	default:
		t.read(v, key, -1)
	}
	t.finish(key)
	return t
}

// read reads one _meta object.
func (t *ToolResult) read(meta record.Value, key string, block int) {
	if annotation := meta.Get(key); !annotation.IsZero() {
		t.addLevel(annotation, block)
	}
	labels, findings := ReadLabels(meta, block)
	t.Labels = append(t.Labels, labels...)
	t.Findings = append(t.Findings, findings...)
}

func (t *ToolResult) addLevel(annotation record.Value, block int) {
	level, findings := ReadLevel(annotation, block)
	t.Levels = append(t.Levels, level)
	t.Findings = append(t.Findings, findings...)
}

// finish adds what only shows when all levels are known.
func (t *ToolResult) finish(key string) {
	t.Findings = append(t.Findings, CheckUnion(t.Levels)...)
	t.Findings = append(t.Findings, checkInline(t)...)
	t.Findings = append(t.Findings, t.strays(key)...)
	diag.Sort(t.Findings)
}

// strays reports annotations under the right key in the wrong place, and _meta
// keys that only look like the right one: whoever stripped or moved a claim
// must not make the result look as if it never had one.
func (t *ToolResult) strays(key string) []diag.Diagnostic {
	read := map[uint32]bool{t.Value.Node(): true}
	for _, l := range t.Levels {
		read[l.Annotation.Node()] = true // the root for the zero Value
	}
	var out []diag.Diagnostic
	tail := key[strings.LastIndexByte(key, '/')+1:]
	walkMembers(t.Value, func(parent string, name, value record.Value) {
		switch text := string(name.Content()); {
		case text == key && !read[value.Node()]:
			out = append(out, finding(CodeMisplaced, diag.Warning, name,
				"trust annotations stand where they are not read", "move them to _meta of the result or of a content block"))
		case parent == "_meta" && text != key && text[strings.LastIndexByte(text, '/')+1:] == tail:
			out = append(out, finding(CodeOtherKey, diag.Warning, name,
				fmt.Sprintf("_meta key %s is not %s and was not read", diag.Quote(text, 80), key), "correct the key, or give --annotation-key if this fork is meant"))
		}
	})
	return out
}

// walkMembers visits the members of every object inside v in input order.
// parent is the name of the member that holds the object.
func walkMembers(v record.Value, visit func(parent string, name, value record.Value)) {
	type open struct {
		parent string
		value  record.Value
	}
	stack := []open{{"", v}}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for name, value := range at.value.Entries() {
			visit(at.parent, name, value)
			if k := value.Kind(); k == record.Object || k == record.Array {
				stack = append(stack, open{string(name.Content()), value})
			}
		}
		for _, e := range at.value.Elements() {
			if k := e.Kind(); k == record.Object || k == record.Array {
				stack = append(stack, open{"", e})
			}
		}
	}
}
