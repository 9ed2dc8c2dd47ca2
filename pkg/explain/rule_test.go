package explain

import (
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

// TestRulePages: every rule has a page, its bad example fires it and its good
// one does not, both as they are shown on the page.
func TestRulePages(t *testing.T) {
	for _, r := range lint.Rules() {
		card := RuleOf(r)
		text := card.Page().Text(TextOptions{})
		for _, want := range []string{r.ID, r.Slug, "Why it matters", "Wrong", "Right", "What to do", "Sources"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the page has no %q", r.ID, want)
			}
		}
		if diag.Safe(strings.ReplaceAll(text, "\n", "")) != strings.ReplaceAll(text, "\n", "") {
			t.Errorf("%s: the page holds characters that act on a terminal", r.ID)
		}
		if r.OfRun() { // what such an example is compared with stands in the tests of package lint, which run it
			continue
		}
		if n := runShown(t, r, card.Bad); n == 0 {
			t.Errorf("%s: the bad example as shown does not fire it", r.ID)
		}
		if n := runShown(t, r, card.Good); n > 0 {
			t.Errorf("%s: the good example as shown fires it", r.ID)
		}
	}
}

// runShown lints an example as the page shows it with the rule alone.
func runShown(t *testing.T, r lint.Rule, e ExampleNote) int {
	t.Helper()
	shown := showJSON(e.Input, DefaultWidth-4)
	f, err := lint.Load("example.json", []byte(shown), lint.LoadOptions{})
	if err != nil {
		t.Errorf("%s: %v in\n%s", r.ID, err, shown)
		return 0
	}
	linter, err := lint.New(lint.Options{
		Settings: lint.Settings{Spec: lint.Spec(e.Spec), Profiles: e.Profiles, ClientPrefix: e.ClientPrefix},
		Only:     []string{r.ID},
	})
	if err != nil {
		t.Fatal(err)
	}
	return len(linter.Lint(f))
}
