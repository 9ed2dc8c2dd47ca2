package lock

import (
	"strings"
	"testing"
)

// TestCodesCannotBeTakenOut: a lock that lost its codes, or changed the name of
// their key, does not hide a changed value from a check that has the base.
func TestCodesCannotBeTakenOut(t *testing.T) {
	key, err := NewKey("0123456789abcdefghij")
	if err != nil {
		t.Fatal(err)
	}
	before := read(t, ".mcp.json", base)
	after := read(t, ".mcp.json", strings.Replace(base, "fast", "evil", 1))
	strip := func(l *Lock) {
		for i := range l.Entries {
			for j := range l.Entries[i].Uncovered {
				l.Entries[i].Uncovered[j].Code = ""
			}
		}
	}
	for _, tc := range []struct {
		name     string
		edit     func(*Lock)
		compared bool // without a base, with the key
	}{
		{"stripped", func(l *Lock) { strip(l); l.KeyID = "" }, false},
		{"codes stripped, key kept", strip, false},
		{"key renamed", func(l *Lock) { l.KeyID = "0000000000000000" }, false},
		{"key gone, codes kept", func(l *Lock) { l.KeyID = "" }, false},
	} {
		was, is := approved(t, key, before...), approved(t, key, before...)
		tc.edit(is)
		if got := Check(is, before, CheckOptions{Now: now, Key: key}).ValuesCompared; got != tc.compared {
			t.Errorf("%s: compared without a base: %v", tc.name, got)
		}
		for _, c := range []struct {
			key     Key
			current []Current
			allow   bool
			how     string
		}{
			{key, after, false, "changed"}, {key, after, true, "changed"}, {key, before, false, "code-gone"}, {Key{}, before, false, "code-gone"}, {key, before, true, ""},
		} {
			r := one(t, is, CheckOptions{Key: c.key, Base: was, AllowSelfApproval: c.allow}, c.current...)
			how := ""
			for _, u := range r.Uncovered {
				how += u.How
			}
			if how != c.how || (how != "") != r.Status.Failure() {
				t.Errorf("%s: %s %q, want %q", tc.name, statusOf(r), how, c.how)
			}
		}
	}
}
