package redact

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-evref/evref/pkg/fingerprint"
)

func TestFill(t *testing.T) {
	cwd := "/srv/token=abc"
	whole := fingerprint.Definition{
		ID: "a", SecretRefs: []fingerprint.Binding{},
		Transport: fingerprint.Transport{
			Executable: "/bin/x", Args: []string{"--token", "abc", "TOKEN=abc tail", "y"}, Cwd: &cwd, URL: "https://u:p@h.example/?key=abc&&x=1",
		},
	}
	shown, _ := Definition(whole)
	if diff := cmp.Diff(whole, Fill(shown, whole)); diff != "" {
		t.Errorf("what was hidden is not filled in:\n%s", diff)
	}
	for name, change := range map[string]func(*fingerprint.Definition){
		"id":         func(d *fingerprint.Definition) { d.ID = "b" },
		"executable": func(d *fingerprint.Definition) { d.Transport.Executable = "/bin/y" },
		"more":       func(d *fingerprint.Definition) { d.Transport.Args = append(d.Transport.Args, Mark) },
		"fewer":      func(d *fingerprint.Definition) { d.Transport.Args = d.Transport.Args[:3] },
		"beside":     func(d *fingerprint.Definition) { d.Transport.Args[2] = "TOKEN=" + Mark + " other" },
		"cwd":        func(d *fingerprint.Definition) { d.Transport.Cwd = nil },
	} {
		edited, _ := Definition(whole)
		change(&edited)
		if cmp.Equal(whole, Fill(edited, whole)) {
			t.Errorf("%s: an edited definition passes", name)
		}
	}
}

func TestFits(t *testing.T) {
	for _, tc := range []struct {
		shown, text string
		want        bool
	}{
		{"[redacted]", "", true},
		{"[redacted]", "abc", true},
		{"a[redacted]b", "ab", true},
		{"a[redacted]a", "a", false},
		{"a[redacted]b[redacted]c", "axxbyyc", true},
		{"a[redacted]b[redacted]c", "axxyyc", false},
		{"a[redacted]b[redacted]c", "ac", false},
		{"ab", "ab", false}, // nothing is hidden
	} {
		if got := fits(tc.shown, tc.text); got != tc.want {
			t.Errorf("%q, %q: %v", tc.shown, tc.text, got)
		}
	}
}

// FuzzFits: what is not hidden is shown as written, so that a person can compare
// it, and a lock with the definition.
func FuzzFits(f *testing.F) {
	for _, s := range []string{
		"a&&b", "https://u:p@h.example/?key=abc&&x=1#token=a;b", "--token abc; TOKEN='x y' z", "Authorization: Bearer abc",
		"mysql -pabc", "ghp_0123456789abcdefABCDEF ghp_0123456789abcdefABCDEF", `{"token":"abc"}`, "-----BEGIN X PRIVATE KEY-----a-----END X PRIVATE KEY-----",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for name, shown := range map[string]string{
			"Text": Text(s), "URL": URL(s), "Reference": Reference(s), "Args": Args("mysql", []string{"--token", s})[1], "Named": Named("token", s),
		} {
			if shown != s && !fits(shown, s) {
				t.Errorf("%s of %q is %q", name, s, shown)
			}
		}
	})
}
