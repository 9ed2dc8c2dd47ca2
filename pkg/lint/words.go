package lint

import (
	"slices"
	"strings"
	"unicode"
)

// words splits a name into lower-case words at separators and at capitals:
// getUserById, get-user_by.id.
func words(name string) []string {
	var out []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			out = append(out, b.String())
			b.Reset()
		}
	}
	lower := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
		case unicode.IsUpper(r) && lower:
			flush()
			fallthrough
		default:
			b.WriteRune(unicode.ToLower(r))
		}
		lower = unicode.IsLower(r) || unicode.IsDigit(r)
	}
	flush()
	return out
}

var (
	readVerbs = []string{
		"get", "list", "read", "search", "find", "query", "fetch", "show", "describe", "view", "count", "check", "lookup", "inspect",
	}
	destroyVerbs = []string{"delete", "remove", "destroy", "drop", "purge", "erase", "wipe", "truncate"}
)

// verb gives the verb of a name when it is one of some: the first word, or the
// second behind a prefix such as the server's name.
func verb(name string, of []string) (string, bool) {
	ws := words(name)
	for _, w := range ws[:min(2, len(ws))] {
		if slices.Contains(of, w) {
			return w, true
		}
	}
	return "", false
}
