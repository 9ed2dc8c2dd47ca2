package cmd

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

var updateDocs = flag.Bool("update-docs", false, "write the generated pages under docs/ anew")

// TestDocs holds the generated pages to what the program says:
//
//	docs/cli/*.md        one page a command
//	docs/exit-codes.md   from ExitCodes
//
// go test ./cmd -run TestDocs -update-docs writes them anew.
func TestDocs(t *testing.T) {
	pages := map[string]string{"exit-codes.md": exitCodesPage()}
	if err := commandPages(newRoot(&app{}), pages); err != nil {
		t.Fatal(err)
	}
	docs := filepath.FromSlash("../docs")
	for name, want := range pages {
		path := filepath.Join(docs, filepath.FromSlash(name))
		if *updateDocs {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("docs/%s is stale (%v); run go test ./cmd -run TestDocs -update-docs", name, err)
		}
	}
	found, err := filepath.Glob(filepath.Join(docs, "cli", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		if _, ok := pages["cli/"+filepath.Base(path)]; !ok {
			t.Errorf("docs/cli/%s describes no command", filepath.Base(path))
		}
	}
}

func commandPages(c *cobra.Command, pages map[string]string) error {
	c.DisableAutoGenTag = true
	c.InitDefaultHelpFlag()
	var b bytes.Buffer
	if err := doc.GenMarkdownCustom(c, &b, func(name string) string { return name }); err != nil {
		return err
	}
	pages["cli/"+strings.ReplaceAll(c.CommandPath(), " ", "_")+".md"] = b.String()
	for _, sub := range c.Commands() {
		if !sub.IsAvailableCommand() || sub.Name() == "completion" || sub.Name() == "help" {
			continue
		}
		if err := commandPages(sub, pages); err != nil {
			return err
		}
	}
	return nil
}

func exitCodesPage() string {
	var b strings.Builder
	b.WriteString("# Exit codes\n\nEach code means one thing in every command.\n\n| code | name | meaning |\n|---|---|---|\n")
	for _, c := range ExitCodes() {
		fmt.Fprintf(&b, "| %d | %s | %s |\n", c.Code, c.Name, c.Meaning)
	}
	b.WriteString("\nIn a batch 1 beats 3, and 3 beats 4; the summary always carries every count.\n" +
		"`--format` never changes the exit code. `--exit-zero` masks 1 only, and says so.\n")
	return b.String()
}
