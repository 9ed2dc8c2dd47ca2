package cmd

import (
	"bytes"
	"context"
	"io"
	"testing"
	"time"
)

// TestInterruptWhileWaiting: a run that waits for standard input ends with 130
// when it is interrupted, in every verb that reads it.
func TestInterruptWhileWaiting(t *testing.T) {
	for _, args := range [][]string{
		{"digest", "-"}, {"digest", "--jsonl", "-"}, {"verify", "-"}, {"verify", "--check", "-"}, {"verify", "--claims", "-"},
		{"lint-tool", "-"}, {"fingerprint", "-"},
	} {
		in, _ := io.Pipe() // nothing is ever written
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(20*time.Millisecond, cancel)
		var out, errs bytes.Buffer
		code := Main(ctx, args, Streams{In: in, Out: &out, Err: &errs, Getenv: func(string) string { return "" }, Now: time.Now})
		if code != ExitInterrupted || out.Len() > 0 {
			t.Errorf("%v: exit %d, stdout %q, stderr %q", args, code, &out, &errs)
		}
		cancel()
	}
}
