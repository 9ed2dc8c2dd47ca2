package validate

import (
	"slices"
	"testing"

	"github.com/mcp-evref/evref/pkg/record"
)

// FuzzValidate gives any text as schema and any as value. Whatever they are:
// no panic, errors in one line, and an answer that is the same each time and
// points at values.
func FuzzValidate(f *testing.F) {
	for _, seed := range [][2]string{
		{`{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"enum":["x",1]}}}`, `{"a":"y"}`},
		{`{"$schema":"http://json-schema.org/draft-04/schema#","id":"http://a/b","exclusiveMaximum":true,"maximum":3,"items":[{"not":{}}]}`, `[4]`},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":["b"],"c":{"if":true,"then":false}}}`, `{"a":1,"c":2}`},
		{`{"$id":"x","$dynamicAnchor":"n","anyOf":[{"$dynamicRef":"#n"}],"unevaluatedProperties":false}`, `{"a":[]}`},
		{`{"oneOf":[{"const":1},{"pattern":"^(a|b)*$"}],"uniqueItems":true,"contains":{"minimum":1e-5}}`, `[1,1.0,"ab"]`},
		{`{"$ref":"#/x/%7e1y","x":{"/y":{"required":["q"]}}}`, `{"r":0}`},
		{`{"patternProperties":{"^\\d":{"propertyNames":{"maxLength":1}}},"additionalProperties":false}`, `{"1":{"ab":1},"b":2}`},
	} {
		f.Add([]byte(seed[0]), []byte(seed[1]))
	}
	f.Fuzz(func(t *testing.T, schema, value []byte) {
		if len(schema) > 4096 || len(value) > 4096 {
			return
		}
		s, err := Compile("s.json", schema)
		if err != nil {
			if slices.Contains([]byte(err.Error()), '\n') {
				t.Fatalf("error of several lines: %q", err)
			}
			return
		}
		rec, err := record.Parse(value, record.JSON, record.Limits{})
		if err != nil {
			return
		}
		first := s.Validate(rec.Root())
		for _, v := range first {
			if at, ok := rec.Root().Find(v.Pointer); !ok || at != v.At {
				t.Errorf("%q is not at its pointer %q", v.Message, v.Pointer)
			}
		}
		if !slices.Equal(told(first), told(s.Validate(rec.Root()))) {
			t.Error("another answer the second time")
		}
	})
}

// FuzzCheckSchema gives any text as schema in every dialect.
func FuzzCheckSchema(f *testing.F) {
	f.Add([]byte(`{"type":["string",1],"required":true,"properties":{"a":[]}}`))
	f.Add([]byte(`{"items":[{}],"enum":[],"$id":"#","multipleOf":-1,"dependencies":{"a":[1]}}`))
	f.Fuzz(func(t *testing.T, schema []byte) {
		rec, err := record.Parse(schema, record.JSON, record.Limits{})
		if err != nil {
			return
		}
		for _, d := range Dialects() {
			violations := CheckSchema(rec.Root(), d)
			for _, v := range violations {
				if at, ok := rec.Root().Find(v.Pointer); !ok || at != v.At {
					t.Errorf("%s: %q is not at its pointer %q", d, v.Message, v.Pointer)
				}
			}
			if _, err := CompileLenient(rec.Root(), d); err == nil && len(violations) > 0 {
				t.Errorf("%s: usable although %q", d, told(violations))
			}
		}
	})
}
