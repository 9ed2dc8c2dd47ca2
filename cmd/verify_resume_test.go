package cmd

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mcp-evref/evref/cmd/internal/checkpoint"
)

// hardClaims are lines of every kind: broken, blank, with CR LF, over the limit
// of 2000 bytes, and a last one that is cut off.
func hardClaims(n int) string {
	text := someClaims(n)
	lines := strings.SplitAfter(text, "\n")
	for i := range lines {
		if i%7 == 3 {
			lines[i] = strings.Replace(lines[i], "\n", "\r\n", 1)
		}
	}
	return strings.Join(lines, "") + `{"id":"cut","evidenceRef":{"type":"x"`
}

// lastNight are the lines of a night before: some are not there yet, and some have
// records that are good now.
func lastNight(claims string) string {
	var b strings.Builder
	for line := range strings.Lines(claims) {
		switch n := len(line); {
		case n%5 == 0:
		case n%7 == 0:
			b.WriteString(strings.Replace(line, `"record":{`, `"record":{"then":1,`, 1))
		case n%11 == 0:
			b.WriteString("was here " + line)
		default:
			b.WriteString(line)
		}
	}
	return b.String()
}

// program builds the program, for tests that send it signals.
func program(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals here")
	}
	path := filepath.Join(t.TempDir(), "evref")
	if out, err := exec.Command("go", "build", "-o", path, "..").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// leg is one run of the program, which ends by itself or by a signal.
type leg struct {
	stdout, stderr string
	code           int // -1: killed
}

// runLeg runs the program until it has written limit bytes, and then sends it a
// signal. limit < 0 lets it run. file is where it writes; "" is standard output.
func runLeg(t *testing.T, signal os.Signal, limit int, file string, args ...string) leg {
	t.Helper()
	c := exec.Command(args[0], args[1:]...)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var printed bytes.Buffer
	switch {
	case limit >= 0 && file == "":
		io.CopyN(&printed, out, int64(limit))
		c.Process.Signal(signal)
	case limit >= 0:
		go signalAt(c.Process, signal, file, sizeOf(file)+int64(limit))
	}
	io.Copy(&printed, out)
	err = c.Wait()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	return leg{printed.String(), errs.String(), c.ProcessState.ExitCode()}
}

// signalAt sends a signal when a file has grown to a size, or the program ended.
func signalAt(p *os.Process, signal os.Signal, file string, size int64) {
	for p.Signal(syscall.Signal(0)) == nil {
		if sizeOf(file) >= size {
			p.Signal(signal)
			return
		}
		time.Sleep(100 * time.Microsecond)
	}
}

func sizeOf(file string) int64 {
	info, err := os.Stat(file)
	if err != nil {
		return 0
	}
	return info.Size()
}

// TestResume interrupts and kills runs at random places, twenty times each, goes
// on until they are done, and compares with a run that nothing disturbed.
func TestResume(t *testing.T) {
	binary := program(t)
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	claims := hardClaims(6000)
	if err := os.WriteFile(path("claims.jsonl"), []byte(claims), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path("last.jsonl"), []byte(lastNight(claims)), 0o644); err != nil {
		t.Fatal(err)
	}
	base := []string{binary, "verify", "--claims", path("last.jsonl"), "--max-record-size", "2000", "--status", "--summary", path("last.json")}
	if last := runLeg(t, nil, -1, "", base...); last.code != ExitNo {
		t.Fatalf("exit %d, %s", last.code, last.stderr)
	}
	base = []string{binary, "verify", "--claims", path("claims.jsonl"), "--max-record-size", "2000", "--format", "jsonl", "--no-diagnosis", "--baseline", path("last.json")}
	whole := runLeg(t, nil, -1, "", append(slices.Clip(base), "--summary", path("summary.json"), "--failures-dir", path("failures"), "--failures-limit", "50")...)
	wantSummary := read(t, path("summary.json"))
	if whole.code != ExitNo || !strings.Contains(whole.stderr, "\n6001 lines read") {
		t.Fatalf("exit %d, %s", whole.code, lastLine(whole.stderr))
	}
	if got := nightCounts(t, path("summary.json")); slices.Contains(got[:], 0) {
		t.Errorf("of new, persisting, recovered and gone there are %v", got)
	}
	disturbed := disturbance{args: base, dir: dir, whole: whole, summary: wantSummary}
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			disturbed.toOutput(t, signal)
		})
		t.Run(signal.String()+" with a file", func(t *testing.T) {
			t.Parallel()
			disturbed.toFile(t, signal)
		})
	}
}

// disturbance is what a disturbed run is compared with.
type disturbance struct {
	args    []string
	dir     string
	whole   leg
	summary string
	out     string // file of -o; "" is none
}

// stops is how often a run is disturbed.
const stops = 20

