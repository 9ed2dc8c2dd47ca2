package record

import "testing"

func TestLocatorRoundTrip(t *testing.T) {
	for _, c := range []struct {
		l    Locator
		text string
	}{
		{Locator{Path: "a.json"}, "a.json"},
		{Locator{Path: "dir/a b.json", Line: 17}, "dir/a b.json#L17"},
		{Locator{Path: "a.json", Pointer: "/a/b~1c"}, "a.json#/a/b~1c"},
		{Locator{Path: "a.jsonl", Line: 3, Pointer: "/x"}, "a.jsonl#L3/x"},
		{Locator{Path: "a.json", Pointer: "/"}, "a.json#/"},
		{Locator{Path: "a#1.json"}, `a\#1.json`},
		{Locator{Path: "a\\b"}, `a\\b`},
		{Locator{Path: "a\nb\x1b\u202e\xff", Line: 2}, `a\nb\x1b\xe2\x80\xae\xff#L2`},
		{Locator{Path: "a", Pointer: "/x\n#"}, `a#/x\n\#`},
		{Locator{Path: "-"}, "-"},
	} {
		if got := c.l.String(); got != c.text {
			t.Errorf("%+v: %q, want %q", c.l, got, c.text)
		}
		got, err := ParseLocator(c.text, c.l.NeedsEscape())
		if err != nil || got != c.l {
			t.Errorf("%q: %+v, %v, want %+v", c.text, got, err, c.l)
		}
	}
}

func TestParseLocatorRefuses(t *testing.T) {
	for _, c := range []struct {
		text    string
		escaped bool
	}{
		{"", false}, {"#L1", false}, {"a#", false}, {"a#x", false}, {"a#L", false}, {"a#L0", false},
		{"a#L01", false}, {"a#L-1", false}, {"a#/~", false}, {`a\`, true}, {`a\q`, true}, {`a\x1`, true}, {`a\xzz`, true},
	} {
		if l, err := ParseLocator(c.text, c.escaped); err == nil {
			t.Errorf("%q: accepted as %+v", c.text, l)
		}
	}
}

func FuzzLocator(f *testing.F) {
	f.Add("a#b\\c\n", 3, "/x/y")
	f.Fuzz(func(t *testing.T, path string, line int, pointer string) {
		if _, ok := SplitPointer(pointer); !ok || path == "" {
			return
		}
		l := Locator{Path: path, Line: max(line, 0), Pointer: pointer}
		got, err := ParseLocator(l.String(), l.NeedsEscape())
		if err != nil || got != l {
			t.Errorf("%+v -> %q -> %+v, %v", l, l.String(), got, err)
		}
	})
}
