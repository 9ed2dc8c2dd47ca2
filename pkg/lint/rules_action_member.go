package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

func checkActionMember(p *Pass, t *Tool) {
	checkActionKey(p, t)
	for _, a := range namespacedActions(t) {
		visitActionMembers(a, func(object record.Value, path string, m record.Member) {
			if _, known := actionMembers[path][m.Name]; !known && !isTrustMember(m.Name) && !p.Enough() {
				p.Report(unknownActionMember(object, path, m))
			}
		})
	}
}

// checkActionKey finds the key itself misspelt, or beside annotations.
func checkActionKey(p *Pass, t *Tool) {
	for _, place := range []record.Value{t.Annotations.Value, t.Meta.Value, t.Value} {
		for m := range place.Members() {
			switch {
			case m.Name == ActionKey && place == t.Value:
				p.Report(Issue{At: m.Key, Message: "action metadata at the top of the definition is read by nobody", Help: "move it into annotations, and into _meta as well"})
			case isActionKey(m.Name) && m.Name != ActionKey && !p.Enough():
				p.Report(Issue{
					At: m.Key, Message: fmt.Sprintf("%s is not the key of action metadata, so readers see none", quote(m.Name, 0)),
					Help: "write " + ActionKey, Fixes: rename(place, m, ActionKey, true),
				})
			}
		}
	}
}

// isActionKey recognises the key in any spelling, with or without a prefix.
func isActionKey(name string) bool {
	_, after, _ := strings.Cut(name, "/")
	return folded(after) == "actionmetadata" || folded(name) == "actionmetadata"
}

func unknownActionMember(object record.Value, path string, m record.Member) Issue {
	quoted := quote(m.Name, 0)
	if right, ok := nearestMember(path, m.Name); ok {
		return Issue{
			At: m.Key, Message: fmt.Sprintf("%s is not a member of %s; readers see no %s", quoted, actionObject(path), right),
			Help: "write " + right, Fixes: rename(object, m, right, true),
		}
	}
	for _, other := range []string{"", "inputMetadata", "returnMetadata"} {
		if right, ok := nearestMember(other, m.Name); ok && other != path {
			return Issue{
				At: m.Key, Message: fmt.Sprintf("%s is not read in %s", quoted, actionObject(path)),
				Help: fmt.Sprintf("write %s in %s", right, actionObject(other)),
			}
		}
	}
	i := Issue{
		At: m.Key, Severity: diag.Info, Message: fmt.Sprintf("%s is not a member of %s in the draft", quoted, actionObject(path)),
		Help: "leave it out if nobody reads it",
	}
	if slices.Contains([]string{"attribution", "maliciousactivityhint"}, folded(m.Name)) {
		i.Message += "; it is one of SEP-1913"
	}
	return i
}

func actionObject(path string) string {
	if path == "" {
		return "action metadata"
	}
	return path
}

func nearestMember(path, name string) (string, bool) {
	for _, right := range []string{"inputMetadata", "returnMetadata", "outcome", "requiresReview", "destination", "sensitivity", "source"} {
		if _, ok := actionMembers[path][right]; ok && (folded(right) == folded(name) || diag.Near(folded(right), folded(name), 2) && len(name) > 5) {
			return right, true
		}
	}
	return "", false
}
