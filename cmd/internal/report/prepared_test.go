package report

import (
	"bytes"
	"testing"
)

// TestPreparedIsTheSame: items written down in advance look like items that are
// printed one by one.
func TestPreparedIsTheSame(t *testing.T) {
	type item struct {
		Name string   `json:"name"`
		List []string `json:"list,omitempty"`
	}
	type summary struct {
		Items int `json:"items"`
	}
	for _, format := range []string{"json", "jsonl"} {
		for n := range 4 {
			plain, prepared := JSON[item, summary]("items"), Prepared[summary](format, "items")
			if format == "jsonl" {
				plain = JSONLines[item, summary]()
			}
			var want, got bytes.Buffer
			var ahead []byte
			check := func(err error) {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
			}
			check(plain.Begin(&want))
			check(prepared.Begin(&got))
			for i := range n {
				it := item{Name: string(rune('a' + i)), List: []string{"<&>", "\u202e"}[:i%3]}
				check(plain.Item(&want, it))
				var err error
				ahead, err = Prepare(ahead, format, it)
				check(err)
				if i == 1 { // two in one go, then one
					check(prepared.Item(&got, ahead))
					ahead = ahead[:0]
				}
			}
			check(prepared.Item(&got, ahead))
			check(plain.End(&want, summary{n}))
			check(prepared.End(&got, summary{n}))
			if got.String() != want.String() {
				t.Errorf("%s, %d items:\n%s\nwant\n%s", format, n, got.String(), want.String())
			}
		}
	}
}
