package lock

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/fingerprint/surface"
	"github.com/mcp-evref/evref/pkg/record"
)

func listing(t testing.TB, text string) *Listing {
	t.Helper()
	rec, err := record.Parse([]byte(text), record.JSON, record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var values []record.Value
	for _, e := range rec.Root().Elements() {
		values = append(values, e)
	}
	tools, err := surface.List(values)
	if err != nil {
		return &Listing{Problem: err.Error()}
	}
	return &Listing{Tools: tools}
}

func TestTools(t *testing.T) {
	with := func(l *Listing) Current {
		c := read(t, ".mcp.json", base)[0]
		c.Listing = l
		return c
	}
	const tools = `[{"name":"b","description":"old"},{"name":"a","inputSchema":{"type":"object"}}]`
	l := approved(t, Key{}, with(listing(t, tools)))
	textChange := strings.Replace(tools, "old", "new", 1)
	for _, tc := range []struct {
		name    string
		current Current
		failOn  surface.Class
		want    string
		changes int
	}{
		{"not looked at", with(nil), surface.Text, "unchanged", 0},
		{"same", with(listing(t, tools)), surface.Text, "unchanged", 0},
		{"text", with(listing(t, textChange)), surface.Text, "tools-changed", 1},
		{"text, below", with(listing(t, textChange)), surface.Behaviour, "unchanged", 1},
		{"gone", with(listing(t, `[]`)), surface.Breaking, "tools-changed", 2},
		{"twice", with(listing(t, `[{"name":"a"},{"name":"a"}]`)), surface.Text, "tools-not-judged", 0},
	} {
		r := one(t, l, CheckOptions{FailOn: tc.failOn}, tc.current)
		if statusOf(r) != tc.want || len(r.Tools) != tc.changes {
			t.Errorf("%s: %s, %d changes, want %s, %d", tc.name, statusOf(r), len(r.Tools), tc.want, tc.changes)
		}
	}
	without := approved(t, Key{}, with(nil))
	if r := one(t, without, CheckOptions{}, with(listing(t, tools))); r.Status != ToolsChanged {
		t.Errorf("no listing in the lock: %s", r.Status)
	}
	// The listing of the lock survives an update without one.
	out, _, err := Update(l, []Current{with(nil)}, v1, Key{}, nil)
	if err != nil || len(reread(t, out).Entries[0].Tools) != 2 || !out.Entries[0].Approved() {
		t.Errorf("%+v, %v", out, err)
	}
	out, _, _ = Update(l, []Current{with(listing(t, textChange))}, v1, Key{}, nil)
	if out.Entries[0].Approved() {
		t.Error("other tools kept the approval")
	}
}

// TestLargeLock: a lock of several megabytes that was written can be read.
func TestLargeLock(t *testing.T) {
	var b strings.Builder
	for i := range 450 {
		fmt.Fprintf(&b, `,{"name":"t%04d","description":%q}`, i, strings.Repeat("reads notes ", 700))
	}
	c := read(t, ".mcp.json", base)[0]
	c.Listing = listing(t, "["+b.String()[1:]+"]")
	l := approved(t, Key{}, c)
	if n := len(l.Entries[0].Tools); n != 450 {
		t.Errorf("%d tools", n)
	}
	if r := one(t, l, CheckOptions{}, c); r.Status != Unchanged {
		t.Errorf("%+v", r.Status)
	}
}
