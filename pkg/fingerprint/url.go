package fingerprint

import (
	"strings"

	"github.com/nlnwa/whatwg-url/url"
)

// checkURL gives the code under which a URL is refused, and "" for a good one.
// The URL Standard decides (https://url.spec.whatwg.org/), not RFC 3986: blanks
// around it are trimmed, line breaks dropped, "https:/host" has a host.
func checkURL(text string) Code {
	u, err := url.Parse(text)
	if err != nil || oddBrackets(text) {
		return InvalidURL
	}
	switch {
	case u.Scheme() != "http" && u.Scheme() != "https":
		return UnsupportedURLScheme
	case u.Hostname() == "":
		return MissingURLHost
	case u.Username() != "" || u.Password() != "":
		return EmbeddedURLCredentials
	}
	return ""
}

// oddBrackets reports a host such as "[::1]]". The parser strips all brackets
// from both ends of an IPv6 host, where the standard takes off one of each.
func oddBrackets(text string) bool {
	host := Authority(text)
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		host = host[at+1:]
	}
	return strings.Count(host, "[") > 1 || strings.Count(host, "]") > 1
}

// Authority gives the part of an http or https URL between the slashes and the
// path as it is written, with user information and port. It is for messages and
// hints; a parser decides what the host really is.
func Authority(text string) string {
	text = strings.Trim(text, "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f ")
	text = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(text)
	_, rest, ok := strings.Cut(text, ":")
	if !ok {
		return ""
	}
	rest = strings.TrimLeft(rest, `/\`)
	if end := strings.IndexAny(rest, `/\?#`); end >= 0 {
		rest = rest[:end]
	}
	return rest
}
