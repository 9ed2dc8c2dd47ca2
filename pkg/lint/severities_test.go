package lint

import (
	"errors"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

func TestSeverities(t *testing.T) {
	for _, c := range []struct {
		name    string
		options Options
		want    map[string]diag.Severity
	}{
		{"defaults", Options{}, map[string]diag.Severity{"TOOL030": diag.Error, "TOOL033": diag.Off, "TOOL900": diag.Warning}},
		{"pedantic", Options{Pedantic: true}, map[string]diag.Severity{"TOOL033": diag.Info}},
		{"only", Options{Only: []string{"TOOL030"}}, map[string]diag.Severity{"TOOL030": diag.Error, "TOOL031": diag.Off, "TOOL900": diag.Off}},
		{"disabled", Options{Disable: []string{"unused-ignore"}}, map[string]diag.Severity{"TOOL900": diag.Off, "TOOL901": diag.Warning}},
		{"set", Options{Severities: map[string]diag.Severity{"tool-changed": diag.Error}}, map[string]diag.Severity{"TOOL912": diag.Error, "TOOL910": diag.Info}},
		{"profile", Options{Settings: Settings{Profiles: []string{"anthropic"}}}, map[string]diag.Severity{"TOOL030": diag.Error}},
	} {
		got, err := Severities(c.options)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if len(got) != len(Rules()) {
			t.Errorf("%s: %d severities for %d rules", c.name, len(got), len(Rules()))
		}
		for id, want := range c.want {
			if got[id] != want {
				t.Errorf("%s: %s is %s, want %s", c.name, id, got[id], want)
			}
		}
	}
	for _, o := range []Options{{Only: []string{"TOOL03O"}}, {Settings: Settings{Profiles: []string{"x"}}}} {
		var unknown *UnknownNameError
		if _, err := Severities(o); !errors.As(err, &unknown) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
