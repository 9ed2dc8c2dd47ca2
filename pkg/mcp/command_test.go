package mcp

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-evref/evref/pkg/mcp/mcptest"
)

func TestMain(m *testing.M) {
	if mode := os.Getenv("MCPTEST_MODE"); mode != "" {
		os.Exit(mcptest.Serve(mcptest.Mode(mode), os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// server is this test's own program as an MCP server.
func server(t *testing.T, mode mcptest.Mode, variables ...string) Command {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Command{Name: self, Env: append(variables, "MCPTEST_MODE="+string(mode))}
}

func run(t *testing.T, mode mcptest.Mode, o Options) (*Capture, error) {
	t.Helper()
	return CaptureCommand(context.Background(), server(t, mode), o)
}

func tools(c *Capture) []string {
	var out []string
	for _, raw := range c.Tools {
		out = append(out, string(raw))
	}
	return out
}

// TestCommandKeepsBytes checks that every tool of every page comes back as the
// server spelled it, whatever its manners.
func TestCommandKeepsBytes(t *testing.T) {
	for _, tc := range []struct {
		mode    mcptest.Mode
		version string
		chatter int
	}{
		{mcptest.Good, "2025-11-25", 0},
		{mcptest.Chatty, "2025-11-25", 3},
		{mcptest.Asking, "2025-11-25", 0},
		{mcptest.Batching, "2025-11-25", 0},
		{mcptest.OldVersion, "2024-11-05", 0},
		{mcptest.Stateless, "2026-07-28", 0},
	} {
		c, err := run(t, tc.mode, Options{})
		if err != nil {
			t.Errorf("%s: %v", tc.mode, err)
			continue
		}
		if diff := cmp.Diff(mcptest.Tools(), tools(c)); diff != "" {
			t.Errorf("%s: tools changed (-sent +captured):\n%s", tc.mode, diff)
		}
		if c.ProtocolVersion != tc.version || c.Pages != 2 || c.Chatter.Lines != tc.chatter {
			t.Errorf("%s: revision %s, %d pages, %d lines of chatter", tc.mode, c.ProtocolVersion, c.Pages, c.Chatter.Lines)
		}
	}
}

func TestCommandWithoutTools(t *testing.T) {
	c, err := run(t, mcptest.NoTools, Options{})
	if err != nil || !c.NoTools || len(c.Tools) != 0 {
		t.Errorf("got %+v, %v", c, err)
	}
}

// TestCommandRefusals has one line for everything a server can do wrong.
func TestCommandRefusals(t *testing.T) {
	short := Options{Timeout: 300 * time.Millisecond, MaxBytes: 1 << 16}
	long := Options{Timeout: 30 * time.Second, MaxBytes: 1 << 16}
	for _, tc := range []struct {
		mode mcptest.Mode
		o    Options
		want string
	}{
		{mcptest.Unknown, long, `server speaks protocol revision "1999-12-31"`},
		{mcptest.Refusing, long, `server answers initialize with error -32000: "token \x1b[31mmissing"`},
		{mcptest.Circular, long, "page 2 of the tools leads back"},
		{mcptest.NoArray, long, "page 1 of the tools has no array"},
		{mcptest.OddCursor, long, "page 1 of the tools names its next page by something"},
		{mcptest.BadAnswer, long, "server's answer to tools/list is not an object"},
		{mcptest.BadBytes, long, "server's answer to tools/list cannot be read"},
		{mcptest.NotRPC, long, "server's answer to initialize is not a JSON-RPC message"},
		{mcptest.Silent, short, "server did not answer initialize within 300ms"},
		{mcptest.Flooding, long, "server sent more than 65536 bytes"},
		{mcptest.LongLine, long, "server sent more than 65536 bytes"},
		{mcptest.Dying, long, `server went away before it answered initialize (exit status 7); its last words were "fatal: no API key"`},
	} {
		_, err := run(t, tc.mode, tc.o)
		var said *Error
		if !errors.As(err, &said) || !strings.HasPrefix(said.Message, tc.want) {
			t.Errorf("%s: got %v, want %s…", tc.mode, err, tc.want)
		}
	}
}

func TestCommandThatCannotStart(t *testing.T) {
	_, err := CaptureCommand(context.Background(), Command{Name: "no-such-\x1bprogram"}, Options{})
	var said *Error
	if !errors.As(err, &said) || said.Message != `server "no-such-\x1bprogram" cannot be started: executable file not found in $PATH` {
		t.Errorf("got %v", err)
	}
}

func TestCommandInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	_, err := CaptureCommand(ctx, server(t, mcptest.Silent), Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestCommandLeavesNothingBehind checks that a server that ignores every polite
// request is gone, and so is a child of a server that is gone itself.
func TestCommandLeavesNothingBehind(t *testing.T) {
	pidFile := filepath.Join(t.TempDir(), "pid")
	c, err := CaptureCommand(context.Background(), server(t, mcptest.Parent, "MCPTEST_PIDFILE="+pidFile), Options{})
	if err != nil || len(c.Tools) != 3 {
		t.Fatalf("got %v, %v", c, err)
	}
	text, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for range 50 { // it has been told to end, which takes a moment
		if !alive(pid) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("process %d is still there", pid)
}

func TestCommandThatWillNotEnd(t *testing.T) {
	_, err := run(t, mcptest.Stubborn, Options{Timeout: 200 * time.Millisecond})
	var said *Error
	if !errors.As(err, &said) || !strings.Contains(said.Message, "did not answer") {
		t.Errorf("got %v", err)
	}
}

func TestEnvironment(t *testing.T) {
	t.Setenv("EVREF_TEST_SECRET", "s")
	t.Setenv("EVREF_TEST_WANTED", "w")
	names := func(extra ...string) (names []string) {
		environment, _ := Environment(extra)
		for _, variable := range environment {
			name, _, _ := strings.Cut(variable, "=")
			names = append(names, name)
		}
		return names
	}
	if got := names(); slices.Contains(got, "EVREF_TEST_SECRET") || !slices.Contains(got, "PATH") {
		t.Errorf("passed %v", got)
	}
	if got := names("EVREF_TEST_WANTED", "PATH"); !slices.Contains(got, "EVREF_TEST_WANTED") || slices.Index(got, "PATH") != 0 {
		t.Errorf("passed %v", got)
	}
	if _, missing := Environment([]string{"EVREF_TEST_UNSET"}); len(missing) != 1 {
		t.Errorf("missing %v", missing)
	}
}

// TestServerSeesOnlyItsEnvironment asks the server itself.
func TestServerSeesOnlyItsEnvironment(t *testing.T) {
	t.Setenv("EVREF_TEST_SECRET", "s")
	environment, _ := Environment(nil)
	c, err := CaptureCommand(context.Background(), server(t, mcptest.Showing, environment...), Options{})
	if err != nil {
		t.Fatal(err)
	}
	allowed := append(slices.Clone(passed), "MCPTEST_MODE")
	if slices.Contains(allowed, "EVREF_TEST_SECRET") {
		t.Fatal("the list lets secrets through")
	}
	text := string(c.Tools[0])
	if strings.Contains(text, "EVREF_TEST_SECRET") || !strings.Contains(text, "MCPTEST_MODE") {
		t.Errorf("server sees %s", text)
	}
}

func TestDocument(t *testing.T) {
	c, err := run(t, mcptest.Good, Options{})
	if err != nil {
		t.Fatal(err)
	}
	document := string(c.Document())
	for _, want := range []string{
		`"protocolVersion": "2025-11-25"`, `"name": "small"`, `"ttlMs": 60000`,
		`"Reads \u0064rafts."`, `1.0e2`, `1.50E+2`, "\"a\": 1,\n        \"a\": 2",
	} {
		if !strings.Contains(document, want) {
			t.Errorf("document lacks %s:\n%s", want, document)
		}
	}
	if strings.Contains(document, "nextCursor") {
		t.Error("document of all pages names a next page")
	}
}
