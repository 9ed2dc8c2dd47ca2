package validate

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-evref/evref/pkg/record"
)

// TestKeywords has for each keyword what a broken value is told, and a value
// that passes.
func TestKeywords(t *testing.T) {
	const draft4 = `"$schema":"http://json-schema.org/draft-04/schema#"`
	const draft7 = `"$schema":"http://json-schema.org/draft-07/schema#"`
	const draft2019 = `"$schema":"https://json-schema.org/draft/2019-09/schema"`
	for _, c := range []struct {
		schema, good, bad string
		want              []string
	}{
		{`{"type":["string","null"]}`, `null`, `3`, []string{` [type /type] must be a string or null, found a number`}},
		{`{"type":"integer"}`, `1.0`, `1.5`, []string{` [type /type] must be an integer, found a number with a fraction`}},
		{`{"type":"integer"}`, `1e3`, `"1"`, []string{` [type /type] must be an integer, found a string`}},
		{`{"const":"a"}`, `"a"`, `"b"`, []string{` [const /const] must be "a"`}},
		{`{"const":{"a":[1]}}`, `{"a":[1.0]}`, `{}`, []string{` [const /const] must be an object`}},
		{`{"enum":["low","high",3]}`, `3.0`, `"hihg"`, []string{` [enum /enum] must be "low", "high" or 3, found "hihg"; did you mean "high"?`}},
		{`{"enum":["low","high"]}`, `"low"`, `"AKIA7"`, []string{` [enum /enum] must be "low" or "high", found a string`}},
		{`{"enum":["low","high"]}`, `"low"`, `"some long secret text of the record"`, []string{` [enum /enum] must be "low" or "high", found a string`}},
		{`{"enum":[0,1,2,3,4,5,6,7,8,9]}`, `9`, `10`, []string{` [enum /enum] must be 0, 1, 2, 3, 4, 5, 6, 7 or 2 others, found a number`}},
		{`{"multipleOf":0.1}`, `0.3`, `0.35`, []string{` [multipleOf /multipleOf] must be a multiple of 0.1`}},
		{`{"maximum":5}`, `5`, `5.1`, []string{` [maximum /maximum] must be at most 5`}},
		{`{"minimum":5}`, `5`, `4`, []string{` [minimum /minimum] must be at least 5`}},
		{`{"exclusiveMaximum":5}`, `4`, `5`, []string{` [exclusiveMaximum /exclusiveMaximum] must be below 5`}},
		{`{"exclusiveMinimum":5}`, `6`, `5`, []string{` [exclusiveMinimum /exclusiveMinimum] must be above 5`}},
		{`{` + draft4 + `,"maximum":5,"exclusiveMaximum":true}`, `4`, `5`, []string{` [exclusiveMaximum /exclusiveMaximum] must be below 5`}},
		{`{` + draft4 + `,"minimum":5,"exclusiveMinimum":true}`, `6`, `5`, []string{` [exclusiveMinimum /exclusiveMinimum] must be above 5`}},
		{`{"maxLength":1}`, `"😀"`, `"ab"`, []string{` [maxLength /maxLength] must have at most 1 characters, has 2`}},
		{`{"minLength":2}`, `"ab"`, `"😀"`, []string{` [minLength /minLength] must have at least 2 characters, has 1`}},
		{`{"maxLength":1e300}`, `"ab"`, ``, nil},
		{`{"minLength":1e300}`, ``, `"ab"`, []string{` [minLength /minLength] must have at least 1e300 characters, has 2`}},
		{`{"pattern":"^a+$"}`, `"aa"`, `"b"`, []string{` [pattern /pattern] does not match the pattern "^a+$"`}},
		{`{"maxItems":1}`, `[1]`, `[1,2]`, []string{` [maxItems /maxItems] must have at most 1 elements, has 2`}},
		{`{"minItems":1}`, `[1]`, `[]`, []string{` [minItems /minItems] must have at least 1 elements, has 0`}},
		{`{"uniqueItems":true}`, `[1,2,"1"]`, `[1,2,1.0]`, []string{`/2 [uniqueItems /uniqueItems] element 2 repeats element 0; remove one of the two`}},
		{`{"maxProperties":1}`, `{"a":1}`, `{"a":1,"b":2}`, []string{` [maxProperties /maxProperties] must have at most 1 members, has 2`}},
		{`{"minProperties":1}`, `{"a":1}`, `{}`, []string{` [minProperties /minProperties] must have at least 1 members, has 0`}},
		{`{"required":["a","b"]}`, `{"a":1,"b":1}`, `{}`, []string{` [required /required] members "a" and "b" are missing`}},
		{`{"dependentRequired":{"a":["b"]}}`, `{"b":1}`, `{"a":1}`, []string{` [dependentRequired /dependentRequired/a/0] member "b" is missing beside "a"`}},
		{`{` + draft7 + `,"dependencies":{"a":["b"]}}`, `{"b":1}`, `{"a":1}`, []string{` [dependencies /dependencies/a/0] member "b" is missing beside "a"`}},
		{`{"dependentSchemas":{"a":{"required":["b"]}}}`, `{"b":1}`, `{"a":1}`, []string{` [required /dependentSchemas/a/required] member "b" is missing`}},
		{`{"properties":{"a/b":{"type":"string"}}}`, `{"a/b":""}`, `{"a/b":1}`, []string{`/a~1b [type /properties/a~1b/type] must be a string, found a number`}},
		{`{"properties":{"a% b":{"type":"string"}}}`, `{"a% b":""}`, `{"a% b":1}`, []string{`/a% b [type /properties/a% b/type] must be a string, found a number`}},
		{`{"properties":{"a":false}}`, `{}`, `{"a":1}`, []string{`/a [a /properties/a] nothing is allowed here; remove it`}},
		{`{"patternProperties":{"^x-":{"type":"string"}},"additionalProperties":false}`, `{"x-a":""}`, `{"x-a":1,"y":2}`, []string{
			`/x-a [type /patternProperties/^x-/type] must be a string, found a number`,
			`/y [additionalProperties /additionalProperties] member "y" is not allowed here; remove it`,
		}},
		{`{"additionalProperties":{"type":"string"}}`, `{"a":""}`, `{"a":1}`, []string{`/a [type /additionalProperties/type] must be a string, found a number`}},
		{`{"unevaluatedProperties":false,"allOf":[{"properties":{"a":true}}]}`, `{"a":1}`, `{"b":1}`, []string{`/b [unevaluatedProperties /unevaluatedProperties] nothing is allowed here; remove it`}},
		{`{"propertyNames":{"maxLength":1}}`, `{"a":1}`, `{"ab":1}`, []string{`/ab [maxLength /propertyNames/maxLength] member name "ab" must have at most 1 characters, has 2`}},
		{`{"propertyNames":{"enum":["left","right"]}}`, `{"left":1}`, `{"lefft":1}`, []string{`/lefft [enum /propertyNames/enum] member name "lefft" must be "left" or "right", found "lefft"; did you mean "left"?`}},
		{`{"prefixItems":[{"type":"string"}],"items":false}`, `["a"]`, `["a",1]`, []string{`/1 [items /items] nothing is allowed here; remove it`}},
		{`{` + draft2019 + `,"items":[{"type":"string"}],"additionalItems":false}`, `["a"]`, `["a",1]`, []string{` [additionalItems /additionalItems] has more than 1 elements`}},
		{`{"contains":{"const":1}}`, `[1]`, `[2,3]`, []string{` [minContains /minContains] holds no element that matches contains`}},
		{`{"contains":{"const":1},"minContains":2,"maxContains":3}`, `[1,1]`, `[1]`, []string{` [minContains /minContains] must hold at least 2 elements that match contains`}},
		{`{"contains":{"const":1},"maxContains":1}`, `[1]`, `[1,1]`, []string{` [maxContains /maxContains] must hold at most 1 elements that match contains`}},
		{`{"not":{"type":"string"}}`, `1`, `"a"`, []string{` [not /not] matches the schema under not`}},
		{`{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}`, `{"a":1,"b":1}`, `{"a":1}`, []string{` [required /then/required] member "b" is missing`}},
		{`{"oneOf":[{"minimum":1},{"minimum":2}]}`, `1`, `3`, []string{` [oneOf /oneOf] matches alternatives 0 and 1 of oneOf, and only one may match`}},
		{`{"anyOf":[{"type":"string"},{"type":"null"}]}`, `null`, `[]`, []string{` [anyOf /anyOf] must be a string or null, found an array`}},
		{`{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}`, `["a"]`, `["a",1]`, []string{`/1 [type /anyOf/1/items/type] must be a string, found a number`}},
		{`{"oneOf":[{"const":"a"},{"const":"b"}]}`, `"a"`, `"c"`, []string{` [oneOf /oneOf] must be "a" or "b", found a string`}},
		{`{"oneOf":[{"properties":{"k":{"const":"a"},"v":{"type":"string"}}},{"properties":{"k":{"const":"b"},"v":{"type":"number"}}}]}`,
			`{"k":"a","v":""}`, `{"k":"b","v":""}`, []string{`/v [type /oneOf/1/properties/v/type] must be a number, found a string`}},
		{`{"anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{"a":1}`, `{}`, []string{` [anyOf /anyOf] matches none of the 2 alternatives of anyOf`}},
		{`{"$defs":{"s":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/s"}}}`, `{"a":""}`, `{"a":1}`, []string{`/a [type /$defs/s/type] must be a string, found a number`}},
		{`{"$id":"https://a.example/x","$defs":{"s":{"$anchor":"s","type":"string"}},"properties":{"a":{"$ref":"x#s"}}}`, `{"a":""}`, `{"a":1}`, []string{`/a [type /$defs/s/type] must be a string, found a number`}},
		{`{"$id":"https://a.example/x","$defs":{"s":{"$id":"y","type":"string"}},"properties":{"a":{"$ref":"y"}}}`, `{"a":""}`, `{"a":1}`, []string{`/a [type /$defs/s/type] must be a string, found a number`}},
		{`{"properties":{"a":{"$ref":"#/components/schemas/S"}},"components":{"schemas":{"S":{"type":"string","format":"date"}}}}`, `{"a":""}`, `{"a":1}`, []string{`/a [type /components/schemas/S/type] must be a string, found a number`}},
		{`{` + draft7 + `,"$defs":{"s":{"type":"string"}},"properties":{"a":{"$ref":"#/%24defs/s","type":"number"}}}`, `{"a":""}`, `{"a":1}`, []string{`/a [type /$defs/s/type] must be a string, found a number`}},
		{`{"$dynamicAnchor":"n","properties":{"c":{"$dynamicRef":"#n"}},"additionalProperties":false}`, `{"c":{"c":{}}}`, `{"c":{"d":1}}`, []string{`/c/d [additionalProperties /additionalProperties] member "d" is not allowed here; did you mean "c"?`}},
		{`{` + draft2019 + `,"$recursiveAnchor":true,"properties":{"c":{"$recursiveRef":"#"}},"additionalProperties":false}`, `{"c":{"c":{}}}`, `{"c":{"d":1}}`, []string{`/c/d [additionalProperties /additionalProperties] member "d" is not allowed here; did you mean "c"?`}},
		{`{"$ref":"https://mcp-evref.github.io/schemas/ifc.fides.v1.json"}`, `{"integrity":"trusted","confidentiality":"public"}`, `3`, []string{` [type https://mcp-evref.github.io/schemas/ifc.fides.v1.json#/type] must be an object, found a number`}},
		{`{` + draft7 + `,"format":"date","contentEncoding":"base64","contentMediaType":"application/json"}`, `"neither"`, ``, nil},
		{`{"format":"email","regexProperties":3,"$vocabulary":{"https://example.com/v":true}}`, `"not an address"`, ``, nil},
		{`true`, `3`, ``, nil},
		{`false`, ``, `3`, []string{` [ ] nothing is allowed here; remove it`}},
		{`{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"string"}},"required":["c"]}`, `{"c":1}`, `{"b":1,"a":2}`, []string{
			` [required /required] member "c" is missing`,
			`/b [type /properties/b/type] must be a string, found a number`,
			`/a [type /properties/a/type] must be a string, found a number`,
		}},
	} {
		s, err := Compile("s.json", []byte(c.schema))
		if err != nil {
			t.Errorf("%s: %v", c.schema, err)
			continue
		}
		if c.good != "" {
			if vs := s.Validate(parse(t, c.good)); len(vs) > 0 {
				t.Errorf("%s: %s should pass: %q", c.schema, c.good, told(vs))
			}
		}
		if c.bad != "" {
			if d := cmp.Diff(c.want, told(s.Validate(parse(t, c.bad)))); d != "" {
				t.Errorf("%s %s: (-want +got)\n%s", c.schema, c.bad, d)
			}
		}
	}
}

