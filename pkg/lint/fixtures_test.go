package lint

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

var update = flag.Bool("update", false, "write the expected findings under testdata/lint anew")

const fixtures = "../../testdata/lint"

// load reads a file under the name that findings show.
func load(t *testing.T, path, source string) *File {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Load(source, raw, LoadOptions{})
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return f
}

func newLinter(t *testing.T, o Options) *Linter {
	t.Helper()
	l, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestOK holds that good files give nothing at warning or above.
func TestOK(t *testing.T) {
	paths, _ := filepath.Glob(fixtures + "/ok/*")
	if len(paths) < 4 {
		t.Fatalf("%d files under ok", len(paths))
	}
	for _, path := range paths {
		for _, f := range newLinter(t, Options{}).Lint(load(t, path, filepath.Base(path))) {
			if f.Severity > diag.Info {
				t.Errorf("%s", f.Line())
			}
		}
	}
}

// TestErr compares all findings of bad files with those beside them. -update
// writes them anew.
func TestErr(t *testing.T) {
	paths, _ := filepath.Glob(fixtures + "/err/*.json*")
	if len(paths) < 4 {
		t.Fatalf("%d files under err", len(paths))
	}
	for _, path := range paths {
		f := load(t, path, filepath.Base(path))
		var b strings.Builder
		for _, x := range newLinter(t, Options{}).Lint(f) {
			checkFinding(t, string(f.Raw), x)
			fmt.Fprintf(&b, "%s\n  at %s\n", x.Line(), x.Pointer)
			for _, r := range x.Related {
				fmt.Fprintf(&b, "  see %s %s: %s\n", r.Range.Start, r.Pointer, r.Message)
			}
			for _, fix := range x.Fixes {
				fmt.Fprintf(&b, "  fix (safe: %v) %s\n", fix.Safe, fix.Message)
			}
		}
		for _, line := range f.Broken {
			fmt.Fprintf(&b, "broken at %s: %v\n", line.Range.Start, line.Err)
		}
		golden := strings.TrimSuffix(path, filepath.Ext(path)) + ".findings"
		if *update {
			if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(golden)
		if err != nil || string(want) != b.String() {
			t.Errorf("%s: findings are not those of %s (%v):\n%s", path, filepath.Base(golden), err, b.String())
		}
	}
}
