package cmd

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/mcp-evref/evref/pkg/digest"
)

// TestInterruptWhileWaiting: a run that waits for standard input ends with 130
// when it is interrupted, in every verb that reads it.
func TestInterruptWhileWaiting(t *testing.T) {
	for _, args := range [][]string{
		{"digest", "-"}, {"digest", "--jsonl", "-"}, {"verify", "-"}, {"verify", "--check", "-"}, {"verify", "--claims", "-"},
		{"verify", "--as", "session", "-"}, {"verify", "--jsonl", "-"}, {"lint-tool", "-"}, {"fingerprint", "-"},
	} {
		in, _ := io.Pipe() // nothing is ever written
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(20*time.Millisecond, cancel)
		var out, errs bytes.Buffer
		code := Main(ctx, args, Streams{In: in, Out: &out, Err: &errs, Getenv: func(string) string { return "" }, Now: time.Now})
		if code != ExitInterrupted || out.Len() > 0 || strings.Contains(errs.String(), "unreadable") || strings.Contains(errs.String(), " found") {
			t.Errorf("%v: exit %d, stdout %q, stderr %q", args, code, &out, &errs)
		}
		cancel()
	}
}

// TestInterruptedFilesSaySo: a file of results does not look like a whole one.
func TestInterruptedFilesSaySo(t *testing.T) {
	dir := t.TempDir()
	in, writer := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		io.WriteString(writer, someClaims(1000))
		cancel()
	}()
	args := []string{"verify", "--claims", "-", "--format", "text"}
	for _, format := range []string{"text", "html", "json", "jsonl"} {
		args = append(args, "-o", format+"="+filepath.Join(dir, format))
	}
	var errs bytes.Buffer
	code := Main(ctx, args, Streams{In: in, Out: io.Discard, Err: &errs, Getenv: func(string) string { return "" }, Now: time.Now})
	if code != ExitInterrupted {
		t.Fatalf("exit %d, %s", code, &errs)
	}
	for format, want := range map[string]string{
		"text": "interrupted: what stands behind this was not judged\n", "html": "Interrupted: what stands behind the last item was not judged.",
		"json": `"exitCode": 130`, "jsonl": `"exitCode":130`,
	} {
		if text := read(t, filepath.Join(dir, format)); !strings.Contains(text, want) {
			t.Errorf("%s: …%s", format, text[max(len(text)-300, 0):])
		}
	}
}

