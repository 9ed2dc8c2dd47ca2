package lint

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/record"
)

// patched applies a unified diff the plain way: it believes the line numbers
// and checks every unchanged and removed line.
func patched(old, diff string) (string, error) {
	lines := strings.SplitAfter(old, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	var out strings.Builder
	at := 0
	body := strings.SplitAfter(diff, "\n")
	for i := 2; i < len(body); i++ {
		line := body[i]
		if line == "" {
			continue
		}
		if strings.HasPrefix(line, "@@") {
			var first, n, newFirst, m int
			if _, err := fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@", &first, &n, &newFirst, &m); err != nil {
				return "", err
			}
			if n > 0 {
				first--
			}
			out.WriteString(strings.Join(lines[at:first], ""))
			at = first
			continue
		}
		text := line[1:]
		if i+1 < len(body) && strings.HasPrefix(body[i+1], `\`) {
			text = strings.TrimSuffix(text, "\n")
			body[i+1] = ""
		}
		if line[0] != '+' {
			if at >= len(lines) || lines[at] != text {
				return "", fmt.Errorf("line %d does not match %q", at+1, text)
			}
			at++
		}
		if line[0] != '-' {
			out.WriteString(text)
		}
	}
	out.WriteString(strings.Join(lines[at:], ""))
	return out.String(), nil
}

// TestDiff: the diff of any edits of any text gives the edited text.
func TestDiff(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		old := randomText(r)
		edits := randomEdits(r, len(old))
		want, err := record.Apply([]byte(old), edits)
		if err != nil {
			t.Fatal(err)
		}
		diff := string(Diff("a.json", []byte(old), edits))
		if (diff == "") != (string(want) == old) {
			t.Fatalf("%q to %q has the diff %q", old, want, diff)
		}
		if diff == "" {
			continue
		}
		if got, err := patched(old, diff); err != nil || got != string(want) {
			t.Fatalf("%q with %v: %v\ngot  %q\nwant %q\n%s", old, edits, err, got, want, diff)
		}
	}
}

// TestDiffText shows what a person sees.
func TestDiffText(t *testing.T) {
	text := "{\n  \"a\": null,\n  \"b\": 2,\n  \"c\": 3,\n  \"d\": 4,\n  \"e\": 5,\n  \"f\": 6,\n  \"g\": 7,\n  \"h\": 8,\n  \"i\": 9,\n  \"j\": null\n}"
	at := func(s string) record.Edit {
		i := strings.Index(text, s)
		return record.Edit{Start: i, End: i + len(s)}
	}
	first, last := at("\"a\": null,\n  "), at("null\n}")
	last.End = last.Start + 4
	last.New = "10"
	want := `--- a/tools/a.json
+++ b/tools/a.json
@@ -1,5 +1,4 @@
 {
-  "a": null,
   "b": 2,
   "c": 3,
   "d": 4,
@@ -8,5 +7,5 @@
   "g": 7,
   "h": 8,
   "i": 9,
-  "j": null
+  "j": 10
 }
\ No newline at end of file
`
	if got := string(Diff("tools/a.json", []byte(text), []record.Edit{first, last})); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestDiffPatch lets the real program apply diffs: with CRLF, without a last
// line end, one long line, an empty result.
func TestDiffPatch(t *testing.T) {
	if _, err := exec.LookPath("patch"); err != nil {
		t.Skip("patch is not installed")
	}
	long := "{\"a\": null, \"b\": \"" + strings.Repeat("é", 5000) + "\"}"
	for name, text := range map[string]string{
		"lf.json": "{\n  \"a\": null\n}\n", "crlf.json": "{\r\n  \"a\": null\r\n}\r\n", "open end.json": "{\n  \"a\": null\n}", "long.json": long,
		"quote\"d.json": "{\"a\": null}\n",
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		i := strings.Index(text, "null")
		edits := []record.Edit{{Start: i, End: i + 4, New: "[\n1]"}}
		want, err := record.Apply([]byte(text), edits)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("patch", "-p1", "-s", "--binary")
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(string(Diff(name, []byte(text), edits)))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", name, err, out)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != string(want) {
			t.Errorf("%s: %v\ngot  %q\nwant %q", name, err, got, want)
		}
	}
}

func TestDiffName(t *testing.T) {
	for name, want := range map[string]string{
		"a/x.json": "a/x.json", "a/x y.json": "a/x y.json\t", "a/x\ny": `"a/x\ny"`, "a/é.json": "a/é.json", `a/"é`: `"a/\"\303\251"`,
	} {
		want = strings.ReplaceAll(want, `\ny`, `\012y`)
		if got := diffName(name); got != want {
			t.Errorf("%q: got %s, want %s", name, got, want)
		}
	}
}
