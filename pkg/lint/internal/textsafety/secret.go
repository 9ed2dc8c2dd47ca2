package textsafety

import (
	"encoding/base64"
	"regexp"
	"strings"
)

// Secret is a part of a text that looks like a credential in use. Its text must
// never be shown.
type Secret struct {
	Span
	Kind string // such as "GitHub token"
}

// secrets are the formats that providers have given their credentials so that
// they can be found. A format without a prefix of its own is not here: it
// cannot be told from an identifier.
var secrets = []struct {
	kind    string
	prefix  string // occurs in every match: looking for it is fast, the pattern is not
	pattern *regexp.Regexp
	real    func(match string) bool // nil: only the general tests
}{
	{"GitHub token", "gh", regexp.MustCompile(`\bgh[pousr]_[A-Za-z0-9]{36}\b`), nil},
	{"GitHub token", "github_pat_", regexp.MustCompile(`\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b`), nil},
	{"GitLab token", "gl", regexp.MustCompile(`\bgl(?:pat|ptt|dt|rt|cbt|ft|soat|agent)-[A-Za-z0-9_-]{20,}`), nil},
	{"npm token", "npm_", regexp.MustCompile(`\bnpm_[A-Za-z0-9]{36}\b`), nil},
	{"PyPI token", "pypi-", regexp.MustCompile(`\bpypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,}`), nil},
	{"AWS access key id", "KIA", regexp.MustCompile(`\bAKIA[A-Z2-7]{16}\b`), nil},
	{"AWS access key id", "ASIA", regexp.MustCompile(`\bASIA[A-Z2-7]{16}\b`), nil},
	{"Google API key", "AIza", regexp.MustCompile(`\bAIza[A-Za-z0-9_-]{35}\b`), nil},
	{"Google OAuth token", "ya29.", regexp.MustCompile(`\bya29\.[A-Za-z0-9_-]{40,}`), nil},
	{"Anthropic API key", "sk-ant-", regexp.MustCompile(`\bsk-ant-[a-z0-9]+-[A-Za-z0-9_-]{40,}`), nil},
	{"OpenAI API key", "sk-", regexp.MustCompile(`\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}T3BlbkFJ[A-Za-z0-9_-]{20,}`), nil},
	{"OpenAI API key", "sk-", regexp.MustCompile(`\bsk-[A-Za-z0-9]{48}\b`), nil},
	{"Slack token", "xox", regexp.MustCompile(`\bxox[abeoprs]-[A-Za-z0-9-]{24,}`), nil},
	{"Slack webhook", "hooks.slack.com", regexp.MustCompile(`\bhooks\.slack\.com/services/T[A-Z0-9]{7,}/B[A-Z0-9]{7,}/[A-Za-z0-9]{20,}`), nil},
	{"Stripe key", "k_live_", regexp.MustCompile(`\b[sr]k_live_[A-Za-z0-9]{20,}`), nil},
	{"Stripe webhook secret", "whsec_", regexp.MustCompile(`\bwhsec_[A-Za-z0-9+/]{32,}`), nil},
	{"SendGrid key", "SG.", regexp.MustCompile(`\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}\b`), nil},
	{"Shopify token", "shp", regexp.MustCompile(`\bshp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}\b`), nil},
	{"DigitalOcean token", "_v1_", regexp.MustCompile(`\bdo[opr]_v1_[a-f0-9]{64}\b`), nil},
	{"Hugging Face token", "hf_", regexp.MustCompile(`\bhf_[A-Za-z]{34}\b`), nil},
	{"Groq key", "gsk_", regexp.MustCompile(`\bgsk_[A-Za-z0-9]{50,}`), nil},
	{"Grafana token", "glsa_", regexp.MustCompile(`\bglsa_[A-Za-z0-9]{32}_[a-f0-9]{8}\b`), nil},
	{"Linear key", "lin_api_", regexp.MustCompile(`\blin_api_[A-Za-z0-9]{40}\b`), nil},
	{"Notion token", "ntn_", regexp.MustCompile(`\bntn_[A-Za-z0-9]{40,}`), nil},
	{"Telegram bot token", ":AA", regexp.MustCompile(`\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}\b`), nil},
	{"Databricks token", "dapi", regexp.MustCompile(`\bdapi[a-f0-9]{32}\b`), nil},
	{"Atlassian token", "ATATT3", regexp.MustCompile(`\bATATT3[A-Za-z0-9_=-]{100,}`), nil},
	{"Supabase key", "sb", regexp.MustCompile(`\bsb(?:p|_secret)_[A-Za-z0-9_]{32,}`), nil},
	{"age secret key", "AGE-SECRET-KEY-1", regexp.MustCompile(`\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b`), nil},
	{"private key", "PRIVATE KEY", regexp.MustCompile(`-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\\A-Za-z0-9+/=:,-]{64,}`), nil},
	{"JSON Web Token", "eyJ", regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}`), realJWT},
}

// MinSecret is the length of the shortest run of characters without blanks and
// brackets that stands in every secret. The shortest are AWS key ids and the
// lines of a private key.
const MinSecret = 16

// Secrets finds text that looks like a credential in use: the format of a
// provider, with the randomness of a real one. Placeholders and the examples
// that documentation is full of are left alone.
func Secrets(text string) []Secret {
	var out []Secret
	for _, s := range secrets {
		if !strings.Contains(text, s.prefix) {
			continue
		}
		for _, at := range s.pattern.FindAllStringIndex(text, -1) {
			match := text[at[0]:at[1]]
			if !placeholder(match) && (s.real == nil || s.real(match)) {
				out = append(out, Secret{Span{at[0], at[1]}, s.kind})
			}
		}
	}
	return disjoint(out, func(s Secret) Span { return s.Span })
}

var placeholderWords = []string{
	"example", "sample", "dummy", "placeholder", "redacted", "yourtoken", "your-", "your_", "yourkey", "changeme", "replace", "insert",
	"fake", "xxxx", "0000", "1111", "aaaa", "abcdef", "abc123", "12345", "qwerty", "....", "test-key", "testkey", "todo",
}

// placeholder reports text that no generator of secrets makes: it has words or
// runs in it, or too few different characters.
func placeholder(match string) bool {
	low := strings.ToLower(match)
	for _, word := range placeholderWords {
		if strings.Contains(low, word) {
			return true
		}
	}
	tail := match[len(match)-min(len(match), 16):]
	return entropy(tail) < 2.5
}

// realJWT reports a token that is not one of the well-known demonstration
// tokens.
func realJWT(match string) bool {
	parts := strings.Split(match, ".")
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return false
	}
	text := strings.ToLower(string(payload))
	return !strings.Contains(text, "john doe") && !strings.Contains(text, "1234567890") && !strings.Contains(text, "example")
}
