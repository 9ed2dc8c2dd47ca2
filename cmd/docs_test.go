package cmd

import (
	"flag"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var updateDocs = flag.Bool("update-docs", false, "write the generated pages under docs/ anew")

// generatedFolders hold nothing but generated pages.
var generatedFolders = []string{"cli", "rules", "topics"}

// TestDocs holds the generated pages to what the program says:
//
//	docs/cli/*.md        one page a command
//	docs/exit-codes.md   from ExitCodes
//	docs/rules/*.md      one page a rule, as evref explain gives it
//	docs/topics/*.md     one page a kind of topic, likewise
//
// go test ./cmd -run TestDocs -update-docs writes them anew. Man pages are made
// by TestManPages.
func TestDocs(t *testing.T) {
	pages := docPages(t)
	docs := filepath.FromSlash("../docs")
	for _, folder := range generatedFolders {
		found, err := filepath.Glob(filepath.Join(docs, folder, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			if _, ok := pages[folder+"/"+filepath.Base(file)]; ok {
				continue
			}
			if !*updateDocs {
				t.Errorf("%s describes nothing any more; run go test ./cmd -run TestDocs -update-docs", file)
			} else if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, want := range pages {
		file := filepath.Join(docs, filepath.FromSlash(name))
		if *updateDocs {
			writePage(t, file, want)
			continue
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("docs/%s is stale (%v); run go test ./cmd -run TestDocs -update-docs", name, err)
		}
	}
}

func writePage(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// eachCommand visits the commands that have a page.
func eachCommand(c *cobra.Command, visit func(*cobra.Command)) {
	visit(c)
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "completion" && sub.Name() != "help" {
			eachCommand(sub, visit)
		}
	}
}

// TestDocLinks: a link from one page of docs/ to another leads somewhere.
func TestDocLinks(t *testing.T) {
	pages := docPages(t)
	for name, text := range pages {
		for _, target := range links(text) {
			if strings.Contains(target, "://") || strings.HasPrefix(target, "#") {
				continue
			}
			to := path.Join(path.Dir(name), strings.SplitN(target, "#", 2)[0])
			if _, ok := pages[to]; ok {
				continue
			}
			if _, err := os.Stat(filepath.Join("../docs", filepath.FromSlash(to))); err != nil {
				t.Errorf("docs/%s links to %s, which is not there", name, target)
			}
		}
	}
}

// links gives the targets of Markdown links.
func links(text string) []string {
	var out []string
	for _, part := range strings.Split(text, "](")[1:] {
		if target, _, ok := strings.Cut(part, ")"); ok {
			out = append(out, target)
		}
	}
	return out
}

// TestDocFlags: a flag that a text of the documentation names exists.
func TestDocFlags(t *testing.T) {
	known := map[string]bool{}
	eachCommand(newRoot(&app{}), func(c *cobra.Command) {
		c.InitDefaultHelpFlag()
		c.Flags().VisitAll(func(f *pflag.Flag) { known["--"+f.Name] = true })
		c.InheritedFlags().VisitAll(func(f *pflag.Flag) { known["--"+f.Name] = true })
	})
	seen := 0
	for name, text := range docPages(t) {
		if strings.HasPrefix(name, "rules/") { // their examples hold flags of other programs
			if i := strings.Index(text, "## What to do"); i >= 0 {
				text = text[i:]
			}
		}
		for _, flag := range regexp.MustCompile(`(?:^|[ ("'`+"`"+`])(--[a-z][a-z-]+)`).FindAllStringSubmatch(text, -1) {
			if seen++; !known[flag[1]] {
				t.Errorf("docs/%s names the flag %s, which no command has", name, flag[1])
			}
		}
	}
	if seen < 200 {
		t.Errorf("only %d flags in the documentation", seen)
	}
}
