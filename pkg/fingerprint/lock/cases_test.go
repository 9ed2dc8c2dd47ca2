package lock

import (
	"encoding/json"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/coverage"
	"github.com/mcp-evref/evref/pkg/fingerprint/warning"
	"github.com/mcp-evref/evref/pkg/record"
)

// sharedCase is a recreated incident; see the log beside them.
type sharedCase struct {
	ID           string          `json:"id"`
	SourceBefore json.RawMessage `json:"source_before"`
	SourceAfter  json.RawMessage `json:"source_after"`
	Before       json.RawMessage `json:"before"`
	After        json.RawMessage `json:"after"`
	Expect       struct {
		Status   string   `json:"status"`
		Exit     int      `json:"exit"`
		Warnings []string `json:"warnings"`
	} `json:"expect"`
}

// TestSharedCases runs the recreated incidents when they are there.
func TestSharedCases(t *testing.T) {
	dir := os.DirFS("../../../../shared/cases/fingerprint")
	names, err := fs.Glob(dir, "*.json")
	if err != nil || len(names) == 0 {
		t.Skip("no cases beside the repository")
	}
	if len(names) != 12 {
		t.Errorf("%d cases, want 12", len(names))
	}
	for _, name := range names {
		raw, err := fs.ReadFile(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		var c sharedCase
		if err := json.Unmarshal(raw, &c); err != nil {
			t.Fatal(err)
		}
		var before, after []Current
		switch {
		case strings.HasPrefix(c.ID, "09"), strings.HasPrefix(c.ID, "10"):
			before, after = read(t, ".mcp.json", string(c.SourceBefore)), read(t, ".mcp.json", string(c.SourceAfter))
		default:
			after = definition(t, c.After)
			if string(c.Before) != "null" {
				before = definition(t, c.Before)
			}
		}
		l := approved(t, Key{}, before...)
		if strings.HasPrefix(c.ID, "04") {
			l, _, _ = Update(&Lock{}, after, v1, Key{}, nil)
		}
		r := one(t, reread(t, l), CheckOptions{}, after...)
		if string(r.Status) != c.Expect.Status {
			t.Errorf("%s: %s, want %s", c.ID, statusOf(r), c.Expect.Status)
		}
		if r.Status.Failure() != (c.Expect.Exit == 1) {
			t.Errorf("%s: failure %v, want exit %d", c.ID, r.Status.Failure(), c.Expect.Exit)
		}
		for _, want := range c.Expect.Warnings {
			if !slices.ContainsFunc(r.Warnings, func(w warning.Warning) bool { return string(w.Name) == want }) {
				t.Errorf("%s: no warning %s among %v", c.ID, want, r.Warnings)
			}
		}
	}
}

func definition(t testing.TB, raw []byte) []Current {
	t.Helper()
	readings, err := fingerprint.Read(raw, record.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	d := readings[0].Definition
	c := Current{ID: IDOf(d), Definition: &d, Warnings: warning.Definition(d)}
	for _, i := range readings[0].Ignored {
		c.Members = append(c.Members, coverage.New(i.Path, coverage.Unknown, "", ""))
	}
	return []Current{c}
}
