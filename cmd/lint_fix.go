package cmd

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

// Which fixes --fix makes.
const (
	fixSafe      = "safe"
	fixSuggested = "suggested"
)

// fixFile makes the fixes of a file: in place, or as a diff or the whole text
// on standard output. After fixes in place the file is the fixed one.
func (r *lintRun) fixFile(out *lintFile, name string, policy *lintPolicy) error {
	c := &r.control
	fixer := lint.Fixer{
		Linter: policy.linter, Load: r.loadOptions(), Suggested: c.fix == fixSuggested,
		Keep: func(f *lint.Finding) bool {
			named := *f
			if named.Server == "" {
				named.Server = policy.server
			}
			if c.ignores == nil {
				return false
			}
			_, ignored := c.ignores.Match(name, &named)
			return ignored
		},
	}
	fixed, err := fixer.Fix(out.file)
	if err != nil {
		out.fail(diag.Diagnostic{
			Rule: "fix-failed", Severity: diag.Error, Source: out.source, Message: oneLine(err),
			Help: "the file was left as it was; this is a fault of evref, please report it",
		})
		return nil
	}
	c.changed.fixes += len(fixed.Applied)
	if len(fixed.Edits) > 0 {
		c.changed.files++
	}
	switch {
	case c.diff:
		return r.writeOut(lint.Diff(name, out.file.Raw, fixed.Edits))
	case c.fixToStdout:
		return r.writeOut(fixed.File.Raw)
	case len(fixed.Edits) > 0:
		if err := replaceFile(r.reader.Path(out.source), fixed.File.Raw); err != nil {
			return unwritable(out.source, err)
		}
	}
	if fixed.Unsettled {
		r.say.note("%s: fixes still make room for others; run it again", diag.Safe(out.source))
	}
	out.file = fixed.File
	return nil
}

func (r *lintRun) writeOut(text []byte) error {
	_, err := r.Out.Write(text)
	return err
}

// replaceFile writes a file anew, all of it or nothing. A link stays a link.
func replaceFile(path string, text []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	return report.WriteFile(path, text, nil)
}

// checkFix refuses to change what is not a file, and outputs that would mix.
func (o *lintOptions) checkFix() error {
	c := &o.control
	if c.fix == "" {
		return nil
	}
	for _, arg := range o.args {
		if arg == "-" && !c.fixToStdout && !c.diff {
			return usagef("standard input cannot be changed in place; add --stdout for the fixed text, or --diff")
		}
	}
	switch {
	case c.fixToStdout && (len(o.args) != 1 || o.isDir(o.args[0])):
		return usagef("--stdout prints one file; name one")
	case (c.diff || c.fixToStdout) && o.output.format != "text":
		return usagef("standard output has the fixed text; write findings to a file, as in -o %s=findings.out", o.output.format)
	}
	if c.diff || c.fixToStdout {
		for _, output := range o.output.outputs {
			if output == "-" || strings.HasSuffix(output, "=-") {
				return usagef("standard output has the fixed text; write findings to a file")
			}
		}
	}
	return nil
}

// quietOutput reports that standard output is taken by fixed text, so that
// findings are printed only where -o says.
func (o *lintOptions) quietOutput() bool {
	return (o.control.diff || o.control.fixToStdout) && len(o.output.outputs) == 0
}

// isDir reports that an argument is a folder.
func (o *lintOptions) isDir(arg string) bool {
	info, err := os.Stat(joinBase(workDir(o), arg))
	return err == nil && info.IsDir()
}

// joinBase gives the place of a name that starts from a folder.
func joinBase(base, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(base, filepath.FromSlash(name))
}
