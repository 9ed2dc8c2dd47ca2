package config

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// maxYAMLItems bounds lines and commas: the reader's time grows with the square
// of the keys in one mapping.
const maxYAMLItems = 10_000

// parseYAML reads one YAML document. Aliases and merge keys are followed;
// repeated keys, several documents and tags that change a type are refused.
func parseYAML(raw []byte) (n *node, failure *SyntaxError) {
	if !utf8.Valid(raw) {
		return nil, &SyntaxError{Syntax: YAML, Code: "invalid-utf8", message: "not UTF-8", help: "save the file as UTF-8"}
	}
	if bytes.Count(raw, []byte{'\n'})+bytes.Count(raw, []byte{','}) > maxYAMLItems {
		return nil, &SyntaxError{Syntax: YAML, Code: "too-large", message: "a YAML configuration of more than 10,000 lines", help: "it is probably another file"}
	}
	defer func() {
		// The reader promises nothing about hostile input.
		if recover() != nil {
			n, failure = nil, &SyntaxError{Syntax: YAML, Code: "syntax", message: "not YAML"}
		}
	}()
	// Repeated keys are found below, in every mapping and in our words.
	file, err := parser.ParseBytes(raw, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		e := &SyntaxError{Syntax: YAML, Code: "syntax", message: "not YAML", help: "check indentation and quotes at this place"}
		var at yaml.Error
		if errors.As(err, &at) {
			if tk := at.GetToken(); tk != nil && tk.Position != nil {
				e.Range = newLines(raw).at(tk.Position.Line, tk.Position.Column)
			}
		}
		return nil, e
	}
	r := yamlReader{lines: newLines(raw), anchors: map[string]*node{}}
	var body ast.Node
	for _, doc := range file.Docs {
		switch {
		case doc.Body == nil:
		case body != nil:
			return nil, &SyntaxError{Syntax: YAML, Code: "several-documents", Range: r.rangeOf(doc.Body), message: "a second YAML document begins here", help: "give one configuration a file"}
		default:
			body = doc.Body
		}
	}
	n = r.node(body)
	return n, r.failure
}

// maxNodes bounds what aliases can multiply.
const maxNodes = 100_000

type yamlReader struct {
	lines   lines
	anchors map[string]*node
	count   int
	failure *SyntaxError
}

func (r *yamlReader) fail(at ast.Node, code, message, help string) *node {
	if r.failure == nil {
		r.failure = &SyntaxError{Syntax: YAML, Code: code, Range: r.rangeOf(at), message: message, help: help}
	}
	return &node{kind: record.Null}
}

func (r *yamlReader) node(n ast.Node) *node {
	if n == nil || r.failure != nil {
		return &node{kind: record.Null}
	}
	if r.count++; r.count > maxNodes {
		return r.fail(n, "too-large", "the configuration has too many values", "it is probably another file")
	}
	out := &node{kind: record.String, at: r.rangeOf(n)}
	switch n := n.(type) {
	case *ast.MappingNode:
		return r.mapping(n, n.Values)
	case *ast.MappingValueNode:
		return r.mapping(n, []*ast.MappingValueNode{n})
	case *ast.SequenceNode:
		out.kind = record.Array
		for _, e := range n.Values {
			out.elements = append(out.elements, r.node(e))
		}
	case *ast.AnchorNode:
		v := r.node(n.Value)
		r.anchors[n.Name.String()] = v
		return v
	case *ast.AliasNode:
		return r.alias(n)
	case *ast.TagNode:
		if tag := n.Start.Value; tag != "!!str" && tag != "!!map" && tag != "!!seq" {
			return r.fail(n, "tag", "a YAML tag changes the type of this value", "write the value without a tag")
		}
		v := r.node(n.Value)
		if n.Start.Value == "!!str" && (v.kind == record.Number || v.kind == record.Bool) {
			v.kind = record.String
		}
		return v
	case *ast.NullNode:
		out.kind = record.Null
	case *ast.BoolNode:
		out.kind, out.text = record.Bool, n.Token.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		out.kind, out.text = record.Number, n.GetToken().Value
	case *ast.LiteralNode:
		out.text = n.Value.Value
	case *ast.StringNode:
		out.text = n.Value
	default:
		return r.fail(n, "syntax", "not a value a configuration can have", "")
	}
	return out
}

func (r *yamlReader) alias(n *ast.AliasNode) *node {
	name := strings.TrimPrefix(n.String(), "*")
	v, ok := r.anchors[name]
	if !ok {
		return r.fail(n, "syntax", "an alias names no earlier anchor", "define the anchor before its use")
	}
	if r.count += size(v); r.count > maxNodes {
		return r.fail(n, "too-large", "aliases make the configuration too large", "write the values out")
	}
	return v
}

func size(n *node) int {
	total := 1
	for _, m := range n.members {
		total += size(m.value)
	}
	for _, e := range n.elements {
		total += size(e)
	}
	return total
}

func (r *yamlReader) mapping(n ast.Node, values []*ast.MappingValueNode) *node {
	out := &node{kind: record.Object, at: r.rangeOf(n)}
	var merged []member
	seen := map[string]bool{}
	for i, pair := range values {
		if i == 0 {
			out.at = r.rangeOf(pair.Key)
		}
		value := r.node(pair.Value)
		if _, ok := pair.Key.(*ast.MergeKeyNode); ok {
			merged = append(merged, r.merge(pair, value)...)
			continue
		}
		key := r.node(keyOf(pair.Key))
		if key.kind == record.Array || key.kind == record.Object {
			r.fail(pair.Key, "syntax", "a key that is not text", "write the key as text")
			continue
		}
		name := key.text
		if key.kind == record.Null {
			name = "null"
		}
		if seen[name] {
			r.fail(pair.Key, "duplicate-name", "a key is given twice", "keep one of the two: which one a client takes is not defined")
			continue
		}
		seen[name] = true
		out.members = append(out.members, member{name: name, at: r.rangeOf(pair.Key), value: value})
	}
	for _, m := range merged { // keys of the mapping itself win
		if !seen[m.name] {
			seen[m.name] = true
			out.members = append(out.members, m)
		}
	}
	return out
}

func keyOf(n ast.MapKeyNode) ast.Node {
	if wrapped, ok := n.(*ast.MappingKeyNode); ok {
		return wrapped.Value
	}
	return n
}

func (r *yamlReader) merge(at ast.Node, value *node) []member {
	sources := []*node{value}
	if value.kind == record.Array {
		sources = value.elements
	}
	var out []member
	for _, source := range sources {
		if source.kind != record.Object {
			r.fail(at, "syntax", "a merge key needs a mapping", "")
			return nil
		}
		out = append(out, source.members...) // of repeated names the caller keeps the first
	}
	return out
}

func (r *yamlReader) rangeOf(n ast.Node) diag.Range {
	tk := n.GetToken()
	if tk == nil || tk.Position == nil {
		return diag.Range{}
	}
	return r.lines.at(tk.Position.Line, tk.Position.Column)
}
