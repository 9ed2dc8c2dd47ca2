package cmd

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestVerifyShards: whatever the number of shards, together they say what the
// whole says, line by line and in sum, also when there are more shards than
// lines; with --resume each is the same.
func TestVerifyShards(t *testing.T) {
	text := hardClaims(300)
	claims := writeFile(t, "claims.jsonl", []byte(text))
	judge := func(more ...string) (items, said string, report runReport) {
		t.Helper()
		stdout, stderr, code := invoke(t, nil, append([]string{"verify", "--claims", claims, "--max-record-size", "2000", "--jobs", "2", "--no-check-scheme", "--format", "jsonl"}, more...)...)
		last := lastLine(stdout)
		if stdout != "" {
			if err := json.Unmarshal([]byte(last), &report); err != nil || report.Summary.ExitCode != code {
				t.Fatalf("%v: exit %d, %v", more, code, err)
			}
		}
		return strings.TrimSuffix(stdout, last+"\n"), strings.TrimSuffix(stderr, lastLine(stderr)+"\n"), report
	}
	wantOut, wantSaid, want := judge()
	for _, n := range []int{1, 2, 7, 1000} {
		var out, said string
		var sum verifySummary
		var bytes int64
		code := ExitOK
		for i := range n {
			shard := fmt.Sprintf("%d/%d", i, n)
			o, s, report := judge("--shard", shard)
			out, said, code = out+o, said+s, Worse(code, report.Summary.ExitCode)
			tally := sum.tally()
			tally.Add(report.Summary.tally())
			sum.setTally(tally)
			sum.Lines += report.Summary.Lines
			sum.BlankLines += report.Summary.BlankLines
			sum.Hazards += report.Summary.Hazards
			sum.Errors += report.Summary.Errors
			sum.Warnings += report.Summary.Warnings
			if n == 7 {
				bytes = resumedShard(t, claims, shard, o, bytes)
			}
		}
		if out != wantOut || said != wantSaid {
			t.Errorf("%d shards say something else than the whole", n)
		}
		sum.CBORMapping, sum.ExitCode = want.Summary.CBORMapping, code
		if fmt.Sprintf("%+v", sum) != fmt.Sprintf("%+v", *want.Summary) || n == 7 && bytes != int64(len(text)) {
			t.Errorf("%d shards: %+v and %d bytes, want %+v and %d", n, sum, bytes, *want.Summary, len(text))
		}
	}
}

// resumedShard judges a shard with --resume, twice, and compares the summaries.
// It gives where the next shard must begin.
func resumedShard(t *testing.T, claims, shard, items string, offset int64) (end int64) {
	t.Helper()
	checkpoint := filepath.Join(t.TempDir(), "checkpoint")
	var reports [2]string
	for i := range reports {
		path := filepath.Join(t.TempDir(), "summary.json")
		stdout, _, _ := invoke(t, nil, "verify", "--claims", claims, "--max-record-size", "2000", "--no-check-scheme", "--format", "jsonl", "--shard", shard, "--resume", checkpoint, "--summary", path)
		if i == 0 && !strings.HasPrefix(stdout, items) || i == 1 && stdout != "" {
			t.Errorf("shard %s with --resume prints something else", shard)
		}
		reports[i] = read(t, path)
	}
	var report runReport
	if err := json.Unmarshal([]byte(reports[0]), &report); err != nil {
		t.Fatal(err)
	}
	if reports[0] != reports[1] || !report.Complete || report.Shard != shard || report.Inputs[0].Offset != offset {
		t.Errorf("shard %s: %s\nthen %s\nwant one at %d", shard, reports[0], reports[1], offset)
	}
	return offset + *report.Inputs[0].Bytes
}

// TestVerifyShardOfNothing: a shard without lines is no failure, and a file
// without any is one in every shard.
func TestVerifyShardOfNothing(t *testing.T) {
	one := writeFile(t, "one.jsonl", []byte(claimOfNothing+"\n"))
	empty := writeFile(t, "empty.jsonl", nil)
	for i, want := range []string{"1 line read, 0 blank; 1 item: 1 verified", "0 lines read, 0 blank; 0 items: 0 verified"} {
		_, stderr, code := invoke(t, nil, "verify", "--claims", one, "--shard", fmt.Sprintf("%d/2", i))
		if code != ExitOK || !strings.HasPrefix(stderr, want) {
			t.Errorf("shard %d: exit %d, %s", i, code, stderr)
		}
		if _, stderr, code := invoke(t, nil, "verify", "--claims", empty, "--shard", fmt.Sprintf("%d/2", i)); code != ExitUnjudged {
			t.Errorf("shard %d of nothing: exit %d, %s", i, code, stderr)
		}
	}
	both, _, _ := invoke(t, nil, "verify", "--claims", one, one, "--shard", "0/2")
	if strings.Count(both, "verified\n") != 2 {
		t.Errorf("two inputs: %s", both)
	}
}

const claimOfNothing = `{"evidenceRef":{"type":"x","digest":"sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a","canonicalization":"jcs/rfc8785"},"record":{}}`
