package mcp

import (
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-evref/evref/pkg/mcp/mcptest"
)

func endpoint(t *testing.T, address string, headers ...string) Endpoint {
	t.Helper()
	e, err := ParseEndpoint(address, headers)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestURLKeepsBytes(t *testing.T) {
	for _, tc := range []struct {
		mode    mcptest.Mode
		handler http.Handler
		path    string
		version string
	}{
		{mcptest.Good, mcptest.Handler(mcptest.Good), "/mcp", "2025-11-25"},
		{mcptest.Good, mcptest.Handler(mcptest.Good), "/events", "2025-11-25"},
		{mcptest.Asking, mcptest.Handler(mcptest.Asking), "/events", "2025-11-25"},
		{mcptest.Stateless, mcptest.Handler(mcptest.Stateless), "/mcp", "2026-07-28"},
		{mcptest.Stateless, mcptest.Handler(mcptest.Stateless), "/events", "2026-07-28"},
		{mcptest.OldVersion, mcptest.OlderHandler(mcptest.OldVersion, "/messages"), "/sse", "2024-11-05"},
	} {
		s := httptest.NewServer(tc.handler)
		c, err := CaptureURL(context.Background(), endpoint(t, s.URL+tc.path), Options{})
		s.CloseClientConnections()
		s.Close()
		if err != nil {
			t.Errorf("%s at %s: %v", tc.mode, tc.path, err)
			continue
		}
		if diff := cmp.Diff(mcptest.Tools(), tools(c)); diff != "" {
			t.Errorf("%s at %s: tools changed (-sent +captured):\n%s", tc.mode, tc.path, diff)
		}
		if c.ProtocolVersion != tc.version {
			t.Errorf("%s at %s: revision %s", tc.mode, tc.path, c.ProtocolVersion)
		}
	}
}

func TestURLRefusals(t *testing.T) {
	status := func(code int) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) })
	}
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte("<html>"))
	})
	loop := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/mcp", http.StatusTemporaryRedirect)
	})
	short, small := Options{Timeout: 300 * time.Millisecond}, Options{MaxBytes: 1 << 16}
	for _, tc := range []struct {
		name    string
		handler http.Handler
		path    string
		o       Options
		want    string
	}{
		{"unauthorized", status(401), "/mcp", Options{}, "server answers with HTTP status 401 (Unauthorized)"},
		{"not found", status(404), "/mcp", Options{}, "server answers with HTTP status 404 (Not Found)"},
		{"failing", status(500), "/mcp", Options{}, "server answers with HTTP status 500"},
		{"a page", page, "/", Options{}, "server answers with text/html, not with MCP"},
		{"a loop", loop, "/mcp", Options{}, "server redirects in circles"},
		{"silent", mcptest.Handler(mcptest.Silent), "/mcp", short, "server did not answer initialize within 300ms"},
		{"silent events", mcptest.OlderHandler(mcptest.Silent, "/messages"), "/sse", short, "server did not answer initialize within 300ms"},
		{"flooding", mcptest.Handler(mcptest.Flooding), "/events", small, "server sent more than 65536 bytes"},
		{"refusing", mcptest.Handler(mcptest.Refusing), "/mcp", Options{}, "server answers initialize with error -32000"},
		{"not rpc", mcptest.Handler(mcptest.NotRPC), "/mcp", Options{}, "server's answer to initialize is not a JSON-RPC message"},
		{"bad bytes", mcptest.Handler(mcptest.BadBytes), "/mcp", Options{}, "server's answer to tools/list cannot be read"},
	} {
		s := httptest.NewServer(tc.handler)
		_, err := CaptureURL(context.Background(), endpoint(t, s.URL+tc.path), tc.o)
		s.CloseClientConnections()
		s.Close()
		var said *Error
		if !errors.As(err, &said) || !strings.HasPrefix(said.Message, tc.want) {
			t.Errorf("%s: got %v, want %s…", tc.name, err, tc.want)
		}
	}
	closed := httptest.NewServer(page)
	closed.Close()
	if _, err := CaptureURL(context.Background(), endpoint(t, closed.URL), Options{}); err == nil || err.Error() != "server cannot be reached" {
		t.Errorf("closed: got %v", err)
	}
	secure := httptest.NewUnstartedServer(page)
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer secure.Close()
	if _, err := CaptureURL(context.Background(), endpoint(t, secure.URL), Options{}); err == nil || err.Error() != "server's certificate is not accepted" {
		t.Errorf("certificate: got %v", err)
	}
}

