package cmd

import (
	"errors"
	"hash"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/mcp-evref/evref/pkg/config"
	"github.com/mcp-evref/evref/pkg/diag"
)

// configFlags choose the configuration file of a verb.
type configFlags struct {
	path string
	none bool

	schemes hash.Hash // of what --scheme names, when that was read
}

func (c *configFlags) register(f *pflag.FlagSet) {
	f.StringVar(&c.path, "config", "", "configuration file (default: the nearest evref.yaml or evref.json, upwards to the root of the repository)")
	f.BoolVar(&c.none, "no-config", false, "read no configuration file")
}

// load reads the configuration for a run in a directory. Without a file it is
// the zero configuration. What is wrong with it has been said when the error,
// exit code 2, is given; the problems are for outputs that record them.
func (c *configFlags) load(a *app, dir string) (*config.Config, []diag.Diagnostic, error) {
	found, problems, err := c.read(dir)
	if err != nil {
		return nil, nil, err
	}
	if found == nil && len(problems) == 0 {
		return &config.Config{}, nil, nil
	}
	if len(problems) == 0 {
		problems = requirements(a, found)
	}
	for _, d := range problems {
		a.messages().diagnostic(d)
	}
	if len(problems) > 0 {
		return nil, problems, exitStatus(ExitUsage)
	}
	return found, nil, nil
}

func (c *configFlags) read(dir string) (*config.Config, []diag.Diagnostic, error) {
	path := c.path
	switch {
	case c.none && path != "":
		return nil, nil, usagef("--config and --no-config exclude each other")
	case c.none:
		return nil, nil, nil
	case path == "":
		found, err := config.Find(dir)
		var name *config.NameError
		if errors.As(err, &name) {
			return nil, nil, usagef("%s: %s", diag.Safe(shortest(name.Path)), name)
		}
		if err != nil {
			return nil, nil, usagef("%s", err)
		}
		if path = shortest(found); path == "" {
			return nil, nil, nil
		}
	default:
		path = joinBase(dir, path)
	}
	found, problems := config.Load(path)
	return found, problems, nil
}

// shortest names a file that was found the way a person in the working
// directory would.
func shortest(path string) string {
	if path == "" {
		return ""
	}
	work, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(work, path); err == nil && len(rel) < len(path) {
		return rel
	}
	return path
}

// requirements compares the configuration with this build.
func requirements(a *app, c *config.Config) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, r := range c.Requirements {
		d, known := r.Check(buildVersion())
		switch {
		case !known:
			a.messages().note("version of this build is not known; required-version %s was not checked", r.Text)
		case d != nil:
			out = append(out, *d)
		}
	}
	return out
}
