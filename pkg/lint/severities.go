package lint

import "github.com/mcp-evref/evref/pkg/diag"

// Severities gives the severity that each rule has under options, by id; a rule
// that does not run is Off. The error is always an [*UnknownNameError].
func Severities(o Options) (map[string]diag.Severity, error) {
	demands, err := combineProfiles(o.Profiles)
	if err != nil {
		return nil, err
	}
	chosen, err := choose(o)
	if err != nil {
		return nil, err
	}
	out := make(map[string]diag.Severity)
	for _, r := range Rules() {
		out[r.ID], _ = chosen.severity(r, demands)
	}
	return out, nil
}
