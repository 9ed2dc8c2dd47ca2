package lint

import "github.com/mcp-evref/evref/pkg/record"

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
	Server string       // name of the server, when the file gives one
	Value  record.Value // the array or map of tools, or the one tool; zero for JSON lines
	Owner  record.Value // the object that has the list as a member, such as a ListToolsResult; may be zero
	Tools  []*Tool
	Others []record.Value // entries that are not objects

	pointer string
}

// Result is one tool result (CallToolResult).
type Result struct {
	File  *File
	Index int // position among the results of the file, from 0
	Value record.Value
	Meta  record.Member

	pointer string
}
