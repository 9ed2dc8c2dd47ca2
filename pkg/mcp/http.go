package mcp

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync/atomic"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// CaptureURL lists the tools of a server behind a URL. It speaks Streamable
// HTTP, and to a server that refuses that the older HTTP+SSE transport. Nothing
// but the origin of the URL is connected to: a redirect elsewhere is an error.
// The error is an [*Error], or that of ctx.
func CaptureURL(ctx context.Context, endpoint Endpoint, o Options) (*Capture, error) {
	o = o.orDefault()
	limited, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	b := newBudget(o.MaxBytes)
	g := &guard{endpoint: endpoint, budget: b, next: http.DefaultTransport}
	client := &http.Client{Transport: g, CheckRedirect: g.redirect}

	c, err := captureOver(limited, g, o, &sdk.StreamableClientTransport{
		Endpoint: endpoint.URL.String(), HTTPClient: client, MaxRetries: -1, DisableStandaloneSSE: true, MaxEventSize: -1,
	})
	if first := g.failed.Load(); err != nil && g.speaksOlderTransport() {
		g.failed.Store(nil)
		c, err = captureOver(limited, g, o, &sdk.SSEClientTransport{
			Endpoint: endpoint.URL.String(), HTTPClient: client, MaxEventSize: -1,
		})
		if f := g.failed.Load(); err != nil && f != nil && f.status != 0 {
			g.failed.Store(first) // it is neither, and the first answer says more
		}
	}
	if err == nil {
		return c, nil
	}
	var said *Error
	if f := g.failed.Load(); f != nil && !errors.As(err, &said) && !b.spent() && ctx.Err() == nil {
		return nil, f.cause
	}
	return nil, whatFailed(ctx, g.session.Load(), o, b, err)
}

func captureOver(ctx context.Context, g *guard, o Options, transport sdk.Transport) (*Capture, error) {
	s := &session{clientVersion: o.ClientVersion}
	g.session.Store(s)
	var err error
	if s.conn, err = transport.Connect(ctx); err != nil {
		return nil, err
	}
	defer s.conn.Close()
	return capture(ctx, s)
}

// guard is the only way to the network: it keeps requests to one origin, adds
// the headers, and notes why a request failed, which the transports above it do
// not tell.
type guard struct {
	endpoint Endpoint
	budget   *budget
	next     http.RoundTripper
	session  atomic.Pointer[session]
	failed   atomic.Pointer[httpFailure]
}

// httpFailure is the first thing that went wrong with a request.
type httpFailure struct {
	status int // 0 when there was no answer
	method string
	cause  *Error
}

func (g *guard) RoundTrip(r *http.Request) (*http.Response, error) {
	if !sameOrigin(r.URL, g.endpoint.URL) {
		err := &Error{
			Message: "server leads to another place, " + Endpoint{URL: r.URL}.String() + ", which was not named",
			Help:    "name that URL if it is the one you mean",
		}
		g.fail(&httpFailure{cause: err})
		return nil, err
	}
	r = r.Clone(r.Context())
	for name, values := range g.endpoint.Header {
		r.Header[name] = values
	}
	if v := g.session.Load().revision(); v != "" && r.Header.Get("Mcp-Protocol-Version") == "" {
		r.Header.Set("Mcp-Protocol-Version", v)
	}
	response, err := g.next.RoundTrip(r)
	if err != nil {
		if r.Context().Err() == nil {
			g.fail(&httpFailure{method: r.Method, cause: unreachable(err)})
		}
		return nil, err
	}
	switch kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); {
	case response.StatusCode >= 400:
		g.fail(&httpFailure{status: response.StatusCode, method: r.Method, cause: refusal(response.StatusCode)})
	case r.Method == http.MethodPost && response.StatusCode == http.StatusOK && strings.HasPrefix(kind, "text/") && kind != "text/event-stream":
		g.fail(&httpFailure{method: r.Method, cause: &Error{
			Message: "server answers with " + kind + ", not with MCP", Help: "check the path of the URL; it often ends in /mcp",
		}})
	}
	response.Body = struct {
		io.Reader
		io.Closer
	}{g.budget.reader(response.Body), response.Body}
	return response, nil
}

// redirect lets the client follow a few redirects; RoundTrip checks where to.
func (g *guard) redirect(_ *http.Request, via []*http.Request) error {
	if len(via) >= 5 {
		err := &Error{Message: "server redirects in circles"}
		g.fail(&httpFailure{cause: err})
		return err
	}
	return nil
}

func (g *guard) fail(f *httpFailure) { g.failed.CompareAndSwap(nil, f) }

// speaksOlderTransport recognises the answer of an HTTP+SSE server to a POST:
// the 2025-03-26 specification has clients try a GET then.
func (g *guard) speaksOlderTransport() bool {
	f := g.failed.Load()
	return f != nil && f.method == http.MethodPost && g.session.Load().revision() == "" &&
		(f.status == http.StatusBadRequest || f.status == http.StatusNotFound || f.status == http.StatusMethodNotAllowed)
}

func unreachable(err error) *Error {
	var certificate *tls.CertificateVerificationError
	if errors.As(err, &certificate) {
		return &Error{Message: "server's certificate is not accepted", Help: "check the host name and the certificate"}
	}
	return &Error{Message: "server cannot be reached", Help: "check the URL, and that the server runs"}
}

func refusal(status int) *Error {
	e := &Error{Message: fmt.Sprintf("server answers with HTTP status %d (%s)", status, http.StatusText(status))}
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		e.Help = "pass credentials with --header 'Authorization=Bearer …'"
	case http.StatusNotFound, http.StatusMethodNotAllowed:
		e.Help = "check the path of the URL; it often ends in /mcp or /sse"
	}
	return e
}
