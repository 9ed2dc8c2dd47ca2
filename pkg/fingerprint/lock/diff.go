package lock

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/redact"
)

// FieldChange is one member of a definition that differs. Values are shown
// without what looks like a secret.
type FieldChange struct {
	Field string   // such as "executable", "args[1]", "url" or "secretRefs[X-A]"
	Old   []string // one value, several for the arguments, none when absent
	New   []string
	Note  string // such as "version 1.0.15 -> 1.0.16"; may be empty
}

// Diff lists what differs between two definitions, in the order in which the
// members are hashed. It is empty when both have the same hashed input.
func Diff(before, after fingerprint.Definition) []FieldChange {
	shownBefore, _ := redact.Definition(before)
	shownAfter, _ := redact.Definition(after)
	d := differ{}
	d.text("id", before.ID, after.ID, before.ID, after.ID)
	d.transport(before.Transport, after.Transport, shownBefore.Transport, shownAfter.Transport)
	d.ownership(before.Ownership, after.Ownership)
	d.bindings(shownBefore.CanonicalBindings(), shownAfter.CanonicalBindings(), before.CanonicalBindings(), after.CanonicalBindings())
	return d.found
}

type differ struct{ found []FieldChange }

// hidden is said of a change inside what is not shown.
const hidden = "changed in a part that is not shown because it looks like a secret"

func (d *differ) add(field string, old, new []string, note string) {
	if note == "" && slices.Equal(old, new) {
		note = hidden
	}
	d.found = append(d.found, FieldChange{Field: field, Old: old, New: new, Note: note})
}

func (d *differ) text(field, old, new, shownOld, shownNew string) {
	if old != new {
		d.add(field, some(shownOld), some(shownNew), versionStep(shownOld, shownNew))
	}
}

func some(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

func (d *differ) transport(old, new, shownOld, shownNew fingerprint.Transport) {
	d.text("transport", string(old.Kind), string(new.Kind), string(old.Kind), string(new.Kind))
	d.text("executable", old.Executable, new.Executable, shownOld.Executable, shownNew.Executable)
	d.args(old.Args, new.Args, shownOld.Args, shownNew.Args)
	d.optional("cwd", old.Cwd, new.Cwd, shownOld.Cwd, shownNew.Cwd)
	d.text("url", old.URL, new.URL, shownOld.URL, shownNew.URL)
}

func (d *differ) optional(field string, old, new, shownOld, shownNew *string) {
	list := func(s *string) []string {
		if s == nil {
			return nil
		}
		return []string{*s}
	}
	if !slices.Equal(list(old), list(new)) {
		d.add(field, list(shownOld), list(shownNew), "")
	}
}

// args reports one argument by its index when it is the only one that differs,
// and otherwise both lists: with several differences the boundaries matter.
func (d *differ) args(old, new, shownOld, shownNew []string) {
	if slices.Equal(old, new) {
		return
	}
	if len(old) == len(new) {
		at, count := 0, 0
		for i := range old {
			if old[i] != new[i] {
				at, count = i, count+1
			}
		}
		if count == 1 {
			d.add("args["+strconv.Itoa(at)+"]", []string{shownOld[at]}, []string{shownNew[at]}, versionStep(shownOld[at], shownNew[at]))
			return
		}
	}
	d.add("args", shownOld, shownNew, "")
}

func (d *differ) ownership(old, new fingerprint.Ownership) {
	d.text("ownership", string(old.Kind), string(new.Kind), string(old.Kind), string(new.Kind))
	a, b := old.Source, new.Source
	d.text("source-kind", string(a.Kind), string(b.Kind), string(a.Kind), string(b.Kind))
	d.text("source-locator", a.Locator, b.Locator, a.Locator, b.Locator)
	d.optional("source-definition-key", a.DefinitionKey, b.DefinitionKey, a.DefinitionKey, b.DefinitionKey)
}

// bindings reports credentials by the variable or header they go to.
func (d *differ) bindings(shownOld, shownNew, old, new []fingerprint.Binding) {
	find := func(list []fingerprint.Binding, t fingerprint.Target) (string, bool) {
		i := slices.IndexFunc(list, func(b fingerprint.Binding) bool { return b.Target == t })
		if i < 0 {
			return "", false
		}
		return list[i].Reference, true
	}
	targets := []fingerprint.Target{}
	for _, b := range append(slices.Clone(old), new...) {
		if !slices.Contains(targets, b.Target) {
			targets = append(targets, b.Target)
		}
	}
	for _, t := range targets {
		a, inOld := find(old, t)
		b, inNew := find(new, t)
		if inOld == inNew && a == b {
			continue
		}
		shownA, _ := find(shownOld, t)
		shownB, _ := find(shownNew, t)
		d.add("secretRefs["+t.Name+"]", some(shownA), some(shownB), "")
	}
}

// versionStep finds the one version that differs between two package names,
// such as name@1.0.15 and name@1.0.16.
func versionStep(old, new string) string {
	for _, separator := range []string{"==", "@", ":"} {
		i, j := strings.LastIndex(old, separator), strings.LastIndex(new, separator)
		if i <= 0 || i != j || old[:i] != new[:i] {
			continue
		}
		a, b := old[i+len(separator):], new[j+len(separator):]
		if isVersion(a) && isVersion(b) {
			return "version " + a + " -> " + b
		}
	}
	return ""
}

func isVersion(s string) bool {
	s = strings.TrimPrefix(s, "v")
	return s != "" && s[0] >= '0' && s[0] <= '9' && !strings.ContainsAny(s, "/ ")
}
