package lint

import (
	"slices"
	"strings"
	"testing"
)

func TestPortableRules(t *testing.T) {
	for _, c := range []struct {
		profiles, prefix string
		input            string
		want             string
	}{
		{"", "", `{"name":"a.b","inputSchema":{"type":"object","properties":{"p":{"type":["string","null"],"const":"x"}}}}`, ``},
		{"", "", `{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"string","anyOf":[{"minLength":1}]}},"oneOf":[{"required":["a"]}]}}`, `TOOL140 warning /inputSchema/oneOf: inputSchema has oneOf at its root, which the Anthropic and OpenAI APIs refuse`},
		{"anthropic", "", `{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"allOf":[{"required":["a"]}]}}`, `TOOL140 error /inputSchema/allOf: inputSchema has allOf at its root, which the Anthropic and OpenAI APIs refuse`},
		{"openai", "", `{"name":"a.b","inputSchema":{"type":"object","properties":{}}}`, `TOOL141 warning /name: name has the character "."; providers accept letters, digits, _ and - only`},
		{"openai", "", `{"name":"` + strings.Repeat("n", 65) + `","inputSchema":{"type":"object","properties":{}}}`, `TOOL141 warning /name: name has 65 characters; providers accept 64`},
		{"", "mcp__srv__", `{"name":"` + strings.Repeat("n", 55) + `","inputSchema":{"type":"object","properties":{}}}`, `TOOL142 warning /name: name has 65 characters behind the prefix "mcp__srv__", over 64`},
		{"", "mcp__srv__", `{"name":"` + strings.Repeat("n", 54) + `","inputSchema":{"type":"object","properties":{}}}`, ``},
		{"anthropic", "", `{"server":"billing","tools":[{"name":"` + strings.Repeat("n", 60) + `","inputSchema":{"type":"object","properties":{}}}]}`, `TOOL142 warning /name: name has 74 characters behind the prefix "mcp__billing__", over 64`},
		{"", "", `{"name":"t","inputSchema":{"type":"object","properties":{"a b":{"type":"object","properties":{"c d":{"type":"string"}}},"":{"type":"string"}}}}`,
			`TOOL143 warning /inputSchema/properties/: parameter has an empty name, which the Anthropic API and Bedrock refuse
TOOL143 warning /inputSchema/properties/a b: parameter "a b" has a character that the Anthropic API and Bedrock refuse`},
		{"openai", "", `{"name":"t","inputSchema":{"type":"object"}}`, `TOOL144 error /inputSchema: inputSchema has no properties, without which the OpenAI API refuses the tool`},
		{"gemini", "", `{"name":"t","inputSchema":{"type":"object","properties":{"a":{"enum":["x","",2]},"b":{"type":"string","enum":["x"]}}}}`,
			`TOOL145 error /inputSchema/properties/a/enum/1: enum has an empty string, which the Gemini API refuses
TOOL145 error /inputSchema/properties/a/enum/2: enum has a number; the Gemini API takes strings only
TOOL145 error /inputSchema/properties/a/enum: enum stands without a type, which the Gemini API refuses`},
		{"gemini", "", `{"name":"t","inputSchema":{"type":"object","properties":{"a":true,"b":{"anyOf":[{"type":"string"},{"minLength":1}]},"c":{"$ref":"#/$defs/c"}},"additionalProperties":false,"$defs":{"c":{"type":"string"}}}}`,
			`TOOL146 error /inputSchema/properties/a: boolean schema, which the Gemini API does not have
TOOL146 error /inputSchema/properties/b/anyOf/1: alternative of anyOf without a type, which the Gemini API refuses
TOOL146 error /inputSchema/properties/c/$ref: $ref, which the Gemini API does not resolve`},
		{"openai-strict", "", `{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"string"}},"required":["b"],"additionalProperties":false}},"minProperties":1,"additionalProperties":false}}`,
			`TOOL147 error /inputSchema/minProperties: minProperties is refused in strict mode
TOOL147 error /inputSchema/properties/a: property "a" is not required, as strict mode wants`},
		{"", "", `{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"object","additionalProperties":{}}}}}`, `TOOL148 info /inputSchema/properties/a/additionalProperties: additionalProperties is {}, which some clients cannot read; true says the same`},
	} {
		var want []string
		if c.want != "" {
			want = strings.Split(c.want, "\n")
		}
		o := Options{Settings: Settings{ClientPrefix: c.prefix}}
		if c.profiles != "" {
			o.Profiles = []string{c.profiles}
		}
		got := findingsOf(t, c.input, o, "TOOL140", "TOOL148")
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s %s\n got %s\nwant %s", c.profiles, c.input, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
	}
}

// TestRecursiveRefs is TOOL058: silent by default, and of several references
// only those are meant that lead back.
func TestRecursiveRefs(t *testing.T) {
	const input = `{"name":"t","inputSchema":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"},"s":{"$ref":"#/$defs/S"}},
"$defs":{"A":{"type":"object","properties":{"b":{"$ref":"#/$defs/B"}}},"B":{"type":"array","items":{"$ref":"#/$defs/A"}},"S":{"type":"string"}}}}`
	if got := findingsOf(t, input, Options{}, "TOOL058", "TOOL058"); len(got) > 0 {
		t.Errorf("by default: %q", got)
	}
	want := []string{
		`TOOL058 info /inputSchema/$defs/A/properties/b/$ref: $ref "#/$defs/B" makes the schema recursive`,
		`TOOL058 info /inputSchema/$defs/B/items/$ref: $ref "#/$defs/A" makes the schema recursive`,
	}
	if got := findingsOf(t, input, Options{Settings: Settings{Profiles: []string{"gemini"}}}, "TOOL058", "TOOL058"); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
