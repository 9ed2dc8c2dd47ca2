package record

import "testing"

func TestEntriesAndGet(t *testing.T) {
	const text = `{"a":1,"\u0062":[2],"c":{"a":3}}`
	rec, err := Parse([]byte(text), JSON, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	root := rec.Root()
	var names, raws string
	for name, value := range root.Entries() {
		names += string(name.Content())
		raws += string(value.Raw()) + ";"
	}
	if names != "abc" || raws != `1;[2];{"a":3};` {
		t.Errorf("entries: %s, %s", names, raws)
	}
	for name, want := range map[string]string{"a": "1", "b": "[2]", "": "", "d": ""} {
		if got := string(root.Get(name).Raw()); got != want {
			t.Errorf("Get(%q): %q, want %q", name, got, want)
		}
	}
	if n := testing.AllocsPerRun(100, func() { root.Get("c") }); n != 0 {
		t.Errorf("Get allocates %v times", n)
	}
}

func TestEntriesOfCBOR(t *testing.T) {
	rec, err := Parse([]byte("\xa2\x01\x02\x61a\x03"), CBOR, Limits{}) // {1: 2, "a": 3}
	if err != nil {
		t.Fatal(err)
	}
	var kinds []Kind
	for name := range rec.Root().Entries() {
		kinds = append(kinds, name.Kind())
	}
	if len(kinds) != 2 || kinds[0] != Number || kinds[1] != String {
		t.Errorf("kinds of names: %v", kinds)
	}
}
