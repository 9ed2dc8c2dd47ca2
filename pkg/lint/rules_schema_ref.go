package lint

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
)

var schemaRefRules = []Rule{
	{
		ID: "TOOL056", Slug: "ref-unresolved", Severity: diag.Error, Since: "0.1.0",
		Summary: "a $ref leads nowhere",
		Doc: Doc{
			Why: "A client cannot compile a schema with a reference to nothing. Often the definitions were lost when a " +
				"parameter was taken out of a larger document. A reference that leads to itself, also by way of others or of " +
				"allOf and its like, is as good as none.",
			Bad:  Example{Input: `{"name": "edit_screen", "inputSchema": {"type": "object", "properties": {"screen": {"$ref": "#/$defs/Screen"}}}}`},
			Good: Example{Input: `{"name": "edit_screen", "inputSchema": {"type": "object", "properties": {"screen": {"$ref": "#/$defs/Screen"}}, "$defs": {"Screen": {"type": "object"}}}}`},
			Fix:  "Put what it names under $defs of the same schema, or write it out in place.",
			Refs: []Ref{
				{"JSON Schema 2020-12, Core, $ref", "https://json-schema.org/draft/2020-12/json-schema-core#name-direct-references-with-ref"},
				{"stitch-sdk: references without definitions", "https://github.com/google-labs-code/stitch-sdk/issues/367"},
			},
		},
		Check: Check{Schema: checkRefs},
	},
	{
		ID: "TOOL057", Slug: "ref-network", Severity: diag.Error, Since: "0.1.0",
		Summary: "a $ref leads to another address",
		Doc: Doc{
			Why: "Clients must not fetch a reference by themselves: a server could make them call any address. So it is never " +
				"resolved, and the schema cannot be used.",
			Bad:  Example{Input: `{"name": "save", "inputSchema": {"type": "object", "properties": {"doc": {"$ref": "https://example.com/schemas/doc.json"}}}}`},
			Good: Example{Input: `{"name": "save", "inputSchema": {"type": "object", "properties": {"doc": {"$ref": "#/$defs/doc"}}, "$defs": {"doc": {"type": "object"}}}}`},
			Fix:  "Copy the schema into $defs and refer to it there.",
			Refs: []Ref{{"MCP 2026-07-28, resolution of $ref", "https://modelcontextprotocol.io/specification/2026-07-28/basic#json-schema-usage"}},
		},
		Check: Check{Schema: checkNetworkRefs},
	},
	{
		ID: "TOOL058", Slug: "ref-recursive", Severity: diag.Off, Since: "0.1.0",
		Summary: "a schema refers to itself",
		Doc: Doc{
			Why: "Recursive schemas are legal, and most clients handle them. The Gemini API does not: with its profile this " +
				"is a note.",
			Bad:  Example{`{"name": "save", "inputSchema": {"type": "object", "properties": {"child": {"$ref": "#"}}}}`, Settings{Profiles: []string{"gemini"}}},
			Good: Example{`{"name": "save", "inputSchema": {"type": "object", "properties": {"child": {"type": "object"}}}}`, Settings{Profiles: []string{"gemini"}}},
			Fix:  "Write out as many levels as are needed, or take a flat list with parent ids.",
			Refs: []Ref{{"stitch-sdk: a recursive definition is legal", "https://github.com/google-labs-code/stitch-sdk/issues/367"}},
		},
		Check: Check{Schema: checkRecursiveRefs},
	},
}

// schemaRef is one reference in a schema.
type schemaRef struct {
	node       *Node
	keyword    string
	member     record.Member
	text       string
	resolution validate.Resolution
}

// refs resolves all references of a schema, in input order.
func (s *Schema) refs() []schemaRef {
	d, known := s.dialect()
	if s.resolved || !known || s.keywords()&hasRef == 0 {
		return s.found
	}
	s.resolved = true
	s.Walk(func(n *Node) {
		if n.keywords()&hasRef == 0 {
			return
		}
		for m := range n.Value.Members() {
			if m.Name != "$ref" && m.Name != "$dynamicRef" && m.Name != "$recursiveRef" || !d.Keyword(m.Name) {
				continue
			}
			if text, ok := m.Value.Text(); ok {
				s.found = append(s.found, schemaRef{node: n, keyword: m.Name, member: m, text: text})
			}
		}
	})
	index := validate.NewRefs(s.Value, d)
	for i, r := range s.found {
		s.found[i].resolution = index.Resolve(baseOf(index, r.node), r.text)
	}
	return s.found
}

