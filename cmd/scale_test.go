package cmd

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// scaleSum is what docs/scale/sum.jq prints.
type scaleSum struct {
	Complete bool
	Shards   int
	Bytes    int64
	Counts   map[string]int
	ExitCode int
}

// addUp adds up the files of --summary of shards, and holds docs/scale/sum.jq to
// the same where there is jq.
func addUp(t *testing.T, names []string) scaleSum {
	t.Helper()
	sum := scaleSum{Complete: len(names) > 0, Shards: len(names), Counts: map[string]int{}}
	var shards, all []string
	ends := map[string][2]int64{} // where the part begins and ends, of one input
	for i, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var report struct {
			Complete bool
			Shard    string
			Inputs   []struct{ Offset, Bytes int64 }
			Summary  map[string]any
		}
		if err := json.Unmarshal(text, &report); err != nil {
			t.Fatal(err)
		}
		sum.Complete = sum.Complete && report.Complete
		for _, in := range report.Inputs {
			sum.Bytes += in.Bytes
			ends[report.Shard] = [2]int64{in.Offset, in.Offset + in.Bytes}
		}
		for name, v := range report.Summary {
			if n, ok := v.(float64); ok && name != "exitCode" {
				sum.Counts[name] += int(n)
			}
		}
		sum.ExitCode = Worse(sum.ExitCode, int(report.Summary["exitCode"].(float64)))
		shards, all = append(shards, report.Shard), append(all, fmt.Sprintf("%d/%d", i, len(names)))
	}
	for i := 1; i < len(all); i++ {
		if ends[all[i-1]][1] != ends[all[i]][0] {
			sum.Complete = false
		}
	}
	slices.Sort(shards)
	slices.Sort(all)
	if !slices.Equal(shards, all) {
		sum.Complete = false
	}
	if !sum.Complete {
		sum.ExitCode = Worse(sum.ExitCode, ExitUnreadable)
	}
	if sum.Counts["items"] == sum.Counts["noClaim"] {
		sum.ExitCode = Worse(sum.ExitCode, ExitUnjudged)
	}
	if _, err := exec.LookPath("jq"); err != nil {
		t.Log("no jq here: docs/scale/sum.jq was not run")
		return sum
	}
	out, err := exec.Command("jq", append([]string{"-s", "-f", "../docs/scale/sum.jq"}, names...)...).CombinedOutput()
	var printed scaleSum // what it says of failures is the matter of TestScaleNew
	if err == nil {
		err = json.Unmarshal(out, &printed)
	}
	if diff := cmp.Diff(sum, printed); err != nil || diff != "" {
		t.Errorf("sum.jq: %v: %s\n%s", err, out, diff)
	}
	return sum
}

