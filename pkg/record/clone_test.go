package record

import (
	"reflect"
	"testing"
)

// TestClone parses again with the same parser: the clone keeps what it had.
func TestClone(t *testing.T) {
	const text = `{"b":1.50,"a":"\u00e9","a":[-0.0,12345678901234567890]}`
	p := Parser{AllowDuplicates: true}
	rec, err := p.Parse([]byte(text), JSON)
	if err != nil {
		t.Fatal(err)
	}
	clone := rec.Clone()
	if !reflect.DeepEqual(*clone.tape, *rec.tape) {
		t.Fatalf("clone %+v is not %+v", *clone.tape, *rec.tape)
	}
	if _, err := p.Parse([]byte(`["\u00ff",{"z":1,"y":2.25,"z":3}]`), JSON); err != nil {
		t.Fatal(err)
	}
	if got, _ := clone.Root().Get("a").Text(); got != "é" {
		t.Errorf("text is %q", got)
	}
	if got, _ := clone.Root().Get("b").Float64(); got != 1.5 {
		t.Errorf("number is %v", got)
	}
	if d := clone.Duplicates(); len(d) != 1 || d[0].Again.Name != "a" {
		t.Errorf("duplicates are %v", d)
	}
}
