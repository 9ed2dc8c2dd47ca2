package warning

import (
	"regexp"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/redact"
	"github.com/mcp-evref/evref/pkg/fingerprint/reference"
)

// URL gives the warnings about a URL; path names the member it stands in.
func URL(path, url string) []Warning {
	var out []Warning
	add := func(name Name, format string, args ...any) { out = append(out, New(name, path, format, args...)) }
	authority := fingerprint.Authority(url)
	host := authority
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		host = host[at+1:]
		add(URLUserInfo, "the host is %s, whatever stands before the @", diag.Quote(hostName(host), 0))
	}
	if strings.ContainsRune(url, '\\') {
		add(URLBackslash, "the URL holds a backslash; readers disagree on its host")
	}
	if strings.ContainsAny(url, " \t\n\r") {
		add(URLBlanks, "the URL holds blanks or line breaks, which clients drop")
	}
	name := hostName(host)
	switch {
	case reference.Contains(host, reference.Brace|reference.Dollar|reference.Tagged|reference.Curly|reference.Double):
		add(URLVariableHost, "the host %s holds a variable", diag.Quote(redact.Text(name), 0))
	case strings.Contains(name, "%") || isNumeric(name):
		add(URLOddHost, "the host %s is written as a number or with percent signs", diag.Quote(name, 0))
	case strings.ContainsFunc(name, func(r rune) bool { return r > 0x7f }):
		add(URLHostNotASCII, "the host %s holds characters beyond ASCII", diag.Quote(name, 0))
	}
	if redact.URL(url) != url {
		add(URLQuerySecret, "the URL carries what looks like a secret: %s", diag.Quote(redact.URL(url), 0))
	}
	if isHTTP(url) && !isLoopback(name) {
		add(PlainHTTP, "%s is contacted without encryption", diag.Quote(redact.Text(name), 0))
	}
	return out
}

// Change gives the warnings about a definition that replaced another of the
// same id.
func Change(before, after fingerprint.Definition) []Warning {
	var out []Warning
	oldURL, newURL := before.Transport.URL, after.Transport.URL
	if oldURL != "" && newURL != "" && oldURL != newURL {
		oldHost, newHost := hostName(fingerprint.Authority(oldURL)), hostName(fingerprint.Authority(newURL))
		if !strings.EqualFold(oldHost, newHost) {
			out = append(out, New(HostChanged, "url", "the host changed from %s to %s", diag.Quote(redact.Text(oldHost), 0), diag.Quote(redact.Text(newHost), 0)))
		}
		if isHTTP(newURL) && !isHTTP(oldURL) && isLoopback(newHost) {
			// Off loopback, URL says it already.
			out = append(out, New(PlainHTTP, "url", "the URL changed from https to http"))
		}
	}
	oldLocator, newLocator := before.Ownership.Source.Locator, after.Ownership.Source.Locator
	if oldLocator != newLocator {
		before.Ownership.Source.Locator = newLocator
		if before.V1() == after.V1() {
			out = append(out, New(OnlyLocatorChanged, "source-locator", "only the place of the file changed, from %s to %s", diag.Quote(oldLocator, 0), diag.Quote(newLocator, 0)))
		}
		if strings.EqualFold(oldLocator, newLocator) {
			out = append(out, New(LocatorCase, "source-locator", "the file's name differs from the lock only in upper and lower case"))
		}
	}
	return out
}

// hostName drops user information and the port.
func hostName(authority string) string {
	authority = authority[strings.LastIndexByte(authority, '@')+1:]
	if strings.HasPrefix(authority, "[") {
		if end := strings.IndexByte(authority, ']'); end > 0 {
			return authority[:end+1]
		}
		return authority
	}
	if colon := strings.LastIndexByte(authority, ':'); colon >= 0 && !strings.ContainsAny(authority[colon:], "}") {
		return authority[:colon]
	}
	return authority
}

// isNumeric reports a host of digits that is not an ordinary dotted address.
func isNumeric(host string) bool {
	if host == "" || strings.HasPrefix(host, "[") {
		return false
	}
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	last := strings.ToLower(labels[len(labels)-1])
	if last == "" || strings.Trim(last, "0123456789") != "" && !strings.HasPrefix(last, "0x") {
		return false
	}
	if len(labels) != 4 {
		return true
	}
	for _, label := range labels {
		if strings.Trim(label, "0123456789") != "" || len(label) > 1 && label[0] == '0' {
			return true
		}
	}
	return false
}

func isHTTP(url string) bool {
	url = strings.ToLower(strings.TrimLeft(url, "\x00\t\n\r "))
	return strings.HasPrefix(url, "http:")
}

var loopbackIPv4 = regexp.MustCompile(`^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$`)

func isLoopback(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || host == "[::1]" || loopbackIPv4.MatchString(host)
}
