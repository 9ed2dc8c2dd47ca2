package cmd

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestVerifyProgress: what is shown while a run is under way changes nothing of
// what it says, and is only shown to those who want it.
func TestVerifyProgress(t *testing.T) {
	path := writeFile(t, "claims.jsonl", []byte(someClaims(4000)))
	const (
		live  = "\r[^\r\n]*/claims.jsonl, [0-9.]+%, [0-9.]+ records/s, [0-9.]+ MB/s(, [0-9:]+ left)?; [0-9]+ verified, [^\r\n]*malformed[^\r\n]*\x1b\\[K"
		plain = "progress: [^\r\n]*/claims.jsonl, [0-9.]+%, [0-9.]+ records/s, [0-9.]+ MB/s(, [0-9:]+ left)?; [0-9]+ verified, [^\r\n]*malformed[^\r\n]*\n"
	)
	run := func(terminal bool, env map[string]string, args ...string) (stdout, stderr string, code int) {
		var out, errs bytes.Buffer
		now := time.Unix(0, 0)
		code = Main(context.Background(), append([]string{"verify", "--claims", path, "--jobs", "1"}, args...), Streams{
			Out: &out, Err: &errs, OutTerminal: terminal, ErrTerminal: terminal,
			Getenv: func(name string) string { return env[name] },
			Now:    func() time.Time { now = now.Add(31 * time.Second); return now },
		})
		return out.String(), errs.String(), code
	}
	wide := map[string]string{"COLUMNS": "500", "NO_COLOR": "1"}
	wantOut, wantErr, wantCode := run(false, wide)
	for name, c := range map[string]struct {
		terminal bool
		env      map[string]string
		args     []string
		want     string // "" is nothing
	}{
		"a terminal":     {true, wide, nil, live},
		"only failures":  {true, wide, []string{"--only-failures"}, live},
		"never":          {true, wide, []string{"--progress", "never"}, ""},
		"a log":          {false, wide, []string{"--progress", "plain"}, plain},
		"a log, wanted":  {true, wide, []string{"--progress", "plain"}, plain},
		"quiet":          {true, wide, []string{"-q"}, ""},
		"status":         {true, wide, []string{"--status"}, ""},
		"dumb":           {true, map[string]string{"TERM": "dumb", "NO_COLOR": "1"}, nil, ""},
		"CI":             {true, map[string]string{"CI": "true", "NO_COLOR": "1"}, nil, ""},
		"not a terminal": {false, wide, nil, ""},
	} {
		stdout, stderr, code := run(c.terminal, c.env, c.args...)
		rest := regexp.MustCompile("(?:"+live+"|"+plain+"|\r\x1b\\[K)").ReplaceAllString(stderr, "")
		if c.want == "" && rest != stderr || c.want != "" && len(regexp.MustCompile(c.want).FindAllString(stderr, -1)) < 2 {
			t.Errorf("%s: %.600q", name, stderr)
		}
		if code != wantCode || len(c.args) == 0 && (rest != wantErr || stdout != wantOut) {
			t.Errorf("%s: exit %d, or something else is said", name, code)
		}
		if strings.Contains(rest, "\r") || c.want == live && !regexp.MustCompile("\r\x1b\\[K[^\r]*$").MatchString(stderr) {
			t.Errorf("%s: a live line is left: %.300q", name, rest)
		}
	}
	if _, stderr, _ := run(true, map[string]string{"COLUMNS": "40"}); !regexp.MustCompile("\r[^\r\x1b]{39}\x1b").MatchString(stderr) {
		t.Errorf("not cut to the terminal: %.300q", stderr)
	}
	if _, stderr, code := run(false, nil, "--progress", "plan"); code != ExitUsage || !strings.Contains(stderr, "did you mean plain?") {
		t.Errorf("exit %d, %s", code, stderr)
	}
}
