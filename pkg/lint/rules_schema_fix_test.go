package lint

import "testing"

// TestSchemaFixes has what the fixes of schema rules make of a definition.
func TestSchemaFixes(t *testing.T) {
	for _, c := range []struct {
		rule, input string
		fix         int // which of the finding's fixes
		want        string
	}{
		{
			"TOOL051", `{"name":"t","inputSchema":{"q":{"type":"string"}},"required":["q"]}`, 0,
			`{"name":"t","inputSchema":{"type": "object", "properties": {"q":{"type":"string"}}, "required": ["q"]}}`,
		},
		{
			"TOOL051", `{"required":["q"],"inputSchema":{"q":{"type":"string"}},"name":"t"}`, 0,
			`{"inputSchema":{"type": "object", "properties": {"q":{"type":"string"}}, "required": ["q"]},"name":"t"}`,
		},
		{"TOOL051", `{"name":"t","inputSchema":{"properties":{}}}`, 0, `{"name":"t","inputSchema":{"properties":{},"type":"object"}}`},
		{"TOOL051", `{"name":"t","inputSchema":{"type":"OBJECT"}}`, 0, `{"name":"t","inputSchema":{"type":"object"}}`},
		{
			"TOOL053", `{"name":"t","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","definitions":{"d":{"type":"string"}},"properties":{"p":{"$ref":"#/definitions/d"}}}}`, 0,
			`{"name":"t","inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","definitions":{"d":{"type":"string"}},"properties":{"p":{"$ref":"#/definitions/d"}}}}`,
		},
		{
			"TOOL054", `{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":"array","items":[{}],"additionalItems":false}}}}`, 0,
			`{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":"array","prefixItems":[{}],"items":false}}}}`,
		},
		{
			"TOOL054", `{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":"string","required":true}}}}`, 0,
			`{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":"string"}},"required":["p"]}}`,
		},
		{
			"TOOL054", `{"name":"t","inputSchema":{"type":"object","required":["q"],"properties":{"q":{},"p":{"required":true,"type":"string"}}}}`, 0,
			`{"name":"t","inputSchema":{"type":"object","required":["q", "p"],"properties":{"q":{},"p":{"type":"string"}}}}`,
		},
		{
			"TOOL054", `{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":"number","minimum":0,"exclusiveMinimum":true}}}}`, 0,
			`{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":"number","exclusiveMinimum":0}}}}`,
		},
		{
			"TOOL054", `{"name":"t","inputSchema":{"type":"object","properties":{"p":{"exclusiveMaximum":true,"maximum":9.50}}}}`, 0,
			`{"name":"t","inputSchema":{"type":"object","properties":{"p":{"exclusiveMaximum":9.50}}}}`,
		},
		{
			"TOOL054", `{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":"object","dependencies":{"a":["b"]}}}}}`, 0,
			`{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":"object","dependentRequired":{"a":["b"]}}}}}`,
		},
		{
			"TOOL054", `{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":"string","nullable":true}}}}`, 0,
			`{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":["string", "null"]}}}}`,
		},
		{
			"TOOL054", `{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":"string","example":"a"}}}}`, 0,
			`{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":"string","examples":["a"]}}}}`,
		},
		{
			"TOOL063", "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"p\":{\n  \"type\": \"array\"\n}}}}", 0,
			"{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"p\":{\n  \"type\": \"array\",\n  \"items\": {}\n}}}}",
		},
		{
			"TOOL064", `{"name":"t","inputSchema":{"type":"object","properties":{"p":{"enum":[1,2]}}}}`, 0,
			`{"name":"t","inputSchema":{"type":"object","properties":{"p":{"enum":[1,2],"type":"integer"}}}}`,
		},
		{
			"TOOL065", `{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":"string","pattern":"^https\\:\\/\\/"}}}}`, 0,
			`{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":"string","pattern":"^https:\\/\\/"}}}}`,
		},
		{
			"TOOL066", `{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":"integer","format":"uint64","minimum":0}}}}`, 0,
			`{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":"integer","minimum":0}}}}`,
		},
		{
			"TOOL066", `{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":"string","format":"url"}}}}`, 0,
			`{"name":"t","inputSchema":{"type":"object","properties":{"p":{"type":"string","format":"uri"}}}}`,
		},
		{"TOOL069", `{"name":"t","inputSchema":{"type":"object"}}`, 0, `{"name":"t","inputSchema":{"type":"object","properties":{},"additionalProperties":false}}`},
		{"TOOL069", `{"name":"t","inputSchema":{"type":"object","properties":{}}}`, 0, `{"name":"t","inputSchema":{"type":"object","properties":{},"additionalProperties":false}}`},
		{"TOOL110", `{"name":"t","description":"Add\udb40\udc61\udb40\udc6c two\udb40\udc61.","inputSchema":{"type":"object"}}`, 0, `{"name":"t","description":"Add two.","inputSchema":{"type":"object"}}`},
		{"TOOL111", "{\"name\":\"t\",\"description\":\"Op\u202een\\u202c it.\",\"inputSchema\":{\"type\":\"object\"}}", 0, `{"name":"t","description":"Open it.","inputSchema":{"type":"object"}}`},
		{"TOOL112", "{\"name\":\"t\",\"description\":\"mes\u200bs\\u200b\\u2060age \\\"x\\\"\",\"inputSchema\":{\"type\":\"object\"}}", 0, `{"name":"t","description":"message \"x\"","inputSchema":{"type":"object"}}`},
		{"TOOL113", `{"name":"t","description":"Run.\u001b[8mx\u001b[0m","inputSchema":{"type":"object"}}`, 0, `{"name":"t","description":"Run.x","inputSchema":{"type":"object"}}`},
		{"TOOL148", `{"name":"t","inputSchema":{"type":"object","additionalProperties":{}}}`, 0, `{"name":"t","inputSchema":{"type":"object","additionalProperties":true}}`},
	} {
		found := lintText(t, "t.json", c.input, Options{Only: []string{c.rule}})
		if len(found) == 0 || len(found[0].Fixes) <= c.fix {
			t.Errorf("%s %s: no fix", c.rule, c.input)
			continue
		}
		if got := applyFix(t, c.input, found[0].Fixes[c.fix]); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.rule, got, c.want)
		}
	}
}

// TestNoSchemaFix has schemas that mean something else in 2020-12, for which
// nothing is offered.
func TestNoSchemaFix(t *testing.T) {
	for _, schema := range []string{
		`"properties":{"p":{"$ref":"#/definitions/d","type":"string"}},"definitions":{"d":{}}`,
		`"properties":{"p":{"items":[{}]}}`,
		`"dependencies":{"a":["b"]}`,
		`"properties":{"p":{"dependentRequired":{"a":["b"]}}}`,
		`"properties":{"p":{"$id":"#p","type":"string"}}`,
		`"properties":{"p":{"type":"strng"}}`,
	} {
		input := `{"name":"t","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object",` + schema + `}}`
		found := lintText(t, "t.json", input, Options{Only: []string{"TOOL053"}})
		if len(found) != 1 || len(found[0].Fixes) > 0 {
			t.Errorf("%s: %+v", schema, found)
		}
	}
}
