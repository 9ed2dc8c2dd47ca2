package validate

import (
	"bytes"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/mcp-evref/evref/pkg/record"
)

// The engine gets a rewritten schema, so that it meets nothing it handles
// badly: numbers are doubles in their shortest form (a literal such as
// 1e1000001 makes it panic, a million digits cost it seconds), references are
// pointers from the root of a document we name, identifiers are gone, and
// keywords it would assert against the policy of this package are left out.

// engineURI names a document to the engine. Nothing is ever loaded from it.
func (d *document) engineURI() string {
	return "https://schema.invalid/" + strconv.Itoa(d.index)
}

// leftOut are members of a schema that the engine must not see.
var leftOut = []string{
	"$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary",
	"format", "contentEncoding", "contentMediaType",
	"regexProperties", // the engine's own; it panics on anything but a boolean
}

// counts are keywords whose value the engine turns into an int unchecked.
var counts = []string{
	"maxLength", "minLength", "maxItems", "minItems", "maxContains", "minContains", "maxProperties", "minProperties",
}

// emit writes a document for the engine.
func (d *document) emit() []byte {
	var b bytes.Buffer
	d.value(&b, d.root)
	return b.Bytes()
}

func (d *document) value(b *bytes.Buffer, v record.Value) {
	switch v.Kind() {
	case record.Object:
		if d.nodes[v.Node()] != nil {
			d.schema(b, v)
			return
		}
		d.members(b, "", v, nil, func(m record.Member) { d.value(b, m.Value) })
	case record.Array:
		b.WriteByte('[')
		for i, e := range v.Elements() {
			if i > 0 {
				b.WriteByte(',')
			}
			d.value(b, e)
		}
		b.WriteByte(']')
	case record.Number:
		f, _ := v.Float64()
		b.WriteString(strconv.FormatFloat(f, 'g', -1, 64))
	case record.String:
		writeString(b, string(v.Content()))
	default:
		b.Write(v.Raw())
	}
}

func (d *document) schema(b *bytes.Buffer, v record.Value) {
	skip := func(m record.Member) bool {
		return slices.Contains(leftOut, m.Name) || !d.loose && !d.dialect.Keyword(m.Name)
	}
	head := ""
	if v.Node() == d.root.Node() {
		head = `"$schema":` + strconv.Quote(d.dialect.URI())
	}
	d.members(b, head, v, skip, func(m record.Member) {
		if to := d.targets[m.Value.Node()]; to != nil {
			writeString(b, to.doc.engineURI()+"#"+escapeFragment(to.pointer))
			return
		}
		if f, ok := m.Value.Float64(); ok && f > maxCount && slices.Contains(counts, m.Name) {
			b.WriteString(strconv.Itoa(maxCount))
			return
		}
		d.value(b, m.Value)
	})
}

// members writes an object that begins with head; of repeated names the first
// counts, as everywhere in this project.
func (d *document) members(b *bytes.Buffer, head string, v record.Value, skip func(record.Member) bool, value func(record.Member)) {
	b.WriteByte('{')
	b.WriteString(head)
	first := head == ""
	seen := make(map[string]bool)
	for m := range v.Members() {
		if seen[m.Name] || d.dropped[m.Value.Node()] || skip != nil && skip(m) {
			continue
		}
		seen[m.Name] = true
		if !first {
			b.WriteByte(',')
		}
		first = false
		writeString(b, m.Name)
		b.WriteByte(':')
		value(m)
	}
	b.WriteByte('}')
}

// escapeFragment percent-encodes a pointer the way the engine does, token by
// token.
func escapeFragment(pointer string) string {
	tokens := strings.Split(pointer, "/")
	for i, t := range tokens {
		tokens[i] = url.PathEscape(t)
	}
	return strings.Join(tokens, "/")
}