// baseOf gives the base URI of a schema: its own, or that of a schema around.
func baseOf(index *validate.Refs, n *Node) string {
	for ; n != nil; n = n.Parent {
		if base, ok := index.OwnBase(n.Value); ok {
			return base
		}
	}
	return ""
}

// network reports a reference to an address outside the schema.
func (r schemaRef) network() bool {
	u, err := url.Parse(r.resolution.URI)
	return r.resolution.Outside && err == nil && u.IsAbs()
}

func checkNetworkRefs(p *Pass, s *Schema) {
	for _, r := range s.refs() {
		if r.network() {
			p.Report(Issue{
				At: r.member.Value, Message: fmt.Sprintf("%s leads to %s, and clients must not fetch it", r.keyword, quote(r.text, 80)),
				Help: "copy the schema into $defs and refer to it there",
			})
		}
	}
}

func checkRefs(p *Pass, s *Schema) {
	refs := s.refs()
	if len(refs) == 0 {
		return
	}
	g := newRefGraph(s, refs, inPlace)
	var known definedNames
	for _, r := range refs {
		target := r.resolution.Target
		kind := target.Kind()
		switch {
		case r.network():
		case target.IsZero():
			p.Report(Issue{
				At: r.member.Value, Message: fmt.Sprintf("%s %s leads nowhere in this schema", r.keyword, quote(r.text, 80)),
				Help: known.help(s, r),
			})
		case target == r.node.Value:
			p.Report(Issue{At: r.member.Value, Message: fmt.Sprintf("%s %s leads to itself", r.keyword, quote(r.text, 80)), Help: "name the schema that is meant"})
		case g.cyclic(r):
			p.Report(Issue{
				At: r.member.Value, Message: fmt.Sprintf("%s %s leads back to itself for the same value, so no validator comes to an end", r.keyword, quote(r.text, 80)),
				Help: "let a property or an item stand between them, or take out one reference",
			})
		case kind != record.Object && kind != record.Bool:
			p.Report(Issue{
				At: r.member.Value, Message: fmt.Sprintf("%s %s leads to %s, not to a schema", r.keyword, quote(r.text, 80), article(kind)),
				Help: "name the schema that is meant",
			})
		}
	}
}

// definedNames are what a schema defines, read when it is first asked for.
type definedNames struct {
	names, places []string
	read          bool
	asked         int
}

// help says what may be meant by a reference that leads nowhere.
func (k *definedNames) help(s *Schema, r schemaRef) string {
	if k.asked++; k.asked > maxPerSubject {
		return "" // the finding is only counted
	}
	if !k.read {
		k.read = true
		for _, keyword := range []string{"$defs", "definitions"} {
			for m := range s.Value.Get(keyword).Members() {
				k.places, k.names = append(k.places, "#"+record.Child("/"+keyword, m.Name)), append(k.names, m.Name)
			}
		}
	}
	name := r.text[strings.LastIndexAny(r.text, "/#")+1:]
	i := slices.Index(k.names, name)
	if near, ok := diag.Nearest(name, k.names[:min(len(k.names), 200)]); i < 0 && ok && len(name) > 2 {
		i = slices.Index(k.names, near)
	}
	switch {
	case i >= 0:
		return "did you mean " + quote(k.places[i], 80) + "?"
	case strings.HasPrefix(r.text, "#/components/schemas/"):
		return "this is a place in an OpenAPI document: copy the schema under $defs and refer to it there"
	case len(k.names) == 0:
		return "the schema has no $defs: add the definition, or write it out in place"
	}
	return "the schema defines " + listOf(k.names[:min(8, len(k.names))], len(k.names))
}

func checkRecursiveRefs(p *Pass, s *Schema) {
	refs := s.refs()
	if len(refs) == 0 {
		return
	}
	g := newRefGraph(s, refs, anywhere)
	for _, r := range refs {
		if g.cyclic(r) {
			p.Report(Issue{
				At: r.member.Value, Message: fmt.Sprintf("%s %s makes the schema recursive", r.keyword, quote(r.text, 80)),
				Help: "write out as many levels as are needed",
			})
		}
	}
}
