package lint

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

func checkActionPlacement(p *Pass, t *Tool) {
	actions := namespacedActions(t)
	if len(actions) == 2 {
		if !equal(actions[0].Value, actions[1].Value) {
			p.Report(Issue{
				At: actions[1].Value, Show: actions[1].Member.Key,
				Message: "action metadata in _meta differs from the one in annotations; two readers apply two policies",
				Help:    "make the two equal", Related: []Related{{At: actions[0].Member.Key, Message: "the other one"}},
			})
		}
		return
	}
	for _, a := range actions {
		i := Issue{At: a.Member.Key, Severity: diag.Info}
		if a.Placement == InAnnotations {
			i.Message = "action metadata is in annotations only; several SDKs drop it there"
			i.Help = "publish the same in _meta as well"
		} else {
			i.Message = "action metadata is in _meta only; readers of the draft look in annotations"
			i.Help = "publish the same in annotations as well"
		}
		p.Report(i)
	}
}

func checkActionUnprefixed(p *Pass, t *Tool) {
	members := unprefixed(t)
	if len(members) == 0 {
		return
	}
	actions := t.Actions()
	a := actions[len(actions)-1]
	i := Issue{
		At:      members[0].Key,
		Message: fmt.Sprintf("action metadata without a key, as in %s; readers of the draft do not see it", shapeOf(members)),
		Help:    "move it under " + ActionKey + " in annotations",
	}
	for _, m := range members[1:min(len(members), 6)] {
		i.Related = append(i.Related, Related{At: m.Key, Message: "belongs to it"})
	}
	if len(actions) == 1 {
		i.Fixes = []Fix{migrate(t, members, a)}
	}
	p.Report(i)
}

// shapeOf names the proposal whose spelling members have.
func shapeOf(members []record.Member) Vocabulary {
	for _, m := range members {
		if m.Name != lowerFirst(m.Name) {
			return SEP2061Words
		}
		for in := range m.Value.Members() {
			if in.Name != lowerFirst(in.Name) {
				return SEP2061Words
			}
		}
	}
	return SEP1913Words
}

// migrate writes the metadata as the draft has it, with the nearest words.
func migrate(t *Tool, members []record.Member, a Action) Fix {
	first := func(path string) string {
		for _, w := range a.Words {
			if w.Path == path && w.Draft != "" {
				return w.Draft
			}
		}
		return ""
	}
	object := func(path string, names ...string) string {
		var parts []string
		for _, name := range names {
			if word := first(path + "." + name); word != "" {
				parts = append(parts, record.QuoteJSON(name)+": "+record.QuoteJSON(word))
			}
		}
		return strings.Join(parts, ", ")
	}
	var parts []string
	if in := object("inputMetadata", "destination", "sensitivity"); in != "" {
		parts = append(parts, `"inputMetadata": {`+in+`}`)
	}
	if out := object("returnMetadata", "source", "sensitivity"); out != "" {
		parts = append(parts, `"returnMetadata": {`+out+`}`)
	}
	if outcome := first("outcome"); outcome != "" {
		parts = append(parts, `"outcome": `+record.QuoteJSON(outcome))
	}
	if review, ok := a.RequiresReview.Bool(); ok {
		parts = append(parts, fmt.Sprintf(`"requiresReview": %t`, review))
	}
	edits := []record.Edit{
		record.Rename(members[0], ActionKey), record.Replace(members[0].Value, "{"+strings.Join(parts, ", ")+"}"),
	}
	return Fix{
		Message: "write it as the draft does, with its nearest words",
		Edits:   append(edits, record.Remove(t.Annotations.Value, members[1:]...)...),
	}
}
