package report

import (
	"regexp"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

var commandPattern = regexp.MustCompile(`^::(error|warning|notice) ([^\n]*?)::([^\n]*)$`)

// readCommand decodes a workflow command the way the runner of GitHub Actions
// does: properties end at the first "::", then escapes are resolved.
func readCommand(t *testing.T, line string) (kind string, properties map[string]string, message string) {
	t.Helper()
	m := commandPattern.FindStringSubmatch(line)
	if m == nil {
		t.Fatalf("not a workflow command: %q", line)
	}
	decode := func(s string, replacements ...string) string {
		return strings.NewReplacer(append(replacements, "%0D", "\r", "%0A", "\n", "%25", "%")...).Replace(s)
	}
	properties = map[string]string{}
	for _, p := range strings.Split(m[2], ",") {
		name, value, ok := strings.Cut(p, "=")
		if !ok {
			t.Fatalf("property %q of %q has no value", p, line)
		}
		properties[name] = decode(value, "%3A", ":", "%2C", ",")
	}
	return m[1], properties, decode(m[3])
}

func TestGitHub(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(renderSample(t, "github"), "\n"), "\n")
	if len(lines) != 5 {
		t.Fatalf("%d lines, want 5", len(lines))
	}
	kind, properties, message := readCommand(t, lines[0])
	if kind != "error" || message != "é😀: hint is null; remove it" {
		t.Errorf("got %s %q", kind, message)
	}
	for name, want := range map[string]string{
		"file": "tools/a b.json", "line": "1", "endLine": "1", "col": "51", "endColumn": "55", "title": "evref TOOL030",
	} {
		if properties[name] != want {
			t.Errorf("%s is %q, want %q", name, properties[name], want)
		}
	}
	kind, properties, message = readCommand(t, lines[1])
	if kind != "notice" {
		t.Errorf("an info finding is a %s", kind)
	}
	// Names come back exactly, apart from what a log must not show raw.
	name := strings.NewReplacer("\x1b", `\x1b`, "\u202e", `\u{202e}`, "\x00", `\x00`, "\x7f", `\x7f`, "\U000e0041", `\u{e0041}`).Replace(hostile)
	if properties["file"] != name {
		t.Errorf("file is %q, want %q", properties["file"], name)
	}
	if want := diag.Safe(hostile); message != want+": "+want+"; "+want {
		t.Errorf("message is %q", message)
	}
	if _, properties, _ = readCommand(t, lines[4]); properties["file"] != "" {
		t.Errorf("a failure without a file names %q", properties["file"])
	}
}

// TestGitHubRollUp says what GitHub leaves out: it shows ten of a kind.
func TestGitHubRollUp(t *testing.T) {
	for n, want := range map[int]bool{githubShown: false, githubShown + 1: true} {
		s := Source{Name: "a.json"}
		for range n {
			s.Findings = append(s.Findings, Finding{Diagnostic: diag.Diagnostic{Rule: "TOOL030", Severity: diag.Error, Source: "a.json", Message: "x"}})
		}
		out := printed(t, "github", &Tool{Name: "evref"}, []Source{s}, Outcome{ExitCode: 1})
		if got := strings.Contains(out, "GitHub shows the first 10"); got != want {
			t.Errorf("%d findings: roll-up %v, want %v", n, got, want)
		}
	}
}

// TestGitHubColumns leaves columns out of a range over several lines, which
// GitHub refuses.
func TestGitHubColumns(t *testing.T) {
	d := diag.Diagnostic{Source: "a.json", Severity: diag.Warning, Message: "x", Range: diag.RangeAt([]byte("a\nb"), 0, 3)}
	_, properties, _ := readCommand(t, strings.TrimSuffix(githubCommand("warning", "evref", d), "\n"))
	if properties["col"] != "" || properties["endColumn"] != "" || properties["endLine"] != "2" {
		t.Errorf("got %v", properties)
	}
}
