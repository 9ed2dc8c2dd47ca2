package lint

import (
	"slices"
	"strings"
)

// Coverage is what a run judged. It keeps the run from calling an ignore unused
// or a baseline entry stale because of files that it did not look at. Names of
// files are relative to one folder, with slashes.
type Coverage struct {
	// Whole lists the folders that were read with everything in them; "." is
	// all there is.
	Whole []string
	// Exists reports whether a file still exists; nil means that all do.
	Exists func(file string) bool

	files []string
	ran   map[string]func(rule string) bool
}

// Add records a file that was read and judged in full. ran reports whether a
// rule was run on it, and for "" whether all were that usually are.
func (c *Coverage) Add(file string, ran func(rule string) bool) {
	if c.ran == nil {
		c.ran = make(map[string]func(string) bool)
	}
	if c.ran[file] == nil {
		c.files = append(c.files, file)
	}
	c.ran[file] = ran
}

// Judged reports whether a rule was run on a file; "" stands for all rules.
func (c *Coverage) Judged(file, rule string) bool {
	ran := c.ran[file]
	return ran != nil && ran(rule)
}

// settles reports whether the run has seen everything that an ignore could be
// about.
func (c *Coverage) settles(i *Ignore) bool {
	if i.File.Literal() {
		return c.Judged(i.File.String(), i.Rule)
	}
	return c.whole(i.File.Dir()) && slices.ContainsFunc(c.files, func(file string) bool {
		return i.File.Match(file) && c.Judged(file, i.Rule)
	})
}

// whole reports whether everything in a folder was read.
func (c *Coverage) whole(dir string) bool {
	return slices.ContainsFunc(c.Whole, func(read string) bool {
		return read == "." || dir == read || strings.HasPrefix(dir, read+"/")
	})
}

// gone reports that a file was removed and that the run would have met it.
func (c *Coverage) gone(file string) bool { return c.whole(file) && c.removed(file) }

func (c *Coverage) removed(file string) bool { return c.Exists != nil && !c.Exists(file) }