// TestURLStaysWhereItWasSent checks that neither a redirect nor the older
// transport's own address leads, with the headers, to another server.
func TestURLStaysWhereItWasSent(t *testing.T) {
	asked := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer other.Close()
	redirecting := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL+"/mcp?token=secret", http.StatusTemporaryRedirect)
	})
	for _, handler := range []http.Handler{redirecting, mcptest.OlderHandler(mcptest.Good, other.URL+"/messages")} {
		s := httptest.NewServer(handler)
		_, err := CaptureURL(context.Background(), endpoint(t, s.URL+"/mcp", "Authorization=Bearer x"), Options{})
		s.CloseClientConnections()
		s.Close()
		if err == nil || !strings.HasPrefix(err.Error(), "server leads to another place, "+other.URL+"/m") || strings.Contains(err.Error(), "secret") {
			t.Errorf("got %v", err)
		}
	}
	if asked > 0 {
		t.Errorf("the other server was asked %d times", asked)
	}
}

func TestURLFollowsWithinItsOrigin(t *testing.T) {
	mux := http.NewServeMux()
	mux.Handle("/mcp", mcptest.Handler(mcptest.Good))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/mcp", http.StatusTemporaryRedirect)
	})
	s := httptest.NewServer(mux)
	defer s.Close()
	c, err := CaptureURL(context.Background(), endpoint(t, s.URL), Options{})
	if err != nil || len(c.Tools) != 3 {
		t.Errorf("got %v, %v", c, err)
	}
}

func TestURLSendsHeaders(t *testing.T) {
	good := mcptest.Handler(mcptest.Good)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer a=b" || len(r.Header["X-Two"]) != 2 {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		good.ServeHTTP(w, r)
	}))
	defer s.Close()
	if _, err := CaptureURL(context.Background(), endpoint(t, s.URL, "authorization=Bearer a=b", "X-Two=1", "X-Two=2"), Options{}); err != nil {
		t.Error(err)
	}
}

func TestURLInterrupted(t *testing.T) {
	s := httptest.NewServer(mcptest.Handler(mcptest.Silent))
	defer s.Close()
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := CaptureURL(ctx, endpoint(t, s.URL), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	s.CloseClientConnections()
}

func TestParseEndpoint(t *testing.T) {
	for _, tc := range []struct {
		address, header, want string
	}{
		{"ftp://host/x", "", `"ftp://host/x" is not a URL of a server`},
		{"localhost:3000/mcp", "", `"localhost:3000/mcp" is not a URL of a server`},
		{"https:///mcp", "", `"https:///mcp" is not a URL of a server`},
		{"https://user:pass@host/%zz?k=secret", "", `"https://host/%zz" is not a URL of a server`},
		{"https://user:pass@host/", "", "the URL carries a user name"},
		{"https://host/", "Authorization: Bearer secret", `header "Authorization" is not NAME=VALUE`},
		{"https://host/", "A=b\r\nC: d", `header "A" is not NAME=VALUE`},
		{"https://host/", "accept=x", "header accept belongs to the protocol"},
	} {
		var headers []string
		if tc.header != "" {
			headers = []string{tc.header}
		}
		_, err := ParseEndpoint(tc.address, headers)
		if err == nil || err.Error() != tc.want {
			t.Errorf("%s %s: got %v, want %s", tc.address, tc.header, err, tc.want)
		}
	}
	if got := endpoint(t, "https://host:8/a/b?k=secret#f").String(); got != "https://host:8/a/b" {
		t.Errorf("shown as %s", got)
	}
}

func TestSameOrigin(t *testing.T) {
	base := endpoint(t, "https://Host/mcp").URL
	for address, want := range map[string]bool{
		"https://host/else": true, "https://host:443/": true, "http://host/": false, "https://host:444/": false, "https://host.evil/": false,
	} {
		if got := sameOrigin(base, endpoint(t, address).URL); got != want {
			t.Errorf("%s: %t", address, got)
		}
	}
}
