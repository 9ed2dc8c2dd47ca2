package validate

import (
	"fmt"
	"strings"
	"testing"
)

func TestSubschemas(t *testing.T) {
	const doc = `{"type":"object","properties":{"a/b":{},"c":true},"allOf":[{},{}],"not":false,"items":[{}],"dependencies":{"x":["y"],"z":{}},
"additionalProperties":false,"$defs":{"d":{}},"default":{"properties":{}},"enum":[{"not":{}}],"unknown":{"not":{}},"prefixItems":[{}],"anyOf":{}}`
	for d, want := range map[Dialect]string{
		Draft2020: "/properties/a~1b /properties/c /allOf/0= /allOf/1= /not= /items /dependencies/z= /additionalProperties /$defs/d- /prefixItems/0 /anyOf=",
		Draft7:    "/properties/a~1b /properties/c /allOf/0= /allOf/1= /not= /items/0 /dependencies/z= /additionalProperties /anyOf=",
		Draft4:    "/properties/a~1b /properties/c /allOf/0= /allOf/1= /not= /items/0 /dependencies/z= /anyOf=",
	} {
		var got []string
		for s := range Subschemas(parse(t, doc), d) {
			mark := ""
			switch {
			case s.InPlace:
				mark = "="
			case !s.Applies:
				mark = "-"
			}
			got = append(got, fmt.Sprint(s.Pointer(""), mark))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s:\n got %s\nwant %s", d, s, want)
		}
	}
	for range Subschemas(parse(t, doc), Draft2020) {
		break // stopping early is allowed
	}
}

func TestPattern(t *testing.T) {
	if re, err := Pattern("^a+$"); err != nil || !re.MatchString("aa") {
		t.Errorf("%v", err)
	}
	for _, text := range []string{"(?=a)", "(", strings.Repeat("a", maxPattern+1), "(ab?c*d){1000}(ab?c*d){1000}(ab?c*d){1000}(ab?c*d){1000}(ab?c*d){1000}"} {
		if _, err := Pattern(text); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}
