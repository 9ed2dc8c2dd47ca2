package validate

import "testing"

func TestDialectByURI(t *testing.T) {
	for uri, want := range map[string]Dialect{
		"https://json-schema.org/draft/2020-12/schema":  Draft2020,
		"https://json-schema.org/draft/2020-12/schema#": Draft2020,
		"http://json-schema.org/draft/2020-12/schema":   Draft2020,
		"https://json-schema.org/draft/2019-09/schema":  Draft2019,
		"http://json-schema.org/draft-07/schema#":       Draft7,
		"http://json-schema.org/draft-07/schema":        Draft7,
		"https://json-schema.org/draft-07/schema#":      Draft7,
		"http://json-schema.org/draft-06/schema#":       Draft6,
		"http://json-schema.org/draft-04/schema#":       Draft4,
		"http://json-schema.org/schema#":                0,
		"http://json-schema.org/draft-03/schema#":       0,
		"json-schema.org/draft-07/schema#":              0,
		"http://json-schema.org/draft-07/schema##":      0,
		"": 0,
	} {
		if got, ok := DialectByURI(uri); got != want || ok != (want != 0) {
			t.Errorf("%q: %s %v, want %s", uri, got, ok, want)
		}
	}
	for _, d := range Dialects() {
		if got, ok := DialectByURI(d.URI()); !ok || got != d || d.String() == "unknown" {
			t.Errorf("%s: %s", d, d.URI())
		}
	}
	if Dialect(0).String() != "unknown" || Dialect(99).URI() != "" || Dialect(99).Keyword("type") {
		t.Error("a dialect that does not exist has a name or a keyword")
	}
}
