package fingerprint

import (
	"os"
	"regexp"
	"testing"
)

func TestEveryCodeIsExplained(t *testing.T) {
	docs := map[string]bool{}
	for _, d := range ErrorDocs() {
		if d.Meaning == "" || d.Do == "" || docs[d.Name] {
			t.Errorf("%q is not explained, or twice", d.Name)
		}
		docs[d.Name] = true
	}
	source, err := os.ReadFile("error.go")
	if err != nil {
		t.Fatal(err)
	}
	codes := regexp.MustCompile(`(?m)^\t\w+ +Code = "(\w+)"`).FindAllSubmatch(source, -1)
	if len(codes) != len(docs) {
		t.Errorf("%d codes, %d explained", len(codes), len(docs))
	}
	for _, c := range codes {
		if !docs[string(c[1])] {
			t.Errorf("code %s is not explained", c[1])
		}
	}
	for _, v := range Versions() {
		if d := v.Doc(); d.Name != v.Name || d.Meaning == "" || len(d.Text) == 0 {
			t.Errorf("version %s is not explained", v.Name)
		}
	}
}