// TestViolationsPointAtValues checks that At is the value at Pointer, and that
// the answer never depends on map order.
func TestViolationsPointAtValues(t *testing.T) {
	s := compileText(t, `{"additionalProperties":{"type":"object","properties":{"x":{"type":"string"}},"additionalProperties":false}}`)
	v := parse(t, `{"é":{"x":1,"y":2},"a~b":{"x":[]},"c":{"x":null,"q":0,"r":0},"d":7}`)
	first := s.Validate(v)
	if len(first) != 7 {
		t.Errorf("%d violations, want 7: %q", len(first), told(first))
	}
	for _, got := range first {
		at, ok := v.Find(got.Pointer)
		if !ok || at != got.At {
			t.Errorf("%s: At is %q", got.Pointer, got.At.Raw())
		}
	}
	for range 50 {
		if d := cmp.Diff(told(first), told(s.Validate(v))); d != "" {
			t.Fatalf("another order: %s", d)
		}
	}
}

func TestManyViolationsAreCounted(t *testing.T) {
	s := compileText(t, `{"items":{"type":"string"}}`)
	vs := s.Validate(parse(t, "["+strings.Repeat("1,", 4999)+"1]"))
	if len(vs) != MaxViolations+1 || vs[MaxViolations].Keyword != "limit" || vs[MaxViolations].Message != "4900 more violations are not listed" {
		t.Errorf("%d violations, last %q", len(vs), told(vs[len(vs)-1:]))
	}
	s = compileText(t, `{"additionalProperties":false}`)
	vs = s.Validate(parse(t, `{"a":1`+strings.Repeat(`,"b":1`, 0)+manyMembers(3000)+`}`))
	if len(vs) != MaxViolations+1 || vs[MaxViolations].Message != "2901 more violations are not listed" {
		t.Errorf("%d violations, last %q", len(vs), told(vs[len(vs)-1:]))
	}
}

