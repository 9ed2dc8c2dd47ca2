package explain

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

func testCatalogue() *Catalogue {
	return NewCatalogue(Program{
		ExitCodes:   []ExitCode{{Code: 3, Name: "unreadable", Meaning: "could not be read", Do: "correct it"}},
		Environment: []diag.Doc{{Name: "NO_COLOR", Meaning: "no colour", Do: "unset it"}},
	})
}

// TestTopics: every kind has topics, every topic is found by its name, says what
// it means and prints nothing unsafe.
func TestTopics(t *testing.T) {
	c := testCatalogue()
	for _, k := range Kinds() {
		if len(c.Topics(k)) == 0 {
			t.Errorf("there is no %s", k)
		}
	}
	seen := map[string]bool{}
	for _, topic := range c.Topics("") {
		if id := string(topic.Kind) + "/" + topic.Name; seen[id] {
			t.Errorf("%s is there twice", id)
		} else {
			seen[id] = true
		}
		if topic.Meaning == "" || strings.HasSuffix(topic.Meaning, ".") || topic.Name != diag.Safe(topic.Name) {
			t.Errorf("%s %s: meaning %q", topic.Kind, topic.Name, topic.Meaning)
		}
		found := false
		for _, card := range c.Find(topic.Name) {
			if tc, ok := card.(*TopicCard); ok && tc.Topic == topic.Kind && tc.Name == topic.Name {
				found = true
				page := pageText(card)
				if !strings.Contains(page, topic.Name) || diag.Safe(strings.ReplaceAll(page, "\n", "")) != strings.ReplaceAll(page, "\n", "") {
					t.Errorf("%s: page\n%s", topic.Name, page)
				}
			}
		}
		if !found {
			t.Errorf("%s %s is not found by its name", topic.Kind, topic.Name)
		}
		for _, alias := range topic.Aliases {
			if len(c.Find(alias)) == 0 {
				t.Errorf("%s is not found as %s", topic.Name, alias)
			}
		}
	}
}

// TestEveryTopicSaysWhatToDo: a name that reports something wrong comes with a
// way out.
func TestEveryTopicSaysWhatToDo(t *testing.T) {
	for _, topic := range testCatalogue().Topics("") {
		if topic.Do == "" {
			t.Errorf("%s %s does not say what to do", topic.Kind, topic.Name)
		}
	}
}

func TestFind(t *testing.T) {
	c := testCatalogue()
	for word, want := range map[string]string{
		"TOOL083": "TOOL083 read-only-with-effect", "tool083": "TOOL083", "read-only-with-effect": "TOOL083", "3": "exit-3", "unreadable": "exit-3",
		"JCS": "jcs/rfc8785", "jcs/rfc8785": "jcs/rfc8785", "irreversible": "irreversible", "fides": "ifc.fides.v1",
		"trust-annotations": "io.modelcontextprotocol/trust-annotations", "NO_COLOR": "NO_COLOR", "dcc-mcp-trust-fingerprint-v1": "dcc-mcp-trust-fingerprint-v1",
	} {
		cards := c.Find(word)
		if len(cards) == 0 || !strings.HasPrefix(cards[0].Page().Title, want) {
			t.Errorf("%s finds %v", word, cards)
		}
	}
	if cards := c.Find("nothing like it"); cards != nil {
		t.Errorf("found %v", cards)
	}
	for word, want := range map[string]string{"mismach": "mismatch", "TOOL83": "TOOL083", "irreversable": "irreversible", "openWorldHnt": "openWorldHint"} {
		if got, ok := c.Nearest(word); !ok || got != want {
			t.Errorf("%s is near %q, want %s", word, got, want)
		}
	}
}

func TestLists(t *testing.T) {
	c := testCatalogue()
	for _, word := range Lists() {
		list, ok := c.List(word)
		if !ok || len(list.Entries) == 0 {
			t.Errorf("%s lists nothing", word)
			continue
		}
		for _, e := range list.Entries {
			if cards := c.Find(e.Name); len(cards) == 0 {
				t.Errorf("%s lists %s, which is not found", word, e.Name)
			}
		}
	}
	all, _ := c.List("topics")
	if len(all.Entries) != len(c.Topics("")) {
		t.Errorf("topics lists %d of %d", len(all.Entries), len(c.Topics("")))
	}
	rules, _ := c.List("rules")
	if len(rules.Entries) != len(lint.Rules()) {
		t.Errorf("rules lists %d of %d", len(rules.Entries), len(lint.Rules()))
	}
	if _, ok := c.List("verdict"); ok {
		t.Error("a singular word lists")
	}
	if _, ok := c.List("Exit Codes"); !ok {
		t.Error("capitals and blanks do not list")
	}
}

// TestEveryConstantHasATopic: a code that a package can report is explained. The
// codes are read from the source, so that a new one is not forgotten.
func TestEveryConstantHasATopic(t *testing.T) {
	c := testCatalogue()
	for _, source := range []struct {
		file, pattern string
		kind          Kind
		least         int
	}{
		{"internal/tape/fault.go", `(?m)^\t\w+ +Code = "([a-z0-9-]+)"`, RecordErrors, 30},
		{"evidence/code.go", `(?m)^\tCode\w+ += "([a-z-]+)"`, Codes, 25},
		{"fingerprint/error.go", `(?m)^\t\w+ +Code = "(\w+)"`, FingerprintErrors, 15},
		{"fingerprint/warning/catalogue.go", `(?m)^\t\w+ +Name = "([a-z-]+)"`, FingerprintWarnings, 25},
		{"fingerprint/lock/status.go", `(?m)^\t\w+ +Status = "([a-z-]+)"`, LockResults, 8},
		{"digest/hazard.go", `(?m)^\t\w+ +HazardKind = "([a-z]+)"`, Hazards, 3},
		{"digest/*.go", `Code +string // "([^\n]+)"`, RepresentationErrors, 1},
	} {
		files, err := filepath.Glob("../" + source.file)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", source.file, err)
		}
		var text []byte
		for _, file := range files {
			more, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text = append(text, more...)
		}
		var names []string
		for _, found := range regexp.MustCompile(source.pattern).FindAllSubmatch(text, -1) {
			names = append(names, regexp.MustCompile(`[\w-]+`).FindAllString(strings.ReplaceAll(string(found[1]), " or ", " "), -1)...)
		}
		if len(names) < source.least {
			t.Errorf("only %d names in %s", len(names), source.file)
		}
		var topics []string
		for _, topic := range c.Topics(source.kind) {
			topics = append(topics, topic.Name)
		}
		for _, name := range names {
			if !slices.Contains(topics, name) {
				t.Errorf("%s of %s is not explained", name, source.file)
			}
		}
		if len(names) != len(topics) && source.kind != RepresentationErrors {
			t.Errorf("%s has %d names, and %d are explained", source.file, len(names), len(topics))
		}
	}
}
