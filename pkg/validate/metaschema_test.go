package validate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v5"
)

func TestCheckSchemaWords(t *testing.T) {
	for _, c := range []struct {
		dialect Dialect
		schema  string
		want    []string
	}{
		{Draft2020, `{"type":"strng"}`, []string{`/type [type ] "strng" is not a JSON Schema type; did you mean "string"?`}},
		{Draft2020, `{"type":"Int"}`, []string{`/type [type ] "Int" is not a JSON Schema type; write "integer"`}},
		{Draft2020, `{"type":"xyzzy"}`, []string{`/type [type ] "xyzzy" is not a JSON Schema type; the types are array, boolean, integer, null, number, object, string`}},
		{Draft2020, `{"type":["string","string",1]}`, []string{
			`/type/1 [type ] type lists "string" twice; remove one of the two`,
			`/type/2 [type ] type holds type names, found 1`,
		}},
		{Draft2020, `{"type":[]}`, []string{`/type [type ] type must not be an empty array; leave it out to allow every type`}},
		{Draft2020, `{"properties":{"a":{"required":true}}}`, []string{`/properties/a/required [required ] required must be an array of names, found true; list the names of required members in the required array of the object around them`}},
		{Draft2020, `{"properties":{"a":"string"}}`, []string{`/properties/a [properties ] a schema is an object or a boolean, found "string"`}},
		{Draft4, `{"properties":{"a":true}}`, []string{`/properties/a [properties ] draft-04 has no boolean schemas, found true; write {} for true and {"not": {}} for false`}},
		{Draft4, `{"additionalProperties":false,"additionalItems":true}`, nil},
		{Draft4, `{"exclusiveMaximum":true}`, []string{`/exclusiveMaximum [exclusiveMaximum ] exclusiveMaximum stands without maximum; in draft-04 it only changes what maximum means`}},
		{Draft4, `{"exclusiveMinimum":5}`, []string{`/exclusiveMinimum [exclusiveMinimum ] exclusiveMinimum is a boolean in draft-04, found 5; put the number in minimum, or name a newer dialect in $schema`}},
		{Draft7, `{"minimum":1,"exclusiveMinimum":true}`, []string{`/exclusiveMinimum [exclusiveMinimum ] exclusiveMinimum must be a number, found true; true and false are draft-04: write the limit itself here and leave out minimum`}},
		{Draft2020, `{"items":[{"type":"string"}]}`, []string{`/items [items ] a schema is an object or a boolean, found an array; a list of element schemas is prefixItems since 2020-12`}},
		{Draft2019, `{"items":[{"type":"string"}]}`, nil},
		{Draft2020, `{"minLength":-1,"maxLength":1.5,"multipleOf":0,"minimum":"1"}`, []string{
			`/minLength [minLength ] minLength must be a non-negative integer, found -1`,
			`/maxLength [maxLength ] maxLength must be a non-negative integer, found 1.5`,
			`/multipleOf [multipleOf ] multipleOf must be above 0, found 0`,
			`/minimum [minimum ] minimum must be a number, found "1"`,
		}},
		{Draft2020, `{"allOf":[],"anyOf":{}}`, []string{
			`/allOf [allOf ] allOf must not be empty; leave it out`,
			`/anyOf [anyOf ] anyOf must be an array of schemas, found an object`,
		}},
		{Draft2020, `{"$id":"http://a/#x","$ref":"a b\\c","$schema":"draft-07","$anchor":"1"}`, []string{
			`/$id [$id ] $id "http://a/#x" has a fragment; use $anchor for a name within the document`,
			`/$ref [$ref ] $ref "a b\c" is not a URI reference; percent-encode spaces and backslashes`,
			`/$schema [$schema ] $schema "draft-07" is not an absolute URI; the current dialect is https://json-schema.org/draft/2020-12/schema`,
			`/$anchor [$anchor ] $anchor "1" is not a plain name; begin with a letter and use letters, digits, - _ and .`,
		}},
		{Draft2020, `{"required":["a","a",3],"enum":3,"description":null}`, []string{
			`/required/1 [required ] required lists a name twice; remove one of the two`,
			`/required/2 [required ] required holds names, found 3`,
			`/enum [enum ] enum must be an array, found 3`,
			`/description [description ] description must be a string, found null`,
		}},
		{Draft7, `{"dependencies":{"a":["b"],"c":{"type":1},"d":[1]}}`, []string{
			`/dependencies/c/type [type ] type must be a type name or an array of them, found 1`,
			`/dependencies/d/0 [dependencies ] dependencies holds names, found 1`,
		}},
		{Draft2020, `{"x-own":{"type":"strng"},"default":{"type":"strng"},"enum":[{"type":"strng"}],"pattern":"("}`, nil},
		{Draft2020, `[]`, []string{` [ ] a schema is an object or a boolean, found an array`}},
	} {
		if c.want == nil {
			c.want = []string{}
		}
		if d := cmp.Diff(c.want, told(CheckSchema(parse(t, c.schema), c.dialect))); d != "" {
			t.Errorf("%s %s: (-want +got)\n%s", c.dialect, c.schema, d)
		}
	}
}

