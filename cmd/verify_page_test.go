package cmd

import (
	"os"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/evidence"
)

// TestMyDigestDiffers runs the examples of docs/my-digest-differs.md and looks
// for every cause in it.
func TestMyDigestDiffers(t *testing.T) {
	t.Chdir("..") // the page's commands are run where the repository is
	data, err := os.ReadFile("docs/my-digest-differs.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for _, c := range evidence.Causes() {
		if !strings.Contains(page, "`"+c.ID+"`") {
			t.Errorf("the page does not tell of %s", c.ID)
		}
	}
	blocks := strings.Split(page, "```console\n")[1:]
	for _, block := range blocks {
		block, _, _ = strings.Cut(block, "```")
		command, want, _ := strings.Cut(block, "\n")
		args, ok := strings.CutPrefix(command, "$ evref ")
		if !ok {
			t.Errorf("not a command: %s", command)
			continue
		}
		if got, stderr, _ := invoke(t, nil, strings.Fields(args)...); got != want {
			t.Errorf("%s\n got %s\nwant %s%s", command, got, want, stderr)
		}
	}
	if len(blocks) < 2 {
		t.Errorf("%d examples", len(blocks))
	}
}
