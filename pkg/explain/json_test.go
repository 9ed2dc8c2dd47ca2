package explain

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestShowJSON(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{}`, `{}`},
		{`{"a":[1, 2 ,{}],"b":{}}`, `{"a": [1, 2, {}], "b": {}}`},
		{`{"a":[1.0,"\u00e9"],"b":{"c":"long enough to break"}}`, "{\n  \"a\": [1.0, \"\\u00e9\"],\n  \"b\": {\"c\": \"long enough to break\"}\n}"},
		{`{"a":1,"a":2}`, `{"a": 1, "a": 2}`},
		{"{\"a\":\"\u202e\U000e0041\"}", `{"a": "\u202e\udb40\udc41"}`},
		{"not json \x1b[31m\n", `not json \x1b[31m`},
	} {
		if got := showJSON(c.text, 40); got != c.want {
			t.Errorf("%q becomes\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
}

// FuzzShowJSON: what is shown is the same JSON, and acts on no terminal.
func FuzzShowJSON(f *testing.F) {
	f.Add(`{"a": [1, {"b": "\u202e"}], "c": "x"}`, 20)
	f.Add(`[[[[[[]]]]]]`, 3)
	f.Add(`{"a":`, 10)
	f.Fuzz(func(t *testing.T, text string, width int) {
		shown := showJSON(text, width)
		var before, after any
		if json.Unmarshal([]byte(text), &before) != nil || strings.Contains(shown, `\x`) {
			return
		}
		if err := json.Unmarshal([]byte(shown), &after); err != nil {
			if strings.Contains(shown, `\u{`) { // refused by the strict reader, shown as text
				return
			}
			t.Fatalf("%q is shown as %q: %v", text, shown, err)
		}
		if !reflect.DeepEqual(before, after) {
			t.Fatalf("%q is shown as %q", text, shown)
		}
	})
}