// TestKeywordsAgreeWithMetaschemas compares the table of keywords with the
// dialects' metaschemas, on every keyword with values of many shapes.
func TestKeywordsAgreeWithMetaschemas(t *testing.T) {
	values := []string{
		`null`, `true`, `false`, `0`, `1`, `-1`, `1.5`, `1.0`, `1e400`[:3], `""`, `"string"`, `"#a"`, `"a#b"`, `"#"`, `"_a"`, `"a:b"`,
		`"http://example.com/a"`, `"a\\b"`, `"%zz"`,
		`[]`, `[1]`, `["a"]`, `["a","a"]`, `["string","null"]`, `["string","string"]`, `[{}]`, `[{},{"type":1}]`, `[true]`, `[[]]`,
		`{}`, `{"a":1}`, `{"a":true}`, `{"a":{}}`, `{"a":[]}`, `{"a":["b"]}`, `{"a":["b","b"]}`, `{"a":{"type":1}}`, `{"type":"string"}`, `{"type":1}`, `{"http://a/":true}`,
	}
	names := []string{"nope"}
	for _, k := range keywords {
		names = append(names, k.name)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	compared := 0
	for _, d := range Dialects() {
		meta, err := jsonschema.NewCompiler().Compile(d.URI())
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			for _, value := range values {
				for _, form := range []string{`{%q:%s}`, `{"properties":{"p":{%q:%s}}}`, `{"maximum":1,"minimum":0,%q:%s}`} {
					text := fmt.Sprintf(form, name, value)
					if knownDifference(d, name, value) || strings.Contains(form, "maximum") && (name == "maximum" || name == "minimum") {
						continue
					}
					want := meta.Validate(decode(t, text)) == nil
					if got := len(CheckSchema(parse(t, text), d)) == 0; got != want {
						t.Errorf("%s %s: valid %v, the metaschema says %v", d, text, got, want)
					}
					compared++
				}
			}
		}
	}
	if compared < 30_000 {
		t.Errorf("only %d schemas compared", compared)
	}
}

// knownDifference lists where the engine's copy of a metaschema is not what its
// authors published, or asserts a format that is an annotation there.
func knownDifference(d Dialect, name, value string) bool {
	switch {
	case name == "enum" && d == Draft7: // published without minItems and uniqueItems
		return true
	case name == "examples" && d == Draft6: // missing in the copy
		return true
	case name == "$vocabulary" && value == `{"a":true}`: // names are URIs: a metaschema author's concern
		return true
	case name == "id" && d == Draft4: // published as any string
		return true
	case (name == "definitions" || name == "dependencies") && d == Draft2020: // the engine does not look into nested ones
		return true
	}
	return false
}

func decode(t testing.TB, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}
