package validate

import "testing"

// TestRefs resolves references from the root of a document, or from the
// subschema a case names.
func TestRefs(t *testing.T) {
	const doc = `{"$id":"https://a.example/dir/root","$anchor":"top","$defs":{"a/b":{"$anchor":"x"},"c d":{},
"inner":{"$id":"inner","$defs":{"y":{"$anchor":"x"}}},"urn":{"$id":"urn:example:u"}},"items":[{}]}`
	root := parse(t, doc)
	for _, c := range []struct {
		from, ref string
		want      string // pointer, or "outside", or "nowhere"
	}{
		{"", "#", ""}, {"", "", ""}, {"", "#top", ""}, {"", "root", ""}, {"", "https://a.example/dir/root#", ""},
		{"", "#/$defs/a~1b", "/$defs/a~1b"}, {"", "#/%24defs/c%20d", "/$defs/c d"}, {"", "#/items/0", "/items/0"},
		{"", "#x", "/$defs/a~1b"}, {"/$defs/inner", "#x", "/$defs/inner/$defs/y"}, {"", "inner#/$defs/y", "/$defs/inner/$defs/y"},
		{"/$defs/inner", "#/$defs/y", "/$defs/inner/$defs/y"}, {"/$defs/inner", "root#x", "/$defs/a~1b"},
		{"", "urn:example:u", "/$defs/urn"}, {"", "./inner", "/$defs/inner"}, {"", "/dir/inner", "/$defs/inner"},
		{"", "#/$defs/none", "nowhere"}, {"", "#none", "nowhere"}, {"", "#/items/00", "nowhere"}, {"", "#/%zz", "nowhere"}, {"", "#/a~2", "nowhere"},
		{"", "other", "outside"}, {"", "https://b.example/", "outside"}, {"", "file:///etc/passwd", "outside"}, {"/$defs/urn", "x", "outside"},
	} {
		refs := NewRefs(root, Draft2020)
		from, _ := root.Find(c.from)
		base, ok := refs.OwnBase(from)
		if !ok {
			t.Fatalf("%s has no base", c.from)
		}
		got := refs.Resolve(base, c.ref)
		switch {
		case got.Outside != (c.want == "outside"):
			t.Errorf("%s %s: outside is %v", c.from, c.ref, got.Outside)
		case c.want == "outside":
		case got.Target.IsZero() != (c.want == "nowhere"):
			t.Errorf("%s %s: found %v", c.from, c.ref, !got.Target.IsZero())
		case c.want != "nowhere" && got.Target.Pointer() != c.want:
			t.Errorf("%s %s: %s, want %s", c.from, c.ref, got.Target.Pointer(), c.want)
		}
	}
}

// TestOldIdentifiers checks what names a schema in the older dialects.
func TestOldIdentifiers(t *testing.T) {
	for _, c := range []struct {
		dialect  Dialect
		doc, ref string
		found    bool
	}{
		{Draft4, `{"id":"http://a/","definitions":{"x":{"id":"#x"}}}`, "#x", true},
		{Draft7, `{"$id":"http://a/","definitions":{"x":{"$id":"#x"}}}`, "#x", true},
		{Draft7, `{"definitions":{"x":{"$anchor":"x"}}}`, "#x", false},
		{Draft7, `{"definitions":{"x":{"$id":"#x","$ref":"#"}}}`, "#x", false},
		{Draft2019, `{"$defs":{"x":{"$anchor":"x"}}}`, "#x", true},
		{Draft2019, `{"$defs":{"x":{"$dynamicAnchor":"x"}}}`, "#x", false},
	} {
		refs := NewRefs(parse(t, c.doc), c.dialect)
		if got := refs.Resolve(refs.Base(), c.ref); !got.Target.IsZero() != c.found {
			t.Errorf("%s %s: found %v", c.dialect, c.doc, !got.Target.IsZero())
		}
	}
}
