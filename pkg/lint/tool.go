package lint

import (
	"iter"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// Tool is one tool definition as its file gives it. Members are the zero Member
// when absent; a member may have any type, since this is what rules look at.
type Tool struct {
	List  *List
	Index int          // position in the list, from 0
	Value record.Value // the definition: an object

	Name         record.Member
	Title        record.Member
	Description  record.Member
	InputSchema  record.Member // also found under the spelling input_schema
	OutputSchema record.Member
	Annotations  record.Member
	Meta         record.Member // _meta

	pointer string // from the root of the record
	mapKey  string // the name it stands under in a map of tools

	actions     []Action // see Actions
	actionsRead bool
}

// ID is the tool's name for messages, or a stand-in such as "#3" for a tool
// whose name is missing, empty or not a string.
func (t *Tool) ID() string {
	if name, _ := t.Name.Value.Text(); name != "" {
		return name
	}
	if t.mapKey != "" {
		return t.mapKey
	}
	return "#" + itoa(t.Index)
}

// Head is what to show for a finding about something that the tool lacks: its
// name, or the whole definition when it has none.
func (t *Tool) Head() record.Value {
	if !t.Name.Value.IsZero() {
		return t.Name.Value
	}
	return t.Value
}

// List is one list of tools: the tools of one server, or all tools of a file
// that does not say.
type List struct {
	File   *File
	Server string         // name of the server, when the file gives one
	Value  record.Value   // the array or map of tools, or the one tool; zero for JSON lines
	Key    record.Value   // the member name it stands under, such as "tools"; may be zero
	Owner  record.Value   // the object that has the list as a member, such as a ListToolsResult; may be zero
	Others []record.Value // entries that are not objects

	entries      []entry
	pointer      string
	ownerPointer string
	rpc          bool // it is the result of a JSON-RPC response by itself
}

// entry is one definition of a list: what is kept for it while other tools are
// looked at, since a capture can have very many.
type entry struct {
	value record.Value
	name  record.Value // the name it stands under in a map; zero otherwise
	shelf *shelf
	at    int32 // index in an array; -1 otherwise
}

// shelf is an array or map of definitions, or one definition.
type shelf struct{ pointer string }

// Len is the number of tools.
func (l *List) Len() int { return len(l.entries) }

// Tool gives the tool with an index from 0 to Len. Each call makes it anew.
func (l *List) Tool(i int) *Tool { return newTool(l, i) }

// Tools walks the tools in order.
func (l *List) Tools() iter.Seq2[int, *Tool] {
	return func(yield func(int, *Tool) bool) {
		for i := range l.entries {
			if !yield(i, newTool(l, i)) {
				return
			}
		}
	}
}

// newTool reads the members of a definition; of repeated names the first counts.
func newTool(list *List, index int) *Tool {
	e := list.entries[index]
	t := &Tool{List: list, Index: index, Value: e.value, mapKey: string(e.name.Content()), pointer: e.shelf.pointer}
	switch {
	case !e.name.IsZero():
		t.pointer = record.Child(t.pointer, t.mapKey)
	case e.at >= 0:
		t.pointer = record.ChildIndex(t.pointer, int(e.at))
	}
	for key, value := range e.value.Entries() {
		if field := t.field(key.Content()); field != nil && field.Key.IsZero() {
			*field = record.Member{Name: string(key.Content()), Key: key, Value: value}
		}
	}
	return t
}

func (t *Tool) field(name []byte) *record.Member {
	switch string(name) {
	case "name":
		return &t.Name
	case "title":
		return &t.Title
	case "description":
		return &t.Description
	case "inputSchema", "input_schema":
		return &t.InputSchema
	case "outputSchema", "output_schema":
		return &t.OutputSchema
	case "annotations":
		return &t.Annotations
	case "_meta":
		return &t.Meta
	}
	return nil
}

// subject is the smallest value that holds the list and its owner, as far as
// they are in one document.
func (l *List) subject() subject {
	s := subject{list: l, value: l.Value, pointer: l.pointer}
	if l.Value.IsZero() || contains(l.Owner, l.Value) {
		s.value, s.pointer = l.Owner, l.ownerPointer
	}
	return s
}

// issue fills in where an issue about the list as a whole is.
func (l *List) issue(i Issue) Issue {
	switch {
	case !i.At.IsZero():
	case l.Value.IsZero() && l.Len() > 0: // tools of several documents
		first := l.Tool(0)
		i.At, i.Tool, i.Show = first.Value, first, first.Head()
	default:
		i.At, i.Show = l.Value, l.Key
	}
	return i
}

// Result is one tool result (CallToolResult).
type Result struct {
	File  *File
	Index int // position among the results of the file, from 0
	Value record.Value
	Meta  record.Member

	pointer string

	found []diag.Diagnostic // see findings
	read  bool
}
