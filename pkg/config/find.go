package config

import (
	"fmt"
	"os"
	"path/filepath"
)

// The names of a configuration file. One folder has one of them.
const (
	YAMLName = "evref.yaml"
	JSONName = "evref.json"
)

// misnamed are names that people expect to be read.
var misnamed = []string{"evref.yml", ".evref.yaml", ".evref.yml", ".evref.json"}

// NameError says that a file is not read because of its name: there are two in
// one folder, or it is nearly right.
type NameError struct {
	Path    string // of the file
	message string
}

// Error is one line without the path.
func (e *NameError) Error() string { return e.message }

// Find looks for a configuration in a folder and those above it, up to the root
// of the repository. It gives "" when there is none. The error is usually a
// [*NameError].
func Find(dir string) (path string, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("looking for a configuration: %w", err)
	}
	for {
		found, err := inFolder(dir)
		if found != "" || err != nil {
			return found, err
		}
		parent := filepath.Dir(dir)
		if parent == dir || exists(filepath.Join(dir, ".git")) {
			return "", nil
		}
		dir = parent
	}
}

func inFolder(dir string) (path string, err error) {
	yaml, json := filepath.Join(dir, YAMLName), filepath.Join(dir, JSONName)
	switch {
	case exists(yaml) && exists(json):
		return "", &NameError{yaml, JSONName + " is there as well; keep one of the two"}
	case exists(yaml):
		return yaml, nil
	case exists(json):
		return json, nil
	}
	for _, name := range misnamed {
		if path := filepath.Join(dir, name); exists(path) {
			return "", &NameError{path, fmt.Sprintf("is not read under this name; call it %s or %s", YAMLName, JSONName)}
		}
	}
	return "", nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
