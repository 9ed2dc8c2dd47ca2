package explain

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

// hint is what a card says about one hint: value, provenance, and whether it
// means anything.
type hint struct {
	value, provenance string
	applies           bool
}

var (
	// readOnlyTool declares readOnlyHint true and idempotentHint false.
	readOnlyTool = map[string]hint{
		"readOnlyHint": {"true", "declared", true}, "destructiveHint": {"null", "not-applicable", false},
		"idempotentHint": {"false", "declared", false}, "openWorldHint": {"true", "default", true},
	}
	// destructiveTool declares readOnlyHint false, destructiveHint true and
	// idempotentHint false.
	destructiveTool = map[string]hint{
		"readOnlyHint": {"false", "declared", true}, "destructiveHint": {"true", "declared", true},
		"idempotentHint": {"false", "declared", true}, "openWorldHint": {"true", "default", true},
	}
	// silentTool declares nothing.
	silentTool = map[string]hint{
		"readOnlyHint": {"false", "default", true}, "destructiveHint": {"true", "default", true},
		"idempotentHint": {"false", "default", true}, "openWorldHint": {"true", "default", true},
	}
)

func checkHints(t *testing.T, n ToolNote, want map[string]hint) {
	t.Helper()
	if len(n.Hints) != 4 {
		t.Fatalf("%s has %d hints", n.Name, len(n.Hints))
	}
	for _, h := range n.Hints {
		got := hint{"null", string(h.Provenance), h.Applies}
		if h.Value != nil {
			got.value = map[bool]string{true: "true", false: "false"}[*h.Value]
		}
		if got != want[h.Name] {
			t.Errorf("%s of %s is %+v, want %+v", h.Name, n.Name, got, want[h.Name])
		}
	}
}

func TestBehaviourCards(t *testing.T) {
	c := one[*ToolsCard](t, readFile(t, "tools.json"))
	if len(c.Tools) != 3 {
		t.Fatalf("%d tools", len(c.Tools))
	}
	for i, want := range []map[string]hint{readOnlyTool, destructiveTool, silentTool} {
		checkHints(t, c.Tools[i], want)
		if c.Tools[i].Pointer != "/tools/"+itoa(i) || c.Tools[i].Line == 0 {
			t.Errorf("%s is at %q, line %d", c.Tools[i].Name, c.Tools[i].Pointer, c.Tools[i].Line)
		}
	}
	text := strings.Join(strings.Fields(pageText(c)), " ")
	for _, want := range []string{
		"destructiveHint – not applicable: the tool is read-only",
		"idempotentHint false explicit: the definition says it; not applicable: the tool is read-only",
		"openWorldHint true default: the definition does not say it",
		"may run it without asking (readOnlyHint true)",
		"warns that something may be deleted or overwritten (destructiveHint true)",
		"reckons with the worst, whatever is claimed: the tool may change things",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q:\n%s", want, text)
		}
	}
}

// TestRealTools: three real tools get the values that the specification gives
// them.
func TestRealTools(t *testing.T) {
	corpus := "../../../shared/corpus/tools"
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("the corpus of real tools is not here; testdata/explain/tools.json has the same shapes")
	}
	for _, c := range []struct {
		file, tool string
		want       map[string]hint
	}{
		{"github__github-mcp-server/pkg/github/__toolsnaps__/get_me.snap", "", readOnlyTool},
		{"github__github-mcp-server/pkg/github/__toolsnaps__/delete_file.snap", "", destructiveTool},
		{"jakemannix__mcp-proxy/demo/mcp-snapshots/server-github.json", "create_issue", silentTool},
	} {
		raw, err := os.ReadFile(filepath.Join(corpus, c.file))
		if err != nil {
			t.Fatal(err)
		}
		r := Reader{Tool: c.tool}
		cards, err := r.Read(c.file, raw, record.JSON)
		if err != nil {
			t.Fatal(err)
		}
		card := one[*ToolsCard](t, cards)
		if len(card.Tools) != 1 {
			t.Fatalf("%s: %d tools", c.file, len(card.Tools))
		}
		checkHints(t, card.Tools[0], c.want)
	}
}

// TestMailTools is the standing example: one input schema, told apart by action
// metadata alone.
func TestMailTools(t *testing.T) {
	c := one[*ToolsCard](t, readFile(t, "mail-tools.json"))
	want := map[string][2]string{ // outcome, and what a client that trusts the server does
		"read_drafts": {"benign", "may run it without asking (action metadata)"},
		"list_inbox":  {"benign", "reckons with content that strangers wrote"},
		"send_email":  {"irreversible", "asks a person before each call (action metadata)"},
	}
	text := strings.Join(strings.Fields(pageText(c)), " ")
	for _, n := range c.Tools {
		outcome := ""
		for _, w := range n.Actions[0].Words {
			if w.Path == "outcome" {
				outcome = w.Value
			}
			if w.Meaning == "" || w.Vocabulary != "draft" || w.Pointer == "" {
				t.Errorf("%s: word %+v", n.Name, w)
			}
		}
		if outcome != want[n.Name][0] || !strings.Contains(text, want[n.Name][1]) {
			t.Errorf("%s: outcome %q; the page says\n%s", n.Name, outcome, text)
		}
		for _, f := range n.Findings {
			if f.Severity != "info" {
				t.Errorf("%s: finding %+v", n.Name, f)
			}
		}
	}
}

func TestIncoherenceIsInline(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/explain/mail-tools.json")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(raw), `"readOnlyHint": false`, `"readOnlyHint": true`, 1) // send_email
	c := one[*ToolsCard](t, readText(t, "tools.json", text))
	for _, n := range c.Tools {
		found := false
		for _, f := range n.Findings {
			found = found || f.Code == "TOOL083"
		}
		if found != (n.Name == "send_email") {
			t.Errorf("%s: TOOL083 is %t", n.Name, found)
		}
	}
}

func TestOneTool(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/explain/tools.json")
	if err != nil {
		t.Fatal(err)
	}
	r := Reader{Tool: "remove_file", Schemes: evidence.NewSchemes()}
	cards, err := r.Read("tools.json", raw, record.JSON)
	if err != nil {
		t.Fatal(err)
	}
	if c := one[*ToolsCard](t, cards); len(c.Tools) != 1 || c.Tools[0].Name != "remove_file" {
		t.Errorf("tools %+v", c.Tools)
	}
	r.Tool = "remove_flie"
	_, err = r.Read("tools.json", raw, record.JSON)
	var unknown *UnknownToolError
	if !errors.As(err, &unknown) || unknown.Nearest != "remove_file" {
		t.Errorf("error %v", err)
	}
}
