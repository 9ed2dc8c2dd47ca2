package evidence

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

const labelHex = "c509d629b2ab94b573c44ac10acb4941ab3949ff3cf857983c643bb0a476cefb"

// folder makes files in a new directory and an index of them. Names that end in
// ".jsonl" are indexed by line.
func folder(t testing.TB, explicit bool, files map[string]string) (string, *Index) {
	t.Helper()
	dir := t.TempDir()
	x := &Index{}
	x.Read = func(p Place) ([]byte, error) {
		data, err := os.ReadFile(p.Path)
		if err == nil && p.Size > 0 {
			data = data[p.Offset : p.Offset+p.Size]
		}
		return data, err
	}
	var names []string
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		path, offset, number := filepath.Join(dir, name), int64(0), 0
		if !strings.HasSuffix(name, ".jsonl") {
			x.Add(Place{Locator: record.Locator{Path: path}}, []byte(files[name]), nil, explicit)
			continue
		}
		for line := range strings.Lines(files[name]) {
			number++
			x.Add(Place{record.Locator{Path: path, Line: number}, offset, int64(len(line))}, []byte(line), nil, explicit)
			offset += int64(len(line))
		}
	}
	return dir, x
}

func labelClaim(locator string) *Claim {
	c := NewClaim("sha256:"+labelHex, "jcs/rfc8785")
	c.Locator = locator
	return &c
}

// TestResolve: by name first, then by content, and what is altered under its
// name is a mismatch.
func TestResolve(t *testing.T) {
	tampered := strings.Replace(label, "confidential", "public", 1)
	both := "{}\n" + label + "\n"
	for _, tc := range []struct {
		name     string
		files    map[string]string
		explicit bool
		ref      string // a ref below map://x/ leads into the folder
		want     Verdict
		by       By
		findings []string
	}{
		{"by content", map[string]string{"a.json": "{}", "b.json": label}, false, "", Verified, ByContent, nil},
		{"by content, line of many", map[string]string{"all.jsonl": both}, false, "", Verified, ByContent, nil},
		{"not there", map[string]string{"a.json": "{}"}, false, "", Unresolved, NotFound, nil},
		{"nothing at all", nil, false, "", Unresolved, NotFound, nil},
		{"by name", map[string]string{labelHex + ".json": label, "b.json": "{}"}, false, "", Verified, ByName, nil},
		{"tampered under its name", map[string]string{labelHex + ".json": tampered, "b.json": "{}"}, false, "", Mismatch, ByName, nil},
		{"tampered under its name, a copy elsewhere", map[string]string{labelHex + ".json": tampered, "b.json": label}, false, "", Mismatch, ByName, []string{CodeNamedRecord}},
		{"two names, one right", map[string]string{"x" + labelHex + ".json": tampered, "y" + labelHex + ".json": label}, false, "", Verified, ByName, nil},
		{"the only record", map[string]string{"a.json": label}, true, "", Verified, ByOnly, nil},
		{"the only record, tampered", map[string]string{"a.json": tampered}, true, "", Mismatch, ByOnly, nil},
		{"one in a directory, tampered", map[string]string{"a.json": tampered}, false, "", Unresolved, NotFound, nil},
		{"the only record, broken", map[string]string{"a.json": "{"}, true, "", Malformed, ByOnly, nil},
		{"by ref", map[string]string{"a.json": label}, false, "map://x/a.json", Verified, ByRef, nil},
		{"by ref, tampered", map[string]string{"a.json": tampered, "b.json": label}, false, "map://x/a.json", Mismatch, ByRef, []string{CodeNamedRecord}},
		{"by ref, broken", map[string]string{"a.json": "{", "b.json": label}, false, "map://x/a.json", Malformed, ByRef, nil},
		{"by ref, query and fragment", map[string]string{"a b.json": label}, false, "map://x/a%20b.json?v=1#top", Verified, ByRef, nil},
		{"by ref, decoded once", map[string]string{"a%20b.json": label}, false, "map://x/a%2520b.json", Verified, ByRef, nil},
		{"a ref that names several records", map[string]string{"log.jsonl": both}, false, "map://x/log.jsonl", Verified, ByRef, nil},
		{"several records, none right", map[string]string{"log.jsonl": "{}\n[]\n"}, false, "map://x/log.jsonl", Mismatch, ByRef, nil},
		{"an empty stream", map[string]string{"log.jsonl": "\n"}, false, "map://x/log.jsonl", Malformed, ByRef, nil},
		{"ref to no file, found by content", map[string]string{"a.json": label}, false, "map://x/none.json", Verified, ByContent, []string{CodeRef}},
		{"ref to no file", map[string]string{"a.json": "{}"}, false, "map://x/none.json", Unresolved, NotFound, []string{CodeRef}},
		{"ref to a directory", map[string]string{"d/a.json": "{}"}, false, "map://x/d", Unresolved, NotFound, []string{CodeRef}},
		{"ref out of the directory", map[string]string{"a.json": "{}"}, false, "map://x/../a.json", Unresolved, NotFound, []string{CodeRef}},
		{"ref out of the directory, escaped", map[string]string{"a.json": "{}"}, false, "map://x/d/%2e%2e/%2e%2e/a.json", Unresolved, NotFound, []string{CodeRef}},
		{"ref with a broken escape", map[string]string{"a.json": "{}"}, false, "map://x/%zz", Unresolved, NotFound, []string{CodeRef}},
		{"ref that is not mapped", map[string]string{"a.json": "{}"}, false, "s3://other/a.json", Unresolved, NotFound, nil},
	} {
		dir, x := folder(t, tc.explicit, tc.files)
		var refs RefMap
		if err := refs.Add("map://x/", dir); err != nil {
			t.Fatal(err)
		}
		r := Resolver{Verifier: &Verifier{}, Index: x, Refs: &refs, Only: true}
		got := r.Judge(labelClaim(tc.ref))
		refs.Close()
		var found []string
		for _, f := range got.Findings {
			if f.Rule != "" && got.Verdict != Malformed {
				found = append(found, f.Rule)
			}
		}
		if got.Verdict != tc.want || got.Record.By != tc.by || !slices.Equal(found, tc.findings) {
			t.Errorf("%s: %s %q %v, want %s %q %v", tc.name, got.Verdict, got.Record.By, found, tc.want, tc.by, tc.findings)
		}
		if got.Verdict == Mismatch && (got.Record.Name == "" || got.Computed.IsZero()) {
			t.Errorf("%s: a mismatch without the record's name or digest", tc.name)
		}
	}
}

