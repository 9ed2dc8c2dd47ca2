package lint

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// Compare gives the tools that were added, removed or changed between two
// captures, as findings in the newer one with the older place beside them.
// Tools are told apart by server and name; by name alone when one of the
// captures does not name its servers. severity gives the severity of a rule,
// Off for one that is switched off.
//
// A change of any member that the specification gives a tool is a change of its
// definition, which a server has to announce with tools/list_changed: hints and
// action metadata as much as a description. Order and spacing are no change.
func Compare(old, new *File, severity func(rule string) diag.Severity) []Finding {
	c := comparison{old: old, new: new, byServer: namesServers(old) && namesServers(new)}
	before := c.tools(old)
	for _, list := range new.Lists {
		for _, t := range list.Tools() {
			k := c.key(t)
			if len(before[k]) == 0 {
				c.added(t)
				continue
			}
			c.changed(before[k][0], t)
			before[k] = before[k][1:]
		}
	}
	for _, list := range old.Lists {
		for _, t := range list.Tools() {
			if k := c.key(t); len(before[k]) > 0 && before[k][0].Value == t.Value {
				c.removed(t)
				before[k] = before[k][1:]
			}
		}
	}
	return withSeverity(c.found, severity)
}

type comparison struct {
	old, new *File
	byServer bool
	found    []Finding
}

type toolKey struct{ server, name string }

func (c *comparison) key(t *Tool) toolKey {
	if c.byServer {
		return toolKey{t.List.Server, t.ID()}
	}
	return toolKey{name: t.ID()}
}

// tools gives the tools by key; of repeated names in order.
func (c *comparison) tools(f *File) map[toolKey][]*Tool {
	out := make(map[toolKey][]*Tool)
	for _, list := range f.Lists {
		for _, t := range list.Tools() {
			out[c.key(t)] = append(out[c.key(t)], t)
		}
	}
	return out
}

func namesServers(f *File) bool {
	for _, list := range f.Lists {
		if list.Server == "" {
			return false
		}
	}
	return true
}

const mustAnnounce = "a change of the definition: the server has to announce it with notifications/tools/list_changed"

func (c *comparison) added(t *Tool) {
	c.report(Finding{
		Diagnostic: diag.Diagnostic{Rule: toolAdded, Message: "tool is new", Help: mustAnnounce, Range: c.new.rangeOf(t.Head(), 0, 0)},
	}, t)
}

func (c *comparison) removed(t *Tool) {
	f := Finding{
		Diagnostic: diag.Diagnostic{
			Rule: toolRemoved, Source: c.new.Source, Record: Cover(t.ID()), Message: "tool is gone", Help: mustAnnounce,
			Range: c.new.Range(0, min(1, len(c.new.Raw))), Related: c.before(t.Head()),
		},
		Server: Cover(t.List.Server),
	}
	c.found = append(c.found, f)
}

// report adds a finding about a tool of the new capture.
func (c *comparison) report(f Finding, t *Tool) {
	f.Source, f.Record, f.Server = c.new.Source, Cover(t.ID()), Cover(t.List.Server)
	f.Within = Cover(f.Within)
	f.Pointer = Cover(t.pointer) + f.Within
	c.found = append(c.found, f)
}

// before names a place in the old capture.
func (c *comparison) before(v record.Value) []diag.Related {
	return []diag.Related{{Source: c.old.Source, Pointer: Cover(v.Pointer()), Range: c.old.rangeOf(v, 0, 0), Message: "it was here"}}
}

// changed reports each member of a tool that differs, once; hints, action
// metadata and other small objects each of their members.
func (c *comparison) changed(old, new *Tool) {
	groups := make(map[string][]difference)
	var order []string
	for _, d := range differences(old.Value, new.Value) {
		unit := unitOf(c.pointer(d, old, new))
		if len(groups[unit]) == 0 {
			order = append(order, unit)
		}
		groups[unit] = append(groups[unit], d)
	}
	for _, unit := range order {
		c.change(old, new, unit, groups[unit])
	}
}