// TestScaleSum: the files of --summary of all shards say in sum what that of the
// whole says; a shard that is missing, there twice or broken off makes the sum
// incomplete.
func TestScaleSum(t *testing.T) {
	claims := writeFile(t, "claims.jsonl", []byte(hardClaims(300)))
	summary := func(name string, more ...string) string {
		t.Helper()
		name = filepath.Join(t.TempDir(), name)
		_, stderr, code := invoke(t, nil, append([]string{"verify", "--claims", claims, "--max-record-size", "2000", "--status", "--summary", name}, more...)...)
		if code == ExitUsage || code == ExitUnreadable {
			t.Fatal(stderr)
		}
		return name
	}
	text, err := os.ReadFile(summary("whole.json"))
	if err != nil {
		t.Fatal(err)
	}
	var whole runReport
	if err := json.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, n := range []int{1, 2, 7} {
		parts = nil
		for i := range n {
			parts = append(parts, summary("part.json", "--shard", fmt.Sprintf("%d/%d", i, n)))
		}
		got, w := addUp(t, parts), whole.Summary
		if !got.Complete || got.Bytes != *whole.Inputs[0].Bytes || got.ExitCode != w.ExitCode ||
			got.Counts["lines"] != w.Lines || got.Counts["items"] != w.Items || got.Counts["verified"] != w.Verified || got.Counts["mismatch"] != w.Mismatch || got.Counts["malformed"] != w.Malformed {
			t.Errorf("%d shards: %+v, want %+v", n, got, w)
		}
	}
	claims = writeFile(t, "blank.jsonl", []byte("\n\n\n"))
	if got := addUp(t, []string{summary("part.json", "--shard", "0/2"), summary("part.json", "--shard", "1/2")}); !got.Complete || got.ExitCode != ExitUnjudged {
		t.Errorf("no claim: %+v", got)
	}
	halves := func(n int) [2]string {
		claims = writeFile(t, "claims.jsonl", []byte(hardClaims(n)))
		return [2]string{summary("first.json", "--shard", "0/2"), summary("second.json", "--shard", "1/2")}
	}
	before, after := halves(300), halves(400) // the file grew between the two
	if got := addUp(t, after[:]); !got.Complete {
		t.Errorf("two halves: %+v", got)
	}
	for name, files := range map[string][]string{
		"a gap":         {before[0], after[1]},
		"an overlap":    {after[0], before[1]},
		"one missing":   parts[1:],
		"one twice":     append(parts[1:len(parts):len(parts)], parts[1]),
		"another whole": append(parts[:6:6], summary("part.json", "--shard", "0/1")),
	} {
		if got := addUp(t, files); got.Complete {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestScalePage: the commands of docs/scale.md that stand inside other commands.
// The filter is the one that testdata/script/verify-filter.txtar runs, and what
// is given to parallel judges the whole.
func TestScalePage(t *testing.T) {
	page, err := os.ReadFile("../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("../testdata/script/verify-filter.txtar")
	if err != nil {
		t.Fatal(err)
	}
	_, filter, found := strings.Cut(strings.Join(fenced(t, "../docs/scale.md", "python"), ""), `FILTER = "`)
	filter, _, _ = strings.Cut(filter, `"`)
	if !found || !strings.Contains(string(page), "\n    "+filter+"\n") || !strings.Contains(string(script), "\nexits 0 "+filter+"\n") {
		t.Errorf("the filter %q is not the one that is shown or run", filter)
	}

	_, command, _ := strings.Cut(string(page), "\n    parallel --joblog jobs.log evref ")
	command, rest, found := strings.Cut(command, " ::: ")
	values, _, _ := strings.Cut(rest, "\n")
	if !found {
		t.Fatal("no command for parallel")
	}
	t.Chdir(t.TempDir())
	if err := os.Mkdir("out", 0o755); err != nil {
		t.Fatal(err)
	}
	text := hardClaims(100)
	if err := os.WriteFile("night.jsonl", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	bytes := 0
	for _, value := range strings.Fields(values) {
		args := strings.Fields(strings.ReplaceAll(command, "{}", value))
		if _, stderr, code := invoke(t, nil, args...); code != ExitOK && code != ExitNo {
			t.Fatalf("%v: exit %d: %s", args, code, stderr)
		}
		summary, err := os.ReadFile("out/" + value + ".json")
		var report runReport
		if err == nil {
			err = json.Unmarshal(summary, &report)
		}
		if err != nil || !report.Complete {
			t.Fatalf("%v: %s", err, summary)
		}
		bytes += int(*report.Inputs[0].Bytes)
	}
	if bytes != len(text) {
		t.Errorf("the parts have %d bytes of %d", bytes, len(text))
	}
}

// TestScaleNew: docs/scale/new.jq finds over two nights of shards what --baseline
// finds over the whole, also when lines have moved to other shards.
func TestScaleNew(t *testing.T) {
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("no jq here")
	}
	jq := func(script string, files ...string) string {
		t.Helper()
		out, err := exec.Command("jq", append([]string{"-s", "-f", "../docs/scale/" + script}, files...)...).Output()
		if err != nil {
			t.Fatalf("%s: %v", script, err)
		}
		return writeFile(t, "sum.json", out)
	}
	verify := func(claims string, more ...string) (summary string, code int) {
		t.Helper()
		summary = filepath.Join(t.TempDir(), "summary.json")
		_, stderr, code := invoke(t, nil, append([]string{"verify", "--claims", claims, "--max-record-size", "2000", "--status", "--summary", summary}, more...)...)
		if code == ExitUsage || code == ExitUnreadable {
			t.Fatal(stderr)
		}
		return summary, code
	}
	shards := func(claims string, n int) (summaries []string) {
		t.Helper()
		for i := range n {
			part, _ := verify(claims, "--shard", fmt.Sprintf("%d/%d", i, n))
			summaries = append(summaries, part)
		}
		return summaries
	}
	text := hardClaims(600)
	empty := jq("sum.jq", shards(writeFile(t, "empty.jsonl", []byte("\n")), 2)...)
	now := writeFile(t, "now.jsonl", []byte(text))
	for name, night := range map[string]string{"another": lastNight(text), "the same": text} {
		last := writeFile(t, "last.jsonl", []byte(night))
		before, _ := verify(last)
		after, code := verify(now, "--baseline", before)
		want := nightCounts(t, after)

		parts := shards(now, 7)
		read := func(name string) (c struct {
			Complete                            bool
			New, Persisting, NoLonger, ExitCode int
		}) {
			t.Helper()
			text, err := os.ReadFile(name)
			if err == nil {
				err = json.Unmarshal(text, &c)
			}
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		sum := jq("sum.jq", shards(last, 3)...)
		got := read(jq("new.jq", sum, jq("sum.jq", parts...)))
		if !got.Complete || got.New != want[0] || got.Persisting != want[1] || got.NoLonger < want[2]+want[3] || got.ExitCode != code {
			t.Errorf("%s: %+v, want %v and exit code %d", name, got, want, code)
		}
		if got := read(jq("new.jq", sum, empty)); !got.Complete || got.New+got.Persisting != 0 || got.ExitCode != ExitUnjudged {
			t.Errorf("%s, then no claim at all: %+v", name, got)
		}
		if got := read(jq("new.jq", sum, jq("sum.jq", parts[1:]...))); got.Complete || got.ExitCode != ExitUnreadable {
			t.Errorf("%s, a part missing: %+v", name, got)
		}
	}
}