// TestWrongLabelIsNotMissing: a record whose digest was made under the other
// canonicalization is there.
func TestWrongLabelIsNotMissing(t *testing.T) {
	_, x := folder(t, false, map[string]string{"a.json": label, "b.json": "{}"})
	r := Resolver{Verifier: &Verifier{}, Index: x}
	c := NewClaim("sha256:"+labelHex, "cbor/rfc8949")
	got := r.Judge(&c)
	if got.Verdict != Mismatch || got.Diagnosis == nil || got.Diagnosis.Cause != "other-canonicalization" {
		t.Errorf("%s, %+v", got.Verdict, got.Diagnosis)
	}
}

// TestOtherAlgorithm: the index learns sha512 when the first claim needs it.
func TestOtherAlgorithm(t *testing.T) {
	_, x := folder(t, false, map[string]string{"a.json": "{}", "b.json": label})
	r := Resolver{Verifier: &Verifier{}, Index: x}
	c := NewClaim(digest.Of(digest.SHA512, []byte(label)).String(), "jcs/rfc8785")
	if got := r.Judge(&c); got.Verdict != Verified || got.Record.By != ByContent {
		t.Errorf("%s %q", got.Verdict, got.Record.By)
	}
}

// TestUnread: a record that no claim needed is a warning.
func TestUnread(t *testing.T) {
	_, x := folder(t, false, map[string]string{"a.json": "{", "b.json": label})
	x.Add(Place{Locator: record.Locator{Path: "c.json"}}, nil, os.ErrPermission, false)
	if got := len(x.Unread()); got != 2 {
		t.Errorf("%d records unread, want 2: %v", got, x.Unread())
	}
	r := Resolver{Verifier: &Verifier{}, Index: x}
	if got := r.Judge(labelClaim("")); got.Verdict != Verified {
		t.Error(got.Verdict)
	}
}

func TestRefMapRules(t *testing.T) {
	dir, _ := folder(t, false, map[string]string{"short/a.json": `"short"`, "long/a.json": `"long"`, "secret.json": `"secret"`})
	if err := os.Symlink(filepath.Join(dir, "secret.json"), filepath.Join(dir, "short", "link.json")); err != nil {
		t.Skip("no symbolic links here")
	}
	if err := os.Symlink("a.json", filepath.Join(dir, "short", "inside.json")); err != nil {
		t.Fatal(err)
	}
	var m RefMap
	defer m.Close()
	for prefix, sub := range map[string]string{"s3://b": "short", "s3://b/deep/": "long"} {
		if err := m.Add(prefix, filepath.Join(dir, sub)); err != nil {
			t.Fatal(err)
		}
	}
	for ref, want := range map[string]string{
		"s3://b/a.json":         `"short"`,
		"s3://b/deep/a.json":    `"long"`, // the longest prefix wins
		"s3://b/inside.json":    `"short"`,
		"s3://b//a.json":        `"short"`,
		"s3://b/link.json":      "out of its directory",
		"s3://b/../secret.json": "out of its directory",
		"s3://b/a.json/":        "names no file",
		"s3://bucket/a.json":    "no mapped prefix",
		"s3://b":                "names no file",
		"s3://b?x":              "names no file",
		"s3://b/a%00.json":      "names no file",
		"":                      "no mapped prefix",
	} {
		_, raw, err := m.Find(ref, record.Limits{})
		got := string(raw)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", ref, got, want)
		}
	}
	if err := m.Add("", dir); err == nil {
		t.Error("an empty prefix was accepted")
	}
	if err := m.Add("x", filepath.Join(dir, "none")); err == nil || strings.Contains(err.Error(), dir) {
		t.Errorf("no directory: %v", err)
	}
	if _, _, err := m.Find("s3://b/a.json", record.Limits{MaxBytes: 2}); err == nil {
		t.Error("the limit is not kept")
	}
}
