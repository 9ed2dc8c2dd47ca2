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

	actions []Action // see Actions; nil until asked for
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
	Key    record.Value // the member name it stands under, such as "tools"; may be zero
	Owner  record.Value // the object that has the list as a member, such as a ListToolsResult; may be zero
	Tools  []*Tool
	Others []record.Value // entries that are not objects

	pointer      string
	ownerPointer string
	rpc          bool // it is the result of a JSON-RPC response by itself
}

// newTool reads the members of a definition; of repeated names the first counts.
func newTool(list *List, v record.Value, pointer, mapKey string) *Tool {
	t := &Tool{List: list, Index: len(list.Tools), Value: v, pointer: pointer, mapKey: mapKey}
	for key, value := range v.Entries() {
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
	case l.Value.IsZero() && len(l.Tools) > 0: // tools of several documents
		i.At, i.Tool, i.Show = l.Tools[0].Value, l.Tools[0], l.Tools[0].Head()
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
}
