package lint

import (
	"slices"

	"github.com/mcp-evref/evref/pkg/record"
)

// maxSearchDepth bounds how deep inside a document tools are looked for.
const maxSearchDepth = 12

// place is where the search is.
type place struct {
	pointer string
	key     record.Value // the member name that led here
	name    string       // its text
	server  string       // the server that the tools found here belong to
	depth   int
	rpc     bool // directly inside a JSON-RPC response
}

func (at place) member(m record.Member) place {
	at.pointer, at.key, at.name, at.depth = record.Child(at.pointer, m.Name), m.Key, m.Name, at.depth+1
	at.rpc = false
	return at
}

func (at place) element(i int) place {
	at.pointer, at.depth, at.rpc = record.ChildIndex(at.pointer, i), at.depth+1, false
	return at
}

func (ld *loader) search(v record.Value, at place) {
	if at.depth > maxSearchDepth {
		return
	}
	switch v.Kind() {
	case record.Array:
		ld.array(v, at)
	case record.Object:
		ld.object(v, at)
	}
}

func (ld *loader) array(v record.Value, at place) {
	if anyElement(v, isTool) || at.depth == 0 && anyElement(v, isBareTool) {
		ld.likely = ld.likely || anyElement(v, isTool)
		ld.shape(ToolArray)
		ld.addList(v, record.Value{}, at)
		return
	}
	ld.shape(Capture)
	// Wrappers side by side that name no server of their own, such as the
	// categories of a list or the pages of an answer, make one list.
	var last *List
	for i, e := range v.Elements() {
		before := len(ld.file.Lists)
		ld.search(e, at.element(i))
		kept := ld.file.Lists[:before]
		for _, l := range ld.file.Lists[before:] {
			if last != nil && last.Server == l.Server && l.Server == at.server && (!last.rpc && !l.rpc || last.hasNextPage()) {
				last.take(l)
				last.Value, last.Key, last.pointer = v, at.key, at.pointer
				continue
			}
			kept, last = append(kept, l), l
		}
		ld.file.Lists = kept
	}
}

func (ld *loader) object(v record.Value, at place) {
	ld.noteSpec(v)
	if isResult(v) || (at.depth == 0 || at.rpc) && isBareResult(v) {
		ld.likely = ld.likely || at.depth == 0 || slices.Contains([]string{"result", "toolResult", "response"}, at.name)
		ld.shape(ToolResult)
		ld.addResult(v, at)
		return
	}
	if tools, ok := v.Member("tools"); ok && ld.toolsMember(v, tools, at) {
		return
	}
	if isTool(v) || at.depth == 0 && isBareTool(v) {
		ld.likely = ld.likely || isTool(v)
		ld.shape(OneTool)
		ld.addList(v, record.Value{}, at)
		return
	}
	if isToolMap(v) {
		ld.likely = true
		ld.shape(ToolMap)
		ld.addList(v, record.Value{}, at)
		return
	}
	ld.members(v, at)
}

// toolsMember handles an object with a member named tools; ok is false when
// that member is not a list.
func (ld *loader) toolsMember(owner record.Value, tools record.Member, at place) (ok bool) {
	inside := at.member(tools)
	inside.server = serverOf(owner, at)
	inside.rpc = at.rpc
	switch {
	case tools.Value.Kind() == record.Array && !anyElement(tools.Value, holdsTools):
		ld.likely = ld.likely || anyElement(tools.Value, isTool) || isPlainListing(owner)
	case isToolMap(tools.Value):
		ld.likely = true
	default:
		return false
	}
	ld.shape(ToolsList)
	ld.addList(tools.Value, owner, inside)
	ld.file.Lists[len(ld.file.Lists)-1].ownerPointer = at.pointer
	return true
}

// members looks into every member of an object that is nothing by itself.
func (ld *loader) members(v record.Value, at place) {
	rpc := !v.Get("jsonrpc").IsZero()
	if rpc {
		ld.shape(Response)
	} else {
		ld.shape(Capture)
	}
	server := serverOf(v, at)
	for m := range v.Members() {
		inside := at.member(m)
		inside.server = server
		inside.rpc = rpc && m.Name == "result"
		ld.search(m.Value, inside)
	}
}

// shape notes how the document as a whole holds what is found in it: the first
// to speak is the outermost.
func (ld *loader) shape(s Shape) {
	if ld.top == "" {
		ld.top = s
	}
}

func (ld *loader) addList(v, owner record.Value, at place) {
	shelf := &shelf{at.pointer}
	l := &List{File: ld.file, Server: at.server, Value: v, Key: at.key, Owner: owner, pointer: at.pointer, rpc: at.rpc}
	ld.file.Lists = append(ld.file.Lists, l)
	switch {
	case v.Kind() == record.Array:
		for i, e := range v.Elements() {
			if e.Kind() != record.Object {
				l.Others = append(l.Others, e)
				continue
			}
			l.entries = append(l.entries, entry{value: e, shelf: shelf, at: int32(i)})
		}
	case isTool(v) || isBareTool(v):
		l.entries = append(l.entries, entry{value: v, shelf: shelf, at: -1})
	default:
		for name, value := range v.Entries() {
			if value.Kind() != record.Object {
				l.Others = append(l.Others, value)
				continue
			}
			l.entries = append(l.entries, entry{value: value, name: name, shelf: shelf, at: -1})
		}
	}
}

func (ld *loader) addResult(v record.Value, at place) {
	meta, _ := v.Member("_meta")
	ld.file.Results = append(ld.file.Results, &Result{
		File: ld.file, Index: len(ld.file.Results), Value: v, Meta: meta, pointer: at.pointer,
	})
}

// noteSpec keeps the revision that a capture names.
func (ld *loader) noteSpec(v record.Value) {
	if version, ok := v.Get("protocolVersion").Text(); ok && ld.file.Spec == "" {
		ld.file.Spec, _ = knownSpec(version)
	}
}

// serverOf gives the name of the server that an object describes, or the one
// that is known already.
func serverOf(v record.Value, at place) string {
	for _, path := range [][]string{
		{"server_name"}, {"serverName"}, {"server"}, {"server_info", "name"}, {"serverInfo", "name"},
	} {
		if name, ok := v.At(path...).Text(); ok && name != "" {
			return name
		}
	}
	if name, ok := v.Get("name").Text(); ok && name != "" && !isGroupName(at.name) {
		return name
	}
	return at.server
}

// isGroupName reports a member that holds parts of one server's list.
func isGroupName(name string) bool {
	return slices.Contains([]string{"categories", "groups", "toolsets", "sections", "modules"}, name)
}

func anyElement(v record.Value, is func(record.Value) bool) bool {
	for _, e := range v.Elements() {
		if is(e) {
			return true
		}
	}
	return false
}
