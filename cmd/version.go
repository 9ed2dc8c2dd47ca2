package cmd

import (
	"encoding/json"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/mcp-evref/evref/pkg/digest"
)

// version is set by the release build; otherwise build info speaks.
var version string

type versionInfo struct {
	Version           string   `json:"version"`
	Commit            string   `json:"commit,omitempty"`
	Modified          bool     `json:"modified,omitempty"`
	Go                string   `json:"go"`
	Canonicalizations []string `json:"canonicalizations"`
	Algorithms        []string `json:"algorithms"`
	CBORMapping       string   `json:"cborMapping"`
}

func buildVersion() string { return readVersion().Version }

func readVersion() versionInfo {
	v := versionInfo{Version: version, CBORMapping: digest.CBORMapping}
	if info, ok := debug.ReadBuildInfo(); ok {
		v.Go = info.GoVersion
		if v.Version == "" {
			v.Version = info.Main.Version
		}
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				v.Commit = s.Value
			case "vcs.modified":
				v.Modified = s.Value == "true"
			}
		}
	}
	if v.Version == "" {
		v.Version = "(devel)"
	}
	for _, c := range digest.All() {
		v.Canonicalizations = append(v.Canonicalizations, c.ID())
	}
	for _, a := range digest.Algorithms() {
		v.Algorithms = append(v.Algorithms, a.String())
	}
	return v
}

func newVersion(a *app) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "version",
		Short: "print version and what is supported",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			v := readVersion()
			switch format {
			case "text":
				fmt.Fprintf(a.Out, "evref %s %s\n", v.Version, v.Go)
				return nil
			case "json":
				e := json.NewEncoder(a.Out)
				return e.Encode(v)
			}
			return unknown("format", format, []string{"text", "json"})
		},
	}
	c.Flags().StringVar(&format, "format", "text", "output format: text or json")
	return c
}
