package schemas

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestEverySchemaSaysWhatItIs(t *testing.T) {
	all := All()
	if len(all) < 5 {
		t.Fatalf("%d schemas, want at least 5", len(all))
	}
	for i, info := range all {
		if i > 0 && all[i-1].Name >= info.Name {
			t.Errorf("%s is not after %s", info.Name, all[i-1].Name)
		}
		if !strings.HasSuffix(info.Name, ".v1") {
			t.Errorf("%s: name without a version", info.Name)
		}
		raw, ok := Get(info.Name)
		if !ok {
			t.Fatalf("%s: not found by name", info.Name)
		}
		byID, ok := Get(info.ID)
		if !ok || string(byID) != string(raw) {
			t.Errorf("%s: not the same by $id", info.Name)
		}
		var head struct {
			Schema      string `json:"$schema"`
			ID          string `json:"$id"`
			Title       string
			Description string
		}
		if err := json.Unmarshal(raw, &head); err != nil {
			t.Fatalf("%s: %v", info.Name, err)
		}
		if head.ID != info.ID || head.ID != Base+info.Name+".json" {
			t.Errorf("%s: $id %q is not Base and the file name", info.Name, head.ID)
		}
		if head.Schema != "https://json-schema.org/draft/2020-12/schema" {
			t.Errorf("%s: $schema %q", info.Name, head.Schema)
		}
		if head.Title == "" || head.Title != info.Title || head.Description == "" {
			t.Errorf("%s: title %q, description %q", info.Name, head.Title, head.Description)
		}
	}
}

func TestGetUnknown(t *testing.T) {
	for _, name := range []string{"", "nope", "../go.mod", "nope.v1.json", Base, "https://example.com/evidence-ref.v1.json"} {
		if _, ok := Get(name); ok {
			t.Errorf("Get(%q) found something", name)
		}
	}
}
