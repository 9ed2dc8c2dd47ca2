package validate

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/schemas"
)

// document is one schema document made ready for the engine: every place that
// is used as a schema is known and every reference leads to one of them.
type document struct {
	index   int // in the bundle
	root    record.Value
	dialect Dialect
	refs    *Refs
	nodes   map[uint32]*node // by the schema's place on the tape
	targets map[uint32]*node // by the place of the reference's text
	dropped map[uint32]bool  // keyword values a lenient reading leaves out
	loose   bool             // a reference leads to a place no keyword makes a schema
}

// node is a place that is used as a schema.
type node struct {
	doc     *document
	value   record.Value
	pointer string
	base    string
	depth   int     // schemas around it
	next    []*node // schemas applied to the same value
	chain   int     // longest way through next, 0 when not measured
	open    bool    // being measured
}

// bundle is a document with those it refers to; the first is the one asked for.
type bundle struct {
	lenient bool // leave out patterns and references that cannot be used
	docs    []*document
	byURI   map[string]*document // published schemas that are loaded
	nodes   []*node              // of all documents, in the order they were met
	chain   int                  // schemas that one value can meet
	states  int                  // size of all patterns together
	token   int                  // longest name in a schema location
}

// fault is an error about a place in a schema.
type fault struct {
	at            record.Value
	message, help string
}

func (f *fault) Error() string { return f.message }

func newBundle(root record.Value, d Dialect, lenient bool) (*bundle, error) {
	b := &bundle{lenient: lenient, byURI: make(map[string]*document), token: 10}
	if _, err := b.add(root, d); err != nil {
		return nil, err
	}
	for i := 0; i < len(b.nodes); i++ { // following may add nodes
		if err := b.follow(b.nodes[i]); err != nil {
			return nil, err
		}
	}
	return b, b.measure()
}

func (b *bundle) add(root record.Value, d Dialect) (*document, error) {
	if violations := CheckSchema(root, d); len(violations) > 0 {
		v := violations[0]
		return nil, &fault{v.At, v.Message, v.Help}
	}
	doc := &document{
		index: len(b.docs), root: root, dialect: d, refs: NewRefs(root, d),
		nodes: make(map[uint32]*node), targets: make(map[uint32]*node), dropped: make(map[uint32]bool),
	}
	b.docs = append(b.docs, doc)
	if uri := doc.refs.Base(); strings.HasPrefix(uri, schemas.Base) {
		b.byURI[uri] = doc
	}
	_, err := b.gather(doc, root, node{})
	return doc, err
}

// gather visits a schema and all that keywords make schemas below it.
// around has its pointer, and the base and depth of the schema around it.
func (b *bundle) gather(doc *document, schema record.Value, around node) (*node, error) {
	n := &node{doc: doc, value: schema, pointer: around.pointer, base: around.base, depth: around.depth + 1}
	if own, ok := doc.refs.OwnBase(schema); ok {
		n.base = own
	}
	if n.depth > maxNesting {
		return nil, &fault{schema, fmt.Sprintf("schema nests more than %d schemas inside each other", maxNesting), "flatten it"}
	}
	doc.nodes[schema.Node()] = n
	if b.nodes = append(b.nodes, n); len(b.nodes) > maxSubschemas {
		return nil, &fault{schema, fmt.Sprintf("schema has more than %d subschemas", maxSubschemas), "split it"}
	}
	if p := schema.Get("pattern"); p.Kind() == record.String {
		text, _ := p.Text()
		if err := b.pattern(doc, text, p); err != nil {
			return nil, err
		}
	}
	for s := range Subschemas(schema, doc.dialect) {
		b.token = max(b.token, len(s.Name))
		if s.Keyword == "patternProperties" {
			if err := b.pattern(doc, s.Name, s.Value); err != nil {
				return nil, err
			}
		}
		sub, err := b.gather(doc, s.Value, node{pointer: s.Pointer(n.pointer), base: n.base, depth: n.depth})
		if err != nil {
			return nil, err
		}
		if s.InPlace && !doc.refs.hidden(schema) {
			n.next = append(n.next, sub)
		}
	}
	return n, nil
}

// follow resolves the references of one schema.
func (b *bundle) follow(n *node) error {
	for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		at := n.value.Get(keyword)
		ref, ok := at.Text()
		if !ok || !n.doc.dialect.Keyword(keyword) {
			continue
		}
		to, err := b.resolve(n, keyword, ref, at)
		switch {
		case err == nil:
			n.next = append(n.next, to)
			n.doc.targets[at.Node()] = to
		case b.lenient:
			n.doc.dropped[at.Node()] = true
		default:
			return err
		}
	}
	return nil
}

func (b *bundle) resolve(n *node, keyword, ref string, at record.Value) (*node, error) {
	doc := n.doc
	if keyword != "$ref" && doc.refs.embedded {
		return nil, &fault{at, keyword + " in a schema with embedded resources is not supported", "use $ref"}
	}
	found := doc.refs.Resolve(n.base, ref)
	if found.Outside {
		var err error
		if doc, err = b.published(found.URI); err != nil {
			return nil, err
		}
		if doc == nil {
			return nil, &fault{at, fmt.Sprintf("%s %s leads outside the schema, and nothing is fetched", keyword, diag.Quote(ref, 80)),
				"copy what it needs into the schema"}
		}
		found = doc.refs.Resolve(doc.refs.base, found.URI)
	}
	if found.Target.IsZero() {
		return nil, &fault{at, fmt.Sprintf("%s %s leads nowhere", keyword, diag.Quote(ref, 80)), "add what it names, or correct the name"}
	}
	if to := doc.nodes[found.Target.Node()]; to != nil {
		return to, nil
	}
	if violations := CheckSchema(found.Target, doc.dialect); len(violations) > 0 {
		return nil, &fault{violations[0].At, violations[0].Message, violations[0].Help}
	}
	doc.loose = true
	resource := doc.nodes[found.Resource.Node()]
	return b.gather(doc, found.Target, node{pointer: resource.pointer + found.Fragment, base: resource.base})
}

// published gives the published schema that a URI names, or nil.
func (b *bundle) published(uri string) (*document, error) {
	name, _, _ := strings.Cut(uri, "#")
	if doc := b.byURI[name]; doc != nil || !strings.HasPrefix(name, schemas.Base) {
		return doc, nil
	}
	raw, ok := schemas.Get(name)
	if !ok {
		return nil, nil
	}
	rec, err := record.Parse(raw, record.JSON, record.Limits{})
	if err != nil {
		return nil, err
	}
	return b.add(rec.Root(), Draft2020)
}

// document gives the document the engine knows by a URI.
func (b *bundle) document(engineURI string) *document {
	for _, doc := range b.docs {
		if doc.engineURI() == engineURI {
			return doc
		}
	}
	return b.docs[0]
}
