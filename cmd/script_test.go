package cmd

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

var (
	installed = flag.String("binary", "", "run the scripts with this program in place of the tested code")
	update    = flag.Bool("update", false, "write the expected output of scripts and goldens anew")
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"evref": func() {
			streams := SystemStreams()
			if fixed := os.Getenv("EVREF_TEST_NOW"); fixed != "" {
				now, err := time.Parse(time.RFC3339, fixed)
				if err != nil {
					panic(err)
				}
				streams.Now = func() time.Time { return now }
			}
			os.Exit(Main(context.Background(), os.Args[1:], streams))
		},
		"mcp-server": mcpServer,
	})
}

// TestScripts runs testdata/script/*.txtar. Beside the commands of testscript
// there are:
//
//	compress FILE…            make FILE.gz and FILE.zst
//	cut FILE…                 take nine bytes from the end
//	join FILE FILE…           append files to the first
//	exits CODE evref ARGS…   run and expect exactly that exit code
//	flip FILE                change one byte in the middle of a file
//	serve MODE [PATH]        run a small MCP server at $SERVER, see mcptest
//	reproduce DIR COUNT [N]    run the command of every failure that was kept
//
// $TESTDATA is the project's testdata folder.
func TestScripts(t *testing.T) {
	dir, files := "../testdata/script", []string(nil)
	if *installed != "" {
		dir, files = "", withoutFixedClock(t, dir)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		Files:               files,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			testdata, err := filepath.Abs("../testdata")
			env.Setenv("TESTDATA", testdata)
			env.Setenv("NO_COLOR", "1")
			if *installed != "" {
				env.Setenv("PATH", filepath.Dir(*installed)+string(os.PathListSeparator)+env.Getenv("PATH"))
			}
			env.Setenv("HOME", env.WorkDir)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"compress":  compress,
			"cut":       cut,
			"join":      join,
			"exits":     exits,
			"flip":      flip,
			"serve":     serve,
			"reproduce": reproduce,
		},
	})
}

// withoutFixedClock lists the scripts that a program can run which has no other
// clock than the system's.
func withoutFixedClock(t *testing.T, dir string) []string {
	names, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(names, func(name string) bool {
		text, err := os.ReadFile(name)
		return err != nil || bytes.Contains(text, []byte("EVREF_TEST_NOW"))
	})
}

// exits runs evref in this process and compares its exit code. stdin is the
// script's; stdout and stderr become those that the script compares.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[1] != "evref" {
		ts.Fatalf("usage: exits CODE evref ARGS…")
	}
	err := ts.Exec("evref", args[2:]...)
	got := "0"
	if err != nil {
		if got = strings.TrimPrefix(err.Error(), "exit status "); got == err.Error() {
			ts.Fatalf("evref did not run: %v", err)
		}
	}
	if got != args[0] {
		ts.Fatalf("evref %s: exit %s, want %s", strings.Join(args[2:], " "), got, args[0])
	}
}

func flip(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: flip FILE")
	}
	name := ts.MkAbs(args[0])
	data, err := os.ReadFile(name)
	ts.Check(err)
	if len(data) == 0 {
		ts.Fatalf("%s is empty", args[0])
	}
	// A letter stays a letter, so that the record can still be read.
	i := bytes.IndexFunc(data, func(r rune) bool { return r == 'o' })
	if i < 0 {
		ts.Fatalf("%s has no letter o to change", args[0])
	}
	data[i] = 'u'
	ts.Check(os.WriteFile(name, data, 0o644))
}
