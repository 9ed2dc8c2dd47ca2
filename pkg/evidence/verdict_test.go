package evidence

import "testing"

func TestVerdictNames(t *testing.T) {
	for _, v := range Verdicts() {
		if back, ok := ParseVerdict(v.String()); !ok || back != v || v.Meaning() == "" {
			t.Errorf("%s is read as %s, %v", v, back, ok)
		}
	}
	for _, name := range []string{"", "Verified", "trusted"} {
		if v, ok := ParseVerdict(name); ok {
			t.Errorf("%q is read as %s", name, v)
		}
	}
}

func TestTally(t *testing.T) {
	var a, b Tally
	a[Verified], b[Verified], b[NoClaim] = 2, 1, 4
	a.Add(b)
	if a.Total() != 7 || a[Verified] != 3 {
		t.Errorf("%v", a)
	}
}

func TestVerdictText(t *testing.T) {
	for _, v := range Verdicts() {
		text, err := v.MarshalText()
		var got Verdict
		if err != nil || got.UnmarshalText(text) != nil || got != v {
			t.Errorf("%s is read as %s", text, got)
		}
	}
	for _, text := range []string{"", "Verified", "good"} {
		var v Verdict
		if v.UnmarshalText([]byte(text)) == nil {
			t.Errorf("%q is a verdict", text)
		}
	}
}
