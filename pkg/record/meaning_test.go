package record

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
	source, err := os.ReadFile("../internal/tape/fault.go")
	if err != nil {
		t.Fatal(err)
	}
	codes := regexp.MustCompile(`(?m)^\t\w+ +Code = "([a-z0-9-]+)"`).FindAllSubmatch(source, -1)
	if len(codes) < 30 {
		t.Fatalf("only %d codes found", len(codes))
	}
	for _, c := range codes {
		if !docs[string(c[1])] {
			t.Errorf("code %s is not explained", c[1])
		}
	}
}
