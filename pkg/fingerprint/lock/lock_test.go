package lock

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/config"
	"github.com/mcp-evref/evref/pkg/fingerprint/warning"
)

var (
	now     = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	v1      = fingerprint.Versions()[0]
	byAlice = Approval{By: "alice@example.com", At: now}
)

// read makes the current state of a configuration's servers.
func read(t testing.TB, name, text string) []Current {
	t.Helper()
	f, err := config.Read(name, []byte(text), config.Options{Source: config.Place("/p/"+name, "/p", "")})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var out []Current
	for _, e := range f.Entries {
		c := Current{ID: ID{e.Key, name, e.DefinitionKey}, Definition: e.Definition, Reason: e.NotRepresentable, Mapping: config.Mapping, Members: e.Members}
		for _, w := range e.Warnings {
			c.Warnings = append(c.Warnings, w.Warning)
		}
		out = append(out, c)
	}
	return out
}

// approved writes a lock in which everything is approved.
func approved(t testing.TB, key Key, current ...Current) *Lock {
	t.Helper()
	l := &Lock{}
	var err error
	for _, c := range current {
		if l, err = Approve(l, c, v1, key, byAlice); err != nil {
			t.Fatal(err)
		}
	}
	return reread(t, l)
}

// reread takes a lock through its file form.
func reread(t testing.TB, l *Lock) *Lock {
	t.Helper()
	raw := l.Format()
	again, err := Parse(raw)
	if err != nil {
		t.Fatalf("%v\n%s", err, raw)
	}
	if text := string(again.Format()); text != string(raw) {
		t.Fatalf("lock changes when read:\n%s", cmp.Diff(string(raw), text))
	}
	return again
}

func statusOf(r Result) string {
	parts := []string{string(r.Status)}
	for _, s := range r.Also {
		parts = append(parts, string(s))
	}
	return strings.Join(parts, "+")
}

func one(t testing.TB, l *Lock, o CheckOptions, current ...Current) Result {
	t.Helper()
	if o.Now.IsZero() {
		o.Now = now
	}
	report := Check(l, current, o)
	if len(report.Results) != 1 {
		t.Fatalf("%d results, want 1: %+v", len(report.Results), report.Results)
	}
	return report.Results[0]
}

const base = `{"mcpServers":{"s":{"command":"/bin/s","args":["a","pkg@1.0.15"],"env":{"MODE":"fast","TOKEN":"${TOKEN}"}}}}`

func TestStatuses(t *testing.T) {
	replace := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(base) }
	for _, tc := range []struct {
		name, now, want string
		fields          string
	}{
		{"same", base, "unchanged", ""},
		{"formatting", replace(":", " : "), "unchanged", ""},
		{"argument", replace("1.0.15", "1.0.16"), "changed", "args[1] (version 1.0.15 -> 1.0.16)"},
		{"arguments", replace(`"a",`, ``), "changed", "args"},
		{"program", replace("/bin/s", "/bin/x"), "changed", "executable"},
		{"reference", replace("${TOKEN}", "${OTHER}"), "changed", "secretRefs[TOKEN]"},
		{"binding gone", replace(`,"TOKEN":"${TOKEN}"`, ``), "changed", "secretRefs[TOKEN]"},
		{"literal value, unseen without a key", replace("fast", "slow"), "unchanged", ""},
		{"literal more", replace(`"MODE"`, `"X":"1","MODE"`), "uncovered-change", ""},
		{"literal gone", replace(`"MODE":"fast",`, ``), "uncovered-change", ""},
		{"literal to reference", replace(`"fast"`, `"${MODE}"`), "changed+uncovered-change", "secretRefs[MODE]"},
		{"unknown member", replace(`"args"`, `"arg":1,"args"`), "uncovered-change", ""},
		{"websocket", `{"mcpServers":{"s":{"url":"wss://h.example/"}}}`, "not-representable", ""},
		{"to http", `{"mcpServers":{"s":{"url":"https://h.example/"}}}`, "changed+uncovered-change", "transport executable args url secretRefs[TOKEN]"},
	} {
		r := one(t, approved(t, Key{}, read(t, ".mcp.json", base)...), CheckOptions{}, read(t, ".mcp.json", tc.now)...)
		if got := statusOf(r); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
		var fields []string
		for _, f := range r.Fields {
			text := f.Field
			if f.Note != "" {
				text += " (" + f.Note + ")"
			}
			fields = append(fields, text)
		}
		if got := strings.Join(fields, " "); got != tc.fields {
			t.Errorf("%s: fields %s, want %s", tc.name, got, tc.fields)
		}
	}
}

