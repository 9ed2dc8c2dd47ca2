package lint

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/mcp-evref/evref/pkg/diag"
)

// BaselineEntry stands for findings that a run accepts because they were there
// before: a rule, the tool and the place within it, and where the tool is.
type BaselineEntry struct {
	Rule    string
	File    string // relative to a folder that the caller chooses, with slashes
	Server  string // may be empty
	Tool    string // may be empty
	Pointer string // as in [Finding].Within
	Count   int    // how many findings have all of these in common

	rng diag.Range // place in the baseline
}

// Baseline is what a run accepts. A finding is in the baseline when it has the
// rule, tool and pointer of an entry, and its server or, where one of the two
// has none, its file. Lines, the order of tools and wording do not matter.
type Baseline struct {
	source  string
	entries []BaselineEntry
	byPlace map[spot][]int // entries by place
	met     []int          // for each entry: the most findings that one file had for it
}

// spot is what entry and finding must have in common.
type spot struct{ rule, tool, pointer string }

// NewBaseline makes a baseline without entries, which [Baseline.Update] fills.
func NewBaseline() *Baseline { return newBaseline("", nil) }

func newBaseline(source string, entries []BaselineEntry) *Baseline {
	b := &Baseline{source: source, entries: entries, byPlace: make(map[spot][]int), met: make([]int, len(entries))}
	for i, e := range entries {
		p := spot{e.Rule, e.Tool, e.Pointer}
		b.byPlace[p] = append(b.byPlace[p], i)
	}
	return b
}

// Len counts the entries.
func (b *Baseline) Len() int { return len(b.entries) }

func (e *BaselineEntry) covers(file, server string) bool {
	if e.Server != "" && server != "" {
		return e.Server == server
	}
	return e.File == file
}

// Match reports which of the findings of one file are in the baseline. Of more
// findings at one place than the entry counts, the last ones are not.
func (b *Baseline) Match(file string, findings []*Finding) []bool {
	type key struct {
		spot
		server string
	}
	in := make([]bool, len(findings))
	seen := make(map[key]int)
	for i, f := range findings {
		k := key{spot{f.Rule, f.Record, f.Within}, f.Server}
		seen[k]++
		for _, n := range b.byPlace[k.spot] {
			if e := &b.entries[n]; e.covers(file, f.Server) {
				b.met[n] = max(b.met[n], seen[k])
				in[i] = in[i] || seen[k] <= e.Count
			}
		}
	}
	return in
}

// Findings reports, after the run, the entries that fewer findings needed than
// they count, for the files and rules of the run.
func (b *Baseline) Findings(c *Coverage, severity func(rule string) diag.Severity) []Finding {
	var out []Finding
	for i, e := range b.entries {
		if b.met[i] >= e.Count || !c.Judged(e.File, e.Rule) && !c.gone(e.File) {
			continue
		}
		message := fmt.Sprintf("baseline entry for %s matches no finding: it was corrected, or is ignored now", e.about())
		switch {
		case c.gone(e.File):
			message = fmt.Sprintf("baseline entry for %s is about a file that is gone", e.about())
		case b.met[i] > 0:
			message = fmt.Sprintf("baseline entry for %s counts %d findings, there is %d left", e.about(), e.Count, b.met[i])
		}
		place := fmt.Sprintf("/findings/%d", i)
		out = append(out, Finding{
			Diagnostic: diag.Diagnostic{
				Rule: staleBaseline, Source: b.source, Pointer: place, Range: e.rng,
				Message: message, Help: "run again with --write-baseline",
			},
			Within: place,
		})
	}
	return withSeverity(out, severity)
}

// about names an entry in messages.
func (e *BaselineEntry) about() string {
	text := e.Rule
	if e.Tool != "" {
		text += " of tool " + diag.Quote(e.Tool, 40)
	}
	return text + " in " + diag.Quote(e.File, 60)
}

// Update gives the baseline with the findings of a run in it: entries about the
// files and rules of the run are replaced, those about removed files dropped,
// all others kept. findings are by file.
func (b *Baseline) Update(c *Coverage, findings map[string][]*Finding) *Baseline {
	fresh := make(map[BaselineEntry]int)
	for file, list := range findings {
		for _, f := range list {
			fresh[BaselineEntry{Rule: f.Rule, File: file, Server: f.Server, Tool: f.Record, Pointer: f.Within}]++
		}
	}
	var entries []BaselineEntry
	for e, n := range fresh {
		e.Count = n
		entries = append(entries, e)
	}
	for i, e := range b.entries {
		moved := b.met[i] > 0 && c.removed(e.File) // the server's tool was found in another file
		if !c.Judged(e.File, e.Rule) && !c.gone(e.File) && !moved {
			e.rng = diag.Range{}
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, compareEntries)
	return newBaseline(b.source, entries)
}

func compareEntries(a, b BaselineEntry) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File), cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.Pointer, b.Pointer),
		cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Server, b.Server),
	)
}
