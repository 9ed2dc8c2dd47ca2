package validate

import (
	"net/url"
	"strings"

	"github.com/mcp-evref/evref/pkg/record"
)

// Refs resolves the references of one schema document. It knows the document
// and nothing else: whatever lies outside is not found.
type Refs struct {
	dialect   Dialect
	root      record.Value
	base      string
	resources map[string]record.Value            // absolute URI, or "" for the document
	anchors   map[string]record.Value            // URI "#" name
	bases     map[uint32]string                  // node of a schema with its own identifier
	members   map[uint32]map[string]record.Value // of large objects that references go through
	embedded  bool                               // some subschema has an identifier
}

// NewRefs indexes identifiers and anchors of a document.
func NewRefs(root record.Value, d Dialect) *Refs {
	r := &Refs{
		dialect: d, root: root, resources: map[string]record.Value{"": root},
		anchors: make(map[string]record.Value), bases: make(map[uint32]string),
		members: make(map[uint32]map[string]record.Value),
	}
	r.index(root, "", true)
	r.base = r.bases[root.Node()]
	return r
}

// Base gives the base URI of the document: its own identifier, or "".
func (r *Refs) Base() string { return r.base }

// index walks the document once and notes what has a name.
func (r *Refs) index(schema record.Value, base string, root bool) {
	id, named := r.identifier(schema)
	if named {
		whole := resolveURI(base, id)
		uri, fragment, _ := strings.Cut(whole, "#")
		if uri != base || root {
			if _, taken := r.resources[uri]; !taken {
				r.resources[uri] = schema
			}
			base = uri
			r.embedded = r.embedded || !root
		}
		if fragment != "" {
			r.anchor(base, fragment, schema)
		}
	}
	if named || root {
		r.bases[schema.Node()] = base
	}
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		if name, ok := schema.Get(keyword).Text(); ok && r.dialect.Keyword(keyword) {
			r.anchor(base, name, schema)
		}
	}
	for s := range Subschemas(schema, r.dialect) {
		r.index(s.Value, base, false)
	}
}

func (r *Refs) anchor(base, name string, schema record.Value) {
	key := base + "#" + name
	if _, taken := r.anchors[key]; !taken {
		r.anchors[key] = schema
	}
}

// hidden reports that a $ref hides all other keywords, as it does up to
// draft-07.
func (r *Refs) hidden(schema record.Value) bool {
	return r.dialect <= Draft7 && schema.Get("$ref").Kind() == record.String
}

// identifier gives the $id of a schema.
func (r *Refs) identifier(schema record.Value) (id string, ok bool) {
	if r.hidden(schema) {
		return "", false
	}
	name := "$id"
	if r.dialect == Draft4 {
		name = "id"
	}
	id, ok = schema.Get(name).Text()
	return id, ok && id != ""
}

// Resolution is what a reference leads to.
type Resolution struct {
	Target record.Value // zero when it leads nowhere
	// URI is the reference as an absolute URI, or relative when the document
	// has no identifier.
	URI string
	// Resource is the schema with the identifier that the reference names, and
	// Fragment what follows "#", decoded.
	Resource record.Value
	Fragment string
	// Outside is set when the reference leads out of the document.
	Outside bool
}

// Resolve finds what ref means inside the subschema at a place whose base URI
// is base (see [Refs.OwnBase]).
func (r *Refs) Resolve(base, ref string) Resolution {
	whole := resolveURI(base, ref)
	uri, fragment, _ := strings.Cut(whole, "#")
	out := Resolution{URI: whole}
	resource, ok := r.resources[uri]
	if !ok {
		out.Outside = true
		return out
	}
	fragment, err := url.PathUnescape(fragment)
	out.Resource, out.Fragment = resource, fragment
	switch {
	case err != nil:
	case fragment == "" || fragment[0] == '/':
		out.Target = r.find(resource, fragment)
	default:
		out.Target = r.anchors[uri+"#"+fragment]
	}
	return out
}

// find is [record.Value.Find] for many look-ups in the same large objects.
func (r *Refs) find(v record.Value, pointer string) record.Value {
	tokens, ok := record.SplitPointer(pointer)
	if !ok {
		return record.Value{}
	}
	for _, token := range tokens {
		if v.Kind() == record.Object && v.Len() > 16 {
			v = r.membersOf(v)[token]
		} else if v, ok = v.Find(record.Child("", token)); !ok {
			return record.Value{}
		}
		if v.IsZero() {
			return v
		}
	}
	return v
}

func (r *Refs) membersOf(object record.Value) map[string]record.Value {
	members := r.members[object.Node()]
	if members == nil {
		members = make(map[string]record.Value, object.Len())
		for name, value := range object.Entries() {
			if _, repeated := members[string(name.Content())]; !repeated {
				members[string(name.Content())] = value
			}
		}
		r.members[object.Node()] = members
	}
	return members
}

// OwnBase gives the base URI that a schema sets for itself and all below it; ok
// is false when it has the one of the schema around it.
func (r *Refs) OwnBase(schema record.Value) (base string, ok bool) {
	base, ok = r.bases[schema.Node()]
	return base, ok
}

// resolveURI is RFC 3986 §5.2; what is not a URI reference stays as it is.
func resolveURI(base, ref string) string {
	if ref == "" {
		return base
	}
	if ref[0] == '#' {
		return base + ref
	}
	r, err := url.Parse(ref)
	if err != nil || r.IsAbs() || base == "" {
		return ref
	}
	b, err := url.Parse(base)
	if err != nil || b.Opaque != "" {
		return ref
	}
	return b.ResolveReference(r).String()
}
