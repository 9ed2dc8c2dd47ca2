package cmd

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
)

// TestBaselineNights: failures that are planted over two nights are counted as
// what they are, whatever --jobs says.
func TestBaselineNights(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	const n = 3000
	var last, now []string
	var want [4]int // new, persisting, recovered, gone
	for i := range n {
		rec := fmt.Sprintf(`{"n":%d}`, i)
		good, bad := claimLine(i, digest.JCS, rec, rec), claimLine(i, digest.JCS, rec, `{"n":"other"}`)
		broken := fmt.Sprintf(`{"id":%d,`, i)
		kind := r.IntN(40)
		switch kind {
		case 0: // new
			last, now, want[0] = append(last, good), append(now, bad), want[0]+1
		case 1:
			last, now, want[1] = append(last, bad), append(now, bad), want[1]+1
		case 2:
			last, now, want[1] = append(last, broken), append(now, broken), want[1]+1
		case 3:
			last, now, want[2] = append(last, bad), append(now, good), want[2]+1
		case 4:
			last, want[3] = append(last, bad), want[3]+1
		case 5: // a claim that was not there
			now, want[0] = append(now, bad), want[0]+1
		case 6:
			now = append(now, "")
		default:
			last, now = append(last, good), append(now, good)
		}
	}
	dir := t.TempDir()
	first, second, summary := filepath.Join(dir, "1.jsonl"), filepath.Join(dir, "2.jsonl"), filepath.Join(dir, "1.json")
	for name, lines := range map[string][]string{first: last, second: now} {
		if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, stderr, code := invoke(t, nil, "verify", "--claims", first, "--no-diagnosis", "--summary", summary); code != ExitNo {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	for _, format := range []string{"text", "json", "jsonl", "html"} {
		var one [2]string
		for _, jobs := range []string{"1", "2", "8"} {
			next := filepath.Join(dir, "2-"+jobs+".json")
			stdout, stderr, code := invoke(t, nil, "verify", "--claims", second, "--no-diagnosis", "--baseline", summary, "--jobs", jobs, "--format", format, "--summary", next)
			if code != ExitNo {
				t.Fatalf("exit %d: %s", code, lastLine(stderr))
			}
			if one[0] == "" {
				one = [2]string{stdout, stderr}
			}
			if one != [2]string{stdout, stderr} {
				t.Errorf("%s with %s jobs differs", format, jobs)
			}
			if got := nightCounts(t, next); got != want {
				t.Errorf("%v, want %v", got, want)
			}
		}
		if strings.Count(one[0], `"baseline"`) != want[0]+want[1]+1 && strings.HasPrefix(format, "json") {
			t.Errorf("%s: not every failure tells whether it is new", format)
		}
	}
	// The same night once more: nothing is new.
	stdout, stderr, code := invoke(t, nil, "verify", "--claims", second, "--no-diagnosis", "--baseline", filepath.Join(dir, "2-1.json"), "--quiet")
	if code != ExitOK || stdout != "" || !strings.Contains(stderr, fmt.Sprintf("; 0 new failures, %d persisting, 0 recovered, 0 gone", want[0]+want[1])) {
		t.Errorf("exit %d: %s%s", code, stdout, stderr)
	}
}

// nightCounts reads what a summary says of the baseline.
func nightCounts(t *testing.T, path string) (counts [4]int) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Summary struct {
			Baseline struct {
				New        int `json:"new"`
				Persisting int `json:"persisting"`
				Recovered  int `json:"recovered"`
				Gone       int `json:"gone"`
			} `json:"baseline"`
		} `json:"summary"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	b := file.Summary.Baseline
	return [4]int{b.New, b.Persisting, b.Recovered, b.Gone}
}
