package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

func indexOf(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func list(t *testing.T, s *Store) Listed {
	t.Helper()
	got, err := s.List(t.Context(), 2, record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestListReachesEverything walks from index.json to the records.
func TestListReachesEverything(t *testing.T) {
	s, dir := made(t, label, `[]`, `{}`, "\xa0")
	if got := list(t, s); got.Records != 4 || got.Manifests != 1 || len(got.Problems) > 0 {
		t.Errorf("%+v", got)
	}
	sound(t, dir)
	find := func(text []byte) record.Value {
		rec, err := record.Parse(text, record.JSON, record.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		return rec.Root()
	}
	follow := func(d record.Value) record.Value {
		text, _ := d.Get("digest").Text()
		sum, err := digest.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := s.Get(sum, record.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		return find(raw)
	}
	entry := find([]byte(indexOf(t, dir))).Get("manifests").Index(0)
	if name, _ := entry.At("annotations", refName).Text(); name != RefName {
		t.Errorf("entry is called %q", name)
	}
	m := follow(follow(entry).Get("manifests").Index(0))
	reached := map[string]bool{}
	for _, d := range m.Get("layers").Elements() {
		text, _ := d.Get("digest").Text()
		reached[text] = true
	}
	if text, _ := m.At("config", "digest").Text(); reached[text] {
		t.Error("the config is a record")
	}
	for _, text := range []string{label, `[]`, `{}`, "\xa0"} {
		if !reached[sum(text).String()] {
			t.Errorf("%q is not reached", text)
		}
	}
}

// TestListIsItsRecords: the same records give the same list, in whatever order
// they came and however often it was made; an earlier list is not kept.
func TestListIsItsRecords(t *testing.T) {
	one, first := made(t, label, `[]`)
	list(t, one)
	put(t, one, `[1]`)
	list(t, one)
	list(t, one)
	two, second := made(t, `[1]`, `[]`, label)
	list(t, two)
	if a, b := indexOf(t, first), indexOf(t, second); a != b {
		t.Errorf("lists differ:\n%s\n%s", a, b)
	}
	for _, dir := range []string{first, second} {
		names, err := os.ReadDir(filepath.Join(dir, "blobs", "sha256"))
		if err != nil || len(names) != 3+1+2 { // records, the config, a manifest and its index
			t.Errorf("%d blobs, %v", len(names), err)
		}
		sound(t, dir)
	}
}

// TestListKeepsOthers: what else stands in index.json stays, and so does what an
// earlier list needs, which others may point to.
func TestListKeepsOthers(t *testing.T) {
	s, dir := made(t, label)
	list(t, s)
	snapshot := strings.Replace(indexOf(t, dir), `"records"}`, `"night"}`, 1)
	if err := os.WriteFile(filepath.Join(dir, "index.json"), []byte(snapshot), 0o644); err != nil {
		t.Fatal(err)
	}
	put(t, s, `[]`)
	list(t, s)
	put(t, s, `[1]`)
	list(t, s)
	sound(t, dir)
	if text := indexOf(t, dir); strings.Count(text, `"night"`) != 1 || strings.Count(text, `"records"`) != 1 {
		t.Error(text)
	}
	// As a tool writes it that has copied the list.
	copied := strings.ReplaceAll(indexOf(t, dir), `"artifactType":"`+TypeRecords+`",`, "")
	if err := os.WriteFile(filepath.Join(dir, "index.json"), []byte(copied), 0o644); err != nil {
		t.Fatal(err)
	}
	list(t, s)
	if text := indexOf(t, dir); strings.Count(text, `"records"`) != 1 {
		t.Error(text)
	}
	foreign := strings.Replace(indexOf(t, dir), `"night"`, `"records"`, 1)
	foreign = strings.Replace(foreign, TypeRecords, "x/y", 1)
	foreign = strings.ReplaceAll(foreign, `"digest":"sha256:`, `"digest":"sha256:0`)
	if err := os.WriteFile(filepath.Join(dir, "index.json"), []byte(foreign), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.List(t.Context(), 1, record.Limits{}); err == nil || indexOf(t, dir) != foreign {
		t.Errorf("another tool's entry was replaced: %v", err)
	}
}

// TestListLeavesOut: what cannot be believed and what is no record is not listed.
func TestListLeavesOut(t *testing.T) {
	s, dir := made(t, label, `{"a": 1}`, "text", "\x1f\x8b\x08")
	path := filepath.Join(dir, filepath.FromSlash(Name(sum(label))))
	if err := os.WriteFile(path, []byte(`{"class":"secret"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	put(t, s, `[]`)
	got := list(t, s)
	if got.Records != 1 || len(got.Problems) != 1 || got.Problems[0].Path != Name(sum(label)) {
		t.Errorf("%+v", got)
	}
	// A record that is a manifest by its form is a record: it is canonical.
	put(t, s, `{"artifactType":"`+TypeRecords+`","schemaVersion":2}`)
	if got := list(t, s); got.Records != 2 {
		t.Errorf("%+v", got)
	}
}

// TestGroups: no manifest is too large, and what is new touches few.
func TestGroups(t *testing.T) {
	records := func(n int) []blob {
		var out []blob
		for i := range n {
			out = append(out, blob{digest: sum(fmt.Sprint(i))})
		}
		return sorted(out)
	}
	for n, want := range map[int]int{0: 0, 1: 1, maxLayers: 1, maxLayers + 1: 16, 20 * maxLayers: 256} {
		groups := grouped(records(n))
		total := 0
		for _, g := range groups {
			total += len(g)
			if len(g) > maxLayers {
				t.Errorf("%d records: a group of %d", n, len(g))
			}
		}
		if len(groups) != want || total != n {
			t.Errorf("%d records: %d groups with %d, want %d", n, len(groups), total, want)
		}
	}
}
