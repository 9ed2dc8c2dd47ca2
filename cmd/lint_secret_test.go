package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLintKeepsSecrets plants what looks like a token wherever a definition has
// text or a name, and looks for it in everything that is printed and written.
func TestLintKeepsSecrets(t *testing.T) {
	token := "ghp_" + "R8kq2ZtL5vXw7NbC4mYhJ6sDfG9aPeU3oTi1"
	text := strings.ReplaceAll(`{"serverInfo":{"name":"TOKEN"},"tools":[
{"name":"TOKEN","title":"TOKEN","description":"use TOKEN now","inputSchema":{"type":"object","properties":{"TOKEN":{"type":"strin","enum":["TOKEN","TOKEN"],"default":"TOKEN"}},"required":["TOKEN","TOKEN"],"TOKEN":1},"annotations":{"TOKEN":"TOKEN"},"_meta":{"TOKEN":"TOKEN"}},
{"name":"TOKEN","inputSchema":{"type":"object","$ref":"#/$defs/TOKEN","properties":{"a":{"pattern":"(TOKEN"}}}}]}`, "TOKEN", token)
	dir := t.TempDir()
	file, old := filepath.Join(dir, "tools.json"), filepath.Join(dir, "old.json")
	for name, text := range map[string]string{file: text, old: strings.Replace(text, "use", "take", 1)} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	none := filepath.Join(dir, "none.json")
	if err := os.WriteFile(none, []byte(`{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	formats := strings.Fields("text json jsonl sarif html github gitlab junit checkstyle rdjson markdown concise")
	var runs [][]string
	for _, format := range formats {
		runs = append(runs, []string{"lint-tool", file, "--level", "pedantic", "--format", format}, []string{"lint-tool", file, "--against", old, "--format", format},
			[]string{"lint-tool", file, "--against", none, "--format", format}, []string{"lint-tool", none, "--against", file, "--format", format})
	}
	runs = append(runs, []string{"explain", file}, []string{"explain", file, "--format", "json"}, []string{"lint-tool", file, "--write-baseline", "--baseline", filepath.Join(dir, "baseline.json")})
	for _, args := range runs {
		stdout, stderr, code := invoke(t, nil, args...)
		if code == ExitUsage || code == ExitFault || stdout+stderr == "" {
			t.Errorf("%q: exit %d, %s", args, code, stderr)
		}
		if i := strings.Index(stdout+stderr, token); i >= 0 {
			t.Errorf("%q shows the token: …%s…", args, (stdout + stderr)[max(0, i-60):min(len(stdout+stderr), i+60)])
		}
	}
	if strings.Contains(read(t, filepath.Join(dir, "baseline.json")), token) {
		t.Error("the baseline has the token")
	}
	if _, stderr, code := invoke(t, nil, "lint-tool", file, "--baseline", filepath.Join(dir, "baseline.json")); code != ExitOK {
		t.Errorf("the baseline does not match: exit %d, %s", code, stderr)
	}
}
