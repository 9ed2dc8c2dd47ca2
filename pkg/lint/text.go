package lint

import "github.com/mcp-evref/evref/pkg/record"

// Text is one text of a tool definition that a person or a model reads.
type Text struct {
	Tool  *Tool
	Value record.Value // a string value, or a member name for a property
	Kind  TextKind
	Node  *Node // the schema it belongs to; nil for the tool's own texts

	plain bool // printable ASCII and line ends only: nothing can hide in it
	run   int  // longest run of characters that tokens and encoded data are made of
}

func newText(t *Tool, v record.Value, kind TextKind, n *Node) Text {
	x := Text{Tool: t, Value: v, Kind: kind, Node: n, plain: true}
	run := 0
	for _, c := range v.Content() {
		if c < ' ' && c != '\n' && c != '\t' || c >= 0x7f {
			x.plain = false
		}
		if c > ' ' && c < 0x7f && c != '(' && c != ')' && c != '\'' && c != '"' {
			run++
			x.run = max(x.run, run)
		} else {
			run = 0
		}
	}
	return x
}

// TextKind says what a text is for.
type TextKind uint8

const (
	NameText        TextKind = iota // the tool's name
	TitleText                       // title, annotations.title, a schema's title
	DescriptionText                 // description of the tool or of a schema, $comment
	PropertyText                    // the name of a property
	ValueText                       // a string among enum, const, default or examples
)

// String names the kind as messages do.
func (k TextKind) String() string {
	return [...]string{"name", "title", "description", "property name", "value"}[k]
}

// texts calls visit for the tool's own texts.
func (t *Tool) texts(visit func(Text)) {
	for _, x := range []struct {
		value record.Value
		kind  TextKind
	}{
		{t.Name.Value, NameText}, {t.Title.Value, TitleText}, {t.Annotations.Value.Get("title"), TitleText},
		{t.Description.Value, DescriptionText},
	} {
		if x.value.Kind() == record.String {
			visit(newText(t, x.value, x.kind, nil))
		}
	}
}

// texts calls visit for the texts of one schema, without those of the schemas
// inside it.
func (n *Node) texts(visit func(Text)) {
	tool := n.Schema.Tool
	if n.IsProperty() {
		visit(newText(tool, n.Key, PropertyText, n))
	}
	for m := range n.Value.Members() {
		switch m.Name {
		case "title":
			visitStrings(m.Value, TitleText, n, visit)
		case "description", "$comment":
			visitStrings(m.Value, DescriptionText, n, visit)
		case "enum", "const", "default", "example", "examples":
			visitStrings(m.Value, ValueText, n, visit)
		}
	}
}

// visitStrings finds the strings in a value, member names left out.
func visitStrings(v record.Value, kind TextKind, n *Node, visit func(Text)) {
	switch v.Kind() {
	case record.String:
		visit(newText(n.Schema.Tool, v, kind, n))
	case record.Array:
		for _, e := range v.Elements() {
			visitStrings(e, kind, n, visit)
		}
	case record.Object:
		for m := range v.Members() {
			visitStrings(m.Value, kind, n, visit)
		}
	}
}
