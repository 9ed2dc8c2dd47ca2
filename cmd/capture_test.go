package cmd

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mcp-evref/evref/pkg/mcp/mcptest"
)

// mcpServer is the program mcp-server of scripts: a server over its standard
// streams that behaves as its argument says.
func mcpServer() {
	os.Exit(mcptest.Serve(mcptest.Mode(os.Args[1]), os.Stdin, os.Stdout, os.Stderr))
}

// serve runs a server over HTTP until the script ends. $SERVER is its URL; the
// path /sse makes it speak the older transport.
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: serve MODE [PATH]")
	}
	path := "/mcp"
	if len(args) == 2 {
		path = args[1]
	}
	mux := http.NewServeMux()
	mux.Handle(path, mcptest.Handler(mcptest.Mode(args[0])))
	if path == "/sse" {
		mux = http.NewServeMux()
		older := mcptest.OlderHandler(mcptest.Mode(args[0]), "/messages")
		mux.Handle(path, older)
		mux.Handle("/messages", older)
	}
	s := httptest.NewServer(mux)
	ts.Defer(func() {
		s.CloseClientConnections()
		s.Close()
	})
	ts.Setenv("SERVER", s.URL+path)
}

// TestKeptCaptures lints the captures of published servers as docs/captures
// tells it: the run that is written down is still what happens.
func TestKeptCaptures(t *testing.T) {
	t.Chdir("..")
	run, err := os.ReadFile("docs/captures/run.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"everything", "filesystem", "memory"} {
		stdout, stderr, code := invoke(t, nil, "lint-tool", "--no-config", "docs/captures/"+name+".json")
		if code != ExitOK || !strings.Contains(stderr, " tools in 1 file: ") {
			t.Errorf("%s: exit %d: %s", name, code, stderr)
		}
		if !strings.Contains(string(run), stdout) {
			t.Errorf("%s: findings are not those in docs/captures/run.txt; run docs/captures/run.sh", name)
		}
	}
}
