package mcp

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Endpoint is an MCP server behind a URL.
type Endpoint struct {
	URL    *url.URL
	Header http.Header // sent with every request; values are never printed
}

// ParseEndpoint reads an http or https URL, and headers written NAME=VALUE. The
// error says what is wrong with them, without repeating a value.
func ParseEndpoint(address string, headers []string) (Endpoint, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return Endpoint{}, &Error{Message: diag.Quote(withoutSecrets(address), 80) + " is not a URL of a server", Help: "write https://HOST/PATH"}
	case u.User != nil:
		return Endpoint{}, &Error{Message: "the URL carries a user name", Help: "write --header Authorization=…"}
	}
	e := Endpoint{URL: u, Header: http.Header{}}
	for _, h := range headers {
		name, value, found := strings.Cut(h, "=")
		if !found || !isToken(name) || strings.ContainsAny(value, "\r\n\x00") {
			name, _, _ = strings.Cut(name, ":") // what follows may be secret
			return Endpoint{}, &Error{Message: "header " + diag.Quote(name, 40) + " is not NAME=VALUE", Help: "write --header 'Authorization=Bearer …'"}
		}
		if reserved[http.CanonicalHeaderKey(name)] {
			return Endpoint{}, &Error{Message: "header " + name + " belongs to the protocol", Help: "leave it out"}
		}
		e.Header.Add(name, value)
	}
	return e, nil
}

// reserved headers are set by the transport itself.
var reserved = map[string]bool{
	"Content-Type": true, "Content-Length": true, "Accept": true, "Accept-Encoding": true, "Host": true,
	"Connection": true, "Transfer-Encoding": true, "Mcp-Session-Id": true, "Mcp-Protocol-Version": true, "Last-Event-Id": true,
}

// String gives the URL without what may be secret: user, query and fragment.
func (e Endpoint) String() string { return withoutSecrets(e.URL.String()) }

func withoutSecrets(address string) string {
	address, _, _ = strings.Cut(address, "#")
	address, _, _ = strings.Cut(address, "?")
	scheme, rest, found := strings.Cut(address, "://")
	if !found {
		return address
	}
	host, path, _ := strings.Cut(rest, "/")
	host = host[strings.LastIndexByte(host, '@')+1:]
	if path != "" {
		path = "/" + path
	}
	return scheme + "://" + host + path
}

// isToken is the grammar of header names, RFC 9110 §5.6.2.
func isToken(s string) bool {
	const others = "!#$%&'*+-.^_`|~"
	for i := range len(s) {
		c := s[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte(others, c) >= 0) {
			return false
		}
	}
	return s != ""
}

// sameOrigin compares scheme, host and port.
func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case u.Scheme == "https":
		return "443"
	}
	return "80"
}
