package lint

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

const shared = "../../../shared"

// sharedFolder skips the test where the folder of shared material is absent.
func sharedFolder(t testing.TB, name string) string {
	t.Helper()
	folder := filepath.Join(shared, name)
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("%s is not there", folder)
	}
	return folder
}

// caseSettings reads the flags that a case is to be run with.
func caseSettings(t *testing.T, args []string, spec string) Options {
	t.Helper()
	o := Options{Settings: Settings{Spec: Spec(spec)}}
	for i := 0; i+1 < len(args); i += 2 {
		switch args[i] {
		case "--client-prefix":
			o.ClientPrefix = args[i+1]
		case "--profile":
			o.Profiles = append(o.Profiles, args[i+1])
		default:
			t.Fatalf("unknown flag %s", args[i])
		}
	}
	return o
}

// TestCases runs the recreated public defects: each fires its rules, and the
// controls give nothing at warning or above.
func TestCases(t *testing.T) {
	folder := sharedFolder(t, "cases/lint")
	raw, err := os.ReadFile(filepath.Join(folder, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases map[string]struct {
		Rules   []string
		Control bool
		Args    []string
		Spec    string
	}
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 20 {
		t.Errorf("%d cases", len(cases))
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			found := newLinter(t, caseSettings(t, c.Args, c.Spec)).Lint(load(t, filepath.Join(folder, name), name))
			for _, f := range found {
				if c.Control && (f.Severity > diag.Info || slices.Contains(c.Rules, f.Rule)) {
					t.Errorf("control: %s", f.Line())
				}
			}
			for _, rule := range c.Rules {
				if !c.Control && count(found, rule) == 0 {
					t.Errorf("%s does not fire", rule)
				}
			}
		})
	}
}

// casePointers are the places that findings of the cases are about.
var casePointers = map[string]map[string][]string{
	"10-duplicate-tool-name.json":                 {"TOOL007": {"/tools/1/name"}},
	"29-hint-null.json":                           {"TOOL030": {"/tools/0/annotations/destructiveHint", "/tools/0/annotations/idempotentHint"}},
	"31-read-only-and-destructive-defaulted.json": {"TOOL032": {"/tools/0/annotations/destructiveHint"}},
	"44-properties-map-instead-of-schema.json":    {"TOOL005": {"/tools/0/required"}},
	"47-description-over-limits.json":             {"TOOL025": {"/tools/0/description"}},
	"48-irreversible-but-read-only.json": {
		"TOOL083": {"/tools/0/annotations/io.modelcontextprotocol~1action-metadata/outcome"},
		"TOOL085": {"/tools/0/annotations/io.modelcontextprotocol~1action-metadata/outcome"},
		"TOOL086": {"/tools/0/annotations/io.modelcontextprotocol~1action-metadata/inputMetadata/destination"},
	},
}

func TestCasePointers(t *testing.T) {
	folder := sharedFolder(t, "cases/lint")
	for name, rules := range casePointers {
		found := newLinter(t, Options{}).Lint(load(t, filepath.Join(folder, name), name))
		for rule, want := range rules {
			var got []string
			for _, f := range found {
				if f.Rule == rule {
					got = append(got, f.Pointer)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %s is at %v, want %v", name, rule, got, want)
			}
		}
	}
}
