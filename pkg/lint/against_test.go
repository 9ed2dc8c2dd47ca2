package lint

import (
	"strings"
	"testing"
)

func compare(t *testing.T, old, new string) []Finding {
	t.Helper()
	_, before := mustLint(t, old)
	before.Source = "old.json"
	_, after := mustLint(t, new)
	return Compare(before, after, warnings)
}

// tools writes a list of tools.
func tools(definitions ...string) string {
	return `{"tools": [` + strings.Join(definitions, ", ") + `]}`
}

// tool writes a tool with more members after the first ones.
func tool(name string, members ...string) string {
	return `{"name": "` + name + `", "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}}}` + strings.Join(append([]string{""}, members...), ", ") + `}`
}

func TestCompare(t *testing.T) {
	action := func(members string) string {
		return `"annotations": {"readOnlyHint": false, "` + ActionKey + `": {` + members + `}}`
	}
	long := strings.Repeat("Searches the index of the team. ", 8)
	for _, c := range []struct {
		name, old, new string
		want           []string // rule, place within the tool, message
	}{
		{"nothing", tool("a"), tool("a"), nil},
		{"order, spacing and spelling", tool("a", `"title": "A"`, `"x": 1`), ` {"x": 1.0, "title":"\u0041","inputSchema":{"properties":{"q":{"type":"string"}},"type":"object"},"name":"a"}`, nil},
		{"order of tools", tools(tool("a"), tool("b")), tools(tool("b"), tool("a")), nil},
		{"added and removed", tools(tool("a"), tool("b")), tools(tool("a"), tool("c")), []string{toolRemoved + "  tool is gone", toolAdded + "  tool is new"}},
		{"one of two with the same name", tools(tool("a"), tool("a")), tools(tool("a")), []string{toolRemoved + "  tool is gone"}},
		{
			"a hint", tool("a", `"annotations": {"destructiveHint": true}`), tool("a", `"annotations": {"destructiveHint": false}`),
			[]string{toolChanged + " /annotations/destructiveHint destructiveHint changed from true to false"},
		},
		{
			"a hint appears", tool("a", `"annotations": {}`), tool("a", `"annotations": {"openWorldHint": false}`),
			[]string{toolChanged + " /annotations/openWorldHint openWorldHint is new: false; left out it means true"},
		},
		{
			"a hint goes", tool("a", `"annotations": {"readOnlyHint": true}`), tool("a", `"annotations": {}`),
			[]string{toolChanged + " /annotations/readOnlyHint readOnlyHint is gone: it was true; left out it means false"},
		},
		{
			"annotations appear", tool("a"), tool("a", `"annotations": {"readOnlyHint": true}`),
			[]string{toolChanged + " /annotations annotations is new: an object"},
		},
		{
			"action metadata", tool("a", action(`"outcome": "irreversible", "inputMetadata": {"destination": "external"}`)),
			tool("a", action(`"outcome": "benign", "inputMetadata": {"destination": "local"}`)),
			[]string{
				toolChanged + " /annotations/io.modelcontextprotocol~1action-metadata/outcome action metadata outcome changed from \"irreversible\" to \"benign\"",
				toolChanged + " /annotations/io.modelcontextprotocol~1action-metadata/inputMetadata/destination action metadata inputMetadata.destination changed from \"external\" to \"local\"",
			},
		},
		{
			"action metadata under _meta", tool("a", `"_meta": {"`+ActionKey+`": {"requiresReview": true}}`), tool("a", `"_meta": {"`+ActionKey+`": {"requiresReview": false}}`),
			[]string{toolChanged + " /_meta/io.modelcontextprotocol~1action-metadata/requiresReview action metadata requiresReview changed from true to false"},
		},
		{
			"a description", tool("a", `"description": "Reads a note."`), tool("a", `"description": "Reads a note and sends it."`),
			[]string{toolChanged + ` /description description changed from "Reads a note." to "Reads a note and sends it."`},
		},
		{
			"the end of a long description", tool("a", `"description": "`+long+`Ends."`), tool("a", `"description": "`+long+`Also sends mail."`),
			[]string{toolChanged + ` /description description changed from "… index of the team. Ends." to "… index of the team. Also sends mail."`},
		},
		{
			"a schema", tool("a"), strings.Replace(tool("a"), "string", "integer", 1),
			[]string{toolChanged + ` /inputSchema inputSchema changed at /properties/q/type (from "string" to "integer")`},
		},
		{
			"integers beyond doubles", tool("a", `"outputSchema": {"maximum": 9007199254740993}`), tool("a", `"outputSchema": {"maximum": 9007199254740992}`),
			[]string{toolChanged + " /outputSchema outputSchema changed at /maximum (from 9007199254740993 to 9007199254740992)"},
		},
		{
			"a member that clients ignore", tool("a", `"x-team": "mail"`), tool("a", `"x-team": "web"`),
			[]string{otherChanged + ` /x-team x-team changed from "mail" to "web"`},
		},
		{
			"a schema in many places", tool("a", `"outputSchema": {"a": 1, "b": 1, "c": 1, "d": [1], "e": {}}`), tool("a", `"outputSchema": {"a": 2, "b": [2], "d": [1, 2], "e": 3, "f": 4}`),
			[]string{toolChanged + " /outputSchema outputSchema changed at /a (from 1 to 2), /b, /d/1 (new), and 3 more"},
		},
	} {
		var got []string
		for _, f := range compare(t, c.old, c.new) {
			got = append(got, f.Rule+" "+f.Within+" "+f.Message)
			announced := strings.Contains(f.Help, "list_changed")
			if announced != (f.Rule != otherChanged) {
				t.Errorf("%s: help %q", c.name, f.Help)
			}
		}
		slicesSorted(t, c.name, got, c.want)
	}
}

// slicesSorted compares without regard to order.
func slicesSorted(t *testing.T, name string, got, want []string) {
	t.Helper()
	left := make(map[string]int)
	for _, s := range want {
		left[s]++
	}
	for _, s := range got {
		if left[s]--; left[s] < 0 {
			t.Errorf("%s: unexpected\n%s", name, s)
		}
	}
	for s, n := range left {
		if n > 0 {
			t.Errorf("%s: missing\n%s", name, s)
		}
	}
}

// TestCompareServers: two servers may have tools of the same name.
func TestCompareServers(t *testing.T) {
	capture := func(a, b string) string {
		return `[{"server": "one", "tools": [` + tool("search", a) + `]}, {"server": "two", "tools": [` + tool("search", b) + `]}]`
	}
	found := compare(t, capture(`"title": "A"`, `"title": "B"`), capture(`"title": "A"`, `"title": "C"`))
	if len(found) != 1 || found[0].Server != "two" {
		t.Errorf("got %+v", found)
	}
}

// TestComparePlaces: the place is in the new capture, with the old one beside.
func TestComparePlaces(t *testing.T) {
	old, new := tool("a", `"title": "A"`), tool("a", `"title":   "B"`)
	found := compare(t, old, new)
	if len(found) != 1 {
		t.Fatalf("got %+v", found)
	}
	f := found[0]
	if new[f.Range.Start.Offset:f.Range.End.Offset] != `"B"` || f.Pointer != "/title" || f.Source != ofRunFile {
		t.Errorf("got %+v", f)
	}
	r := f.Related[0]
	if old[r.Range.Start.Offset:r.Range.End.Offset] != `"A"` || r.Source != "old.json" {
		t.Errorf("got %+v", r)
	}
}
