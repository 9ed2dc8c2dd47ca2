package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// schemaFindings lints one tool with the given members and gives what rules
// TOOL050 to TOOL073 find: rule, severity, place within the tool, message.
func schemaFindings(t *testing.T, members string, o Options) []string {
	t.Helper()
	return findingsOf(t, `{"name":"t","description":"Does what the test needs.",`+members+`}`, o, "TOOL050", "TOOL073")
}

// findingsOf gives the findings of rules from first to last.
func findingsOf(t *testing.T, input string, o Options, first, last string) []string {
	t.Helper()
	out := []string{}
	for _, f := range lintText(t, "t.json", input, o) {
		checkFinding(t, input, f)
		if first <= f.Rule && f.Rule <= last {
			out = append(out, fmt.Sprintf("%s %s %s: %s", f.Rule, f.Severity, f.Within, f.Message))
		}
	}
	return out
}

// property puts a schema into a tool as its only parameter.
func property(schema string) string {
	return `"inputSchema":{"type":"object","properties":{"p":` + schema + `}}`
}

const inProperty = "/inputSchema/properties/p"

func TestSchemaRules(t *testing.T) {
	for _, c := range []struct {
		members string
		want    string // findings, one a line
	}{
		// Roots.
		{`"title":"x"`, `TOOL050 error : tool has no inputSchema, which is required`},
		{`"inputSchema":null`, `TOOL050 error /inputSchema: inputSchema is null; it is required and has to be an object schema`},
		{`"inputSchema":"{\"type\":\"object\"}"`, `TOOL051 error /inputSchema: inputSchema is a string that holds JSON; clients want the schema itself`},
		{`"inputSchema":[]`, `TOOL051 error /inputSchema: inputSchema is an array, not an object schema`},
		{`"inputSchema":true`, `TOOL051 error /inputSchema: inputSchema is a boolean, not an object schema`},
		{`"inputSchema":{}`, `TOOL051 error /inputSchema: inputSchema has no type; it has to be "object"`},
		{`"inputSchema":{"type":["object","null"],"properties":{"a":{"type":"string"}}}`, `TOOL051 error /inputSchema/type: type of inputSchema is an array; it has to be "object"`},
		{`"inputSchema":{"type":"Object","properties":{"a":{"type":"string"}}}`, `TOOL051 error /inputSchema/type: type of inputSchema is the string "Object"; it has to be "object"`},
		{`"inputSchema":{"title":{"type":"string"},"type":{"type":"string"}}`, `TOOL051 error /inputSchema: inputSchema looks like a map of parameters; clients see a schema without any`},
		{`"inputSchema":{"properties":{"a":{"type":"string"}}}`, `TOOL051 error /inputSchema: inputSchema has no type; it has to be "object"`},
		{`"inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}`, ``},
		{`"inputSchema":{"type":"object"}`, `TOOL069 info /inputSchema: the tool has no parameters, and its schema accepts any argument`},
		{`"inputSchema":{"type":"object","additionalProperties":true}`, ``},
		{`"inputSchema":{"type":"object","additionalProperties":{"type":"string"}}`, ``},
		{`"inputSchema":{"type":"object","additionalProperties":false}`, ``},
		// Dialects.
		{property(`{"type":"strng"}`), `TOOL052 error ` + inProperty + `/type: inputSchema is not valid 2020-12: "strng" is not a JSON Schema type`},
		{property(`{"type":"string","minLength":"1"}`), `TOOL052 error ` + inProperty + `/minLength: inputSchema is not valid 2020-12: minLength must be a non-negative integer, found "1"`},
		{property(`{"type":"string","description":7}`), `TOOL052 error ` + inProperty + `/description: inputSchema is not valid 2020-12: description must be a string, found 7`},
		{property(`"string"`), `TOOL052 error ` + inProperty + `: inputSchema is not valid 2020-12: a schema is an object or a boolean, found "string"`},
		{property(`{"type":"string","default":{"type":"strng"},"x-own":{"type":"strng"},"examples":["a"]}`), `TOOL061 warning ` + inProperty + `/default: default must be a string, found an object`},
		{`"inputSchema":{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","properties":{"p":true}}`, `TOOL053 warning /inputSchema/$schema: inputSchema is written in draft-04; a client that only knows 2020-12 refuses the tool
TOOL052 error /inputSchema/properties/p: inputSchema is not valid draft-04: draft-04 has no boolean schemas, found true`},
		{`"inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema#","type":"object","properties":{"p":true}}`, ``},
		{`"inputSchema":{"$schema":"https://json-schema.org/draft/2021-12/schema","type":"object","properties":{"p":{"type":"strng"}}}`, `TOOL053 error /inputSchema/$schema: $schema "https://json-schema.org/draft/2021-12/schema" names no dialect of JSON Schema, so nobody can tell what the schema means`},
		{`"inputSchema":{"$schema":7,"type":"object","properties":{"p":true}}`, `TOOL053 error /inputSchema/$schema: $schema is a number, not a URI`},
		// Foreign keywords, each reported once.
		{property(`{"type":"array","items":[{"type":"string"}]}`), `TOOL054 error ` + inProperty + `/items: an array in items is not 2020-12; the element schemas are ignored or refused`},
		{property(`{"type":"string","required":true}`), `TOOL054 error ` + inProperty + `/required: required is a boolean, as in draft-03; no validator reads it so`},
		{property(`{"type":"number","minimum":0,"exclusiveMinimum":true}`), `TOOL054 error ` + inProperty + `/exclusiveMinimum: exclusiveMinimum is a boolean, as in draft-04; since draft-06 it is the limit itself`},
		{property(`{"type":"object","dependencies":{"a":["b"]},"additionalItems":false}`), `TOOL054 error ` + inProperty + `/dependencies: dependencies is not a keyword of 2020-12, so validators ignore it
TOOL054 error ` + inProperty + `/additionalItems: additionalItems is not a keyword of 2020-12, so validators ignore it`},
		{property(`{"type":"string","nullable":true,"example":"x","discriminator":{}}`), `TOOL054 warning ` + inProperty + `/nullable: nullable is OpenAPI, not JSON Schema; clients ignore it
TOOL054 warning ` + inProperty + `/example: example is OpenAPI, not JSON Schema; clients ignore it
TOOL054 warning ` + inProperty + `/discriminator: discriminator is OpenAPI, not JSON Schema; clients ignore it`},
		{`"inputSchema":{"type":"object","properties":{"nullable":{"type":"string"},"example":{"type":"string"},"dependencies":{"type":"string"}}}`, ``},
		{`"inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"p":{"type":"array","items":[{"type":"string"}]},"q":{"type":"array","prefixItems":[{}]}}}`, `TOOL053 warning /inputSchema/$schema: inputSchema is written in draft-07; a client that only knows 2020-12 refuses the tool
TOOL054 warning /inputSchema/properties/q/prefixItems: prefixItems is younger than draft-07, which ignores it`},
		// Required names.
		{`"inputSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["nmae"]}`, `TOOL055 warning /inputSchema/required/0: required property "nmae" is not defined, so a model knows nothing about it`},
		{`"inputSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["x","name","name",3],"additionalProperties":false}`, `TOOL055 error /inputSchema/required/0: required property "x" is not defined and the schema is closed: no arguments can satisfy it
TOOL055 error /inputSchema/required/2: required lists "name" twice, which makes the schema invalid
TOOL055 error /inputSchema/required/3: required holds a number, not the name of a property`},
		{`"inputSchema":{"type":"object","patternProperties":{"^x":{}},"required":["x1"],"additionalProperties":false}`, ``},
		{`"inputSchema":{"type":"object","additionalProperties":{"type":"string"},"required":["x"]}`, ``},
		{`"inputSchema":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"if":{"required":["c"]},"not":{"required":["d"]},"then":{"required":["a"]}}`, ``},
		{`"inputSchema":{"type":"object","properties":{"o":{"type":"object","properties":{"a":{"type":"string"}},"allOf":[{"anyOf":[{"required":["a"]},{"required":["b"]}]}]}}}`, `TOOL055 warning /inputSchema/properties/o/allOf/0/anyOf/1/required/0: required property "b" is not defined, so a model knows nothing about it`},
		{`"inputSchema":{"type":"object","properties":{"o":{"type":"object","$ref":"#/$defs/o","required":["z"]}},"$defs":{"o":{"type":"object","properties":{"z":{"type":"string"}}}}}`, ``},
		{`"inputSchema":{"type":"object","properties":{"o":{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string"}},"allOf":[{"properties":{"b":{"type":"string"}},"required":["b"]}]}}}`, `TOOL055 error /inputSchema/properties/o/allOf/0/required/0: required property "b" is not defined and the schema is closed: no arguments can satisfy it`},
		// References.
		{property(`{"$ref":"#/components/schemas/S"}`), `TOOL056 error ` + inProperty + `/$ref: $ref "#/components/schemas/S" leads nowhere in this schema`},
		{property(`{"$ref":"Other.json"}`), `TOOL056 error ` + inProperty + `/$ref: $ref "Other.json" leads nowhere in this schema`},
		{`"inputSchema":{"type":"object","$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`,
			`TOOL056 error /inputSchema/$defs/a/$ref: $ref "#/$defs/b" leads back to itself for the same value, so no validator comes to an end
` +
				`TOOL056 error /inputSchema/$defs/b/$ref: $ref "#/$defs/a" leads back to itself for the same value, so no validator comes to an end`},
		{`"inputSchema":{"type":"object","allOf":[{"if":{"not":{"$ref":"#"}}}]}`,
			`TOOL056 error /inputSchema/allOf/0/if/not/$ref: $ref "#" leads back to itself for the same value, so no validator comes to an end`},
		{`"inputSchema":{"type":"object","anyOf":[{"properties":{"a":{"$ref":"#"}}},{"additionalProperties":{"allOf":[{"$ref":"#"}]}}]}`, ``},
		{property(`{"$ref":"#/properties/p"}`), `TOOL056 error ` + inProperty + `/$ref: $ref "#/properties/p" leads to itself`},
		{property(`{"$ref":"#/type"}`), `TOOL056 error ` + inProperty + `/$ref: $ref "#/type" leads to a string, not to a schema`},
		{property(`{"$ref":"https://example.com/s.json"}`), `TOOL057 error ` + inProperty + `/$ref: $ref leads to "https://example.com/s.json", and clients must not fetch it`},
		{`"inputSchema":{"$id":"https://example.com/root","type":"object","properties":{"p":{"$ref":"#/$defs/x"},"q":{"$ref":"https://example.com/root#/$defs/x"},"r":{"$ref":"#anchor"}},"$defs":{"x":{"$anchor":"anchor","type":"string"}}}`, ``},
		{`"inputSchema":{"type":"object","properties":{"p":{"$ref":"#/properties/q/items"},"q":{"type":"array","items":{"type":"string"}},"$ref":{"type":"string"}}}`, ``},
		// Values.
		{property(`{"type":"string","enum":[]}`), `TOOL059 error ` + inProperty + `/enum: enum is empty, so no value is allowed`},
		{property(`{"type":"string","minLength":5,"maxLength":1}`), `TOOL059 error ` + inProperty + `/minLength: minLength 5 and maxLength 1 leave no value`},
		{property(`{"type":"number","exclusiveMinimum":1,"maximum":1}`), `TOOL059 error ` + inProperty + `/exclusiveMinimum: exclusiveMinimum 1 and maximum 1 leave no value`},
		{property(`{"type":"string","const":1}`), `TOOL059 error ` + inProperty + `/const: const is a number, which the type string excludes`},
		{property(`{"const":"c","enum":["a","b"]}`), `TOOL059 error ` + inProperty + `/const: const is not among the values of enum`},
		{property(`{"type":"integer","enum":["1","2"]}`), `TOOL059 error ` + inProperty + `/enum: no value of enum is of the type integer`},
		{property(`{"type":"integer","enum":["1",2,2.0]}`), `TOOL060 warning ` + inProperty + `/enum/0: this value of enum is a string, which the type integer excludes
TOOL060 warning ` + inProperty + `/enum/2: enum has this value twice`},
		{property(`{"type":["string","null"],"enum":["a",null]}`), ``},
		{property(`{"type":"0nteg.\u202e","enum":[1],"const":2}`), `TOOL052 error ` + inProperty + `/type: inputSchema is not valid 2020-12: "0nteg.\u{202e}" is not a JSON Schema type
TOOL059 error ` + inProperty + `/const: const is not among the values of enum`},
		{property(`{"not":{}}`), `TOOL059 error ` + inProperty + `/not: not excludes every value`},
		{property(`{"anyOf":[{"type":"string"},{"not":{}}]}`), `TOOL059 warning ` + inProperty + `/anyOf/1/not: not excludes every value, so this alternative is never met`},
		{property(`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":{"not":{}}}`), ``},
		{property(`{"anyOf":[]}`), `TOOL059 error ` + inProperty + `/anyOf: anyOf is empty, so no value is allowed`},
		{property(`{"type":"integer","default":"1"}`), `TOOL061 warning ` + inProperty + `/default: default must be an integer, found a string`},
		{property(`{"type":"string","default":null}`), `TOOL061 info ` + inProperty + `/default: default is null, which the schema does not allow; it says the same as no default`},
		{property(`{"type":["string","null"],"default":null}`), ``},
		{property(`{"$ref":"#/$defs/level","default":"hihg"}`) + `,"x":1`, `TOOL056 error ` + inProperty + `/$ref: $ref "#/$defs/level" leads nowhere in this schema`},
		{`"inputSchema":{"type":"object","properties":{"p":{"$ref":"#/$defs/level","default":"hihg"}},"$defs":{"level":{"enum":["low","high"]}}}`, `TOOL061 warning /inputSchema/properties/p/default: default must be "low" or "high", found "hihg"`},
		{property(`{"type":"array","items":{"type":"string"},"default":["a",1]}`), `TOOL061 warning ` + inProperty + `/default: default is not valid at /1: must be a string, found a number`},
		{property(`{"type":"string","pattern":"^(?=x)","default":"y"}`), `TOOL065 warning ` + inProperty + `/pattern: pattern uses what RE2, Go and Rust do not have: lookahead`},
		{property(`{"type":"string","format":"date","default":"no date","examples":["2026-01-31",7,null]}`), `TOOL062 warning ` + inProperty + `/examples/1: example must be a string, found a number
TOOL062 warning ` + inProperty + `/examples/2: example must be a string, found null`},
		{property(`{"type":"integer","maximum":9223372036854775807,"minimum":-9007199254740992,"default":9007199254740991}`), `TOOL073 info ` + inProperty + `/maximum: maximum 9223372036854775807 is beyond 9007199254740991, up to which JSON readers are exact
TOOL073 info ` + inProperty + `/minimum: minimum -9007199254740992 is beyond 9007199254740991, up to which JSON readers are exact`},
		// Types and formats.
		{property(`{"type":["array","null"]}`), `TOOL063 warning ` + inProperty + `: array "p" has no items: a model has to guess its elements, and Visual Studio Code refuses the tool`},
		{property(`{"type":"array","prefixItems":[{"type":"string"}]}`), ``},
		{property(`{"type":"array","anyOf":[{"items":{"type":"string"}}]}`), ``},
		{property(`{"type":"array","items":{"type":"array"}}`), `TOOL063 warning ` + inProperty + `/items: array without items: a model has to guess its elements, and Visual Studio Code refuses the tool`},
		{property(`{"description":"anything"}`), `TOOL064 info ` + inProperty + `: property "p" says nothing about its type`},
		{property(`{"const":1}`), ``},
		{property(`true`), ``},
		{property(`{"type":"string","format":"datetime"}`), `TOOL066 info ` + inProperty + `/format: format "datetime" is not defined by 2020-12, so it checks nothing`},
		{`"inputSchema":{"type":"object","properties":{"format":{"type":"string","enum":["json","xml"],"default":"json"}}}`, ``},
		{property(`{"type":"string","format":"uuid"}`), ``},
		{`"inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"p":{"type":"string","format":"uuid"}}}`, `TOOL053 warning /inputSchema/$schema: inputSchema is written in draft-07; a client that only knows 2020-12 refuses the tool
TOOL066 info /inputSchema/properties/p/format: format "uuid" is not defined by draft-07, so it checks nothing`},
		// Patterns.
		{property(`{"type":"string","pattern":"(?P<n>\\d)"}`), `TOOL065 error ` + inProperty + `/pattern: pattern is not a valid regular expression: (?P is not JavaScript, write (?<name>…) at character 3`},
		{property(`{"type":"string","pattern":"[a"}`), `TOOL065 error ` + inProperty + `/pattern: pattern is not a valid regular expression: class is not closed at character 1`},
		{property(`{"type":"string","pattern":"é\\-"}`), `TOOL065 warning ` + inProperty + `/pattern: pattern is valid only without the u flag, which validators set: escape that means nothing at character 2`},
		{property(`{"type":"string","pattern":"[😀-😂]"}`), `TOOL065 warning ` + inProperty + `/pattern: pattern is valid only with the u flag: range is out of order at character 2`},
		{property(`{"type":"string","pattern":"(a)\\1\\u0041"}`), `TOOL065 warning ` + inProperty + `/pattern: pattern uses what RE2, Go and Rust do not have: backreference, \u escape`},
		{property(`{"type":"object","patternProperties":{"^(?!x)":{}}}`), `TOOL065 warning ` + inProperty + `/patternProperties/^(?!x): pattern uses what RE2, Go and Rust do not have: lookahead`},
		{property(`{"type":"string","pattern":"^https://\\w+(?:\\.\\w+)*/$"}`), ``},
		// Size.
		{property(`{"enum":["x"]}`), `TOOL064 info ` + inProperty + `: property "p" says nothing about its type`},
		{property(`{"type":"integer","enum":[` + numbers(101) + `]}`), `TOOL070 warning ` + inProperty + `/enum: enum has 101 values, over 100`},
		{property(`{"type":"integer","enum":[` + numbers(100) + `]}`), ``},
		{property(`{"type":"string","anyOf":[` + strings.TrimSuffix(strings.Repeat(`{"maxLength":1},`, 51), ",") + `]}`), `TOOL070 warning ` + inProperty + `/anyOf: anyOf has 51 schemas, over 50`},
		// Headers.
		{property(`{"type":["string","null"],"x-mcp-header":"Region"}`), ``},
		{property(`{"type":"string","x-mcp-header":""}`), `TOOL071 error ` + inProperty + `/x-mcp-header: x-mcp-header is empty; clients drop the tool`},
		{property(`{"type":"string","x-mcp-header":"A\r\nB"}`), `TOOL071 error ` + inProperty + `/x-mcp-header: x-mcp-header "A\r\nB" is not a name for an HTTP header; clients drop the tool`},
		{property(`{"x-mcp-header":7}`), `TOOL064 info ` + inProperty + `: property "p" says nothing about its type
TOOL071 error ` + inProperty + `/x-mcp-header: x-mcp-header is a number, not the name of a header; clients drop the tool`},
		{`"inputSchema":{"type":"object","properties":{"o":{"type":"object","properties":{"p":{"type":"integer","x-mcp-header":"P"}}}}}`, ``},
		{`"inputSchema":{"type":"object","properties":{"max_tokens":{"type":"integer","x-mcp-header":"Max"},"page_token":{"type":"string","x-mcp-header":"Page"}}}`, ``},
		// Output schemas.
		{`"inputSchema":{"type":"object","additionalProperties":false},"outputSchema":{"type":"object","additionalProperties":true}`, `TOOL068 info /outputSchema: outputSchema describes nothing, yet every result must now bring structured content`},
		{`"inputSchema":{"type":"object","additionalProperties":false},"outputSchema":{"type":"object","additionalProperties":{"type":"string"}}`, ``},
		{`"inputSchema":{"type":"object","additionalProperties":false},"outputSchema":{"type":"strng"}`, `TOOL067 info /outputSchema/type: root type of outputSchema is the string "strng", not "object"; clients before 2026-07-28 refuse it
TOOL052 error /outputSchema/type: outputSchema is not valid 2020-12: "strng" is not a JSON Schema type`},
	} {
		var want []string
		if c.want != "" {
			want = strings.Split(c.want, "\n")
		}
		got := schemaFindings(t, c.members, Options{})
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s\n got %s\nwant %s", c.members, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
	}
}

