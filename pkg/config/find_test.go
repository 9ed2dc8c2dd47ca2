package config

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	dir := write(t, map[string]string{
		"evref.yaml": "", "repo/.git/HEAD": "", "repo/a/b/x": "", "other/evref.json": "{}", "other/deep/er/x": "",
		"two/evref.yaml": "", "two/evref.json": "{}", "yml/evref.yml": "", "dot/.evref.yaml": "", "plain/x": "",
	})
	for _, c := range []struct{ from, want, failure string }{
		{"other/deep/er", "other/evref.json", ""},
		{"plain", "evref.yaml", ""},
		{"repo/a/b", "", ""}, // not above the root of a repository
		{"two", "", "evref.json is there as well; keep one of the two"},
		{"yml", "", "is not read under this name; call it evref.yaml or evref.json"},
		{"dot", "", "is not read under this name"},
	} {
		got, err := Find(filepath.Join(dir, c.from))
		want := c.want
		if want != "" {
			want = filepath.Join(dir, want)
		}
		if got != want || (err != nil) != (c.failure != "") || err != nil && !strings.Contains(err.Error(), c.failure) {
			t.Errorf("%s: %q, %v", c.from, got, err)
		}
	}
}
