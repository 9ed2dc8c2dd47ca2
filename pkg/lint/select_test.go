package lint

import (
	"errors"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

// TestChoice checks who wins: disable, then only, then a set severity, then a
// profile, then enable, then the level.
func TestChoice(t *testing.T) {
	warn := Rule{ID: "TOOL003", Severity: diag.Warning}
	off := Rule{ID: "TOOL024", Severity: diag.Off, Pedantic: diag.Info}
	profile := Rule{ID: "TOOL021", Severity: diag.Off}
	for _, tc := range []struct {
		name string
		o    Options
		r    Rule
		want diag.Severity
	}{
		{"default", Options{}, warn, diag.Warning},
		{"off by default", Options{}, off, diag.Off},
		{"pedantic", Options{Pedantic: true}, off, diag.Info},
		{"pedantic does not switch on profile rules", Options{Pedantic: true}, profile, diag.Off},
		{"enabled by id", Options{Enable: []string{"tool024"}}, off, diag.Info},
		{"enabled by slug", Options{Enable: []string{"title-missing"}}, profile, diag.Warning},
		{"profile", Options{Settings: Settings{Profiles: []string{"claude-directory"}}}, profile, diag.Error},
		{"only", Options{Only: []string{"TOOL024"}}, off, diag.Info},
		{"not among only", Options{Only: []string{"TOOL024"}}, warn, diag.Off},
		{"disabled beats enabled", Options{Enable: []string{"TOOL024"}, Disable: []string{"TOOL024"}}, off, diag.Off},
		{"severity", Options{Severities: map[string]diag.Severity{"name-characters": diag.Error}}, warn, diag.Error},
		{"severity off", Options{Severities: map[string]diag.Severity{"TOOL003": diag.Off}}, warn, diag.Off},
		{"severity beats profile", Options{
			Settings:   Settings{Profiles: []string{"claude-directory"}},
			Severities: map[string]diag.Severity{"TOOL021": diag.Info},
		}, profile, diag.Info},
	} {
		c, err := choose(tc.o)
		if err != nil {
			t.Fatal(tc.name, err)
		}
		d, err := combineProfiles(tc.o.Profiles)
		if err != nil {
			t.Fatal(tc.name, err)
		}
		if got, _ := c.severity(tc.r, d); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

func TestUnknownNames(t *testing.T) {
	for _, tc := range []struct {
		o                Options
		what, suggestion string
	}{
		{Options{Only: []string{"TOOL03"}}, "rule", "TOOL003"},
		{Options{Disable: []string{"hint-typo"}}, "rule", "hint-type"},
		{Options{Enable: []string{"nothing like it at all"}}, "rule", ""},
		{Options{Severities: map[string]diag.Severity{"hint-nme": diag.Error}}, "rule", "hint-name"},
		{Options{Settings: Settings{Spec: "2025-11-26"}}, "specification revision", "2025-11-25"},
		{Options{Settings: Settings{Profiles: []string{"gemnii"}}}, "profile", "gemini"},
	} {
		_, err := New(tc.o)
		var unknown *UnknownNameError
		if !errors.As(err, &unknown) || unknown.What != tc.what || unknown.Suggestion != tc.suggestion || unknown.Error() == "" {
			t.Errorf("%+v: error is %v", tc.o, err)
		}
	}
}
