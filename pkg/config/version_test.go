package config

import "testing"

func TestRequirement(t *testing.T) {
	for _, c := range []struct {
		text, version string
		ok, known     bool
	}{
		{"0.3", "v0.3.0", true, true}, {"0.3", "v0.2.9", false, true}, {"0.3", "1.0", true, true},
		{">=0.3 <2", "v1.9.9", true, true}, {">=0.3 <2", "v2.0.0", false, true}, {">=0.3, <2", "v0.2.0", false, true},
		{"=1.2.3", "v1.2.3", true, true}, {"=1.2.3", "v1.2.4", false, true}, {">1", "v1.0.0", false, true}, {"<=1.2", "v1.2.0", true, true},
		{"1.2", "v1.2.0-rc.1", true, true},
		{"9", "(devel)", true, false}, {"9", "", true, false}, {"9", "v0.0.0-20260101000000-abcdef", true, false},
	} {
		bounds, ok := parseRequirement(c.text)
		if !ok {
			t.Errorf("%s is not read", c.text)
			continue
		}
		d, known := Requirement{Text: c.text, bounds: bounds}.Check(c.version)
		if (d == nil) != c.ok || known != c.known {
			t.Errorf("%s with %s: %v, known %v", c.text, c.version, d, known)
		}
	}
	for _, text := range []string{"", " ", "x", ">=", "1.2.3.4", "1..2", "-1", ">=1 x", "99999999999"} {
		if _, ok := parseRequirement(text); ok {
			t.Errorf("%q is read", text)
		}
	}
}
