package cmd

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

var manFolder = flag.String("man", "", "write the man pages into this folder")

// TestManPages makes a man page of every command, as packages carry them:
//
//	go test ./cmd -run TestManPages -args -man FOLDER
//
// The pages are checked by man itself where there is one that can.
func TestManPages(t *testing.T) {
	folder := *manFolder
	if folder == "" {
		folder = t.TempDir()
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{}
	if err := manPages(newRoot(&app{}), pages); err != nil {
		t.Fatal(err)
	}
	for name, page := range pages {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(page, ".SH NAME") || !strings.Contains(page, ".SH SYNOPSIS") {
			t.Errorf("%s has no name or no synopsis", name)
		}
		if _, err := exec.LookPath("groff"); err != nil {
			continue
		}
		if out, err := exec.Command("groff", "-k", "-man", "-Tutf8", "-z", path).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v: %s", name, err, out)
		}
	}
	release, err := os.ReadFile("../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name := range pages {
		if !bytes.Contains(release, []byte("- man/"+name+"\n")) {
			t.Errorf("packages for Homebrew lack the page %s", name)
		}
	}
}

func manPages(c *cobra.Command, pages map[string]string) error {
	c.DisableAutoGenTag = true
	c.InitDefaultHelpFlag()
	never := time.Unix(0, 0).UTC() // a page has no date: the same source gives the same bytes
	var b bytes.Buffer
	err := doc.GenMan(c, &doc.GenManHeader{Title: strings.ToUpper(strings.ReplaceAll(c.CommandPath(), " ", "-")), Section: "1", Date: &never}, &b)
	if err != nil {
		return err
	}
	pages[strings.ReplaceAll(c.CommandPath(), " ", "-")+".1"] = strings.Replace(b.String(), `"Jan 1970"`, `""`, 1)
	for _, sub := range c.Commands() {
		if !sub.IsAvailableCommand() || sub.Name() == "help" || sub.Name() == "completion" {
			continue
		}
		if err := manPages(sub, pages); err != nil {
			return err
		}
	}
	return nil
}