// TestInterruptAtPipes: so does one that waits for a pipe that has no other end, or
// one from which nothing comes, wherever it is named.
func TestInterruptAtPipes(t *testing.T) {
	binary := program(t)
	if _, err := exec.LookPath("mkfifo"); err != nil {
		t.Skip("no pipes with names here")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"claims": someClaims(3), "tools": `{"tools":[]}`, "config": `{"mcpServers":{"a":{"command":"/x"}}}`, "record": "{}"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	reading := []string{
		"digest PIPE", "digest --jsonl PIPE", "digest record --scheme x=PIPE", "digest -c jcs --type x --inject PIPE record",
		"verify PIPE", "verify --claims PIPE --summary summary", "verify --check PIPE", "verify --as session PIPE", "verify --jsonl PIPE",
		"verify --digest x -c jcs/rfc8785 PIPE", "verify --claims claims --baseline PIPE", "verify --claims claims --evidence PIPE",
		"verify --claims claims --config PIPE", "verify --claims PIPE --resume PIPE.ckpt",
		"lint-tool PIPE", "lint-tool tools --baseline PIPE", "lint-tool tools --against PIPE", "lint-tool tools --config PIPE",
		"fingerprint PIPE", "fingerprint config --check-lock --lock PIPE", "fingerprint config --write-lock --lock lock --tools PIPE", "explain PIPE",
	}
	opening := []string{ // to be written to, or as a folder
		"digest record -o PIPE", "verify --claims claims -o PIPE", "verify --claims claims --summary PIPE", "verify --claims claims --ref-map x=PIPE",
		"verify --claims claims --store PIPE", "lint-tool tools -o PIPE", "fingerprint config -o PIPE", "explain record -o PIPE",
	}
	var runs sync.WaitGroup // most of them sleep
	for i, line := range slices.Concat(reading, reading, opening) {
		pipe := fmt.Sprintf("pipe-%d", i)
		line = strings.ReplaceAll(line, "PIPE", pipe)
		runs.Go(func() { interruptAtPipe(t, binary, dir, line, pipe, i < len(reading)) })
	}
	runs.Wait()
	if text := read(t, filepath.Join(dir, "summary")); !strings.Contains(text, `"exitCode": 130`) || !strings.Contains(text, `"complete": false`) {
		t.Errorf("the summary of an interrupted run: %s", text)
	}
}

// TestSignals: whatever asks a run to end ends it like an interrupt, but under
// nohup it outlives its terminal.
func TestSignals(t *testing.T) {
	binary := program(t)
	for _, test := range []struct {
		before string
		send   []os.Signal
	}{
		{"", []os.Signal{os.Interrupt}},
		{"", []os.Signal{syscall.SIGTERM}},
		{"", []os.Signal{syscall.SIGHUP}},
		{"trap '' HUP; ", []os.Signal{syscall.SIGHUP, syscall.SIGTERM}},
	} {
		summary := filepath.Join(t.TempDir(), "summary")
		c := exec.Command("sh", "-c", test.before+`exec "$0" "$@"`, binary, "verify", "--claims", "-", "--summary", summary)
		var errs bytes.Buffer
		c.Stderr = &errs
		stdin, err := c.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		stdout, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		late := time.AfterFunc(30*time.Second, func() { c.Process.Kill() })
		const many = 20_000 // claims, far more than are kept back
		answers, count := bufio.NewScanner(stdout), 0
		for i, s := range test.send {
			go io.WriteString(stdin, strings.Repeat(claimLine(1, digest.JCS, "{}", "{}")+"\n", many))
			for count <= i*many && answers.Scan() { // it lives, and reads on
				count++
			}
			if err := c.Process.Signal(s); err != nil {
				t.Error(err)
			}
		}
		for answers.Scan() {
		}
		c.Wait()
		late.Stop()
		if code := c.ProcessState.ExitCode(); code != ExitInterrupted || count <= (len(test.send)-1)*many || !strings.Contains(read(t, summary), `"exitCode": 130`) {
			t.Errorf("%q, %v: exit %d after %d answers, %s", test.before, test.send, code, count, &errs)
		}
	}
}

// interruptAtPipe runs a command that waits for a pipe, which nobody has opened or
// which somebody has and does not write to, and interrupts it once.
func interruptAtPipe(t *testing.T, binary, dir, line, pipe string, open bool) {
	path := filepath.Join(dir, pipe)
	if err := exec.Command("mkfifo", path).Run(); err != nil {
		t.Error(err)
		return
	}
	if open {
		writer, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Error(err)
			return
		}
		defer writer.Close()
	}
	c := exec.Command(binary, strings.Fields(line)...)
	c.Dir = dir
	var errs bytes.Buffer
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Error(err)
		return
	}
	time.AfterFunc(time.Second, func() { c.Process.Signal(os.Interrupt) })
	late := time.AfterFunc(30*time.Second, func() { c.Process.Kill() })
	defer late.Stop()
	if c.Wait(); c.ProcessState.ExitCode() != ExitInterrupted {
		t.Errorf("%s: exit %d, %s", line, c.ProcessState.ExitCode(), &errs)
	}
}

// TestInterruptKeepsResults: a run that has begun is never cut, however long it
// takes to write what it has.
func TestInterruptKeepsResults(t *testing.T) {
	dir := t.TempDir()
	claims, checkpoint, summary := writeFile(t, "claims.jsonl", []byte(someClaims(30000))), filepath.Join(dir, "checkpoint"), filepath.Join(dir, "summary")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var slow sync.Once
	out := writerFunc(func(p []byte) (int, error) {
		slow.Do(func() { cancel(); time.Sleep(patience + time.Second) })
		return len(p), nil
	})
	var errs bytes.Buffer
	code := Main(ctx, []string{"verify", "--claims", claims, "--no-diagnosis", "--resume", checkpoint, "--summary", summary},
		Streams{Out: out, Err: &errs, Getenv: func(string) string { return "" }, Now: time.Now})
	if code != ExitInterrupted || !strings.Contains(errs.String(), "to go on: ") || !strings.Contains(read(t, summary), `"exitCode": 130`) {
		t.Errorf("exit %d, %s", code, lastLine(errs.String()))
	}
	read(t, checkpoint)
}
