package input

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/record"
)

// TestNamesAreThoseOfEach: both give the same files in the same order, and Load
// gives what Each has read.
func TestNamesAreThoseOfEach(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a/1.json": "one", "a/b/2.json": "two", "a/x.txt": "", "c.json": "three", "large.json": strings.Repeat("x", 20)} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	o := &Options{Dir: dir, Limits: record.Limits{MaxBytes: 10}, Recognized: func(path string) bool { return strings.HasSuffix(path, ".json") }}
	args := []string{"c.json", "a", "none.json", "large.json"}
	describe := func(item Item, data []byte, err error) string {
		text := item.Locator.Path + ":" + string(data)
		if item.Walked {
			text += " walked"
		}
		if err != nil {
			text += " " + err.Error()
		}
		return text
	}
	var each, names []string
	counts, err := o.Each(t.Context(), args, func(item Item) error {
		each = append(each, describe(item, item.Data, item.Err))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	again, err := o.Names(t.Context(), args, func(item Item) error {
		data, err := []byte(nil), item.Err
		if err == nil {
			data, err = o.Load(item.Locator.Path)
		}
		names = append(names, describe(item, data, err))
		return nil
	})
	if err != nil || counts != again || strings.Join(each, ";") != strings.Join(names, ";") || len(each) != 5 {
		t.Errorf("%q %v\n%q %v, %v", each, counts, names, again, err)
	}
}
