package redact

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/mcp-evref/evref/pkg/fingerprint/reference"
)

var (
	privateKey  = regexp.MustCompile(`(?s)-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----.*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)`)
	embeddedURL = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*:[/\\]{1,3}[^\s"'<>|]+`)

	// Beginnings that the makers of well-known credentials give them.
	known = regexp.MustCompile(`(?:\b|_)(?:` + strings.Join([]string{
		`(?:sk|rk)[-_][A-Za-z0-9_-]{8,}`, `gh[opsur]_[A-Za-z0-9_]{10,}`, `github_pat_[A-Za-z0-9_]{10,}`, `glpat-[A-Za-z0-9_-]{8,}`,
		`xox[a-z]-[A-Za-z0-9-]{8,}`, `xapp-[A-Za-z0-9-]{8,}`, `(?:AKIA|ASIA)[A-Z0-9]{12,}`, `AIza[A-Za-z0-9_-]{16,}`, `ya29\.[A-Za-z0-9_.-]{8,}`,
		`eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]*)?`, `hf_[A-Za-z0-9]{10,}`, `npm_[A-Za-z0-9]{16,}`, `pypi-[A-Za-z0-9_-]{16,}`,
		`do[opr]_v1_[A-Za-z0-9]{8,}`, `SG\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+`, `shp(?:at|ca|pa|ss)_[A-Za-z0-9]{8,}`, `lin_api_[A-Za-z0-9]{8,}`,
		`secret_[A-Za-z0-9]{16,}`, `ntn_[A-Za-z0-9]{16,}`, `apify_api_[A-Za-z0-9]{8,}`, `AGE-SECRET-KEY-[A-Z0-9]+`, `tfp?_[A-Za-z0-9]{20,}`,
	}, "|") + `)`)

	uuid   = regexp.MustCompile(`^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	pinned = regexp.MustCompile(`^(?:[0-9a-f]{40}|[0-9a-f]{64})$`) // a commit or a digest
	token  = regexp.MustCompile(`[A-Za-z0-9_~+/-]{16,}={0,2}`)
)

// Secret reports whether one word looks like a credential: a known beginning, or
// long runs of mixed letters and digits as no person writes them. Commit ids and
// SHA-256 digests in lower-case hexadecimal are pins and count as harmless.
func Secret(word string) bool {
	return known.MatchString(word) || random(word)
}

// words hides the words of a text that look like credentials.
func words(s string) string {
	if !hasLongWord(s) {
		return s
	}
	s = known.ReplaceAllStringFunc(s, func(m string) string {
		if m[0] == '_' {
			return "_" + Mark
		}
		return Mark
	})
	return token.ReplaceAllStringFunc(s, func(m string) string {
		if !strings.ContainsAny(m, "/") {
			if random(m) {
				return Mark
			}
			return m
		}
		parts := strings.Split(m, "/")
		for i, p := range parts {
			if random(p) {
				parts[i] = Mark
			}
		}
		return strings.Join(parts, "/")
	})
}

// hasLongWord reports a run of word characters as long as the shortest secret
// that is known by its beginning. Most text has none, and is looked at no more.
func hasLongWord(s string) bool {
	run := 0
	for i := range len(s) {
		if c := s[i]; c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || strings.IndexByte("-_.~+/=", c) >= 0 {
			if run++; run >= 11 {
				return true
			}
		} else {
			run = 0
		}
	}
	return false
}

// random reports a word of which at least 16 characters are neither words,
// numbers nor versions.
func random(word string) bool {
	word = strings.TrimRight(word, "=")
	if len(word) < 16 || pinned.MatchString(word) || uuid.MatchString(word) {
		return false
	}
	odd := 0
	for _, segment := range strings.FieldsFunc(word, func(r rune) bool { return r == '-' || r == '_' || r == '.' || r == '~' }) {
		if !wordy(segment) {
			odd += len(segment)
		}
	}
	return odd >= 16
}

// wordy reports letters in the shape of words, a number, or a word with a short
// number behind it, such as "v20" or "sha256".
func wordy(s string) bool {
	letters := strings.TrimRight(s, "0123456789")
	digits := len(s) - len(letters)
	if letters == "" {
		return digits <= 14
	}
	upper := 0
	for i, r := range letters {
		if !unicode.IsLetter(r) {
			return false
		}
		if i > 0 && unicode.IsUpper(r) {
			upper++
		}
	}
	capitals := upper == len(letters)-1 && unicode.IsUpper(rune(letters[0]))
	return digits <= 4 && (capitals && len(letters) <= 24 || upper*4 <= len(letters))
}

// value hides a value that stands under a secret name; references and the word
// that says how a header authenticates stay.
func value(s string) string {
	var b strings.Builder
	for _, p := range reference.Split(s, reference.Any) {
		switch {
		case p.Reference && p.Default == "":
			b.WriteString(p.Text)
		case p.Reference:
			b.WriteString(strings.Replace(p.Text, ":-"+p.Default, ":-"+Mark, 1))
		default:
			b.WriteString(literalValue(p.Text))
		}
	}
	return b.String()
}

func literalValue(s string) string {
	rest := strings.TrimSpace(s)
	if rest == "" {
		return s
	}
	scheme, after, found := strings.Cut(rest, " ")
	if Scheme(scheme) {
		if found && strings.TrimSpace(after) != "" {
			blanks := s[:len(s)-len(strings.TrimLeftFunc(s, unicode.IsSpace))]
			return blanks + scheme + " " + Mark
		}
		return s
	}
	return Mark
}

// Scheme reports a word that names a way to authenticate, such as "Bearer".
func Scheme(word string) bool {
	switch strings.ToLower(word) {
	case "bearer", "basic", "token", "digest", "apikey", "api-key", "key", "negotiate", "dpop", "hmac":
		return true
	}
	return false
}
