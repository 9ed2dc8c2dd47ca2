package record

import (
	"strings"
	"testing"
)

func TestApply(t *testing.T) {
	const text = "0123456789"
	for _, tc := range []struct {
		name  string
		edits []Edit
		want  string // "" when refused
	}{
		{"nothing", nil, text},
		{"out of order", []Edit{{8, 9, "x"}, {0, 1, ""}}, "1234567x9"},
		{"touching", []Edit{{2, 4, "a"}, {4, 6, "b"}}, "01ab6789"},
		{"insert at both ends", []Edit{{0, 0, "<"}, {10, 10, ">"}}, "<0123456789>"},
		{"overlap", []Edit{{2, 5, "a"}, {4, 6, "b"}}, ""},
		{"same place", []Edit{{3, 3, "a"}, {3, 3, "b"}}, ""},
		{"insert inside a replaced span", []Edit{{2, 5, "a"}, {3, 3, "b"}}, ""},
		{"outside", []Edit{{9, 11, "a"}}, ""},
		{"backwards", []Edit{{5, 4, "a"}}, ""},
		{"negative", []Edit{{-1, 0, "a"}}, ""},
	} {
		got, err := Apply([]byte(text), tc.edits)
		if (err != nil) != (tc.want == "") || string(got) != tc.want {
			t.Errorf("%s: %q, %v, want %q", tc.name, got, err, tc.want)
		}
	}
}

func TestMemberEdits(t *testing.T) {
	remove := func(names ...string) func(Value) []Edit {
		return func(v Value) []Edit {
			var members []Member
			for _, name := range names {
				m, _ := v.Member(name)
				members = append(members, m)
			}
			return Remove(v, members...)
		}
	}
	add := func(v Value) []Edit { return []Edit{Add(v, "new", "[]")} }
	for _, tc := range []struct {
		name, input, want string
		edit              func(Value) []Edit
	}{
		{"remove only", `{ "a": 1 }`, `{  }`, remove("a")},
		{"remove first", "{\n  \"a\": 1,\n  \"b\": 2\n}", "{\n  \"b\": 2\n}", remove("a")},
		{"remove middle", `{"a":1,"b":2,"c":3}`, `{"a":1,"c":3}`, remove("b")},
		{"remove last", "{\n  \"a\": 1,\n  \"b\": 2\n}", "{\n  \"a\": 1\n}", remove("b")},
		{"remove all", `{"a":1, "b":2}`, `{}`, remove("a", "b")},
		{"remove two at the end", `{"a":1,"b":2,"c":3}`, `{"a":1}`, remove("b", "c")},
		{"remove two apart", `{"a":1,"b":2,"c":3,"d":4}`, `{"b":2,"d":4}`, remove("a", "c")},
		{"remove around one", `{"a":1,"b":2,"c":3}`, `{"b":2}`, remove("a", "c")},
		{"add to empty", `{ }`, `{"new": []}`, add},
		{"add compact", `{"a":1}`, `{"a":1,"new":[]}`, add},
		{"add spaced", `{"a": 1}`, `{"a": 1, "new": []}`, add},
		{"add to lines", "{\r\n\t\"a\" : 1\r\n}", "{\r\n\t\"a\" : 1,\r\n\t\"new\" : []\r\n}", add},
		{"rename", `{"a\u0062": 1}`, `{"<é>": 1}`, func(v Value) []Edit {
			m, _ := v.Member("ab")
			return []Edit{Rename(m, "<é>")}
		}},
		{"replace", `{"a": [1, 2]}`, `{"a": {}}`, func(v Value) []Edit { return []Edit{Replace(v.Get("a"), "{}")} }},
	} {
		rec, err := Parse([]byte(tc.input), JSON, Limits{})
		if err != nil {
			t.Fatal(tc.name, err)
		}
		got, err := Apply([]byte(tc.input), tc.edit(rec.Root()))
		if err != nil || string(got) != tc.want {
			t.Errorf("%s: %q, %v, want %q", tc.name, got, err, tc.want)
		}
		if _, err := Parse(got, JSON, Limits{}); err != nil {
			t.Errorf("%s: result is not JSON: %v", tc.name, err)
		}
	}
}

// TestPartSpan checks that a part of a decoded text is found in the input.
func TestPartSpan(t *testing.T) {
	for _, tc := range []struct{ input, part, want string }{
		{`"plain words"`, "words", "words"},
		{`"a\nb\tc"`, "b\tc", `b\tc`},
		{`"\u00e9\u0061x"`, "a", `\u0061`},
		{`"\ud83d\ude00x"`, "x", "x"},
		{`"\ud83d\uDE00x"`, "\U0001F600", `\ud83d\uDE00`},
		{`"é😀x"`, "😀", "😀"},
		{`"tail\\"`, `\`, `\\`},
	} {
		rec, err := Parse([]byte(tc.input), JSON, Limits{})
		if err != nil {
			t.Fatal(tc.input, err)
		}
		text, _ := rec.Root().Text()
		from := strings.Index(text, tc.part)
		start, end := rec.Root().PartSpan(from, from+len(tc.part))
		if got := tc.input[start:end]; got != tc.want {
			t.Errorf("%s: part %q is at %q, want %q", tc.input, tc.part, got, tc.want)
		}
	}
	rec, _ := Parse([]byte(`"ab"`), JSON, Limits{})
	if start, end := rec.Root().PartSpan(2, 2); start != 3 || end != 3 {
		t.Errorf("end of text is at %d to %d, want 3 to 3", start, end)
	}
}

func TestPointerFrom(t *testing.T) {
	rec, err := Parse([]byte(`{"tools":[{"a":1},{"b":{"c/d":[0,true]}}]}`), JSON, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	base, _ := rec.Root().Find("/tools/1")
	v, _ := base.Find("/b/c~1d/1")
	if got := v.PointerFrom(base); got != "/b/c~1d/1" {
		t.Errorf("pointer from the tool is %q", got)
	}
	if got := v.Pointer(); got != "/tools/1/b/c~1d/1" {
		t.Errorf("pointer from the root is %q", got)
	}
	if got := base.PointerFrom(base); got != "" {
		t.Errorf("pointer of the base is %q", got)
	}
}
