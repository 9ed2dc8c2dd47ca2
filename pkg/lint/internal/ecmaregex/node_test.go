package ecmaregex

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/node.txt anew, from node")

// nodeAnswers asks Node.js which patterns are valid, with and without u.
func nodeAnswers(t *testing.T, patterns []string) [][2]bool {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	const script = `
		const ok = (p, f) => { try { new RegExp(p, f); return true } catch { return false } };
		let text = ''; process.stdin.on('data', d => text += d).on('end', () =>
			console.log(JSON.stringify(JSON.parse(text).map(p => [ok(p, 'u'), ok(p, '')]))));`
	input, err := json.Marshal(patterns)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "-e", script)
	cmd.Stdin = strings.NewReader(string(input))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers [][2]bool
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	return answers
}

// corpus is patterns of every construct, valid and not, and their combinations.
func corpus(t *testing.T) []string {
	t.Helper()
	f, err := os.Open("testdata/patterns.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if line := lines.Text(); line != "" && !strings.HasPrefix(line, "# ") {
			out = append(out, line)
		}
	}
	return out
}

// TestAgainstNode compares with a JavaScript engine that is at hand: pieces of
// syntax by themselves, in pairs and in a group and a class.
func TestAgainstNode(t *testing.T) {
	pieces := corpus(t)
	patterns := append([]string{""}, pieces...)
	for _, a := range pieces {
		patterns = append(patterns, "("+a+")", "["+a+"]", a+"+", a+"{2,1}", "(?="+a+")*", "(?<n>"+a+")", "[a-"+a+"]", a+"|(?<n>b)", `\`+a)
		for _, b := range pieces {
			patterns = append(patterns, a+b)
		}
	}
	answers := nodeAnswers(t, patterns)
	wrong := 0
	for i, p := range patterns {
		got := Check(p)
		if newerThanNode(p) {
			continue
		}
		if (got.Unicode == nil) != answers[i][0] || (got.Legacy == nil) != answers[i][1] {
			if wrong++; wrong < 30 {
				t.Errorf("%q: unicode %v, legacy %v; node says %v", p, got.Unicode, got.Legacy, answers[i])
			}
		}
	}
}

// TestRecordedAnswers compares with what node said, for where it is not at
// hand: one line for each line of patterns.txt.
func TestRecordedAnswers(t *testing.T) {
	patterns := corpus(t)
	const file = "testdata/node.txt"
	if *update {
		var b strings.Builder
		for i, a := range nodeAnswers(t, patterns) {
			fmt.Fprintf(&b, "%-5v %-5v %s\n", a[0], a[1], patterns[i])
		}
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n")
	if len(lines) != len(patterns) {
		t.Fatalf("%d answers for %d patterns: run with -update", len(lines), len(patterns))
	}
	for i, p := range patterns {
		got := Check(p)
		if line := fmt.Sprintf("%-5v %-5v %s", got.Unicode == nil, got.Legacy == nil, p); line != lines[i] && !newerThanNode(p) {
			t.Errorf("got  %s\nwant %s", line, lines[i])
		}
	}
}

// newerThanNode reports syntax of ECMA-262 2025 that engines in use may lack.
func newerThanNode(p string) bool {
	return strings.Contains(p, "(?i") || strings.Contains(p, "(?-") || strings.Count(p, "?<n>") > 1
}