// pointer gives the place of a difference, seen from the tool.
func (c *comparison) pointer(d difference, old, new *Tool) string {
	if d.new.IsZero() {
		return d.old.PointerFrom(old.Value)
	}
	return d.new.PointerFrom(new.Value)
}

// unitOf gives the part of a definition that is reported as one: a schema as a
// whole, and below annotations, action metadata and _meta each member.
func unitOf(pointer string) string {
	tokens, _ := record.SplitPointer(pointer)
	depth := 1
	if len(tokens) > 1 && (tokens[0] == "annotations" || tokens[0] == "_meta") {
		depth = 2
		if tokens[1] == ActionKey {
			depth = len(tokens)
		}
	}
	unit := ""
	for _, token := range tokens[:min(depth, len(tokens))] {
		unit = record.Child(unit, token)
	}
	return unit
}

func (c *comparison) change(old, new *Tool, unit string, ds []difference) {
	first := ds[0]
	name := nameOfUnit(unit)
	f := Finding{Within: unit}
	f.Rule, f.Help = toolChanged, mustAnnounce
	if top, _ := record.SplitPointer(unit); len(top) > 0 && !isToolMember(top[0]) {
		f.Rule, f.Help = otherChanged, "not a member of a tool, so clients ignore it and nothing has to be announced"
	}
	at, was := first.new, first.old
	if v, ok := new.Value.Find(unit); ok {
		at = v
	}
	if v, ok := old.Value.Find(unit); ok {
		was = v
	}
	switch {
	case was.IsZero():
		f.Message = fmt.Sprintf("%s is new: %s", name, sketch(at))
	case at.IsZero():
		f.Message = fmt.Sprintf("%s is gone: it was %s", name, sketch(was))
	case isScalar(was) || isScalar(at):
		f.Message = fmt.Sprintf("%s changed from %s to %s", name, sketchAround(was, at), sketchAround(at, was))
	default:
		f.Message = fmt.Sprintf("%s changed at %s", name, c.places(ds, old, new, unit))
	}
	if hint, ok := hintByName(name); ok && hint == name && (was.IsZero() || at.IsZero()) {
		f.Message += fmt.Sprintf("; left out it means %t", defaultOf(hint))
	}
	show := at
	if at.IsZero() {
		show = new.Head()
	}
	f.Range = c.new.rangeOf(show, 0, 0)
	if !was.IsZero() {
		f.Related = c.before(was)
	}
	c.report(f, new)
}

// nameOfUnit is how messages call a part of a definition.
func nameOfUnit(unit string) string {
	tokens, _ := record.SplitPointer(unit)
	switch {
	case len(tokens) == 0:
		return "definition"
	case len(tokens) == 2 && tokens[0] == "annotations":
		return diag.Safe(Cover(tokens[1]))
	case len(tokens) > 2:
		return "action metadata " + diag.Safe(Cover(strings.Join(tokens[2:], ".")))
	}
	return diag.Safe(Cover(strings.Join(tokens, ".")))
}

func defaultOf(hint string) bool {
	for _, d := range hintDefaults {
		if d.name == hint {
			return d.value
		}
	}
	return false
}

const placesNamed = 3 // of a schema that changed

// places lists where a schema changed, with what changed there.
func (c *comparison) places(ds []difference, old, new *Tool, unit string) string {
	var parts []string
	for _, d := range ds {
		if len(parts) == placesNamed {
			parts = append(parts, fmt.Sprintf("and %d more", len(ds)-placesNamed))
			break
		}
		place := diag.Safe(Cover(strings.TrimPrefix(c.pointer(d, old, new), unit)))
		switch {
		case d.old.IsZero():
			place += " (new)"
		case d.new.IsZero():
			place += " (gone)"
		case isScalar(d.old) && isScalar(d.new):
			place += fmt.Sprintf(" (from %s to %s)", sketchAround(d.old, d.new), sketchAround(d.new, d.old))
		}
		parts = append(parts, place)
	}
	return strings.Join(parts, ", ")
}

func isScalar(v record.Value) bool {
	return v.Kind() != record.Object && v.Kind() != record.Array
}
