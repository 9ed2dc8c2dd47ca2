package cmd

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/config"
	"github.com/mcp-evref/evref/pkg/diag"
)

// nameOf gives the name that a source has in ignores and in the baseline:
// relative to the configuration, with slashes.
func (c *lintControl) nameOf(o *lintOptions, source string) string {
	if source == "-" || strings.Contains(source, ":") && !filepath.IsAbs(source) && o.capture.asked() {
		return source // no file
	}
	file := joinBase(workDir(o), source)
	base, err := filepath.Abs(c.base)
	if err != nil {
		return filepath.ToSlash(source)
	}
	if file, err = filepath.Abs(file); err != nil {
		return filepath.ToSlash(source)
	}
	rel, err := filepath.Rel(base, file)
	if err != nil {
		return filepath.ToSlash(source)
	}
	return filepath.ToSlash(rel)
}

// shown gives the way from the working directory to a name that is relative to
// the configuration.
func (c *lintControl) shown(o *lintOptions, name string) string {
	work, err := filepath.Abs(workDir(o))
	if err != nil {
		return name
	}
	file, err := filepath.Abs(c.config.File(name))
	if err != nil {
		return name
	}
	if rel, err := filepath.Rel(work, file); err == nil {
		return rel
	}
	return file
}

// serverFiles gives the arguments that the configuration stands for when none
// is given: the files of all servers. A pattern that matches nothing is a
// problem, since a run that looks at nothing must not pass.
func (c *lintControl) serverFiles(o *lintOptions) (args []string, problems []diag.Diagnostic) {
	c.met = make(map[string]bool)
	for _, s := range c.config.Servers {
		for _, p := range s.Files {
			names := c.expand(p)
			if len(names) == 0 {
				problems = append(problems, diag.Diagnostic{
					Rule: "configuration", Severity: diag.Error, Source: p.Source, Range: p.Range,
					Message: "files " + diag.Quote(p.String(), 80) + " of server " + diag.Quote(s.Name, 40) + " match nothing", Help: "correct the pattern, or remove it",
				})
			}
			for _, name := range names {
				shown := c.shown(o, name)
				if c.met[shown] = !p.Literal(); !slices.Contains(args, shown) {
					args = append(args, shown)
				}
			}
		}
	}
	return args, problems
}

// expand lists the files and folders that a pattern names, in order of name,
// without excluded files and those that do not look like tool files.
func (c *lintControl) expand(p config.Pattern) []string {
	if p.Literal() {
		return []string{p.String()}
	}
	var names []string
	root := c.config.File(p.Dir())
	_ = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(c.config.Dir, file)
		if err != nil || relErr != nil {
			return nil // what cannot be read matches nothing
		}
		if d.IsDir() && input.IsVersionControl(d.Name()) && file != root {
			return filepath.SkipDir
		}
		if name := filepath.ToSlash(rel); !d.IsDir() && p.Match(name) && !c.config.Excluded(name) && isToolFileName(name) {
			names = append(names, name)
		}
		return nil
	})
	return names
}

// isToolFileName reports the files that are read when they are met.
func isToolFileName(name string) bool {
	return slices.Contains(lintExtensions(), strings.ToLower(path.Ext(name)))
}

func lintExtensions() []string { return []string{".json", ".jsonl", ".ndjson", ".snap"} }

// wholeFolders are the folders that a run reads with all that is in them, by
// their names relative to the configuration.
func (c *lintControl) wholeFolders(o *lintOptions) []string {
	if o.fromConfig {
		return []string{"."}
	}
	var out []string
	for _, arg := range o.args {
		if arg == "-" || !o.isDir(arg) {
			continue
		}
		name := path.Clean(c.nameOf(o, arg))
		if name == ".." || strings.HasSuffix(name, "/..") {
			name = "."
		}
		out = append(out, name)
	}
	return out
}
