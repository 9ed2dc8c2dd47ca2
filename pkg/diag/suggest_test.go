package diag

import "testing"

func TestNearest(t *testing.T) {
	candidates := []string{"readOnlyHint", "destructiveHint", "title"}
	for word, want := range map[string]string{
		"readonlyHint": "readOnlyHint", "readOnlyHnit": "readOnlyHint", "destructveHint": "destructiveHint",
		"titel": "title", "tools": "", "": "", "x": "",
	} {
		if got, ok := Nearest(word, candidates); got != want || ok != (want != "") {
			t.Errorf("nearest to %q is %q, want %q", word, got, want)
		}
	}
}

func TestNear(t *testing.T) {
	for _, tc := range []struct {
		a, b  string
		limit int
		want  bool
	}{
		{"abc", "ABC", 0, true}, {"abc", "abd", 0, false}, {"abc", "acb", 1, true}, {"abcd", "ab", 2, true}, {"abcd", "a", 2, false},
	} {
		if got := Near(tc.a, tc.b, tc.limit); got != tc.want {
			t.Errorf("%q and %q within %d: %v, want %v", tc.a, tc.b, tc.limit, got, tc.want)
		}
	}
}
