package diag

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

func TestSeverity(t *testing.T) {
	for s := Off; s <= Error; s++ {
		got, ok := ParseSeverity(s.String())
		if !ok || got != s {
			t.Errorf("%s is read as %s, %v", s, got, ok)
		}
		text, err := s.MarshalText()
		if err != nil || string(text) != s.String() {
			t.Errorf("%s is written as %s, %v", s, text, err)
		}
	}
	for _, name := range []string{"", "Error", "errors", "unknown"} {
		if s, ok := ParseSeverity(name); ok {
			t.Errorf("%q is read as %s", name, s)
		}
	}
	if got := Severity(9).String(); got != "unknown" {
		t.Error(got)
	}
}

// TestSortIsTotal sorts diagnostics that differ in one thing each, from many
// orders, to one result.
func TestSortIsTotal(t *testing.T) {
	base := Diagnostic{Rule: "r", Severity: Warning, Source: "s", Record: "n", Pointer: "/p", Range: Range{Start: Position{Offset: 5}}, Message: "m"}
	all := []Diagnostic{base}
	for _, change := range []func(d *Diagnostic){
		func(d *Diagnostic) { d.Source = "a" }, func(d *Diagnostic) { d.Source = "z" },
		func(d *Diagnostic) { d.Range.Start.Offset = 1 }, func(d *Diagnostic) { d.Range.Start.Offset = 9 },
		func(d *Diagnostic) { d.Pointer = "/a" }, func(d *Diagnostic) { d.Rule = "a" }, func(d *Diagnostic) { d.Message = "a" },
		func(d *Diagnostic) { d.Severity = Error }, func(d *Diagnostic) { d.Record = "a" },
	} {
		d := base
		change(&d)
		all = append(all, d)
	}
	Sort(all)
	for i, d := range all[1:] {
		if Compare(all[i], d) >= 0 {
			t.Errorf("%+v does not stand before %+v", all[i], d)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		shuffled := slices.Clone(all)
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if Sort(shuffled); !reflect.DeepEqual(shuffled, all) {
			t.Fatal("the order depends on the input")
		}
	}
}
