package validate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/schemas"
)

func parse(t testing.TB, text string) record.Value {
	t.Helper()
	rec, err := record.Parse([]byte(text), record.JSON, record.Limits{})
	if err != nil {
		t.Fatalf("%.200s: %v", text, err)
	}
	return rec.Root()
}

// told gives violations as text: pointer, keyword, schema pointer, message,
// help.
func told(vs []Violation) []string {
	out := []string{}
	for _, v := range vs {
		s := fmt.Sprintf("%s [%s %s] %s", v.Pointer, v.Keyword, v.SchemaPointer, v.Message)
		if v.Help != "" {
			s += "; " + v.Help
		}
		out = append(out, s)
	}
	return out
}

// TestPublishedSchemas checks the published schemas against values that must
// pass and values that must not.
func TestPublishedSchemas(t *testing.T) {
	hex := strings.Repeat("0a", 32)
	for _, c := range []struct {
		name, value string
		want        []string
	}{
		{"ifc.fides.v1", `{"integrity":"trusted","confidentiality":"public"}`, nil},
		{"ifc.fides.v1", `{"integrity":"trustd","confidentiality":"private","readers":["a"]}`, []string{
			`/integrity [enum /properties/integrity/enum] must be "trusted" or "untrusted", found "trustd"; did you mean "trusted"?`,
			`/readers [additionalProperties /additionalProperties] member "readers" is not allowed here; remove it`,
		}},
		{"ifc.fides.v1", `{"integrity":"untrusted","confidentialty":"private"}`, []string{
			` [required /required] member "confidentiality" is missing; rename "confidentialty"`,
			`/confidentialty [additionalProperties /additionalProperties] member "confidentialty" is not allowed here; did you mean "confidentiality"?`,
		}},
		{"ifc.fides.v1", `["public"]`, []string{` [type /type] must be an object, found an array`}},
		{"data-class.v1", `{"class":"public","regulatory":["hipaa"],"origin":"open_world"}`, nil},
		{"data-class.v1", `{"class":3,"regulatory":"hipaa","labels":["nope"],"policyRef":"no uri"}`, []string{
			`/class [type /properties/class/type] must be a string, found a number`,
			`/regulatory [type /properties/regulatory/type] must be an array, found a string`,
			`/labels/0 [pattern /properties/labels/items/pattern] does not match the pattern "` + `^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9]…"`,
			`/policyRef [pattern /properties/policyRef/pattern] does not match the pattern "^[A-Za-z][A-Za-z0-9+.-]*:[^ ]+$"`,
		}},
		{"trust-annotations.v1", `{}`, nil},
		{"trust-annotations.v1", `{"sensitive":true,"untrusted":false,"other":1,"evidenceRef":{"type":"x","digest":"sha256:` + hex + `","canonicalization":"jcs/rfc8785"}}`, nil},
		{"trust-annotations.v1", `{"sensitive":"yes","evidenceRef":{"type":"x","digest":"sha256:` + hex + `00"}}`, []string{
			`/sensitive [type /properties/sensitive/type] must be a boolean, found a string`,
			`/evidenceRef [required https://mcp-evref.github.io/schemas/evidence-ref.v1.json#/required] member "canonicalization" is missing`,
			`/evidenceRef/digest [pattern https://mcp-evref.github.io/schemas/evidence-ref.v1.json#/properties/digest/allOf/0/then/pattern] does not match the pattern "^sha256:[0-9a-f]{64}$"`,
		}},
		{"evidence-ref.v1", `{"type":"","digest":"md5:00","canonicalization":"x"}`, nil},
	} {
		s, err := Embedded(c.name)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got := told(s.Validate(parse(t, c.value)))
		if c.want == nil {
			c.want = []string{}
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s %s: (-want +got)\n%s", c.name, c.value, d)
		}
	}
}

func TestEveryPublishedSchemaCompiles(t *testing.T) {
	meta, err := jsonschema.NewCompiler().Compile(Draft2020.URI())
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range schemas.All() {
		if _, err := Embedded(info.ID); err != nil {
			t.Errorf("%s: %v", info.Name, err)
		}
		raw, _ := schemas.Get(info.Name)
		if err := meta.Validate(decode(t, string(raw))); err != nil {
			t.Errorf("%s is not valid by the metaschema: %v", info.Name, err)
		}
	}
	if _, err := Embedded("nope"); err == nil {
		t.Error("an unknown name was found")
	}
}
