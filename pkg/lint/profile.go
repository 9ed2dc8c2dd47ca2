package lint

import (
	"slices"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Profile is what one client, provider or directory demands beyond the
// specification. All of it is data: facts with a date and a source.
type Profile struct {
	Name    string
	Summary string
	Facts   []Fact
	// Rules gives the severity of the rules that the profile switches on or
	// makes stricter. It is for every variant of the rule.
	Rules  map[string]diag.Severity
	Limits Limits
}

// Limits are the numbers that profiles set; 0 means no limit.
type Limits struct {
	Name        int // characters of a tool name, the client's prefix included
	Description int // characters of a tool's description
	Tools       int // tools in one request
}

// Fact is one outside fact that a profile rests on.
type Fact struct {
	Text string
	Date string // when it was last reported to hold, YYYY-MM
	Ref  Ref
}

// ProfileNames lists the names of all profiles.
func ProfileNames() []string {
	names := make([]string, len(profiles))
	for i, p := range profiles {
		names[i] = p.Name
	}
	return names
}

// Profiles lists all profiles.
func Profiles() []Profile { return slices.Clone(profiles) }

// Demands is what the chosen profiles demand together.
type Demands struct {
	Profiles []Profile // in the order they were named
	// Rules has the strictest severity of each rule, Limits the smallest number.
	Rules  map[string]diag.Severity
	Limits Limits
}

// Has reports whether a profile is among the chosen ones.
func (d *Demands) Has(name string) bool {
	return slices.ContainsFunc(d.Profiles, func(p Profile) bool { return p.Name == name })
}

func combineProfiles(names []string) (*Demands, error) {
	d := &Demands{Rules: make(map[string]diag.Severity)}
	for _, name := range names {
		i := slices.IndexFunc(profiles, func(p Profile) bool { return p.Name == name })
		if i < 0 {
			return nil, unknownName("profile", name, ProfileNames())
		}
		if d.Has(name) {
			continue
		}
		p := profiles[i]
		d.Profiles = append(d.Profiles, p)
		for rule, severity := range p.Rules {
			d.Rules[rule] = max(severity, d.Rules[rule])
		}
		d.Limits.Name = tighter(d.Limits.Name, p.Limits.Name)
		d.Limits.Description = tighter(d.Limits.Description, p.Limits.Description)
		d.Limits.Tools = tighter(d.Limits.Tools, p.Limits.Tools)
	}
	return d, nil
}

// tighter gives the smaller of two limits, of which 0 is none.
func tighter(a, b int) int {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}
