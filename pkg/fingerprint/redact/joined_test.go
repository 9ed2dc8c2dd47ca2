package redact

import (
	"strings"
	"testing"
)

// TestJoinedNames: a name that is written on to another without a break, and a
// flag that is set with a colon, hide their values as well.
func TestJoinedNames(t *testing.T) {
	for _, text := range []string{
		"PGPASSWORD=hunter3 psql", "export PGPASSWORD=hunter3; psql", "sh -c 'PGPASSWORD=hunter3 psql'",
		"--Token:hunter3", "--api-key:hunter3", "-authtoken:hunter3", "MYAPIKEY=hunter3", "clientsecret=hunter3",
	} {
		if got := Text(text); strings.Contains(got, "hunter3") || !strings.Contains(got, Mark) {
			t.Errorf("%q is shown as %q", text, got)
		}
	}
	for _, text := range []string{"tokenizer=gpt2", "--max-tokens=512", "--tokens:512", "SECRETARY=ann"} {
		if got := Text(text); got != text {
			t.Errorf("%q is shown as %q", text, got)
		}
	}
}
