package cmd

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestIndexDoesNotDependOnJobs: of records with one digest the same is found, and
// what cannot be read is told in the same order.
func TestIndexDoesNotDependOnJobs(t *testing.T) {
	t.Chdir(t.TempDir())
	var claims, lines strings.Builder
	for i := range 900 {
		dir := filepath.Join("records", fmt.Sprint(i%7))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf(`{"n": %d}`, i%200)
		if i%50 == 0 {
			text = "{"
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.json", i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&lines, "{\"n\": %d}\n\n", i%300)
		fmt.Fprintf(&claims, `{"evidenceRef":{"type":"t","digest":"sha256:%x","canonicalization":"jcs/rfc8785"}}`+"\n",
			sha256.Sum256(fmt.Appendf(nil, `{"n":%d}`, i%350)))
	}
	for name, text := range map[string]string{"claims.jsonl": claims.String(), "records/all.jsonl": lines.String() + "{oops\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var want string
	for _, jobs := range []string{"1", "2", "5"} {
		stdout, stderr, code := invoke(t, nil, "verify", "--claims", "claims.jsonl", "--evidence", "records", "--format", "jsonl", "--jobs", jobs)
		if code != ExitUnjudged || strings.Count(stderr, "warning: ") != 19 {
			t.Fatalf("exit %d: %s", code, stderr)
		}
		if got := stdout + stderr; want == "" {
			want = got
		} else if got != want {
			t.Errorf("--jobs %s gives another answer", jobs)
		}
	}
}
