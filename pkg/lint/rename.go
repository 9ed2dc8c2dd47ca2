package lint

import "github.com/mcp-evref/evref/pkg/record"

// newName is the name that a fix gives a member of an object.
type newName struct {
	object record.Value
	name   string
}

// rename offers to rename a member, unless the object has the new name already.
// When another member is to get the same name, [Pass.settle] withdraws both
// offers: which of them counts is for the author to say.
func rename(object record.Value, m record.Member, name string, safe bool) []Fix {
	if _, taken := object.Member(name); taken {
		return nil
	}
	return []Fix{{Safe: safe, Message: "rename to " + name, Edits: []record.Edit{record.Rename(m, name)}, gives: newName{object, name}}}
}

// withdrawRivals takes back fixes that together would make a duplicate name.
func withdrawRivals(found []hit) {
	var wanted map[newName]int
	for i := range found {
		for _, fix := range found[i].Fixes {
			if fix.gives.name == "" {
				continue
			}
			if wanted == nil {
				wanted = make(map[newName]int)
			}
			wanted[fix.gives]++
		}
	}
	for i := range found {
		h := &found[i]
		for _, fix := range h.Fixes {
			if wanted[fix.gives] > 1 {
				h.Fixes = nil
				h.Help = "keep one of the members that stand for " + fix.gives.name + ", under that name"
				break
			}
		}
	}
}
