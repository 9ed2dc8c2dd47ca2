package reference

import (
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	for _, tc := range []struct {
		value  string
		styles Style
		want   string // references between angle brackets as scope|name|default
	}{
		{"plain", Any, "plain"},
		{"", Any, ""},
		{"${TOKEN}", Brace, "<|TOKEN|>"},
		{"Bearer ${TOKEN}", Brace, "Bearer <|TOKEN|>"},
		{"${TOKEN:-abc}", Brace, "<|TOKEN|abc>"},
		{"${A:-${B}}x", Brace, "<|A|${B}>x"},
		{"${input:api-key}", Brace, "<input|api-key|>"},
		{"${env:HOME}/x", Brace, "<env|HOME|>/x"},
		{"${user_config.token}", Brace, "<user_config|token|>"},
		{"${{ secrets.KEY }}", Double | Brace, "<secrets|KEY|>"},
		{"{{PROJECT}}/x", Double, "<|PROJECT|>/x"},
		{"$TOKEN/x", Dollar, "<env|TOKEN|>/x"},
		{"$TOKEN", Brace, "$TOKEN"},
		{"%HOME%\\x", Percent, "<env|HOME|>\\x"},
		{"100% sure%", Percent, "100% sure%"},
		{"{env:KEY}{file:~/k}", Tagged, "<env|KEY|><file|~/k|>"},
		{"{host}/{}", Curly, "<|host|>/{}"},
		{"${unclosed", Any, "${unclosed"},
		{"${}", Brace, "${}"},
		{"$5 and $", Any, "$5 and $"},
	} {
		var b, joined strings.Builder
		for _, p := range Split(tc.value, tc.styles) {
			joined.WriteString(p.Text)
			if p.Reference {
				b.WriteString("<" + p.Scope + "|" + p.Name + "|" + p.Default + ">")
			} else {
				b.WriteString(p.Text)
			}
		}
		if b.String() != tc.want {
			t.Errorf("%q: %s, want %s", tc.value, b.String(), tc.want)
		}
		if joined.String() != tc.value {
			t.Errorf("%q: pieces join to %q", tc.value, joined.String())
		}
	}
}

func TestLiteralKeepsDefaults(t *testing.T) {
	if got := Literal("Bearer ${T:-hunter2}!", Brace); got != "Bearer hunter2!" {
		t.Errorf("literal part %q", got)
	}
	if Contains("abc", Any) || !Contains("a${B}c", Any) {
		t.Error("Contains")
	}
}

func FuzzSplit(f *testing.F) {
	for _, s := range []string{"${A:-${B}}", "${{x}}", "{{", "${", "$", "%A%", "{env:", "{a}"} {
		f.Add(s, byte(Any))
	}
	f.Fuzz(func(t *testing.T, value string, styles byte) {
		joined := ""
		for _, p := range Split(value, Style(styles)) {
			if p.Text == "" {
				t.Fatalf("%q: empty piece", value)
			}
			joined += p.Text
		}
		if joined != value {
			t.Fatalf("%q joins to %q", value, joined)
		}
	})
}
