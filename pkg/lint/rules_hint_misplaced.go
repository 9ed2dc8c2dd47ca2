package lint

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/record"
)

func checkHintMisplaced(p *Pass, t *Tool) {
	report := func(object record.Value, where string, known func(string) bool) {
		for m := range object.Members() {
			if known(m.Name) {
				continue
			}
			hint, ok := hintByName(m.Name)
			if !ok || p.Enough() {
				continue
			}
			i := Issue{
				At: m.Key, Message: fmt.Sprintf("%s %s has no effect: clients read hints in annotations only", quote(m.Name, 0), where),
				Help: fmt.Sprintf("move it into annotations as %s", hint),
			}
			if _, isBool := m.Value.Bool(); isBool {
				i.Fixes = moveIntoAnnotations(t, object, m, hint)
			}
			p.Report(i)
		}
	}
	report(t.Value, "at the top of the definition", isToolMember)
	report(t.Meta.Value, "in _meta", func(name string) bool { return strings.Contains(name, "/") })
	report(t.Value.Get("hints"), "in hints", func(string) bool { return false })
}

// moveIntoAnnotations suggests the edits, unless the hint is declared already.
func moveIntoAnnotations(t *Tool, object record.Value, m record.Member, hint string) []Fix {
	value := string(m.Value.Raw())
	fix := Fix{Message: "move into annotations", Edits: record.Remove(object, m)}
	switch annotations := t.Annotations.Value; {
	case annotations.IsZero() && object == t.Value:
		// In its place, so that the two edits cannot meet at one comma.
		fix.Edits = []record.Edit{record.Rename(m, "annotations"), record.Replace(m.Value, "{"+record.QuoteJSON(hint)+": "+value+"}")}
	case annotations.IsZero():
		fix.Edits = append(fix.Edits, record.Add(t.Value, "annotations", "{"+record.QuoteJSON(hint)+": "+value+"}"))
	case annotations.Kind() == record.Object && annotations.Get(hint).IsZero():
		fix.Edits = append(fix.Edits, record.Add(annotations, hint, value))
	default:
		return nil
	}
	return []Fix{fix}
}
