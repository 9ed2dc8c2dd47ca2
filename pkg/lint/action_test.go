package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

// mailTool is one of the three tools of the standing example, which share an
// input schema.
func mailTool(name, hints, metadata string) string {
	return fmt.Sprintf(`{"name": %q, "description": "One of three tools with the same input.",
  "inputSchema": {"type": "object", "properties": {"query": {"type": "string", "description": "Words."}}, "additionalProperties": false},
  "annotations": {%s, %q: {%s}}, "_meta": {%[3]q: {%[4]s}}}`, name, hints, ActionKey, metadata)
}

// TestMail holds that coherent metadata is silent and that each incoherence
// added to it fires its rule, once.
func TestMail(t *testing.T) {
	const (
		draftsHints = `"readOnlyHint": true, "openWorldHint": false`
		drafts      = `"inputMetadata": {"destination": "internal"}, "returnMetadata": {"source": "first-party"}, "outcome": "benign"`
		inboxHints  = `"readOnlyHint": true, "openWorldHint": true`
		inbox       = `"inputMetadata": {"destination": "internal"}, "returnMetadata": {"source": "open-world"}, "outcome": "benign"`
		sendHints   = `"readOnlyHint": false, "destructiveHint": false, "openWorldHint": true`
		send        = `"inputMetadata": {"destination": "external"}, "returnMetadata": {"source": "first-party"}, "outcome": "irreversible", "requiresReview": true`
	)
	coherent := []string{
		mailTool("read_drafts", draftsHints, drafts), mailTool("list_inbox", inboxHints, inbox), mailTool("send_email", sendHints, send),
	}
	all := func(tools ...string) string { return `{"tools": [` + strings.Join(tools, ",") + `]}` }
	for _, f := range lintText(t, "mail.json", all(coherent...), Options{}) {
		t.Errorf("coherent metadata: %s %s", f.Rule, f.Message)
	}
	for _, tc := range []struct {
		name, old, new string // a change of the whole list; every place is changed, in annotations and _meta
		want           []string
	}{
		{"irreversible and read-only", sendHints, `"readOnlyHint": true, "openWorldHint": true`, []string{"TOOL083"}},
		{"consequential and read-only", inbox, strings.Replace(inbox, "benign", "consequential", 1), []string{"TOOL083"}},
		{"benign and destructive", send, strings.Replace(send, "irreversible", "benign", 1), []string{"TOOL088"}},
		{"irreversible without review", `, "requiresReview": true`, "", []string{"TOOL085"}},
		{"review declined", `"requiresReview": true`, `"requiresReview": false`, []string{"TOOL085"}},
		{"external and closed-world", sendHints, strings.Replace(sendHints, `"openWorldHint": true`, `"openWorldHint": false`, 1), []string{"TOOL086"}},
		{"open-world source and closed-world", inboxHints, draftsHints, []string{"TOOL087"}},
		{"review of something benign", drafts, drafts + `, "requiresReview": true`, []string{"TOOL088"}},
		{"no outcome", drafts, strings.Replace(drafts, `, "outcome": "benign"`, "", 1), []string{"TOOL088"}},
		{"review is a string", `"requiresReview": true`, `"requiresReview": "yes"`, []string{"TOOL080", "TOOL080"}},
		{"misspelt review", `"requiresReview"`, `"requires_review"`, []string{"TOOL081", "TOOL081"}},
		{"unknown outcome", `"irreversible"`, `"dangerous"`, []string{"TOOL082", "TOOL082"}},
		{"destructive and irreversible", `"destructiveHint": false`, `"destructiveHint": true`, nil},
		{"destructive is not said", `"destructiveHint": false, `, "", []string{"TOOL035"}},
		{"consequential without review", `"irreversible", "requiresReview": true`, `"consequential"`, nil},
		{"open world is not said", sendHints, `"readOnlyHint": false, "destructiveHint": false`, []string{"TOOL034"}},
	} {
		input := strings.ReplaceAll(all(coherent...), tc.old, tc.new)
		if input == all(coherent...) {
			t.Errorf("%s: nothing was changed", tc.name)
		}
		var got []string
		for _, f := range lintText(t, "mail.json", input, Options{}) {
			got = append(got, f.Rule)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
	destructive := mailTool("wipe", `"readOnlyHint": false, "destructiveHint": true, "openWorldHint": false`, `"outcome": "benign"`)
	if got := lintText(t, "wipe.json", destructive, Options{}); len(got) != 1 || got[0].Rule != "TOOL084" {
		t.Errorf("benign and destructive: %v", got)
	}
	// Copies that differ.
	differ := strings.Replace(coherent[2], `"irreversible"`, `"consequential"`, 1)
	if got := lintText(t, "send.json", differ, Options{}); len(got) != 1 || got[0].Rule != "TOOL090" || got[0].Severity != diag.Error {
		t.Errorf("two copies: %v", got)
	}
}

// TestVocabularies holds that the words of each proposal are recognised, named
// and brought to the nearest of the draft.
func TestVocabularies(t *testing.T) {
	for _, tc := range []struct {
		f          field
		word       string
		vocabulary Vocabulary
		draft      string
	}{
		{destinationField, "external", DraftWords, "external"},
		{destinationField, "internal", DraftWords, "internal"},
		{destinationField, "Public", SEP2061Words, "external"},
		{destinationField, "ephemeral", SEP1913Words, "local"},
		{sourceField, "open-world", DraftWords, "open-world"},
		{sourceField, "UntrustedPublic", SEP2061Words, "open-world"},
		{sourceField, "untrustedPublic", SEP1913Words, "open-world"},
		{sourceField, "system", SEP1913Words, "first-party"},
		{sourceField, "firstParty", NoVocabulary, "first-party"},
		{sourceField, "untrusted-public", NoVocabulary, "open-world"},
		{sensitivityField, "PII", SEP2061Words, "personal"},
		{sensitivityField, "pii", SEP1913Words, "personal"},
		{sensitivityField, "None", SEP2061Words, "public"},
		{sensitivityField, "operational", NoVocabulary, ""},
		{outcomeField, "benign", DraftWords, "benign"},
		{outcomeField, "Irreversible", SEP2061Words, "irreversible"},
		{outcomeField, "dangerous", NoVocabulary, "irreversible"},
		{outcomeField, "benning", NoVocabulary, "benign"},
		{outcomeField, "research execution", NoVocabulary, ""},
	} {
		vocabulary, draft := classify(tc.f, tc.word)
		if vocabulary != tc.vocabulary || draft != tc.draft {
			t.Errorf("%s %q: %q, %q, want %q, %q", tc.f, tc.word, vocabulary, draft, tc.vocabulary, tc.draft)
		}
	}
}

// TestMigration applies the suggested fix for the older shape and lints again.
func TestMigration(t *testing.T) {
	for _, annotations := range []string{
		`"inputMetadata": {"Destination": "Public", "Sensitivity": "PII", "Outcomes": "Irreversible"}, "returnMetadata": {"Source": "User"}, "requiresReview": true`,
		`"readOnlyHint": false, "InputMetadata": {"Destination": ["Public"], "Sensitivity": {"Regulated": {"Scopes": ["HIPAA"]}}}, "Outcomes": "Consequential"`,
		`"outcome": "benign", "title": "Send"`,
		`"returnMetadata": {"source": ["untrustedPublic", "internal"], "sensitivity": "none"}, "inputMetadata": {"outcomes": ["benign"]}`,
	} {
		input := annotated(annotations).Input
		for range 2 {
			var found *Finding
			for _, f := range lintText(t, "x.json", input, Options{}) {
				if f.Rule == "TOOL089" {
					found = &f
				}
			}
			if found == nil {
				break
			}
			input = applyFix(t, input, found.Fixes[0])
		}
		for _, f := range lintText(t, "x.json", input, Options{}) {
			if f.Severity > diag.Info && f.Rule != "TOOL085" {
				t.Errorf("%s\nbecame\n%s\nwith %s %s", annotations, input, f.Rule, f.Message)
			}
		}
	}
}
