package evidence

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// TestStylesAgree: put together in canonical style, a record taken apart gives
// its canonical bytes; in Go's style it gives what encoding/json writes.
func TestStylesAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 500 {
		text := randomRecord(r, 5)
		rec := mustParse(t, text)
		parts, isJSON := treeOf(rec)
		if !isJSON {
			t.Fatalf("%s is not JSON", text)
		}
		if got, want := canonicalStyle.append(nil, parts), canonical(t, digest.JCS, rec); !bytes.Equal(got, want) {
			t.Fatalf("%s:\n got %s\nwant %s", text, got, want)
		}
		if got, want := (cborStyle{order: byLength}).append(nil, parts), canonical(t, digest.CBOR, rec); !bytes.Equal(got, want) {
			t.Fatalf("%s:\n got %x\nwant %x", text, got, want)
		}
		if strings.Contains(text, "-0") { // encoding/json keeps the sign of zero
			continue
		}
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if got, want := goMap.append(nil, parts), goJSON(t, v, ""); !bytes.Equal(got, want) {
			t.Fatalf("%s:\n got %s\nwant %s", text, got, want)
		}
		tabbed := goMap.with(func(s *style) { s.indent, s.colon = "\t", ": " })
		if got, want := tabbed.append(nil, parts), goJSON(t, v, "\t"); !bytes.Equal(got, want) {
			t.Fatalf("%s:\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestRepr(t *testing.T) {
	for want, v := range map[string]float64{
		"0.0": 0, "-0.0": math.Copysign(0, -1), "1.0": 1, "0.1": 0.1, "1e+16": 1e16, "1000000000000000.0": 1e15, "0.0001": 1e-4,
		"1e-05": 1e-5, "1.5e+300": 1.5e300, "5e-324": 5e-324, "123456.75": 123456.75,
	} {
		if got := string(appendRepr(nil, v)); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}

func TestArrayIndex(t *testing.T) {
	for name, want := range map[string]uint64{"0": 0, "7": 7, "4294967294": 4294967294} {
		if got := arrayIndex([]byte(name)); got != want {
			t.Errorf("%s: %d", name, got)
		}
	}
	for _, name := range []string{"", "00", "01", "-1", "+1", "1.0", "4294967295", "99999999999", "a", "1a"} {
		if got := arrayIndex([]byte(name)); got != math.MaxUint64 {
			t.Errorf("%q is taken for the index %d", name, got)
		}
	}
}

// TestEscapes: each program's own way with the same text.
func TestEscapes(t *testing.T) {
	const text = "<&'/\"\\\b\f\n\u0001\x7fé\u2028😀+"
	for want, e := range map[string]escape{
		`"<&'/\"\\\b\f\n\u0001` + "\x7fé\u2028😀+\"":                                     {},
		`"<&'/\"\\\b\f\n\u0001\u007f\u00e9\u2028\ud83d\ude00+"`:                         escapePython,
		`"\u003c\u0026'/\"\\\b\f\n\u0001` + "\x7fé" + `\u2028😀+"`:                       escapeGo,
		`"\u003c\u0026'/\"\\\u0008\u000c\n\u0001` + "\x7fé" + `\u2028😀+"`:               escapeOldGo,
		`"<&'\/\"\\\b\f\n\u0001` + "\x7f" + `\u00e9\u2028\ud83d\ude00+"`:                escapePHP,
		`"\u003C\u0026\u0027/\u0022\\\b\f\n\u0001\u007F\u00E9\u2028\uD83D\uDE00\u002B"`: escapeDotNet,
		`"\u003c\u0026\u0027/\"\\\b\f\n\u0001` + "\x7fé" + `\u2028😀+"`:                  escapeGson,
		`"<&'/\"\\\b\f\n\u0001\u007fé` + "\u2028" + `😀+"`:                               escapeJQ,
		`"<&'/\"\\\b\f\n\u0001` + "\x7fé" + `\u2028😀+"`:                                 escapeGoOff,
	} {
		if got := string(style{escape: e}.append(nil, textTree([]byte(text)))); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestTreeKeepsOrder: what is cached about the order of members stays right
// when members go.
func TestTreeKeepsOrder(t *testing.T) {
	parts, _ := treeOf(mustParse(t, `{"b":1,"aa":2,"10":3,"9":4,"c":{"z":1,"y":2}}`))
	styles := []style{canonicalStyle, compact, goMap, {order: byLength, item: ",", colon: ":"}, {order: asScript, item: ",", colon: ":"}}
	for _, s := range styles {
		s.append(nil, parts) // fills the caches
	}
	less := parts.without(func(name []byte) bool { return string(name) == "aa" })
	fresh, _ := treeOf(mustParse(t, `{"b":1,"10":3,"9":4,"c":{"z":1,"y":2}}`))
	for i, s := range styles {
		if got, want := s.append(nil, less), s.append(nil, fresh); !bytes.Equal(got, want) {
			t.Errorf("style %d: %s, want %s", i, got, want)
		}
	}
	changed := parts.copy()
	changed.members[0].value = textTree([]byte("x"))
	if got := string(canonicalStyle.append(nil, changed)); got != `{"10":3,"9":4,"aa":2,"b":"x","c":{"y":2,"z":1}}` {
		t.Errorf("changed: %s", got)
	}
	if got := string(canonicalStyle.append(nil, parts)); !strings.Contains(got, `"b":1`) {
		t.Errorf("the original was changed: %s", got)
	}
}

func TestReplaced(t *testing.T) {
	parts, _ := treeOf(mustParse(t, `{"a":null,"b":[null,1,{"c":null}],"d":"x"}`))
	out, touched := parts.replaced(func(t *tree) *tree {
		if t.kind == record.Null {
			return nil
		}
		return t
	})
	if got := string(compact.append(nil, out)); !touched || got != `{"b":[1,{}],"d":"x"}` {
		t.Errorf("%v %s", touched, got)
	}
	same, touched := parts.replaced(func(t *tree) *tree { return t })
	if touched || same != parts {
		t.Error("nothing was changed, and the tree is another one")
	}
}
