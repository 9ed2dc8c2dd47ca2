package validate

import (
	"fmt"
	"strings"
	"testing"
)

func repeat(n int, f func(i int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = f(i)
	}
	return strings.Join(parts, ",")
}

func manyMembers(n int) string {
	return "," + repeat(n, func(i int) string { return fmt.Sprintf(`"m%d":%d`, i, i) })
}

// TestUnusableSchemas has schemas that must be refused, and with which words.
func TestUnusableSchemas(t *testing.T) {
	for _, c := range []struct{ name, schema, want string }{
		{"no JSON", "{\n  \"type\": strng\n}", "s.json:2:11: unknown word: \"strng\""},
		{"empty", "", "s.json:1:1: record is empty"},
		{"not a schema", `[]`, "s.json:1:1: a schema is an object or a boolean, found an array"},
		{"broken keyword", "{\n \"properties\": {\"a\": {\"type\": \"strng\"}}}", `s.json:2:31: "strng" is not a JSON Schema type at /properties/a/type, did you mean "string"?`},
		{"unknown dialect", `{"$schema":"https://example.com/mine"}`, `s.json:1:12: unknown dialect "https://example.com/mine" at /$schema, the current one is https://json-schema.org/draft/2020-12/schema`},
		{"dialect is no text", `{"$schema":7}`, `s.json:1:12: $schema must be a string, found 7 at /$schema`},
		{"network", `{"$ref":"http://169.254.169.254/latest"}`, `s.json:1:9: $ref "http://169.254.169.254/latest" leads outside the schema, and nothing is fetched at /$ref`},
		{"file", `{"$ref":"file:///etc/passwd"}`, `$ref "file:///etc/passwd" leads outside the schema, and nothing is fetched`},
		{"relative file", `{"$ref":"other.json"}`, `$ref "other.json" leads outside the schema, and nothing is fetched`},
		{"metaschema", `{"$ref":"http://json-schema.org/draft-07/schema#"}`, `leads outside the schema, and nothing is fetched`},
		{"engine name", `{"$ref":"https://schema.invalid/0"}`, `leads outside the schema, and nothing is fetched`},
		{"published, missing", `{"$ref":"https://mcp-evref.github.io/schemas/none.json"}`, `leads outside the schema`},
		{"published, inside", `{"$ref":"https://mcp-evref.github.io/schemas/ifc.fides.v1.json#/nope"}`, `leads nowhere`},
		{"nowhere", `{"$ref":"#/$defs/a"}`, `s.json:1:9: $ref "#/$defs/a" leads nowhere at /$ref`},
		{"anchor nowhere", `{"$ref":"#a"}`, `$ref "#a" leads nowhere`},
		{"no schema there", `{"$ref":"#/x","x":[1]}`, `a schema is an object or a boolean, found an array at /x`},
		{"self", `{"$ref":"#"}`, `schema applies itself to the same value without end`},
		{"pair", `{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"allOf":[{"$ref":"#/$defs/a"}]}}}`, `schema applies itself to the same value without end`},
		{"dynamic self", `{"$dynamicAnchor":"a","anyOf":[{"$dynamicRef":"#a"}]}`, `schema applies itself to the same value without end`},
		{"dynamic, embedded", `{"$defs":{"a":{"$id":"x","$dynamicAnchor":"a"}},"properties":{"p":{"$dynamicRef":"x#a"}}}`, `$dynamicRef in a schema with embedded resources is not supported`},
		{"lookahead", `{"pattern":"^(?!a)"}`, `s.json:1:12: pattern "^(?!a)" cannot be run at /pattern, use what RE2 has`},
		{"pattern name", `{"patternProperties":{"(?=a)":{}}}`, `pattern "(?=a)" cannot be run`},
		{"repetition", `{"pattern":"((a{100}){100}){100}"}`, `repeats or nests too much`},
		{"repetition beyond RE2", `{"pattern":"a{1001}"}`, `repeats or nests too much`},
		{"long pattern", `{"pattern":"` + strings.Repeat("a", maxPattern+1) + `"}`, `pattern is longer than 4096 bytes`},
		{"deep pattern", `{"pattern":"` + strings.Repeat("(", 2000) + strings.Repeat(")", 2000) + `"}`, `repeats or nests too much`},
		{"underflow", `{"multipleOf":1e-400}`, `multipleOf must be above 0`},
		{"overflow", `{"maximum":1e1000001}`, `too large for a double`},
		{"too many subschemas", `{"properties":{` + repeat(maxSubschemas, func(i int) string { return fmt.Sprintf(`"p%d":{}`, i) }) + `}}`, `schema has more than 5000 subschemas`},
		{"too long a chain", `{"$defs":{` + repeat(100, func(i int) string { return fmt.Sprintf(`"d%d":{"$ref":"#/$defs/d%d"}`, i, i+1) }) + `,"d100":{}}}`, `more than 64 schemas apply to one value in a row`},
		{"too deep", strings.Repeat(`{"not":`, 600) + `{}` + strings.Repeat(`}`, 600), `nesting is deeper than the limit of 500`},
		{"too large", `{"title":"` + strings.Repeat("a", maxSchemaBytes) + `"}`, `record is larger than the limit of 4194304 bytes`},
		{"control characters", `{"$ref":"#/\u001b[31m\u202e"}`, `$ref "#/\x1b[31m\u{202e}" leads nowhere`},
	} {
		_, err := Compile("s.json", []byte(c.schema))
		if err == nil {
			t.Errorf("%s: accepted", c.name)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "jsonschema") {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
	}
}

// TestHostileSchemas has schemas and values built to make a validator run away.
// They end, with the answer named; the test's own deadline is the bound.
func TestHostileSchemas(t *testing.T) {
	doubling := `{"$defs":{"d0":{"type":"string"},` + repeat(30, func(i int) string {
		return fmt.Sprintf(`"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i+1, i, i)
	}) + `},"$ref":"#/$defs/d30"}`
	tree := `{"anyOf":[{"properties":{"a":{"$ref":"#"}},"required":["z"]},{"properties":{"a":{"$ref":"#"}},"required":["y"]},{"properties":{"a":{"$ref":"#"}},"required":["x"]}]}`
	for _, c := range []struct {
		name, schema, value string
		want                string // first message; "" is valid
	}{
		{"2^30 references", doubling, `3`, "schema takes too many steps on this value"},
		{"alternatives at every level", tree, nested(`{"a":`, `{}`, `}`, 40), "schema takes too many steps on this value"},
		{"huge enum of numbers", `{"items":{"enum":[` + repeat(50_000, func(i int) string { return fmt.Sprint(i) }) + `]}}`, `[` + repeat(5000, func(int) string { return "-1" }) + `]`, "schema takes too many steps on this value"},
		{"many short arrays", `{"items":{"anyOf":[` + repeat(40, func(int) string { return `{"uniqueItems":true,"minItems":99}` }) + `]}}`, `[` + repeat(5000, func(int) string { return `[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]` }) + `]`, "schema takes too many steps on this value"},
		{"huge enum", `{"enum":["x",` + repeat(100_000, func(i int) string { return fmt.Sprintf(`"v%d"`, i) }) + `]}`, `"v99999"`, ""},
		{"million digits", `{"maximum":1,"type":"number"}`, `0.` + strings.Repeat("3", 1_000_000), ""},
		{"million digits in the schema", `{"maximum":0.` + strings.Repeat("3", 1_000_000) + `}`, `1`, "must be at most a number of 1000002 digits"},
		{"large exponents", `{"multipleOf":1e-300}`, `1e300`, ""},
		{"nested repetition", `{"pattern":"^(([a-z])+.)+[A-Z]([a-z])+$"}`, `"` + strings.Repeat("a", 100_000) + `"`, `does not match the pattern "^(([a-z])+.)+[A-Z]([a-z])+$"`},
		{"long text for many states", `{"pattern":"(ab?c*){900}"}`, `"` + strings.Repeat("a", 1_000_000) + `"`, "value is too long for the patterns of the schema"},
		{"deep value", `{"type":"array"}`, nested("[", "", "]", 5000), "value nests deeper than the limit of 256"},
		{"deep value, recursive schema", `{"items":{"$ref":"#"},"type":"array"}`, nested("[", "1", "]", 250), "must be an array, found a number"},
		{"many values", `{"type":"array"}`, `[` + strings.Repeat("1,", maxValues) + `1]`, "value holds more than the limit of 250000 values"},
		{"many failing values", `{"items":{"$ref":"#/$defs/s"},"$defs":{"s":{"type":"string"}}}`, `[` + strings.Repeat("1,", 30_000) + `1]`, "must be a string, found a number"},
		{"long names", `{"additionalProperties":{"additionalProperties":{"type":"string"}}}`, `{"` + strings.Repeat("n", 1_000_000) + `":{"a":1` + manyMembers(2000) + `}}`, "member names are too long"},
		{"many equal elements", `{"uniqueItems":true}`, `[` + repeat(100_000, func(i int) string { return fmt.Sprint(i) }) + `,7]`, "element 100000 repeats element 7"},
		{"many names missing", `{"required":[` + repeat(9000, func(i int) string { return fmt.Sprintf(`"r%d"`, i) }) + `]}`, `{}`, `members "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7" and more are missing`},
	} {
		s, err := Compile("s.json", []byte(c.schema))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := ""
		if vs := s.Validate(parse(t, c.value)); len(vs) > 0 {
			got = vs[0].Message
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func nested(open, inner, end string, depth int) string {
	return strings.Repeat(open, depth) + inner + strings.Repeat(end, depth)
}

// TestCheckSchemaIsLinear checks a dialect on shapes that could make a walk
// quadratic.
func TestCheckSchemaIsLinear(t *testing.T) {
	for _, text := range []string{
		nested(`{"not":`, `{"type":"strng"}`, `}`, 9_000),
		`{"properties":{` + repeat(50_000, func(i int) string { return fmt.Sprintf(`"p%d":{"type":"strng"}`, i) }) + `}}`,
		`{"required":[` + repeat(100_000, func(i int) string { return fmt.Sprintf(`"r%d"`, i) }) + `]}`,
	} {
		vs := CheckSchema(parse(t, text), Draft2020)
		if strings.Contains(text, "strng") == (len(vs) == 0) || len(vs) > MaxViolations+1 {
			t.Errorf("%.30s…: %d violations", text, len(vs))
		}
	}
}

// TestLargestSchemaCompiles has as many subschemas as are allowed, each with a
// reference, which is what costs the engine most.
func TestLargestSchemaCompiles(t *testing.T) {
	s := compileText(t, `{"properties":{`+repeat(maxSubschemas-3, func(i int) string { return fmt.Sprintf(`"p%d":{"$ref":"#/$defs/s"}`, i) })+`},"$defs":{"s":{"type":"string"}}}`)
	if vs := s.Validate(parse(t, `{"p1":1,"p4996":2}`)); len(vs) != 2 {
		t.Errorf("%q", told(vs))
	}
}
