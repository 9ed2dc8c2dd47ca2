package cmd

import (
	"strings"
	"testing"
)

// TestApprovalNamesAreVisible: who approves and why is read by people, in the
// lock too, and what turns or hides text there is refused.
func TestApprovalNamesAreVisible(t *testing.T) {
	sum := strings.Repeat("0", 64)
	for _, odd := range []string{"ada\u202eadb", "ada\u200b", "ada\x1b[2J", "ada\nbob"} {
		for _, args := range [][]string{{"--by", odd}, {"--by", "ada", "--reason", odd}} {
			out, errs, code := invoke(t, nil, append([]string{"fingerprint", "--approve", "d", "--expect", sum, "x.json"}, args...)...)
			if code != ExitUsage || !strings.Contains(errs, "invisible characters") || strings.Contains(out+errs, odd) {
				t.Errorf("%q: exit %d: %q", args, code, errs)
			}
		}
	}
}
