package lint

import (
	"slices"
	"strings"
	"testing"
)

func TestBelievedAction(t *testing.T) {
	for _, c := range []struct{ members, want string }{
		{`"outcome": "benign"`, "may run it without asking"},
		{`"outcome": "consequential"`, "asks when its policy says so"},
		{`"outcome": "irreversible"`, "asks a person"},
		{`"outcome": "benign", "requiresReview": true`, "asks a person"},
		{`"outcome": "dangerous"`, ""},
		{`"requiresReview": "yes"`, ""},
		{`"inputMetadata": {"destination": "external"}`, "lets input leave only"},
		{`"inputMetadata": {"destination": "local"}`, ""},
		{`"returnMetadata": {"source": "open-world"}`, "untrusted in that result"},
	} {
		f, err := Load("tool.json", []byte(withAction(c.members, "").Input), LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		tool := f.Lists[0].Tool(0)
		got := strings.Join(tool.Actions()[0].Believed(), "; ")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.members, got, c.want)
		}
		if tool.Range().End.Offset == 0 {
			t.Errorf("%s: the tool has no place", c.members)
		}
	}
}

func TestBehaviourRules(t *testing.T) {
	for _, r := range BehaviourRules() {
		if !slices.ContainsFunc(Rules(), func(other Rule) bool { return other.ID == r.ID }) {
			t.Errorf("%s is not a rule", r.ID)
		}
	}
}

func TestApplies(t *testing.T) {
	for i, name := range HintNames() {
		var hints [4]Hint
		if !Applies(hints, i) {
			t.Errorf("%s means nothing for a tool that writes", name)
		}
		hints[ReadOnly].Value = true
		if got, want := Applies(hints, i), name == "readOnlyHint" || name == "openWorldHint"; got != want {
			t.Errorf("%s for a read-only tool: %t", name, got)
		}
	}
}
