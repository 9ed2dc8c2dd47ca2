package cmd

import (
	"os/exec"
	"strings"
	"testing"
)

// TestShellCommand has a shell read the words back.
func TestShellCommand(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell here")
	}
	words := []string{"", "plain", "two words", "it's", "$HOME", "`id`", "a\nb", "*", "~", "--x=y", "{a,b}", `\`, `"`, "é", "\u202e", "#", "a;b", "!", "=x", "%s"}
	out, err := exec.Command(sh, "-c", "printf '%s|' "+shellCommand(words)).Output()
	if err != nil || string(out) != strings.Join(words, "|")+"|" {
		t.Errorf("%q, %v", out, err)
	}
	if got := shellCommand([]string{"evref", "verify", "--claims", "claim.jsonl", "-c", "jcs/rfc8785"}); got != "evref verify --claims claim.jsonl -c jcs/rfc8785" {
		t.Error(got)
	}
}
