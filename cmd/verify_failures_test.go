package cmd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// reproduce runs the command of every failure in a folder, in a copy of that
// failure's folder alone, and expects the verdict and the exit code again.
//
//	reproduce DIR COUNT [WITHOUT]   WITHOUT of them have no command
func reproduce(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: reproduce DIR COUNT [WITHOUT]")
	}
	dir := ts.MkAbs(args[0])
	text, err := os.ReadFile(filepath.Join(dir, failuresFile))
	ts.Check(err)
	var list struct {
		Failures []struct {
			Folder, Locator, Verdict string
			ExitCode                 int
		}
	}
	ts.Check(json.Unmarshal(text, &list))
	if strconv.Itoa(len(list.Failures)) != args[1] {
		ts.Fatalf("%d failures, want %s", len(list.Failures), args[1])
	}
	without := 0
	for i, f := range list.Failures {
		if !failureName.MatchString(f.Folder) {
			ts.Fatalf("folder %q", f.Folder)
		}
		var item struct{ Verdict string }
		verdict, err := os.ReadFile(filepath.Join(dir, f.Folder, "verdict.json"))
		ts.Check(err)
		ts.Check(json.Unmarshal(verdict, &item))
		alone := filepath.Join(ts.Getenv("WORK"), "mailed", args[0]+strconv.Itoa(i))
		ts.Check(os.RemoveAll(alone))
		ts.Check(os.CopyFS(alone, os.DirFS(filepath.Join(dir, f.Folder))))
		command, err := os.ReadFile(filepath.Join(alone, "command.txt"))
		if os.IsNotExist(err) {
			_, err = os.Stat(filepath.Join(alone, "note.txt"))
			ts.Check(err)
			without++
			continue
		}
		ts.Check(err)
		if strings.Count(string(command), "\n") != 1 {
			ts.Fatalf("%s: not one command: %q", f.Folder, command)
		}
		ts.Logf("%s: %s", f.Locator, command)
		code := 0
		if err := ts.Exec("sh", "-c", "cd '"+alone+"' && "+strings.TrimSpace(string(command))+" --format jsonl"); err != nil {
			code, err = strconv.Atoi(strings.TrimPrefix(err.Error(), "exit status "))
			ts.Check(err)
		}
		out := ts.ReadFile("stdout")
		first, _, _ := strings.Cut(out, "\n")
		if !strings.Contains(first, `"verdict":"`+f.Verdict+`"`) || item.Verdict != f.Verdict || code != f.ExitCode {
			ts.Fatalf("%s (%s) was %s with exit code %d, and is %d again:\n%s%s", f.Folder, f.Locator, f.Verdict, f.ExitCode, code, out, ts.ReadFile("stderr"))
		}
	}
	want := "0"
	if len(args) > 2 {
		want = args[2]
	}
	if strconv.Itoa(without) != want {
		ts.Fatalf("%d failures without a command, want %s", without, want)
	}
}

// TestFailuresDoNotDependOnJobs: the same failures are kept under the same names.
func TestFailuresDoNotDependOnJobs(t *testing.T) {
	dir := t.TempDir()
	var lines strings.Builder
	for i := range 3000 {
		lines.WriteString(`{"id":` + strconv.Itoa(i) + `,"evidenceRef":{"type":"t","digest":"sha256:` + strings.Repeat("0", 64) + `","canonicalization":"jcs/rfc8785"},"record":{"n":` + strconv.Itoa(i) + strings.Repeat(" ", 300) + `}}` + "\n")
	}
	claims := filepath.Join(dir, "claims.jsonl")
	if err := os.WriteFile(claims, []byte(lines.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	var lists []string
	for _, jobs := range []string{"1", "4"} {
		kept := filepath.Join(dir, "kept"+jobs)
		failing(t, "verify", "--claims", claims, "--failures-dir", kept, "--failures-limit", "40", "--status", "--no-diagnosis", "--jobs", jobs)
		text, err := os.ReadFile(filepath.Join(kept, failuresFile))
		if err != nil {
			t.Fatal(err)
		}
		lists = append(lists, string(text))
		entries, err := os.ReadDir(kept)
		if err != nil || len(entries) != 41 {
			t.Errorf("%d entries, %v", len(entries), err)
		}
		for _, e := range entries {
			info, err := e.Info()
			if err != nil || info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s can be read by others: %v, %v", e.Name(), info.Mode(), err)
			}
		}
	}
	if lists[0] != lists[1] || !strings.Contains(lists[0], `"total": 3000`) || !strings.Contains(lists[0], `"kept": 40`) {
		t.Errorf("lists differ:\n%.400s\n%.400s", lists[0], lists[1])
	}
}

func failing(t *testing.T, args ...string) {
	t.Helper()
	if _, stderr, code := invoke(t, nil, args...); code != ExitNo {
		t.Fatalf("exit %d: %s", code, stderr)
	}
}