func TestNewAndRemoved(t *testing.T) {
	two := `{"mcpServers":{"a":{"command":"/bin/a"},"b":{"command":"/bin/b"}}}`
	l := approved(t, Key{}, read(t, ".mcp.json", two)...)
	report := Check(l, read(t, ".mcp.json", strings.Replace(two, `"b"`, `"c"`, 1)), CheckOptions{Now: now})
	var got []string
	for _, r := range report.Results {
		got = append(got, r.ID.Definition+" "+string(r.Status))
	}
	if want := "a unchanged, b removed, c new"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
	// An entry of a file that was not looked at is counted, not called removed.
	report = Check(l, nil, CheckOptions{Now: now, InScope: func(id ID) bool { return id.Locator != ".mcp.json" }})
	if len(report.Results) != 0 || report.OutOfScope != 2 {
		t.Errorf("%+v", report)
	}
}

func TestApprovals(t *testing.T) {
	current := read(t, ".mcp.json", base)
	l := approved(t, Key{}, current...)
	for _, tc := range []struct {
		name string
		edit func(*Entry)
		want string
	}{
		{"none", func(e *Entry) { e.Approval = nil }, "unapproved"},
		{"of another fingerprint", func(e *Entry) { e.Approval.Fingerprint[0]++ }, "unapproved"},
		{"last day", func(e *Entry) { e.Approval.Expires = "2026-03-01" }, "unchanged"},
		{"over", func(e *Entry) { e.Approval.Expires = "2026-02-28" }, "expired"},
	} {
		edited := &Lock{Entries: slices.Clone(l.Entries)}
		approval := *l.Entries[0].Approval
		edited.Entries[0].Approval = &approval
		tc.edit(&edited.Entries[0])
		if got := statusOf(one(t, reread(t, edited), CheckOptions{}, current...)); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
	// An approval of what was does not cover what is.
	r := one(t, l, CheckOptions{}, read(t, ".mcp.json", strings.Replace(base, "/bin/s", "/bin/x", 1))...)
	if r.Status != Changed || !r.RequiresConfirmation() {
		t.Errorf("%+v", r)
	}
}

func TestKeyMakesChangedValuesVisible(t *testing.T) {
	key, err := NewKey("0123456789abcdef")
	if err != nil {
		t.Fatal(err)
	}
	other, _ := NewKey("fedcba9876543210")
	before, after := read(t, ".mcp.json", base), read(t, ".mcp.json", strings.Replace(base, "fast", "slow", 1))
	l := approved(t, key, before...)
	if text := string(l.Format()); strings.Contains(text, "fast") || strings.Contains(text, "0123456789abcdef\"") {
		t.Errorf("lock shows a value or the key:\n%s", text)
	}
	r := one(t, l, CheckOptions{Key: key}, after...)
	if r.Status != UncoveredChange || len(r.Uncovered) != 1 || r.Uncovered[0] != (UncoveredDiff{"env.MODE", "changed"}) {
		t.Errorf("%+v", r)
	}
	for name, k := range map[string]Key{"no key": {}, "another key": other} {
		report := Check(l, after, CheckOptions{Now: now, Key: k})
		if report.ValuesCompared || report.Results[0].Status != Unchanged {
			t.Errorf("%s: %+v", name, report)
		}
		if _, _, err := Update(l, after, v1, k, nil); !errors.Is(err, ErrKey) {
			t.Errorf("%s: update: %v", name, err)
		}
		if _, err := Approve(l, after[0], v1, k, byAlice); !errors.Is(err, ErrKey) {
			t.Errorf("%s: approve: %v", name, err)
		}
	}
	if report := Check(l, before, CheckOptions{Now: now, Key: key}); !report.ValuesCompared || report.Results[0].Status != Unchanged {
		t.Errorf("%+v", report)
	}
	if _, err := NewKey("short"); err == nil {
		t.Error("a short key was accepted")
	}
	if text := fmt.Sprintf("%v %+v %#v", key, key, key); strings.Contains(text, "0123456789") {
		t.Error(text)
	}
}

func TestSelfApproval(t *testing.T) {
	current := read(t, ".mcp.json", base)
	head := approved(t, Key{}, current...)
	unapproved := reread(t, head)
	unapproved.Entries[0].Approval = nil
	changed := approved(t, Key{}, read(t, ".mcp.json", strings.Replace(base, "1.0.15", "1.0.14", 1))...)
	more := approved(t, Key{}, read(t, ".mcp.json", strings.Replace(base, `"args"`, `"x":1,"args"`, 1))...)
	for _, tc := range []struct {
		name string
		base *Lock
		want string
	}{
		{"no lock to compare with", nil, "unchanged"},
		{"approved before", head, "unchanged"},
		{"known before, approved now", unapproved, "unchanged"},
		{"empty before", &Lock{}, "approved-in-this-change"},
		{"another fingerprint before", changed, "approved-in-this-change"},
		{"other uncovered members before", more, "approved-in-this-change"},
	} {
		if got := statusOf(one(t, head, CheckOptions{Base: tc.base}, current...)); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
	if got := statusOf(one(t, head, CheckOptions{Base: &Lock{}, AllowSelfApproval: true}, current...)); got != "unchanged" {
		t.Errorf("allowed: %s", got)
	}
	r := one(t, &Lock{}, CheckOptions{Base: head}, current...)
	if r.Status != New || !slices.ContainsFunc(r.Warnings, func(w warning.Warning) bool { return w.Name == warning.LockEntryRemoved }) {
		t.Errorf("lost entry: %+v", r)
	}
}

// TestRedactedInput: what looks like a secret is not in the lock, and a change
// in it is still a change.
func TestRedactedInput(t *testing.T) {
	text := `{"mcpServers":{"s":{"command":"/bin/s","args":["--token","canary-one","x"]}}}`
	l := approved(t, Key{}, read(t, ".mcp.json", text)...)
	if raw := string(l.Format()); strings.Contains(raw, "canary") {
		t.Errorf("lock shows a secret:\n%s", raw)
	}
	if r := one(t, l, CheckOptions{}, read(t, ".mcp.json", text)...); r.Status != Unchanged {
		t.Errorf("same: %+v", r)
	}
	r := one(t, l, CheckOptions{}, read(t, ".mcp.json", strings.Replace(text, "one", "two", 1))...)
	if r.Status != Changed || len(r.Fields) != 1 || r.Fields[0].Field != "args[1]" || r.Fields[0].Note != hidden {
		t.Errorf("secret changed: %+v", r)
	}
	r = one(t, l, CheckOptions{}, read(t, ".mcp.json", strings.Replace(text, `"x"`, `"y"`, 1))...)
	if r.Status != Changed || len(r.Fields) != 2 || r.Fields[0].Field != "args[2]" || strings.Contains(fmt.Sprint(r.Fields), "canary") {
		t.Errorf("beside the secret: %+v", r.Fields)
	}
}

// TestEditedInput: a lock in which something is hidden shows what its fingerprint
// is of all the same. An input that was edited to show something else is told,
// whichever member was edited.
func TestEditedInput(t *testing.T) {
	const text = `{"mcpServers":{"s":{"command":"/bin/s","args":["--token","canary-one","--key=canary-two tail","x"],"env":{"A":"${A}"}}}}`
	current := read(t, ".mcp.json", text)
	good := string(approved(t, Key{}, current...).Format())
	for _, tc := range []struct{ from, to, field string }{
		{`"/bin/s"`, `"/bin/other"`, "executable"},
		{`"x"`, `"y"`, "args[3]"},
		{`"x"]`, `"x","y"]`, "args"},
		{`"--token"`, `"[redacted]"`, ""}, // hides more and says nothing that is false
		{`"[redacted]","--key`, `"a [redacted]","--key`, "args[1]"},
		{`--key=[redacted]`, `--other=[redacted]`, "args[2]"},
		{`[redacted] tail`, `[redacted]`, ""},
		{`[redacted] tail`, `[redacted] tail [redacted]`, "args[2]"},
		{`"secretRef":"${A}"`, `"secretRef":"${B}"`, "secretRefs[A]"},
	} {
		edited := strings.Replace(good, tc.from, tc.to, 1)
		if edited == good {
			t.Fatalf("%s is not in %s", tc.from, good)
		}
		l, err := Parse([]byte(edited))
		if err != nil {
			t.Errorf("%s: %v", tc.to, err)
			continue
		}
		r := one(t, l, CheckOptions{}, current...)
		told := slices.ContainsFunc(r.Fields, func(f FieldChange) bool { return f.Field == tc.field })
		if tc.field == "" && r.Status != Unchanged || tc.field != "" && (r.Status != Changed || r.Reason == "" || !told) {
			t.Errorf("%s: %+v", tc.to, r)
		}
	}
}
