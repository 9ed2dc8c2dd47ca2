package cmd

import (
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/mcp-evref/evref"

// floors gives the height of each package: an import must lead to a lower
// floor, or into the package's own folder.
var floors = map[string]int{
	"": 9, "cmd": 8, "cmd/internal": 7,
	"pkg/explain": 6, "pkg/config": 6, "pkg/lint": 5,
	"pkg/evidence": 4, "pkg/fingerprint": 4, "pkg/mcp": 4, "pkg/store": 4,
	"pkg/validate": 3, "pkg/digest": 3, "pkg/internal/tree": 3,
	"pkg/record": 2, "pkg/internal/tape": 1,
	"pkg/diag": 0, "pkg/vectors": 0, "pkg/internal/generate": 0, "schemas": 0,
}

// owners names the only package that may import a dependency.
var owners = map[string]string{
	"github.com/santhosh-tekuri/jsonschema/v5": "pkg/validate",
	"github.com/gowebpki/jcs":                  "pkg/digest",
	"github.com/nlnwa/whatwg-url":              "pkg/fingerprint",
	"github.com/goccy/go-yaml":                 "pkg/internal/tree",
	"github.com/klauspost/compress":            "cmd/internal/input",
	"github.com/spf13/cobra":                   "cmd",
	"github.com/fatih/color":                   "cmd",
}

// TestImportsPointDown holds the packages to the arrows of the design.
func TestImportsPointDown(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}}{{range .Imports}} {{.}}{{end}}", module+"/...").Output()
	if err != nil {
		t.Skipf("go list: %v", err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		names := strings.Fields(line)
		from := strings.TrimPrefix(strings.TrimPrefix(names[0], module), "/")
		fromFloor, known := floor(from)
		if !known {
			t.Errorf("%s has no floor; add it to the design", from)
		}
		seen++
		for _, name := range names[1:] {
			for dependency, owner := range owners {
				if (name == dependency || strings.HasPrefix(name, dependency+"/")) && !within(from, owner) {
					t.Errorf("%s imports %s, which belongs to %s", from, name, owner)
				}
			}
			to, ours := strings.CutPrefix(name, module+"/")
			if toFloor, _ := floor(to); ours && toFloor >= fromFloor && !sameHouse(from, to) {
				t.Errorf("%s imports %s, which is not below it", from, to)
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d packages seen", seen)
	}
}

// floor finds the longest known prefix of a package path.
func floor(path string) (int, bool) {
	for prefix := path; ; {
		if f, ok := floors[prefix]; ok && (prefix != "" || path == "") {
			return f, true
		}
		i := strings.LastIndexByte(prefix, '/')
		if i < 0 {
			return 0, false
		}
		prefix = prefix[:i]
	}
}

// sameHouse reports that both lie in the folder of one package of the design.
func sameHouse(a, b string) bool {
	for prefix := range floors {
		if prefix != "" && prefix != "cmd" && within(a, prefix) && within(b, prefix) {
			return true
		}
	}
	return false
}

func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+"/")
}

// TestPackagesAreQuiet keeps process state out of the library.
func TestPackagesAreQuiet(t *testing.T) {
	out, err := exec.Command("git", "grep", "-nE", `os\.(Stdout|Stderr|Exit|Args)|log\.(Fatal|Print)|^func init\(`, "--", ":/pkg/*.go", ":!/pkg/*_test.go").Output()
	if err != nil && len(out) > 0 {
		t.Skipf("git grep: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		t.Errorf("not for a library: %s", strings.TrimSpace(line))
	}
}
