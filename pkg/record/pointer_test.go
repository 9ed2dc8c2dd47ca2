package record

import (
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/internal/generate"
)

func TestFind(t *testing.T) {
	rec, err := Parse([]byte(`{"a/b":[10,{"~":1,"":2}],"é":{"0":true},"m~0n":3}`), JSON, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for pointer, want := range map[string]string{
		"":                           string(rec.Raw()),
		"/a~1b/0":                    "10",
		"/a~1b/1/~0":                 "1",
		"/a~1b/1/":                   "2",
		"/é/0":                       "true",
		"/m~00n":                     "3",
		"a":                          "",
		"/":                          "",
		"/a~1b/2":                    "",
		"/a~1b/-1":                   "",
		"/a~1b/00":                   "",
		"/a~1b/-":                    "",
		"/a~1b/+0":                   "",
		"/a~1b/0/0":                  "",
		"/m~2n":                      "",
		"/m~":                        "",
		"/a~1b/99999999999999999999": "",
	} {
		v, ok := rec.Root().Find(pointer)
		if ok != (want != "") || string(v.Raw()) != want {
			t.Errorf("%q: %s, %v, want %s", pointer, v.Raw(), ok, want)
		}
		if r, found := rec.Locate(pointer); found != ok || ok && (r.Start.Offset != strings.Index(string(rec.Raw()), want)) && want != "1" && want != "3" {
			t.Errorf("%q: located at %v, %v", pointer, r, found)
		}
	}
}

// TestPointersLead checks that the pointer of each value of generated records
// leads back to the value.
func TestPointersLead(t *testing.T) {
	r := generate.New(60)
	var p Parser
	for range 3000 {
		rec, err := p.Parse(r.JSON(), JSON)
		if err != nil {
			continue
		}
		for _, node := range valueNodes(rec) {
			v := rec.ValueAt(node)
			found, ok := rec.Root().Find(v.Pointer())
			start, _ := v.Span()
			if at, _ := found.Span(); !ok || at != start && at < start {
				t.Fatalf("%q: pointer %q of node %d leads to %d, %v", rec.Raw(), v.Pointer(), node, at, ok)
			}
		}
	}
}
