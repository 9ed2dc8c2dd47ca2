package redact

import (
	"strings"

	"github.com/mcp-evref/evref/pkg/fingerprint/reference"
)

// URL gives a URL without what looks like a secret: user information, query and
// fragment parameters under a secret name, and path segments and values of a
// secret's shape. Everything else stays as written, so that two URLs can still
// be compared by eye.
func URL(s string) string {
	if s == "" {
		return s
	}
	rest, fragment, hasFragment := cutOutside(s, '#')
	rest, query, hasQuery := cutOutside(rest, '?')
	out := location(rest)
	if hasQuery {
		out += "?" + parameters(query)
	}
	if hasFragment {
		out += "#" + parameters(fragment)
	}
	return out
}

// cutOutside cuts at the first c that is not part of a reference.
func cutOutside(s string, c byte) (before, after string, found bool) {
	at := 0
	for _, p := range reference.Split(s, reference.Brace|reference.Double) {
		if i := strings.IndexByte(p.Text, c); !p.Reference && i >= 0 {
			return s[:at+i], s[at+i+1:], true
		}
		at += len(p.Text)
	}
	return s, "", false
}

// location treats scheme, authority and path.
func location(s string) string {
	start := strings.IndexAny(s, ":")
	if start < 0 {
		return segments(s)
	}
	for start++; start < len(s) && (s[start] == '/' || s[start] == '\\'); start++ {
	}
	scheme, rest := s[:start], s[start:]
	end := strings.IndexAny(rest, `/\`)
	if end < 0 {
		end = len(rest)
	}
	authority, path := rest[:end], rest[end:]
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		if reference.Literal(authority[:at], reference.Any) != "" && reference.Literal(authority[:at], reference.Any) != ":" {
			authority = Mark + authority[at:]
		}
	}
	return scheme + segments(authority) + segments(path)
}

// segments hides whole segments of a path, or labels of a host, of a secret's
// shape.
func segments(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		n := strings.IndexAny(s, `/\:@.;`)
		if n < 0 {
			n = len(s)
		}
		if part := s[:n]; Secret(part) || uuid.MatchString(part) {
			b.WriteString(Mark)
		} else {
			b.WriteString(part)
		}
		if n < len(s) {
			b.WriteByte(s[n])
			n++
		}
		s = s[n:]
	}
	return b.String()
}

func parameters(s string) string {
	parts := strings.Split(s, "&")
	for i, part := range parts {
		name, text, found := strings.Cut(part, "=")
		switch {
		case found && SecretName(name):
			parts[i] = name + "=" + value(text)
		case found && (Secret(text) || uuid.MatchString(text)):
			parts[i] = name + "=" + Mark
		case !found && (Secret(part) || uuid.MatchString(part)):
			parts[i] = Mark
		default:
			parts[i] = words(part)
		}
	}
	return strings.Join(parts, "&")
}
