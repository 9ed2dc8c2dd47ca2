package lint

import (
	"errors"
	"regexp"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

// TestProfiles refuses a profile whose facts have no date or source.
func TestProfiles(t *testing.T) {
	month := regexp.MustCompile(`^20[0-9]{2}-(0[1-9]|1[0-2])$`)
	if len(profiles) != 9 {
		t.Errorf("%d profiles, want 9", len(profiles))
	}
	for _, p := range Profiles() {
		if p.Summary == "" || len(p.Facts) == 0 {
			t.Errorf("%s: summary and facts are required", p.Name)
		}
		for id := range p.Rules {
			if r, ok := FindRule(id); !ok || r.ID != id {
				t.Errorf("%s: there is no rule %s", p.Name, id)
			}
		}
		for _, f := range p.Facts {
			if !month.MatchString(f.Date) || f.Ref.URL == "" || f.Ref.Title == "" || f.Text[len(f.Text)-1] != '.' {
				t.Errorf("%s: fact %q lacks a month, a source or its full stop", p.Name, f.Text)
			}
		}
	}
}

func TestCombineProfiles(t *testing.T) {
	d, err := combineProfiles([]string{"anthropic", "openai", "openai"})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Profiles) != 2 || !d.Has("openai") || d.Has("gemini") {
		t.Errorf("profiles are %v", d.Profiles)
	}
	if want := (Limits{Name: 64, Description: 1024, Tools: 128}); d.Limits != want {
		t.Errorf("limits are %+v, want %+v", d.Limits, want)
	}
	if d.Rules["TOOL143"] != diag.Error || d.Rules["TOOL144"] != diag.Error {
		t.Errorf("rules are %v", d.Rules)
	}
	var unknown *UnknownNameError
	if _, err := combineProfiles([]string{"antropic"}); !errors.As(err, &unknown) || unknown.Suggestion != "anthropic" {
		t.Errorf("error is %v", err)
	}
}