// run goes on with a run until it is done, and gives all that it printed. The
// signals come when up to most bytes were written. A run that is done too soon is
// begun again.
func (d disturbance) run(t *testing.T, signal syscall.Signal, most int, more ...string) (printed string) {
	dir := t.TempDir()
	saved, summary := filepath.Join(dir, "checkpoint"), filepath.Join(dir, "summary.json")
	args := slices.Concat(d.args, []string{"--resume", saved, "--summary", summary}, more)
	random := rand.New(rand.NewPCG(11, uint64(signal)))
	within := 0 // how often it stopped on the way
	for n := 0; ; {
		limit := random.IntN(most)
		if n >= stops {
			limit = -1
		}
		// Between two checkpoints, or with one after each batch.
		interval := []string{"0s", "10ms"}[n%2]
		last := runLeg(t, signal, limit, d.out, append(args, "--checkpoint-interval", interval)...)
		printed += last.stdout
		if c, err := checkpoint.Load(saved); err == nil && c != nil && c.Lines > 0 && !c.Complete {
			within++
		}
		switch {
		case last.code == ExitNo && n < stops:
			printed = ""
			if err := os.Remove(saved); err != nil {
				t.Fatal(err)
			}
			os.Remove(d.out)
		case last.code == ExitNo:
			if got := read(t, summary); got != d.summary {
				t.Errorf("summary\n%s\nwant\n%s", got, d.summary)
			}
			if got, want := lastLine(last.stderr), lastLine(d.whole.stderr); got != want {
				t.Errorf("last line %s\nwant %s", got, want)
			}
			// A run that is complete says its counts again, and nothing else.
			again := runLeg(t, nil, -1, "", args...)
			if again.stdout != "" || again.stderr != lastLine(d.whole.stderr)+"\n" || again.code != ExitNo || read(t, summary) != d.summary {
				t.Errorf("again: exit %d\n%.200s%.300s", again.code, again.stdout, again.stderr)
			}
			if within < stops/2 {
				t.Errorf("only %d of %d stops were on the way", within, stops)
			}
			return printed
		case last.code == ExitInterrupted:
			n++
			_, err := os.Stat(saved)
			if lastLine(last.stderr) == lastLine(d.whole.stderr) {
				continue // the signal came when all was done
			}
			if hint := "checkpoint is at line "; err == nil && !strings.Contains(last.stderr, hint) || !strings.Contains(last.stderr, "interrupted: ") {
				t.Errorf("interrupted: %s", last.stderr)
			}
		case last.code == -1:
			n++
		default:
			t.Fatalf("exit %d: %s", last.code, last.stderr)
		}
	}
}

// toOutput prints every line once when the run is interrupted, and at least once
// when it is killed.
func (d disturbance) toOutput(t *testing.T, signal syscall.Signal) {
	printed := d.run(t, signal, 700<<10)
	if signal == syscall.SIGINT {
		if printed != d.whole.stdout {
			t.Errorf("printed %d bytes, want %d", len(printed), len(d.whole.stdout))
		}
		return
	}
	seen := map[string]bool{}
	for line := range strings.Lines(printed) {
		seen[line] = true
	}
	for line := range strings.Lines(d.whole.stdout) {
		if !seen[line] {
			t.Fatalf("never printed: %s", line)
		}
	}
}

// toFile writes every line once, whatever the signal.
func (d disturbance) toFile(t *testing.T, signal syscall.Signal) {
	d.out = filepath.Join(t.TempDir(), "out.jsonl")
	failures := filepath.Join(t.TempDir(), "failures")
	if printed := d.run(t, signal, 400<<10, "-o", d.out, "--failures-dir", failures, "--failures-limit", "50"); printed != "" || read(t, d.out) != d.whole.stdout {
		t.Errorf("the file has %d bytes, want %d", len(read(t, d.out)), len(d.whole.stdout))
	}
	want := filepath.Join(d.dir, "failures")
	if got, want := read(t, filepath.Join(failures, failuresFile)), read(t, filepath.Join(want, failuresFile)); got != want {
		t.Errorf("failures\n%.500s\nwant\n%.500s", got, want)
	}
	if err := exec.Command("diff", "-r", want, failures).Run(); err != nil {
		t.Errorf("the folders of failures differ: %v", err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestEditedCheckpoint: what an earlier run has found is not believed when it was
// changed since, wherever in the checkpoint, whether that run is complete or not.
func TestEditedCheckpoint(t *testing.T) {
	t.Chdir(t.TempDir())
	claim := `{"id":1,"evidenceRef":{"type":"x","digest":"sha256:` + strings.Repeat("0", 64) + `","canonicalization":"jcs/rfc8785"},"record":{}}` + "\n"
	if err := os.WriteFile("claims.jsonl", []byte(claim), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"verify", "--claims", "claims.jsonl", "--resume", "night", "--summary", "sum", "--failures-dir", "kept"}
	if _, stderr, code := invoke(t, nil, args...); code != ExitNo {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	text := read(t, "night")
	for _, edit := range [][2]string{
		{`"code": 1`, `"code": 0`}, {`"code": 1,`, ""}, {`"exitCode": 1`, `"exitCode": 0`},
		{`"mismatch": 1`, `"mismatch": 0`}, {`"verified": 0`, `"verified": 1`}, {`"lines": 1`, `"lines": 2`},
		{`"locator": "claims`, `"locator": "others`}, {`"total": 1`, `"total": 0`}, {`"cborMapping": "`, `"cborMapping": "x`},
		{`"complete": true`, `"complete": false`}, {`"state": {`, `"state": {"code": 0,`},
	} {
		edited := strings.Replace(text, edit[0], edit[1], 1)
		if edited == text {
			t.Errorf("the checkpoint has no %s", edit[0])
		}
		if err := os.WriteFile("night", []byte(edited), 0o644); err != nil {
			t.Fatal(err)
		}
		_, stderr, code := invoke(t, nil, args...)
		if code != ExitUnreadable || stderr != "error: night: the checkpoint is damaged; remove the file to begin again\n" {
			t.Errorf("%s for %s: exit %d, %s", edit[1], edit[0], code, stderr)
		}
	}
}
