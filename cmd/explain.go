package cmd

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/explain"
)

// explainOptions is what `evref explain` was asked to do. Fields that are
// strings are flag values before resolve has read them.
type explainOptions struct {
	args    []string
	input   inputFlags
	output  outputFlags
	config  configFlags
	all     bool
	as      string
	tool    string
	key     string
	root    string
	schemes []string
}

func newExplain(a *app) *cobra.Command {
	var o explainOptions
	c := &cobra.Command{
		Use:   "explain WORD|FILE...",
		Short: "say what a rule, a verdict, a code or a file means, and what to do",
		Long: `Explain a word that evref prints: a rule by its id or slug, a verdict, a
diagnosis, a warning, an exit code, a scheme.

  evref explain TOOL083
  evref explain mismatch
  evref explain topics          what there is to look up

Or explain a file, after finding out what it is:

  tools           how each tool claims to behave, where each claim comes from,
                  and what clients make of it
  tool result     what it says about itself, every evidenceRef, every label
  several results the label that they add up to, step by step
  record          its canonical forms and digests, and what changed from the input
  definition or   what its fingerprint covers and what it does not
  configuration

A word wins over a file of the same name; write ./mismatch for the file.`,
		Example: `  evref explain TOOL083
  evref explain irreversible
  evref explain tools.json --tool send_email
  evref explain result.json
  evref explain first.json second.json
  evref explain .mcp.json
  evref explain --all --format markdown`,
		RunE: func(c *cobra.Command, args []string) error {
			o.args = args
			if err := o.resolve(); err != nil {
				return err
			}
			code, err := runExplain(c.Context(), a, &o)
			if err != nil {
				return err
			}
			return status(code)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return explainWords(), cobra.ShellCompDirectiveDefault
		},
	}
	f := c.Flags()
	f.BoolVar(&o.all, "all", false, "explain every rule of the linter")
	f.StringVar(&o.as, "as", "", "take files for "+oneOf(explain.AsNames())+" (default: find out)")
	f.StringVar(&o.tool, "tool", "", "explain this tool of a file and no other")
	f.StringVar(&o.key, "annotation-key", evidence.AnnotationKey, "_meta key of trust annotations, for forks")
	f.StringArrayVar(&o.schemes, "scheme", nil, "register a scheme of your own: TYPE=SCHEMA.json")
	f.StringVar(&o.root, "root", "", "root of the project, which fingerprints depend on (default: the nearest folder with .git, else the current one)")
	o.config.register(f)
	o.input.register(f)
	o.output.register(f, []string{"text", "json", "markdown"})
	registerQuiet(a, f)
	completeValues(c, "as", explain.AsNames())
	completeValues(c, "format", o.output.known)
	return c
}

// catalogue holds what there is to look up.
func catalogue() *explain.Catalogue {
	return explain.NewCatalogue(explain.Program{ExitCodes: ExitCodes(), Environment: Environment()})
}

func explainWords() []string { return append(explain.Lists(), catalogue().Names()...) }

func (o *explainOptions) resolve() error {
	switch {
	case len(o.args) == 0 && !o.all:
		return usagef("explain needs a word or a file; evref explain topics lists the words")
	case len(o.args) > 0 && o.all:
		return usagef("--all explains every rule; drop %s", o.args[0])
	case o.as != "" && !slices.Contains(explain.AsNames(), o.as):
		return unknown("kind of file", o.as, explain.AsNames())
	case o.tool != "" && o.as != "" && o.as != string(explain.AsTools):
		return usagef("--tool names a tool; drop --as %s", o.as)
	}
	return o.input.resolve(o.args)
}

// explainItem is one argument: the cards of a word, or a file to read.
type explainItem struct {
	cards []explain.Card
	file  string
}

// items tells words from files. A word that is neither is a usage error.
func (o *explainOptions) items(known *explain.Catalogue, path func(string) string) ([]explainItem, error) {
	var items []explainItem
	for _, arg := range o.args {
		if !isPath(arg) {
			if cards := known.Find(arg); len(cards) > 0 {
				items = append(items, explainItem{cards: cards})
				continue
			}
			if list, ok := known.List(arg); ok {
				items = append(items, explainItem{cards: []explain.Card{list}})
				continue
			}
		}
		if _, err := os.Stat(path(arg)); errors.Is(err, fs.ErrNotExist) && arg != "-" && !isPath(arg) && !isFileName(arg) {
			return nil, unknownWord(arg, known)
		}
		items = append(items, explainItem{file: arg})
	}
	return items, nil
}

// isPath reports that somebody insists on a file.
func isPath(arg string) bool {
	return arg == "-" || strings.HasPrefix(arg, "./") || strings.HasPrefix(arg, "../") || strings.HasPrefix(arg, "/") || strings.HasPrefix(arg, "~")
}

// isFileName reports a name that nobody would look up: a file that is missing is
// to be called so, and not an unknown word.
func isFileName(arg string) bool {
	switch strings.ToLower(path.Ext(arg)) {
	case ".json", ".jsonc", ".jsonl", ".ndjson", ".cbor", ".toml", ".yaml", ".yml", ".snap", ".txt":
		return true
	}
	return false
}

func unknownWord(word string, known *explain.Catalogue) error {
	if near, ok := known.Nearest(word); ok {
		return usagef("nothing is called %s, and there is no such file; did you mean %s?", diag.Quote(word, 40), near)
	}
	return usagef("nothing is called %s, and there is no such file; evref explain topics lists the words", diag.Quote(word, 40))
}
