package lint

import (
	"fmt"

	"github.com/mcp-evref/evref/pkg/record"
)

// Fixer makes the changes that findings come with.
type Fixer struct {
	Linter    *Linter
	Load      LoadOptions
	Suggested bool // also the fixes that are only suggestions
	// Keep reports findings whose fix must not be made, such as ignored ones;
	// nil keeps none.
	Keep func(f *Finding) bool
}

// Fixed is a file after its fixes.
type Fixed struct {
	File    *File         // the text as it is now, read again
	Edits   []record.Edit // what was changed, in bytes of the text as it was
	Applied []Finding     // the findings whose fix was made, in the order of the passes
	// Unsettled reports that fixes kept making room for others until the limit
	// of passes.
	Unsettled bool
}

// maxPasses bounds how often a file is linted again. A pass makes all fixes
// that do not touch each other, so that a few are enough.
const maxPasses = 20

// Fix makes the preferred fix of every finding, then lints the result again
// until nothing is left to fix. All other bytes stay as they are. The error
// means that a fix did not leave a readable file behind: a fault of a rule, and
// nothing of the file must be written.
func (x *Fixer) Fix(f *File) (*Fixed, error) {
	out := &Fixed{File: f}
	text := newPieces(len(f.Raw))
	for range maxPasses {
		edits, applied := x.choose(x.Linter.Lint(out.File))
		if len(edits) == 0 {
			out.Edits = text.edits(len(f.Raw))
			return out, nil
		}
		raw, err := record.Apply(out.File.Raw, edits)
		if err != nil {
			return nil, fmt.Errorf("fixing %s: %w", applied[0].Rule, err)
		}
		next, err := Load(f.Source, raw, x.Load)
		if err == nil && len(next.Broken) > len(out.File.Broken) {
			err = next.Broken[0].Err
		}
		if err != nil {
			return nil, fmt.Errorf("fixing %s: %w", applied[0].Rule, err)
		}
		text = text.apply(edits)
		out.File = next
		out.Applied = append(out.Applied, applied...)
	}
	edits, _ := x.choose(x.Linter.Lint(out.File))
	out.Unsettled = len(edits) > 0
	out.Edits = text.edits(len(f.Raw))
	return out, nil
}

// choose picks for each finding its first fix that is allowed and does not touch
// one picked before.
func (x *Fixer) choose(findings []Finding) (edits []record.Edit, applied []Finding) {
	taken := newEditSet()
	for i := range findings {
		f := &findings[i]
		if x.Keep != nil && x.Keep(f) {
			continue
		}
		for _, fix := range f.Fixes {
			if (fix.Safe || x.Suggested) && taken.add(fix.Edits) {
				applied = append(applied, *f)
				break
			}
		}
	}
	return taken.edits, applied
}
