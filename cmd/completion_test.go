package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestCompletionScriptsParse has every shell that is present read its script.
func TestCompletionScriptsParse(t *testing.T) {
	parse := map[string][]string{
		"bash":       {"bash", "-n"},
		"zsh":        {"zsh", "-n"},
		"fish":       {"fish", "--no-execute"},
		"powershell": {"pwsh", "-NoProfile", "-Command", "& { $errors = $null; [void][System.Management.Automation.Language.Parser]::ParseFile($args[0], [ref]$null, [ref]$errors); exit $errors.Count }"},
	}
	for shell, command := range parse {
		t.Run(shell, func(t *testing.T) {
			script, stderr, code := invoke(t, nil, "completion", shell)
			if code != ExitOK || stderr != "" || !strings.Contains(script, "evref") {
				t.Fatalf("exit %d: %s", code, stderr)
			}
			if _, err := exec.LookPath(command[0]); err != nil {
				t.Skipf("%s is not here", command[0])
			}
			path := filepath.Join(t.TempDir(), "evref.completion")
			if err := os.WriteFile(path, []byte(script), 0o600); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(command[0], append(command[1:], path)...).CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// complete gives what a shell would offer for the last word.
func complete(t *testing.T, words ...string) (offers []string, directive string) {
	t.Helper()
	stdout, _, code := invoke(t, nil, append([]string{"__complete"}, words...)...)
	if code != ExitOK {
		t.Fatalf("completing %q: exit %d", words, code)
	}
	for line := range strings.Lines(stdout) {
		line = strings.TrimSuffix(line, "\n")
		if d, ok := strings.CutPrefix(line, ":"); ok {
			return offers, d
		}
		word, _, _ := strings.Cut(line, "\t")
		offers = append(offers, word)
	}
	t.Fatalf("completing %q: no directive in %q", words, stdout)
	return nil, ""
}

func TestCompletionOffersValues(t *testing.T) {
	for _, tc := range []struct {
		words []string
		want  string
	}{
		{[]string{""}, "digest"},
		{[]string{"--color", ""}, "never"},
		{[]string{"digest", "-c", ""}, "cbor/rfc8949"},
		{[]string{"digest", "--canonicalization="}, "jcs/rfc8785"},
		{[]string{"digest", "--emit", "ann"}, "annotation"},
		{[]string{"digest", "--input", ""}, "cbor"},
		{[]string{"lint-tool", "--profile", ""}, "openai"},
		{[]string{"lint-tool", "--enable", "TOOL03"}, "TOOL031"},
		{[]string{"lint-tool", "--format", ""}, "sarif"},
		{[]string{"lint-tool", "--spec", ""}, "2026-07-28"},
		{[]string{"schema", ""}, "evidence-ref.v1"},
		{[]string{"vectors", ""}, "fingerprint"},
		{[]string{"vectors", "-c", ""}, "jcs/rfc8785"},
		{[]string{"version", "--format", ""}, "json"},
		{[]string{"completion", ""}, "powershell"},
		{[]string{"explain", ""}, "mismatch"},
		{[]string{"explain", ""}, "TOOL031"},
		{[]string{"verify", "--as", ""}, "session"},
		{[]string{"verify", "--format", ""}, "html"},
		{[]string{"lint-tool", "--only", ""}, "TOOL031"},
	} {
		if offers, _ := complete(t, tc.words...); !slices.Contains(offers, tc.want) {
			t.Errorf("completing %q offers %q, want %s among them", tc.words, offers, tc.want)
		}
	}
	if _, directive := complete(t, "digest", "-C", ""); directive != "16" {
		t.Errorf("completing -C gives directive %s, want folders (16)", directive)
	}
}

// TestEveryChoiceIsCompleted finds the flags whose help lists their values, and
// expects the shells to know them too.
func TestEveryChoiceIsCompleted(t *testing.T) {
	checked := 0
	for _, c := range newRoot(&app{}).Commands() {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !slices.Contains([]string{"format", "input", "canonicalization", "emit", "level", "spec", "profile", "fail-on", "as", "color", "algorithm"}, f.Name) {
				return
			}
			if c.Name() == "completion" || c.Name() == "help" {
				return
			}
			checked++
			if _, ok := c.GetFlagCompletionFunc(f.Name); !ok {
				t.Errorf("evref %s --%s is not completed", c.Name(), f.Name)
			}
		})
	}
	if checked < 8 {
		t.Errorf("only %d flags seen", checked)
	}
}

// TestCompletionDoesNotTouchFiles checks that names of files are left to the
// shell for the verbs that read files.
func TestCompletionDoesNotTouchFiles(t *testing.T) {
	for _, verb := range []string{"digest", "lint-tool"} {
		offers, directive := complete(t, verb, "")
		if len(offers) > 0 || directive != "0" {
			t.Errorf("completing %s offers %q with directive %s (default is %d)", verb, offers, directive, cobra.ShellCompDirectiveDefault)
		}
	}
}
