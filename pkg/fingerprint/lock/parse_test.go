package lock

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mcp-evref/evref/pkg/fingerprint/surface"
)

func TestParseRefuses(t *testing.T) {
	c := read(t, ".mcp.json", base)[0]
	c.Listing = &Listing{Tools: listing(t, `[{"name":"a"}]`).Tools}
	good := string(approved(t, Key{}, c).Format())
	for _, tc := range []struct{ name, raw, says string }{
		{"empty", "", "not JSON"},
		{"cut off", good[:len(good)/2], "not JSON"},
		{"merge conflict", strings.Replace(good, "  \"definitions\"", "<<<<<<< ours\n  \"definitions\"", 1), "merge conflict"},
		{"other document", `{"name":"x"}`, "not a lock"},
		{"unknown member", strings.Replace(good, `"uncovered"`, `"extra":1,"uncovered"`, 1), "not a lock"},
		{"repeated member", strings.Replace(good, `"uncovered"`, `"version":"x","uncovered"`, 1), "not JSON"},
		{"input changed by hand", strings.Replace(good, "/bin/s", "/bin/x", 1), "is not the one of the input"},
		{"fingerprint changed by hand", strings.Replace(good, `"fingerprint":"`, `"fingerprint":"0`, 1), "not a lock"},
		{"tool changed by hand", strings.Replace(good, `"input":{"name":"a"}`, `"input":{"name":"b"}`, 1), "is not the one of the input"},
		{"tool of nobody", strings.Replace(good, `"definition":"s"`, `"definition":"z"`, 1), "no listing"},
		{"date", strings.Replace(good, "2026-03-01T12:00:00Z", "2026-13-01T12:00:00Z", 1), "not a date"},
		{"approved by nobody", strings.Replace(good, "alice@example.com", " ", 1), "without a name"},
		{"approved by somebody else than it seems", strings.Replace(good, "alice@example.com", "alice\u202e@example.com", 1), "cannot be seen"},
		{"reason with hidden text", strings.Replace(good, `"by":`, `"reason":"x\u001b[2K","by":`, 1), "cannot be seen"},
		{"entry twice", doubled(good), "twice"},
		{"redacted by hand", strings.Replace(good, `"uncovered"`, `"redacted":["executable"],"uncovered"`, 1), "is listed as redacted"},
		{"redacted member that is not there", strings.Replace(good, `"uncovered"`, `"redacted":["args[99]"],"uncovered"`, 1), "is listed as redacted"},
		{"newer mapping", strings.Replace(good, "mcp-config-import/1", "mcp-config-import/9", 1), "mapping"},
		{"newer lock", strings.Replace(good, `"lockVersion": 1`, `"lockVersion": 2`, 1), "lock version"},
		{"newer fingerprint", strings.Replace(good, "dcc-mcp-trust-fingerprint-v1", "dcc-mcp-trust-fingerprint-v9", 1), "fingerprint version"},
		{"newer tools", strings.Replace(good, surface.Algorithm, "evref-tool-surface-v9", 1), "algorithm"},
	} {
		_, err := Parse([]byte(tc.raw))
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: %v, want something about %q", tc.name, err, tc.says)
			continue
		}
		if e.Unsupported != strings.HasPrefix(tc.name, "newer") {
			t.Errorf("%s: unsupported %v", tc.name, e.Unsupported)
		}
		if d := e.Diagnostic("lock"); d.Help == "" || strings.Contains(d.Message, "\n") {
			t.Errorf("%s: %+v", tc.name, d)
		}
	}
}

// doubled repeats the line of the definition.
func doubled(lock string) string {
	for line := range strings.Lines(lock) {
		if strings.HasPrefix(line, `    {"version"`) {
			return strings.Replace(lock, line, strings.TrimSuffix(line, "\n")+",\n"+line, 1)
		}
	}
	return lock
}

// TestLockMerges: entries are one a line and sorted, whatever the order of
// writing.
func TestLockMerges(t *testing.T) {
	a, b := read(t, ".mcp.json", `{"mcpServers":{"a":{"command":"/a"}}}`)[0], read(t, ".mcp.json", `{"mcpServers":{"b":{"command":"/b"}}}`)[0]
	one, two := string(approved(t, Key{}, a, b).Format()), string(approved(t, Key{}, b, a).Format())
	if one != two {
		t.Error(cmp.Diff(one, two))
	}
	if n := strings.Count(one, "\n    {"); n != 2 {
		t.Errorf("%d entry lines:\n%s", n, one)
	}
}

func FuzzParse(f *testing.F) {
	c := read(f, ".mcp.json", base)[0]
	f.Add(approved(f, Key{}, c).Format())
	f.Add([]byte(`{"lockVersion":1,"definitions":[]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		l, err := Parse(raw)
		if err != nil {
			return
		}
		if _, err := Parse(l.Format()); err != nil {
			t.Fatalf("%v\n%s", err, l.Format())
		}
		Check(l, []Current{c}, CheckOptions{Now: now, Base: l})
	})
}
