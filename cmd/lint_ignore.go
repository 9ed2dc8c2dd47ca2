package cmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/config"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

// addIgnoreTo writes the ignore of --add-ignore to the configuration.
func (c *lintControl) addIgnoreTo(a *app, o *lintOptions) error {
	if c.none { // the file that stands there would be written over
		return usagef("--no-config and --add-ignore exclude each other; name another file with --config")
	}
	ignore, err := c.requestedIgnore(o, a.Now().UTC().Format(time.DateOnly))
	if err != nil {
		return err
	}
	path := c.config.Path
	var raw []byte
	if path == "" {
		path = filepath.Join(workDir(o), config.YAMLName)
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return usagef("%s: is there and was not read; name it with --config", diag.Safe(path))
		}
	} else if raw, err = input.ReadAside(path, input.MaxAside); err != nil {
		return failure("%s: cannot be read", diag.Safe(path))
	}
	text, err := config.AddIgnore(path, raw, ignore)
	if err != nil {
		return usagef("%s: %s", diag.Safe(path), err)
	}
	if err := replaceFile(path, text); err != nil {
		return unwritable(path, err)
	}
	a.messages().note("%s: ignores %s now", diag.Safe(path), diag.Safe(c.addIgnore))
	return nil
}

// requestedIgnore reads RULE[:TOOL[:POINTER]] and the flags beside it.
func (c *lintControl) requestedIgnore(o *lintOptions, today string) (lint.Ignore, error) {
	parts := strings.SplitN(c.addIgnore, ":", 3)
	parts = append(parts, "", "")
	rule, err := lint.LookupRule(parts[0])
	var name *lint.UnknownNameError
	if errors.As(err, &name) {
		return lint.Ignore{}, usagef("%s", unknownLintName(name))
	}
	ignore := lint.Ignore{Rule: rule.ID, Tool: lint.NewGlob(parts[1]), Pointer: lint.NewGlob(parts[2]), Reason: c.reason, Expires: c.expires}
	switch {
	case strings.TrimSpace(c.reason) == "":
		return ignore, usagef("--add-ignore needs --reason: why the finding does not matter here")
	case parts[2] != "" && parts[2][0] != '/' && parts[2][0] != '*':
		return ignore, usagef("pointer %s does not begin with /", diag.Quote(parts[2], 40))
	case len(o.args) > 1 || len(o.args) == 1 && o.args[0] == "-":
		return ignore, usagef("--add-ignore takes one file at most")
	}
	if c.expires != "" {
		if _, err := time.Parse(time.DateOnly, c.expires); err != nil {
			return ignore, usagef("--expires %s is not a day; write YYYY-MM-DD", diag.Quote(c.expires, 40))
		}
		if c.expires < today {
			return ignore, usagef("--expires %s is over; the ignore would hide nothing", c.expires)
		}
	}
	if len(o.args) == 1 {
		name := c.nameOf(o, o.args[0])
		if o.isDir(o.args[0]) {
			name += "/**"
		}
		ignore.File = lint.NewGlob(name)
	}
	return ignore, nil
}

// lintIgnores prints, for each finding, the entry for the configuration that
// ignores it. The reason is left to the reader: without one the configuration
// is refused.
func (r *lintRun) lintIgnores() lintPrinter {
	begun := false
	return lintPrinter{
		Begin: func(io.Writer) error { return nil },
		Item: func(w io.Writer, f *lintFile) error {
			var b strings.Builder
			for i := range f.findings {
				x := &f.findings[i]
				if f.file == nil {
					continue // findings about ignores are not ignored
				}
				if !begun {
					begun = true
					b.WriteString("ignores:\n")
				}
				fmt.Fprintf(&b, "  # %s\n  # evref explain %s, %s\n", diag.Safe(strings.TrimSuffix(x.Line(), " ["+x.Rule+"]")), x.Rule, rulePage(x.Rule))
				b.WriteString(config.Stanza(lint.Ignore{
					Rule: x.Rule, Tool: lint.NewGlob(x.Record), Pointer: lint.NewGlob(x.Within),
					File: lint.NewGlob(r.control.nameOf(r.lintOptions, x.Source)),
				}, "  "))
			}
			_, err := io.WriteString(w, b.String())
			return err
		},
		End: func(io.Writer, lintSummary) error { return nil },
	}
}

// rulePage is the page of a rule in this project's documentation.
func rulePage(id string) string { return "docs/rules/" + id + ".md" }

// ruleURL is where that page can be read.
func ruleURL(id string) string {
	return "https://github.com/mcp-evref/evref/blob/main/" + rulePage(id)
}

// brokenRun says in the outputs that the run ended before it began, so that no
// platform takes the missing findings for corrected ones.
func brokenRun(a *app, o *lintOptions, problems []diag.Diagnostic) error {
	r := &lintRun{app: a, lintOptions: o, say: a.messages()}
	sinks, err := o.output.open(a, nil)
	if err != nil {
		return err
	}
	defer discard(sinks)
	end := lintSummary{ExitCode: ExitUsage, failures: problems}
	for _, s := range sinks {
		p := r.newPrinter(s)
		if err := p.Begin(s); err != nil {
			return err
		}
		if err := p.End(s, end); err != nil {
			return err
		}
	}
	return commit(sinks)
}