func TestSchemaIsSafeForConcurrentUse(t *testing.T) {
	s := compileText(t, `{"items":{"type":"string"}}`)
	good, bad := parse(t, `["a"]`), parse(t, `[1]`)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				if len(s.Validate(good)) != 0 || len(s.Validate(bad)) != 1 {
					t.Error("answers mixed up")
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestCBORValues(t *testing.T) {
	s := compileText(t, `{"properties":{"a":{"type":"integer"},"b":{"type":"string"}}}`)
	for _, c := range []struct {
		cbor string
		want []string
	}{
		{"\xa1aa\x1b\xff\xff\xff\xff\xff\xff\xff\xff", []string{}},
		{"\xa1aa\x61x", []string{`/a [type /properties/a/type] must be an integer, found a string`}},
		{"\xa1aa\x41x", []string{`/a [type ] a JSON Schema cannot judge a byte string; keep to text, numbers, booleans, null, arrays and maps with text keys`}},
		{"\xa1ac\xf9\x7e\x00", []string{`/c [type ] a JSON Schema cannot judge NaN and infinity; keep to text, numbers, booleans, null, arrays and maps with text keys`}},
		{"\xa1\x01\x01", []string{`/<01> [type ] a JSON Schema cannot judge a member name that is not text; keep to text, numbers, booleans, null, arrays and maps with text keys`}},
	} {
		rec, err := record.Parse([]byte(c.cbor), record.CBOR, record.Limits{})
		if err != nil {
			t.Fatalf("%x: %v", c.cbor, err)
		}
		if d := cmp.Diff(c.want, told(s.Validate(rec.Root()))); d != "" {
			t.Errorf("%x: (-want +got)\n%s", c.cbor, d)
		}
	}
}

func TestLenientAndSub(t *testing.T) {
	root := parse(t, `{"properties":{"a":{"type":"string","pattern":"^(?!x)"},"b":{"$ref":"http://example.com/x","type":"integer"},"c":{"$ref":"#/$defs/c"},"d":{"patternProperties":{"(?=x)":{"type":"string"}},"minProperties":1}},"$defs":{"c":{"maximum":3}}}`)
	if _, err := compile(root, Draft2020, false); err == nil {
		t.Error("the strict reading accepts a pattern that cannot be run")
	}
	s, err := CompileLenient(root, Draft2020)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		pointer, value string
		broken         int
	}{
		{"/properties/a", `"x"`, 0}, {"/properties/a", `1`, 1},
		{"/properties/b", `1`, 0}, {"/properties/b", `"x"`, 1},
		{"/properties/c", `3`, 0}, {"/properties/c", `4`, 1},
		{"/properties/d", `{"x":1}`, 0}, {"/properties/d", `{}`, 1},
		{"", `{"c":4}`, 1},
	} {
		sub, err := s.Sub(c.pointer)
		if err != nil {
			t.Fatalf("%s: %v", c.pointer, err)
		}
		if vs := sub.Validate(parse(t, c.value)); len(vs) != c.broken {
			t.Errorf("%s %s: %q", c.pointer, c.value, told(vs))
		}
	}
	if _, err := s.Sub("/properties/z"); err == nil {
		t.Error("a subschema was found where none is")
	}
	if _, err := CompileLenient(parse(t, `{"type":3}`), Draft2020); err == nil {
		t.Error("a schema that breaks its dialect can be used")
	}
}

func compileText(t testing.TB, text string) *Schema {
	t.Helper()
	s, err := Compile("s.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
