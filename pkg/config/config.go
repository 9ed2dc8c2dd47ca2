package config

import (
	"path"
	"path/filepath"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

// Config is a configuration with those it extends. The zero value is that of a
// project without one.
type Config struct {
	// Path is the file, Dir its folder; both are empty without a file. All names
	// below are relative to Dir, with slashes.
	Path, Dir string
	// Files lists the files that were read: this one and those it extends.
	Files []string

	Spec     lint.Spec // of files without a server; may be empty
	Profiles []string
	Servers  []Server
	Rules    map[string]diag.Severity // by id
	Ignores  []lint.Ignore
	Schemes  []Scheme
	Exclude  []lint.Glob // files that are not linted
	Baseline string      // may be empty

	Requirements []Requirement
}

// Server is the tool files of one server.
type Server struct {
	Name     string
	Files    []Pattern
	Profiles []string
	Spec     lint.Spec // may be empty
}

// File gives the path of a file that the configuration names.
func (c *Config) File(name string) string {
	return filepath.Join(c.Dir, filepath.FromSlash(name))
}

// Pattern names files, or a folder with all that is in it, and knows where it
// is written.
type Pattern struct {
	lint.Glob
	Source string
	Range  diag.Range
}

// Scheme is a JSON Schema for evidence records of a type.
type Scheme struct {
	Type   string
	Path   string
	Source string
	Range  diag.Range
}

// ServerOf gives the server that a file belongs to: the first that names it or
// a folder above it.
func (c *Config) ServerOf(file string) (s Server, ok bool) {
	for _, s := range c.Servers {
		for _, p := range s.Files {
			if p.MatchFile(file) {
				return s, true
			}
		}
	}
	return Server{}, false
}

// MatchFile reports whether a pattern names a file or a folder above it.
func (p Pattern) MatchFile(file string) bool {
	for name := file; ; name = path.Dir(name) {
		if p.Match(name) {
			return true
		}
		if name == "." || name == "/" {
			return false
		}
	}
}

// Excluded reports whether a file is not to be linted.
func (c *Config) Excluded(file string) bool {
	for _, g := range c.Exclude {
		if (Pattern{Glob: g}).MatchFile(file) {
			return true
		}
	}
	return false
}
