package textsafety

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

func TestLookalikes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"paypal_refund", ""},
		{"pаypal_refund", "1 а a Cyrillic"},
		{"refund_сору", "7 с c Cyrillic; 9 о o Cyrillic; 11 р p Cyrillic; 13 у y Cyrillic"},
		{"Αdmin", "0 Α A Greek"},
		{"ｇet_user", "0 ｇ g fullwidth"},
		{"𝗀et", "0 𝗀 g mathematical"},
		{"Рассылка писем", ""},
		{"Все заказы из CRM", ""},
		{"Δt", ""}, {"user_имя", ""}, {"λ", ""}, {"π_value", ""}, {"Ωm", ""},
		{"Kapalı", ""}, {"naïve café", ""}, {"東京 Tokyo", ""}, {"テスト_a", ""}, {"데이터 v2", ""},
		{"a α", ""}, {"Größe", ""},
		{"", ""},
	} {
		var got []string
		for _, l := range Lookalikes(c.text) {
			got = append(got, fmt.Sprintf("%d %c %c %s", l.Start, l.Rune, l.Looks, l.Script))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%q: %s, want %s", c.text, s, c.want)
		}
	}
}

// alphabets of the characters that tokens are made of.
const (
	base62 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	hexes  = "0123456789abcdef"
)

// random gives n characters of an alphabet, the same for the same seed. No
// token stands in this file as text.
func random(seed int64, n int, alphabet string) string {
	rng := rand.New(rand.NewSource(seed))
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[rng.Intn(len(alphabet))]
	}
	return string(b)
}

func TestSecrets(t *testing.T) {
	jwt := "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiJhY2NvdW50LTc3In0" + "." + random(1, 43, base62)
	for _, c := range []struct{ text, want string }{
		{"ghp_" + random(2, 36, base62), "GitHub token"},
		{"use gho_" + random(3, 36, base62) + ".", "GitHub token"},
		{"github_pat_" + random(4, 22, base62) + "_" + random(5, 59, base62), "GitHub token"},
		{"glpat-" + random(6, 20, base62), "GitLab token"},
		{"npm_" + random(7, 36, base62), "npm token"},
		{"AKIA" + random(8, 16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"), "AWS access key id"},
		{"AIza" + random(9, 35, base62), "Google API key"},
		{"sk-ant-api03-" + random(10, 95, base62), "Anthropic API key"},
		{"sk-proj-" + random(11, 40, base62) + "T3BlbkFJ" + random(12, 40, base62), "OpenAI API key"},
		{"sk-" + random(13, 48, base62), "OpenAI API key"},
		{"xoxb-" + random(14, 11, "0123456789") + "-" + random(15, 24, base62), "Slack token"},
		{"https://hooks.slack.com/services/T" + random(16, 8, "ABCDEFGH23456789") + "/B" + random(17, 8, "ABCDEFGH23456789") + "/" + random(18, 24, base62), "Slack webhook"},
		{"sk_live_" + random(19, 24, base62), "Stripe key"},
		{"SG." + random(20, 22, base62) + "." + random(21, 43, base62), "SendGrid key"},
		{"hf_" + random(22, 34, base62[:52]), "Hugging Face token"},
		{"glsa_" + random(23, 32, base62) + "_" + random(24, 8, hexes), "Grafana token"},
		{"123456789:AA" + random(25, 33, base62), ""}, // has a run in it
		{"739104628:AA" + random(26, 33, base62), "Telegram bot token"},
		{"-----BEGIN OPENSSH PRIVATE KEY-----\n" + random(27, 200, base62), "private key"},
		{jwt, "JSON Web Token"},
		// Placeholders and documentation.
		{"ghp_" + strings.Repeat("x", 36), ""},
		{"ghp_abcdefghijklmnopqrstuvwxyz0123456789", ""},
		{"AKIAIOSFODNN7EXAMPLE", ""},
		{"sk-ant-api03-" + strings.Repeat("A", 95), ""},
		{"xoxb-your-token-goes-here-please-now", ""},
		{"-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----", ""},
		{"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ." + random(28, 43, base62), ""},
		{"A token such as ghp_…, sk-… or xoxb-….", ""},
		{"d41d8cd98f00b204e9800998ecf8427e", ""},
		{"", ""},
	} {
		var got []string
		for _, s := range Secrets(c.text) {
			got = append(got, s.Kind)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%.20q…: %q, want %q", c.text, s, c.want)
		}
	}
}

// TestEverySecretFormat checks that no pattern can match without the prefix
// that is looked for first.
func TestSecretPrefixes(t *testing.T) {
	for _, s := range secrets {
		if !strings.Contains(s.pattern.String(), strings.ReplaceAll(s.prefix, ".", `\.`)) && !strings.Contains(s.pattern.String(), s.prefix) {
			t.Errorf("%s: %q is not in the pattern %s", s.kind, s.prefix, s.pattern)
		}
	}
}

func TestBlobs(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Data: " + random(1, 130, base62) + "== end", "base64 6-138"},
		{random(2, 128, hexes), "hexadecimal 0-128"},
		{random(3, 119, base62), ""},
		{strings.Repeat("-", 200), ""},
		{strings.Repeat("=", 200), ""},
		{strings.Repeat("0", 200), ""},
		{strings.Repeat("a_very_long_snake_case_name_", 6), ""},
		{"https://example.com/" + strings.Repeat("path/to/some/where/", 8), ""},
		{strings.Repeat("one/two/three-", 12), ""},
		{"", ""},
	} {
		var got []string
		for _, b := range Blobs(c.text) {
			got = append(got, fmt.Sprintf("%s %d-%d", b.Kind, b.Start, b.End))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%.40q: %s, want %s", c.text, s, c.want)
		}
	}
}
