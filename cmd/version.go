package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime/debug"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/lint"
)

// versionInfo is what `evref version --format json` prints.
type versionInfo struct {
	Version           string   `json:"version"`
	Commit            string   `json:"commit,omitempty"`
	Modified          bool     `json:"modified,omitempty"`
	Go                string   `json:"go"`
	Platform          string   `json:"platform,omitempty"`
	Canonicalizations []string `json:"canonicalizations"`
	Algorithms        []string `json:"algorithms"`
	CBORMapping       string   `json:"cborMapping"`
	Fingerprints      []string `json:"fingerprints"`
	Specifications    []string `json:"specifications"`
	Rules             int      `json:"rules"`
}

func newVersion(a *app) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "version",
		Short: "print version and what is supported",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			switch format {
			case "text":
				return readVersion().text(a.Out)
			case "json":
				return json.NewEncoder(a.Out).Encode(readVersion())
			}
			return unknown("format", format, versionFormats)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "output format: text or json")
	completeValues(c, "format", versionFormats)
	return c
}

var versionFormats = []string{"text", "json"}

func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// readVersion tells the program's version as the Go toolchain recorded it: the
// tag or commit of the clone, or the module version that was installed.
func readVersion() versionInfo {
	v := versionInfo{
		Version: buildVersion(), CBORMapping: digest.CBORMapping, Canonicalizations: canonicalizationNames(),
		Specifications: specNames(), Rules: len(lint.Rules()),
	}
	for _, a := range digest.Algorithms() {
		v.Algorithms = append(v.Algorithms, a.String())
	}
	for _, f := range fingerprint.Versions() {
		v.Fingerprints = append(v.Fingerprints, f.Name)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	v.Go = info.GoVersion
	var system, processor string
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Commit = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		case "GOOS":
			system = s.Value
		case "GOARCH":
			processor = s.Value
		}
	}
	if system != "" {
		v.Platform = system + "/" + processor
	}
	return v
}

func (v versionInfo) text(w io.Writer) error {
	commit := v.Commit
	if v.Modified {
		commit += " (modified)"
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "evref "+v.Version)
	for _, row := range [][2]string{
		{"commit", commit},
		{"built with", strings.TrimSpace(v.Go + " " + v.Platform)},
		{"canonicalizations", strings.Join(v.Canonicalizations, ", ")},
		{"algorithms", strings.Join(v.Algorithms, ", ")},
		{"CBOR mapping", v.CBORMapping},
		{"fingerprints", strings.Join(v.Fingerprints, ", ")},
		{"specifications", strings.Join(v.Specifications, ", ")},
		{"lint rules", strconv.Itoa(v.Rules)},
	} {
		if row[1] != "" {
			fmt.Fprintf(t, "  %s\t%s\n", row[0], row[1])
		}
	}
	return t.Flush()
}
