package mcp

import (
	"os"
	"runtime"
	"strings"
)

// passed are the variables a server gets without being asked for: enough to
// find programs, a home and a place for temporary files, and no credentials.
var passed = []string{"PATH", "HOME", "TMPDIR", "LANG"}

// passedOnWindows are what programs need there to start at all.
var passedOnWindows = []string{
	"SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "TEMP", "TMP", "USERPROFILE", "USERNAME",
	"HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "PROGRAMFILES", "PROGRAMFILES(X86)",
	"NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE",
}

// Environment gives the variables that a server is started with, as NAME=VALUE:
// those every server gets, and the extra names that were asked for. missing
// lists extra names that are not set.
func Environment(extra []string) (environment, missing []string) {
	names := passed
	if runtime.GOOS == "windows" {
		names = append(names[:len(names):len(names)], passedOnWindows...)
	}
	seen := map[string]bool{}
	add := func(name string) bool {
		value, ok := os.LookupEnv(name)
		if key := environmentKey(name); ok && !seen[key] {
			seen[key] = true
			environment = append(environment, name+"="+value)
		}
		return ok
	}
	for _, name := range names {
		add(name)
	}
	for _, name := range extra {
		if !add(name) {
			missing = append(missing, name)
		}
	}
	return environment, missing
}

// environmentKey is a name as the system compares it.
func environmentKey(name string) string {
	if runtime.GOOS == "windows" {
		return strings.ToUpper(name)
	}
	return name
}