// numbers writes n different numbers.
func numbers(n int) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = itoa(i)
	}
	return strings.Join(parts, ",")
}

// TestHelp checks what is advised where a name is near.
func TestHelp(t *testing.T) {
	for _, c := range []struct{ members, rule, want string }{
		{`"inputSchema":{"type":"object","properties":{"query":{"type":"string"}},"required":["qeury"]}`, "TOOL055", `did you mean "query"?`},
		{`"inputSchema":{"type":"object","properties":{"p":{"$ref":"#/definitions/Screen"}},"$defs":{"Screen":{"type":"object"}}}`, "TOOL056", `did you mean "#/$defs/Screen"?`},
		{`"inputSchema":{"type":"object","properties":{"p":{"$ref":"#/$defs/Sceen"}},"$defs":{"Screen":{"type":"object"}}}`, "TOOL056", `did you mean "#/$defs/Screen"?`},
		{`"inputSchema":{"type":"object","properties":{"p":{"$ref":"#/$defs/zzz"}},"$defs":{"Screen":{"type":"object"},"Row":{}}}`, "TOOL056", `the schema defines Screen, Row`},
		{property(`{"$ref":"#/components/schemas/S"}`), "TOOL056", `this is a place in an OpenAPI document: copy the schema under $defs and refer to it there`},
		{`"inputSchema":{"$schema":"https://json-schema.org/draft/2020-21/schema","type":"object"}`, "TOOL053", `did you mean https://json-schema.org/draft/2020-12/schema?`},
		{property(`{"type":"string","format":"datetime"}`), "TOOL066", `did you mean "date-time"?`},
		{property(`{"type":"integer","format":"int32"}`), "TOOL066", `leave it out`},
	} {
		help := ""
		for _, f := range lintText(t, "t.json", `{"name":"t",`+c.members+`}`, Options{}) {
			if f.Rule == c.rule {
				help = f.Help
			}
		}
		if help != c.want {
			t.Errorf("%s: %q, want %q", c.members, help, c.want)
		}
	}
}
