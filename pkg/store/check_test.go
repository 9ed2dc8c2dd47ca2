package store

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// TestCheck breaks one rule of the layout after the other.
func TestCheck(t *testing.T) {
	hex := sum(label).Hex()
	index := func(d string) map[string]string {
		return map[string]string{"index.json": `{"schemaVersion":2,"manifests":[` + d + `]}`}
	}
	there := `{"mediaType":"x/y","digest":"` + sum(label).String() + `","size":`
	for _, tc := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"sound", nil, nil},
		{"other files are allowed", map[string]string{"manifest.json": "[]"}, nil},
		{"a reached blob", index(there + `18}`), nil},
		{"an unknown media type", index(there + `18,"platform":{}}`), nil},
		{"changed", map[string]string{"blobs/sha256/" + hex: "{}"}, []string{"holds 2 bytes with the digest sha256:44136fa3"}},
		{"torn", map[string]string{"blobs/sha256/" + hex: ""}, []string{"holds 0 bytes"}},
		{"a name in capitals", map[string]string{"blobs/sha256/" + "C509D629B2AB94B573C44AC10ACB4941AB3949FF3CF857983C643BB0A476CEFB": ""}, []string{"is not named by a hash"}},
		{"a temporary name", map[string]string{"blobs/sha256/tmp-1": ""}, []string{"is not named by a hash"}},
		{"left over", map[string]string{".incoming/c509.1": "{"}, []string{".incoming/c509.1: is left of a run"}},
		{"sha384", map[string]string{"blobs/sha384/" + digest.Of(digest.SHA384, nil).Hex(): ""}, []string{"blobs/sha384: is no hash algorithm that OCI registers"}},
		{"a file in blobs", map[string]string{"blobs/x": ""}, []string{"blobs/x: is a file, and blobs holds a folder"}},
		{"index no JSON", map[string]string{"index.json": `{`}, []string{"index.json: is no JSON"}},
		{"index with a name twice", map[string]string{"index.json": `{"schemaVersion":2,"schemaVersion":2,"manifests":[]}`}, []string{"index.json: is no JSON"}},
		{"index another version", map[string]string{"index.json": `{"schemaVersion":1,"manifests":[]}`}, []string{"does not have schemaVersion 2"}},
		{"index no manifests", map[string]string{"index.json": `{"schemaVersion":2}`}, []string{"has no array manifests"}},
		{"index another type", map[string]string{"index.json": `{"schemaVersion":2,"mediaType":"` + typeManifest + `","manifests":[]}`}, []string{"has a mediaType other than"}},
		{"no descriptor", index(`{"digest":"x","size":1}`), []string{"/manifests/0 has no mediaType"}},
		{"no size", index(`{"mediaType":"x/y","digest":"x","size":1.5}`), []string{"/manifests/0 has no size"}},
		{"another size", index(there + `19}`), []string{"tells 19 bytes"}},
		{"missing", index(`{"mediaType":"x/y","digest":"sha256:00","size":1}`), []string{"reaches sha256:00, which is not in the store"}},
		{"a record for a manifest", index(`{"mediaType":"` + typeManifest + `","digest":"` + sum(label).String() + `","size":18}`), []string{"does not have schemaVersion 2"}},
	} {
		_, dir := made(t, label)
		for name, text := range tc.files {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		t.Run(tc.name, func(t *testing.T) { sound(t, dir, tc.want...) })
	}
	_, dir := made(t, label)
	if err := os.Remove(filepath.Join(dir, "index.json")); err != nil {
		t.Fatal(err)
	}
	sound(t, dir, "index.json: is missing")
	if _, err := Check(t.Context(), filepath.Join(dir, "blobs"), 1, record.Limits{}); err == nil {
		t.Error("a folder that is no layout was checked")
	}
}

// FuzzHostileStore gives a store files with any bytes. Nothing panics, and Get
// gives no bytes but those that were asked for.
func FuzzHostileStore(f *testing.F) {
	f.Add(`{"imageLayoutVersion":"1.0.0"}`, `{"schemaVersion":2,"manifests":[]}`, label, `{}`)
	f.Add(`{"imageLayoutVersion":"1.0.0"}`, `{"schemaVersion":2,"manifests":[{"mediaType":"`+typeIndex+`","digest":"`+sum(label).String()+`","size":18}]}`, label, label)
	f.Add(`{}`, ``, ``, "\xa0")
	f.Add(`{"imageLayoutVersion":"1.0.0"}`, `{"schemaVersion":2,"manifests":[{"artifactType":"`+TypeRecords+`","annotations":{"`+refName+`":"records"}}]}`, ``, "\xa0")
	f.Fuzz(func(t *testing.T, layout, index, named, own string) {
		dir := t.TempDir()
		files := map[string]string{
			"oci-layout": layout, "index.json": index,
			"blobs/sha256/" + sum(label).Hex(): named, "blobs/sha256/" + sum(own).Hex(): own,
		}
		if err := os.MkdirAll(filepath.Join(dir, "blobs", "sha256"), 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		_, _ = Check(t.Context(), dir, 1, record.Limits{})
		s, err := Open(dir)
		if err != nil {
			return
		}
		defer s.Close()
		raw, err := s.Get(sum(label), record.Limits{})
		if (err == nil) != (named == label || own == label) || err == nil && string(raw) != label {
			t.Errorf("%q: %q, %v", named, raw, err)
		}
		listed, err := s.List(t.Context(), 1, record.Limits{})
		if err == nil && listed.Records > 0 {
			if again, err := s.List(t.Context(), 1, record.Limits{}); err != nil || again.Records < listed.Records {
				t.Errorf("%+v, then %+v, %v", listed, again, err)
			}
		}
	})
}
