package tree

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

// ParseYAML reads one YAML document. Aliases and merge keys are followed;
// repeated keys, several documents and tags that change a type are refused.
func ParseYAML(raw []byte) (n *Node, failure *Error) {
	if !utf8.Valid(raw) {
		return nil, &Error{Code: "invalid-utf8", Message: "not UTF-8", Help: "save the file as UTF-8"}
	}
	if bytes.Count(raw, []byte{'\n'})+bytes.Count(raw, []byte{','}) > maxYAMLItems {
		return nil, &Error{Code: "too-large", Message: "a YAML configuration of more than 10,000 lines", Help: "it is probably another file"}
	}
	defer func() {
		// The reader promises nothing about hostile input.
		if recover() != nil {
			n, failure = nil, &Error{Code: "syntax", Message: "not YAML"}
		}
	}()
	// Repeated keys are found below, in every mapping and in our words.
	file, err := parser.ParseBytes(raw, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		e := &Error{Code: "syntax", Message: "not YAML", Help: "check indentation and quotes at this place"}
		var at yaml.Error
		if errors.As(err, &at) {
			if tk := at.GetToken(); tk != nil && tk.Position != nil {
				e.Range = NewLines(raw).At(tk.Position.Line, tk.Position.Column)
			}
		}
		return nil, e
	}
	r := yamlReader{lines: NewLines(raw), anchors: map[string]*Node{}}
	var body ast.Node
	for _, doc := range file.Docs {
		switch {
		case doc.Body == nil:
		case body != nil:
			return nil, &Error{Code: "several-documents", Range: r.rangeOf(doc.Body), Message: "a second YAML document begins here", Help: "give one configuration a file"}
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
	lines   Lines
	anchors map[string]*Node
	count   int
	failure *Error
}

func (r *yamlReader) fail(at ast.Node, code, message, help string) *Node {
	if r.failure == nil {
		r.failure = &Error{Code: code, Range: r.rangeOf(at), Message: message, Help: help}
	}
	return &Node{Kind: record.Null}
}

func (r *yamlReader) node(n ast.Node) *Node {
	if n == nil || r.failure != nil {
		return &Node{Kind: record.Null}
	}
	if r.count++; r.count > maxNodes {
		return r.fail(n, "too-large", "the configuration has too many values", "it is probably another file")
	}
	out := &Node{Kind: record.String, At: r.rangeOf(n)}
	switch n := n.(type) {
	case *ast.MappingNode:
		return r.mapping(n, n.Values)
	case *ast.MappingValueNode:
		return r.mapping(n, []*ast.MappingValueNode{n})
	case *ast.SequenceNode:
		out.Kind = record.Array
		for _, e := range n.Values {
			out.Elements = append(out.Elements, r.node(e))
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
		if n.Start.Value == "!!str" && (v.Kind == record.Number || v.Kind == record.Bool) {
			v.Kind = record.String
		}
		return v
	case *ast.NullNode:
		out.Kind = record.Null
	case *ast.BoolNode:
		out.Kind, out.Text = record.Bool, n.Token.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		out.Kind, out.Text = record.Number, n.GetToken().Value
	case *ast.LiteralNode:
		out.Text = n.Value.Value
	case *ast.StringNode:
		out.Text = n.Value
	default:
		return r.fail(n, "syntax", "not a value a configuration can have", "")
	}
	return out
}

func (r *yamlReader) alias(n *ast.AliasNode) *Node {
	name := strings.TrimPrefix(n.String(), "*")
	v, ok := r.anchors[name]
	if !ok {
		return r.fail(n, "syntax", "an alias names no earlier anchor", "define the anchor before its use")
	}
	if r.count += v.Size(); r.count > maxNodes {
		return r.fail(n, "too-large", "aliases make the configuration too large", "write the values out")
	}
	return v
}

func (r *yamlReader) mapping(n ast.Node, values []*ast.MappingValueNode) *Node {
	out := &Node{Kind: record.Object, At: r.rangeOf(n)}
	var merged []Member
	seen := map[string]bool{}
	for _, pair := range values {
		value := r.node(pair.Value)
		if _, ok := pair.Key.(*ast.MergeKeyNode); ok {
			merged = append(merged, r.merge(pair, value)...)
			continue
		}
		key := r.node(keyOf(pair.Key))
		if key.Kind == record.Array || key.Kind == record.Object {
			r.fail(pair.Key, "syntax", "a key that is not text", "write the key as text")
			continue
		}
		name := key.Text
		if key.Kind == record.Null {
			name = "null"
		}
		if seen[name] {
			r.fail(pair.Key, "duplicate-name", "a key is given twice", "keep one of the two: which one a client takes is not defined")
			continue
		}
		seen[name] = true
		out.Members = append(out.Members, Member{Name: name, At: r.rangeOf(pair.Key), Value: value})
	}
	for _, m := range merged { // keys of the mapping itself win
		if !seen[m.Name] {
			seen[m.Name] = true
			out.Members = append(out.Members, m)
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

func (r *yamlReader) merge(at ast.Node, value *Node) []Member {
	sources := []*Node{value}
	if value.Kind == record.Array {
		sources = value.Elements
	}
	var out []Member
	for _, source := range sources {
		if source.Kind != record.Object {
			r.fail(at, "syntax", "a merge key needs a mapping", "")
			return nil
		}
		out = append(out, source.Members...) // of repeated names the caller keeps the first
	}
	return out
}

func (r *yamlReader) rangeOf(n ast.Node) diag.Range {
	switch block := n.(type) {
	case *ast.MappingValueNode: // its token is the colon
		n = block.Key
	case *ast.MappingNode:
		if !block.IsFlowStyle && len(block.Values) > 0 {
			n = block.Values[0].Key
		}
	}
	tk := n.GetToken()
	if tk == nil || tk.Position == nil {
		return diag.Range{}
	}
	return r.lines.At(tk.Position.Line, tk.Position.Column)
}
