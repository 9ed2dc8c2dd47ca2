package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcp-evref/evref/pkg/config"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
	"github.com/mcp-evref/evref/pkg/record"
)

// lintOptions is what `evref lint-tool` was asked to do. Fields that are
// strings are flag values before resolve has read them.
type lintOptions struct {
	args    []string
	input   inputFlags
	output  outputFlags
	capture captureFlags
	control lintControl

	spec         string
	profiles     []string
	clientPrefix string
	level        string
	enable       []string
	disable      []string
	only         []string
	failOn       string
	maxWarnings  int
	exitZero     bool
	allowEmpty   bool
	listRules    bool

	// Read from the above by resolve.
	fromConfig bool          // no argument was given, so that the configuration's files are read
	failFrom   diag.Severity // Off: no finding makes the run fail
}

func newLintTool(a *app) *cobra.Command {
	var o lintOptions
	c := &cobra.Command{
		Use:   "lint-tool TOOLS...",
		Short: "lint MCP tool definitions and tool results",
		Long: `Lint MCP tool definitions: what breaks a client, what misleads a model or a
person, what action metadata and hints contradict.

  tools.json:6:24: error TOOL030 read_note: openWorldHint is null, not a boolean; clients take the default, true
    6 | "openWorldHint": null
      |                  ^^^^
      = help: write true or false, or leave the hint out
      = fix: remove openWorldHint (safe)

TOOLS is a file or a directory: one tool, an array, a tools/list answer, a
toolsnap, a map by name, a capture with tools inside, or JSON Lines of these.
Tool results are read as well, for the rules on trust annotations. A file that
is named and holds none of them is refused with what it looks like; one that is
met in a directory is counted. Nothing is fetched.

With --stdio or --http the tools of a running server are linted, all pages of
them, exactly as it spells them; --save keeps them. A server that is started
gets few environment variables, and has ended when evref does.`,
		Example: `  evref lint-tool tools.json
  evref lint-tool pkg/github/__toolsnaps__
  evref lint-tool --profile openai --client-prefix mcp__github__ tools.json
  curl -s https://example.com/tools | evref lint-tool --stdin-name tools.json -
  evref lint-tool --stdio --save tools.json -- npx -y some-server
  evref lint-tool --http http://localhost:3000/mcp
  evref lint-tool --write-baseline tools/
  evref lint-tool --fix --diff tools/ | patch -p1
  evref lint-tool --against last-week.json today.json
  evref lint-tool -o sarif=findings.sarif -o github=-
  evref lint-tool --list-rules`,
		RunE: func(c *cobra.Command, args []string) error {
			o.args = args
			if o.listRules {
				return listRules(a, &o)
			}
			if err := o.capture.resolve(c, args); err != nil {
				return err
			}
			if o.capture.asked() {
				o.args = nil // they are the server's
			}
			if done, err := o.control.begin(a, &o); done || err != nil {
				return err
			}
			code, err := runLint(c.Context(), a, &o)
			if err != nil {
				return err
			}
			return status(code)
		},
	}
	f := c.Flags()
	f.StringVar(&o.spec, "spec", "", "revision of the MCP specification (default: what a capture says, else "+string(lint.NewestSpec)+")")
	f.StringSliceVar(&o.profiles, "profile", nil, "also hold the tools to a client, provider or directory: "+oneOf(lint.ProfileNames()))
	f.StringVar(&o.clientPrefix, "client-prefix", "", "what a client puts before tool names, such as mcp__github__")
	f.StringVar(&o.level, "level", "default", "default, or pedantic for the rules that are too noisy for every day")
	f.StringSliceVar(&o.enable, "enable", nil, "also run these rules")
	f.StringSliceVar(&o.disable, "disable", nil, "do not run these rules")
	f.StringSliceVar(&o.only, "only", nil, "run these rules and no others")
	f.StringVar(&o.failOn, "fail-on", "error", "lowest severity that makes exit code 1: error, warning, info or none")
	f.IntVar(&o.maxWarnings, "max-warnings", -1, "exit code 1 when there are more warnings than this")
	f.BoolVar(&o.exitZero, "exit-zero", false, "exit code 0 in place of 1")
	f.BoolVar(&o.allowEmpty, "allow-empty", false, "no tool file at all is fine")
	f.BoolVar(&o.listRules, "list-rules", false, "list the rules and end")
	f.StringVarP(&o.input.dir, "directory", "C", "", "read names relative to this directory")
	f.StringVar(&o.input.stdinName, "stdin-name", "", "what standard input is called in output")
	o.input.registerLimits(f)
	f.Lookup("max-record-size").DefValue = "1073741824"
	f.Lookup("max-record-size").Usage = "largest file in bytes"
	o.input.maxBytes = lint.DefaultMaxBytes
	o.output.register(f, lintFormats())
	o.capture.register(f)
	o.control.register(f)
	registerQuiet(a, f)
	completeValues(c, "spec", specNames())
	completeValues(c, "profile", lint.ProfileNames())
	completeValues(c, "level", lintLevels)
	completeValues(c, "fail-on", failLevels)
	completeValues(c, "format", o.output.known)
	completeValues(c, "fix", []string{fixSafe, fixSuggested})
	for _, flag := range []string{"enable", "disable", "only"} {
		completeValues(c, flag, ruleCompletions())
	}
	return c
}

