package lint

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// File is one input that was recognised, with the tools and results in it.
type File struct {
	Source  string // name as the user gave it
	Raw     []byte
	Shape   Shape
	Spec    Spec // revision that the capture names; empty when it does not
	Lists   []*List
	Results []*Result
	// Doubtful: nothing but a member named tools, or the look of a definition
	// without a schema, says that these are tools. Such a file is linted when
	// it is named and passed over when it is met in a directory.
	Doubtful   bool
	Broken     []BrokenLine // lines of a JSON Lines file that could not be read
	OtherLines int          // lines of it without tools and results

	// lines gives the offset in the file of each document of a JSON Lines file,
	// and is nil for a file that is one document.
	lines     map[*record.Record]int
	records   []*record.Record // in input order
	positions *diag.Positions
	around    map[*record.Record][]around // by place, for toolAround
}

// Tools counts the tools of all lists.
func (f *File) Tools() int {
	n := 0
	for _, l := range f.Lists {
		n += l.Len()
	}
	return n
}

// toolAround gives the tool that a value is in, or nil.
func (f *File) toolAround(v record.Value) *Tool {
	if f.around == nil {
		f.around = make(map[*record.Record][]around)
		for _, l := range f.Lists {
			for i, e := range l.entries {
				f.around[e.value.Record()] = append(f.around[e.value.Record()], around{l, i})
			}
		}
		for _, entries := range f.around {
			slices.SortFunc(entries, func(a, b around) int { return cmp.Compare(a.node(), b.node()) })
		}
	}
	entries := f.around[v.Record()]
	i, _ := slices.BinarySearchFunc(entries, v.Node()+1, func(a around, node uint32) int { return cmp.Compare(a.node(), node) })
	if i == 0 || !contains(entries[i-1].list.entries[entries[i-1].index].value, v) {
		return nil
	}
	return entries[i-1].list.Tool(entries[i-1].index)
}

// around is where a tool is, by its list.
type around struct {
	list  *List
	index int
}

func (a around) node() uint32 { return a.list.entries[a.index].value.Node() }

// contains reports whether inner is outer or lies inside it.
func contains(outer, inner record.Value) bool {
	if outer.IsZero() || inner.IsZero() || outer.Record() != inner.Record() {
		return false
	}
	start, end := outer.Span()
	from, to := inner.Span()
	return start <= from && to <= end
}

// rangeOf gives the positions of a value, or of a part of its text when from
// and to differ (see [Issue]).
func (f *File) rangeOf(v record.Value, from, to int) diag.Range {
	if v.IsZero() {
		return diag.Range{}
	}
	start, end := v.Span()
	if from != to {
		start, end = v.PartSpan(from, to)
	}
	base := f.lines[v.Record()]
	return f.Range(base+start, base+end)
}

// Range gives the positions of the bytes of the file from start up to end.
func (f *File) Range(start, end int) diag.Range {
	if f.positions == nil {
		f.positions = diag.NewPositions(f.Raw)
	}
	return f.positions.Range(start, end)
}

// shift moves the edits of fixes from the document that v is in to the file.
func (f *File) shift(fixes []Fix, v record.Value) []Fix {
	base := f.lines[v.Record()]
	if base == 0 {
		return fixes
	}
	moved := make([]Fix, len(fixes))
	for i, fix := range fixes {
		moved[i] = Fix{Safe: fix.Safe, Message: fix.Message, Edits: make([]record.Edit, len(fix.Edits))}
		for j, e := range fix.Edits {
			moved[i].Edits[j] = record.Edit{Start: base + e.Start, End: base + e.End, New: e.New}
		}
	}
	return moved
}

func itoa(i int) string { return strconv.Itoa(i) }
