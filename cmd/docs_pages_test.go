package cmd

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/mcp-evref/evref/pkg/explain"
	"github.com/mcp-evref/evref/pkg/lint"
)

// docPages makes every generated page by its name under docs/.
func docPages(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{"exit-codes.md": exitCodesPage()}
	eachCommand(newRoot(&app{}), func(c *cobra.Command) {
		text, err := commandPage(c)
		if err != nil {
			t.Fatal(err)
		}
		pages["cli/"+strings.ReplaceAll(c.CommandPath(), " ", "_")+".md"] = text
	})
	rulePages(pages)
	topicPages(pages)
	return pages
}

func commandPage(c *cobra.Command) (string, error) {
	c.DisableAutoGenTag = true
	c.InitDefaultHelpFlag()
	var b bytes.Buffer
	err := doc.GenMarkdownCustom(c, &b, func(name string) string { return name })
	return b.String(), err
}

func exitCodesPage() string {
	var b strings.Builder
	b.WriteString("# Exit codes\n\nEach code means one thing in every command.\n\n| code | name | meaning |\n|---|---|---|\n")
	for _, c := range ExitCodes() {
		fmt.Fprintf(&b, "| %d | %s | %s |\n", c.Code, c.Name, c.Meaning)
	}
	b.WriteString("\nIn a batch 1 beats 3, and 3 beats 4; the summary always carries every count.\n" +
		"`--format` never changes the exit code. `--exit-zero` masks 1 only, and says so.\n\n" +
		"A shell shows 128 and the number of the signal when one ends the program at once: 141\n" +
		"when the reader of its output has gone (`evref … | head`), 137 after `kill -9`.\n")
	return b.String()
}

// rulePages adds a page for each rule and a list of them.
func rulePages(pages map[string]string) {
	var b strings.Builder
	b.WriteString("# Rules\n\nWhat `evref lint-tool` looks for. `evref explain RULE` prints the same pages.\n\n" +
		"| rule | name | severity | what |\n|---|---|---|---|\n")
	for _, r := range lint.Rules() {
		pages["rules/"+r.ID+".md"] = explain.RuleOf(r).Page().Markdown(1)
		fmt.Fprintf(&b, "| [%s](%s.md) | %s | %s | %s |\n", r.ID, r.ID, r.Slug, r.Severity, r.Summary)
	}
	pages["rules/README.md"] = b.String()
}

// topicPages adds a page for each kind of topic and a list of them.
func topicPages(pages map[string]string) {
	known := catalogue()
	var list strings.Builder
	list.WriteString("# Topics\n\nThe words that evref prints. `evref explain WORD` explains one, `evref explain topics` lists them.\n")
	for _, k := range explain.Kinds() {
		var b strings.Builder
		fmt.Fprintf(&b, "# %s\n", k.Plural())
		fmt.Fprintf(&list, "\n## [%s](%s.md)\n\n", k.Plural(), k.Slug())
		for _, topic := range known.Topics(k) {
			page := topic.Card().Page()
			page.Title = topic.Name
			b.WriteString("\n" + page.Markdown(2))
			fmt.Fprintf(&list, "- `%s`: %s\n", topic.Name, topic.Meaning)
		}
		pages["topics/"+k.Slug()+".md"] = b.String()
	}
	pages["topics/README.md"] = list.String()
}
