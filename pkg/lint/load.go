package lint

import (
	"github.com/mcp-evref/evref/pkg/record"
)

// Shape is how a file holds its tools.
type Shape string

// Load reads one input and finds the tools and results in it.
func Load(source string, raw []byte) (*File, error) {
	p := record.Parser{AllowDuplicates: true}
	rec, err := p.Parse(raw, record.JSON)
	if err != nil {
		return nil, err
	}
	f := &File{Source: source, Raw: raw, records: []*record.Record{rec}}
	root := rec.Root()
	list := &List{File: f, Value: root}
	f.Lists = []*List{list}
	tools := root
	if t := root.Get("tools"); !t.IsZero() {
		list.Owner, list.Value, list.pointer, tools = root, t, "/tools", t
	}
	if tools.Kind() == record.Array {
		for i, v := range tools.Elements() {
			list.Tools = append(list.Tools, newTool(list, i, v, record.ChildIndex(list.pointer, i)))
		}
	} else {
		list.Tools = append(list.Tools, newTool(list, 0, tools, list.pointer))
	}
	return f, nil
}

func newTool(list *List, index int, v record.Value, pointer string) *Tool {
	t := &Tool{List: list, Index: index, Value: v, pointer: pointer}
	for m := range v.Members() {
		slot := t.slot(m.Name)
		if slot != nil && slot.Key.IsZero() {
			*slot = m
		}
	}
	return t
}

// slot gives the field that a member of the definition belongs to.
func (t *Tool) slot(name string) *record.Member {
	switch name {
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