var (
	lintLevels = []string{"default", "pedantic"}
	failLevels = []string{"error", "warning", "info", "none"}
)

func specNames() []string {
	var names []string
	for _, s := range lint.Specs() {
		names = append(names, string(s))
	}
	return names
}

// ruleCompletions are the ids of rules with what they are about.
func ruleCompletions() []string {
	var out []string
	for _, r := range lint.Rules() {
		out = append(out, r.ID+"\t"+r.Summary)
	}
	return out
}

// resolve reads the flag values and refuses those that mean nothing.
func (o *lintOptions) resolve() error {
	if len(o.args) == 0 && !o.capture.asked() && !o.fromConfig {
		return usagef("lint-tool needs a file; name one, a directory, or - for standard input, or list servers in %s", config.YAMLName)
	}
	if err := o.input.resolve(o.args); err != nil {
		return err
	}
	if o.level != "default" && o.level != "pedantic" {
		return unknown("level", o.level, lintLevels)
	}
	if o.failOn != "none" {
		severity, ok := diag.ParseSeverity(o.failOn)
		if !ok || severity == diag.Off {
			return unknown("severity", o.failOn, failLevels)
		}
		o.failFrom = severity
	}
	if o.maxWarnings < -1 {
		return usagef("--max-warnings takes 0 or more; leave it out for no limit")
	}
	if err := o.checkFix(); err != nil {
		return err
	}
	if err := o.checkAgainst(); err != nil {
		return err
	}
	for _, s := range append([]config.Server{{}}, o.control.config.Servers...) {
		if _, err := o.policyOf(s); err != nil {
			return err
		}
	}
	return nil
}

// placed refuses outputs that get into each other's way.
func (o *lintOptions) placed() error {
	c := &o.control
	o.output.beside = []place{
		{flag: "--save", name: o.capture.save, path: o.capture.save},
		{flag: "--baseline", name: c.baselinePath, path: c.baselinePath, read: !c.writeBaseline},
		{flag: "--against", name: c.againstPath, path: o.input.path(c.againstPath), read: true},
	}
	if c.config != nil {
		for _, f := range c.config.Files {
			o.output.beside = append(o.output.beside, place{flag: "--config", name: f, path: f, read: true})
		}
	}
	_, err := o.output.destinations()
	return err
}

// unknownLintName adds the way to the right names.
func unknownLintName(e *lint.UnknownNameError) string {
	if e.Suggestion != "" {
		return e.Error()
	}
	switch e.What {
	case "rule":
		return e.Error() + "; --list-rules names them all"
	case "profile":
		return e.Error() + "; known are " + strings.Join(lint.ProfileNames(), ", ")
	}
	return e.Error() + "; known are " + strings.Join(specNames(), ", ")
}

// loadOptions are the limits for one file.
func (o *lintOptions) loadOptions() lint.LoadOptions {
	return lint.LoadOptions{Limits: record.Limits{MaxBytes: o.input.maxBytes, MaxDepth: o.input.maxDepth}}
}
