package config

import (
	"encoding/json"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

// shown is a configuration as JSON, in the shape of the schema config.v1 and
// with everything that it extends joined in.
type shown struct {
	RequiredVersion string                   `json:"required-version,omitempty"`
	Spec            lint.Spec                `json:"spec,omitempty"`
	Profile         []string                 `json:"profile,omitempty"`
	Servers         []shownServer            `json:"servers,omitempty"`
	Rules           map[string]diag.Severity `json:"rules,omitempty"`
	Ignores         []json.RawMessage        `json:"ignores,omitempty"`
	Schemes         map[string]string        `json:"schemes,omitempty"`
	Exclude         []string                 `json:"exclude,omitempty"`
	Baseline        string                   `json:"baseline,omitempty"`
}

type shownServer struct {
	Name    string    `json:"name"`
	Files   []string  `json:"files"`
	Profile []string  `json:"profile,omitempty"`
	Spec    lint.Spec `json:"spec,omitempty"`
}

// MarshalJSON gives the configuration as it applies: one that extends others is
// joined with them, and could be written in their place.
func (c *Config) MarshalJSON() ([]byte, error) {
	out := shown{Spec: c.Spec, Profile: c.Profiles, Rules: c.Rules, Baseline: c.Baseline}
	for _, r := range c.Requirements {
		if out.RequiredVersion != "" {
			out.RequiredVersion += " "
		}
		out.RequiredVersion += r.Text
	}
	for _, s := range c.Servers {
		server := shownServer{Name: s.Name, Profile: s.Profiles, Spec: s.Spec}
		for _, p := range s.Files {
			server.Files = append(server.Files, p.String())
		}
		out.Servers = append(out.Servers, server)
	}
	for _, i := range c.Ignores {
		out.Ignores = append(out.Ignores, json.RawMessage(stanzaJSON(i)))
	}
	for _, s := range c.Schemes {
		if out.Schemes == nil {
			out.Schemes = make(map[string]string)
		}
		out.Schemes[s.Type] = s.Path
	}
	for _, g := range c.Exclude {
		out.Exclude = append(out.Exclude, g.String())
	}
	return json.Marshal(out)
}
