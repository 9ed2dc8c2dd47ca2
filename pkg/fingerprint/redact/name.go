package redact

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var nameWord = regexp.MustCompile(`[A-Z]+[a-z0-9]*|[a-z0-9]+`)

var (
	secretWords = []string{
		"token", "secret", "secrets", "password", "passwords", "passwd", "passphrase", "pwd", "apikey", "apikeys", "credential", "credentials",
		"authorization", "bearer", "cookie", "jwt", "session", "sessionid", "signature", "pat", "authtoken", "accesstoken", "accesskey", "privatekey", "secretkey",
	}
	// Words that are secret only at the end of a name: "api-key" is one, "key-file" is not.
	secretEndings = []string{"key", "keys", "auth", "sig", "pass"}
	// Words that are written on to another without a break, as in PGPASSWORD.
	secretSuffixes = []string{"password", "passwd", "passphrase", "secret", "token", "apikey"}
	// Endings that make a name tell about a secret without holding it.
	harmlessEndings = []string{
		"file", "path", "url", "uri", "endpoint", "name", "id", "type", "kind", "env", "var", "ttl", "limit", "count", "length", "size", "mode",
		"header", "provider", "method", "timeout", "enabled", "required", "server", "service", "host", "port", "region", "format",
	}
)

// SecretName reports whether a flag, a variable, a header, a query parameter or
// a member is by its name the place of a secret.
func SecretName(name string) bool {
	words := nameWord.FindAllString(name, -1)
	if len(words) == 0 {
		return false
	}
	for i, w := range words {
		words[i] = strings.ToLower(w)
	}
	last := words[len(words)-1]
	if words[0] == "no" || slices.Contains(harmlessEndings, last) && last != words[0] {
		return false
	}
	return slices.Contains(secretEndings, last) || slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains(secretWords, w) || slices.ContainsFunc(secretSuffixes, func(suffix string) bool { return strings.HasSuffix(w, suffix) })
	})
}

func itoa(i int) string { return strconv.Itoa(i) }
