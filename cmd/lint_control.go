package cmd

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/config"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

// lintControl is what makes lint-tool fit for continuous integration: the
// configuration, ignores, the baseline, fixes and an older capture to compare
// with.
type lintControl struct {
	configFlags
	show          bool
	noIgnores     bool
	baselinePath  string
	writeBaseline bool
	forceExclude  bool
	fix           string
	diff          bool
	fixToStdout   bool
	againstPath   string
	addIgnore     string
	reason        string
	expires       string

	// Read from the above by load.
	config   *config.Config
	base     string // folder that names in ignores and in the baseline are relative to
	ignores  *lint.Ignores
	baseline *lint.Baseline
	against  *lint.File

	// Filled during the run.
	policies  map[string]*lintPolicy
	coverage  lint.Coverage
	met       map[string]bool            // files that a pattern of the configuration led to
	refused   string                     // why --write-baseline has written none
	accepted  map[string][]*lint.Finding // by file, for --write-baseline
	unmatched []diag.Diagnostic          // patterns of the configuration that name no file
	excluded  int
	changes   int // since the older capture
	changed   lintChanges
	mentions  lint.Mentions // names of tools in the descriptions of the files so far, when that rule runs
}

// lintChanges counts what --fix did.
type lintChanges struct {
	fixes, files int
}

// defaultBaseline is the file that --write-baseline writes when none is named.
const defaultBaseline = "evref-baseline.json"

func (c *lintControl) register(f *pflag.FlagSet) {
	c.configFlags.register(f)
	f.BoolVar(&c.show, "show-config", false, "print the configuration as it applies and end")
	f.BoolVar(&c.noIgnores, "no-ignores", false, "report what the configuration ignores")
	f.StringVar(&c.baselinePath, "baseline", "", "accept the findings in this file (default: what the configuration names)")
	f.BoolVar(&c.writeBaseline, "write-baseline", false, "accept all findings of the files in this run: write them to the baseline")
	f.BoolVar(&c.forceExclude, "force-exclude", false, "pass over excluded files even when they are named, for hooks")
	f.StringVar(&c.fix, "fix", "", "make safe fixes; --fix=suggested makes suggested ones too")
	f.Lookup("fix").NoOptDefVal = fixSafe
	f.BoolVar(&c.diff, "diff", false, "with --fix: print what would change, for patch -p1, and change nothing")
	f.BoolVar(&c.fixToStdout, "stdout", false, "with --fix: print the one file as it is after its fixes, and change nothing")
	f.StringVar(&c.againstPath, "against", "", "also list the tools added, removed and changed since this older capture")
	f.StringVar(&c.addIgnore, "add-ignore", "", "add an ignore RULE[:TOOL[:POINTER]] to the configuration and end; a file that is named is part of it")
	f.StringVar(&c.reason, "reason", "", "with --add-ignore: why the finding does not matter here")
	f.StringVar(&c.expires, "expires", "", "with --add-ignore: the last day it holds, YYYY-MM-DD")
}

// load reads the configuration, the baseline and the older capture. What is
// wrong with them has been said when an error is given.
func (c *lintControl) load(a *app, o *lintOptions) ([]diag.Diagnostic, error) {
	if c.baselinePath != "" {
		c.baselinePath = joinBase(workDir(o), c.baselinePath)
	}
	if err := c.check(o); err != nil {
		return nil, err
	}
	found, problems, err := c.configFlags.load(a, workDir(o))
	if err != nil {
		return problems, err
	}
	c.config = found
	if err := o.placed(); err != nil {
		return nil, err
	}
	c.base = workDir(o)
	if found.Path != "" {
		c.base = found.Dir
	}
	if !c.noIgnores && len(found.Ignores) > 0 {
		c.ignores = lint.NewIgnores(found.Ignores, a.Now().UTC().Format("2006-01-02"))
	}
	if problems, err := c.loadBaseline(a, o); err != nil {
		return problems, err
	}
	return nil, c.loadAgainst(a, o)
}

// check refuses flags that do not go together.
func (c *lintControl) check(o *lintOptions) error {
	switch {
	case c.fix != "" && c.fix != fixSafe && c.fix != fixSuggested:
		return unknown("value of --fix", c.fix, []string{fixSafe, fixSuggested})
	case c.fix == "" && (c.diff || c.fixToStdout):
		return usagef("--diff and --stdout belong to --fix")
	case c.diff && c.fixToStdout:
		return usagef("--diff and --stdout exclude each other")
	case c.addIgnore == "" && (c.reason != "" || c.expires != ""):
		return usagef("--reason and --expires belong to --add-ignore")
	case c.fix != "" && c.writeBaseline:
		return usagef("--fix and --write-baseline exclude each other; fix first, then write what is left")
	case c.fix != "" && o.capture.asked():
		return usagef("--fix changes files; save what the server says with --save and fix that")
	}
	return o.placed()
}

// loadBaseline reads the baseline, if there is one.
func (c *lintControl) loadBaseline(a *app, o *lintOptions) ([]diag.Diagnostic, error) {
	switch {
	case c.baselinePath != "":
	case c.config.Baseline != "":
		c.baselinePath = c.config.File(c.config.Baseline)
	case c.writeBaseline:
		c.baselinePath = filepath.Join(c.base, defaultBaseline)
	default:
		return nil, nil
	}
	if err := o.placed(); err != nil { // it may be the configuration that names it
		return nil, err
	}
	raw, err := input.ReadAside(c.baselinePath, input.MaxAside)
	switch {
	case errors.Is(err, fs.ErrNotExist) && c.writeBaseline:
		c.baseline = lint.NewBaseline()
		return nil, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, usagef("%s: no such baseline; write it with --write-baseline", diag.Safe(c.baselinePath))
	case err != nil:
		return nil, usagef("%s: baseline cannot be read; name a file that --write-baseline wrote", diag.Safe(c.baselinePath))
	}
	var problems []diag.Diagnostic
	if c.baseline, problems = lint.ReadBaseline(c.baselinePath, raw); len(problems) > 0 {
		for _, d := range problems {
			a.messages().diagnostic(d)
		}
		return problems, exitStatus(ExitUsage)
	}
	return nil, nil
}

// workDir is where names on the command line start from.
func workDir(o *lintOptions) string {
	if o.input.dir != "" {
		return o.input.dir
	}
	return "."
}
