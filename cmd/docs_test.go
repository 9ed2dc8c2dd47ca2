package cmd

import (
	"flag"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
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
