package warning

import (
	"regexp"
	"slices"
	"strings"
)

// Runners fetch a package and start it. after tells which words come between
// the program and the package.
var runners = []struct {
	program string
	after   []string
	valued  []string // flags that take the next argument
	version func(string) bool
}{
	{program: "npx", valued: []string{"-c", "--call", "-w", "--workspace"}, version: npmPinned},
	{program: "bunx", version: npmPinned},
	{program: "bun", after: []string{"x"}, version: npmPinned},
	{program: "pnpx", version: npmPinned},
	{program: "pnpm", after: []string{"dlx"}, version: npmPinned},
	{program: "yarn", after: []string{"dlx"}, version: npmPinned},
	{program: "npm", after: []string{"exec"}, version: npmPinned},
	{program: "uvx", valued: []string{"--python", "-p", "--index", "--index-url", "--with", "--refresh-package"}, version: pythonPinned},
	{program: "uv", after: []string{"tool", "run"}, valued: []string{"--python", "-p", "--with"}, version: pythonPinned},
	{program: "pipx", after: []string{"run"}, valued: []string{"--python", "--index-url"}, version: pythonPinned},
	{program: "docker", after: []string{"run"}, valued: containerFlags, version: imagePinned},
	{program: "podman", after: []string{"run"}, valued: containerFlags, version: imagePinned},
}

var containerFlags = []string{
	"-e", "--env", "--env-file", "-v", "--volume", "--mount", "-p", "--publish", "--name", "--network", "--net", "-w", "--workdir", "-u", "--user",
	"--entrypoint", "--add-host", "-l", "--label", "--platform", "--pull", "--cpus", "-m", "--memory", "--hostname", "-h", "--device", "--gpus", "--tmpfs", "--security-opt", "--cap-add", "--cap-drop",
}

// Flags that name the package themselves.
var packageFlags = []string{"-p", "--package", "--from", "--spec"}

// floating finds a package that a runner fetches without an exact version: its
// index among the arguments, or -1. A package that is a path, a variable or an
// address is left to other warnings.
func floating(executable string, args []string) (index int, name string) {
	base := strings.TrimSuffix(baseName(executable), ".cmd")
	for _, r := range runners {
		if r.program != base || len(args) < len(r.after) || !slices.Equal(args[:len(r.after)], r.after) {
			continue
		}
		i := packageIndex(args, len(r.after), r.valued)
		if i < 0 {
			return -1, ""
		}
		name := args[i]
		if _, after, ok := strings.Cut(name, "="); ok && strings.HasPrefix(name, "-") {
			name = after
		}
		if strings.ContainsAny(name, "${}%") || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "/") || strings.Contains(name, "://") || r.version(name) {
			return -1, ""
		}
		return i, name
	}
	return -1, ""
}

func packageIndex(args []string, from int, valued []string) int {
	for i := from; i < len(args); i++ {
		arg := args[i]
		flag, _, assigned := strings.Cut(arg, "=")
		switch {
		case !strings.HasPrefix(arg, "-"):
			return i
		case slices.Contains(valued, flag):
			if !assigned {
				i++
			}
		case slices.Contains(packageFlags, flag):
			if assigned {
				return i
			}
			if i+1 < len(args) {
				return i + 1
			}
		}
	}
	return -1
}

var exactVersion = regexp.MustCompile(`^v?\d+(\.\d+)+([-+.]?[0-9A-Za-z][0-9A-Za-z.+-]*)?$`)

func npmPinned(name string) bool {
	at := strings.LastIndexByte(name, '@')
	return at > 0 && exactVersion.MatchString(name[at+1:])
}

func pythonPinned(name string) bool {
	for _, separator := range []string{"===", "==", "@"} {
		if _, version, ok := strings.Cut(name, separator); ok {
			return exactVersion.MatchString(version)
		}
	}
	return false
}

// imagePinned accepts a digest and any tag but latest: a tag can be moved, yet
// the person who wrote it chose a version.
func imagePinned(name string) bool {
	if strings.Contains(name, "@sha256:") {
		return true
	}
	_, tag, ok := strings.Cut(name[strings.LastIndexByte(name, '/')+1:], ":")
	return ok && tag != "latest" && tag != ""
}
