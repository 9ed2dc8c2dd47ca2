package explain

import (
	"strings"
	"testing"
)

func TestMarkdown(t *testing.T) {
	const want = "## A title\n" +
		"\n" +
		"One sentence that is long enough to need more than one line of eighty columns,\n" +
		"as sentences in explanations do.\n" +
		"\n" +
		"### Facts\n" +
		"\n" +
		"- **digest**: `sha256:c509d629b2ab94b573c44ac10acb4941ab3949ff3cf857983c643bb0a476cefb` – the hash of the canonical bytes\n" +
		"- **a name that is longer than its column can be**: value\n" +
		"\n" +
		"#### List\n" +
		"\n" +
		"- short\n" +
		"- an item that has to be broken because it holds more words than fit in one line\n" +
		"  of text\n" +
		"\n" +
		"| hint | value | where it comes from |\n" +
		"|---|---|---|\n" +
		"| readOnlyHint | true | explicit: the definition says it, in so many words that the column must be broken twice |\n" +
		"| `/a\\|b` |  | x |\n" +
		"\n" +
		"```diff\n" +
		"root: order\n" +
		"- b, a\n" +
		"+ a, b\n" +
		"```\n"
	if got := samplePage().Markdown(2); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestMarkdownIsEscaped(t *testing.T) {
	var p Page
	p.para("_meta <b> *x* [y](z) a|b inner_underscore")
	p.para("# not a heading")
	p.facts(fact("v", literal("a`b"), literal("`c")))
	p.code("", "```\nfence")
	got := p.Markdown(1)
	for _, want := range []string{
		`\_meta \<b\> \*x\* \[y\](z) a\|b inner_underscore`, `\# not a heading`, "``a`b``", "`` `c ``", "````\n```\nfence\n````",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}
