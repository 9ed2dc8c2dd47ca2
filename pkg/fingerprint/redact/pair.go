package redact

import (
	"regexp"
	"strings"
)

var (
	// NAME=VALUE, --name=VALUE, "name": "value"
	assignment = regexp.MustCompile(`([A-Za-z_][A-Za-z0-9_.-]*)(=)("[^"]*"|'[^']*'|\$\{[^}]*\}|[^\s"'&;,]+)`)
	member     = regexp.MustCompile(`("[^"\s]+")(\s*:\s*)("(?:[^"\\]|\\.)*"|[^\s,}\]"]+)`)
	// --name VALUE inside one string, as in a shell command
	flagged = regexp.MustCompile(`(--?[A-Za-z][A-Za-z0-9_-]*)(\s+)("[^"]*"|'[^']*'|[^\s"'-][^\s"';]*)`)
	// Name: value, as headers are given on a command line, and --name:value
	header = regexp.MustCompile(`^(\s*-{0,2}[A-Za-z][A-Za-z0-9_-]*)(\s*:\s*)([^/].*)$`)
	// Bearer VALUE in running text
	scheme = regexp.MustCompile(`(?i)\b(bearer|basic)(\s+)([A-Za-z0-9+/_.=~-]*[0-9][A-Za-z0-9+/_.=~-]*)`)
)

// pairs hides the values that stand under a secret name.
func pairs(s string) string {
	for _, p := range []struct {
		needs   string // without it there is nothing to find, and most text has none
		pattern *regexp.Regexp
	}{{":", header}, {`"`, member}, {"=", assignment}, {"-", flagged}} {
		if strings.Contains(s, p.needs) {
			s = replacePairs(p.pattern, s)
		}
	}
	return scheme.ReplaceAllStringFunc(s, func(m string) string {
		p := scheme.FindStringSubmatch(m)
		if len(p[3]) < 8 {
			return m
		}
		return p[1] + p[2] + Mark
	})
}

func replacePairs(pattern *regexp.Regexp, s string) string {
	return pattern.ReplaceAllStringFunc(s, func(m string) string {
		p := pattern.FindStringSubmatch(m)
		if !SecretName(p[1]) {
			return m
		}
		text, quote := p[3], ""
		if len(text) >= 2 && (text[0] == '"' || text[0] == '\'') && text[len(text)-1] == text[0] {
			quote, text = text[:1], text[1:len(text)-1]
		}
		if strings.HasPrefix(text, Mark) {
			return m
		}
		return p[1] + p[2] + quote + value(text) + quote
	})
}
