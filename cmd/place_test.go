package cmd

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tree is everything below a folder, with what the files hold.
func tree(t *testing.T, dir string) (out []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		text := ""
		if err == nil && d.Type().IsRegular() {
			text = read(t, path)
		}
		out = append(out, fmt.Sprintf("%s %s %s", path, d.Type(), text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// placedIn makes a working directory in which one place has many names: file, with
// a hard link and links to it; new and newdir, which are not there yet; and store.
func placedIn(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"in.json": "{}", "claims.jsonl": someClaims(3) + "{\n", ".mcp.json": `{"mcpServers":{"a":{"command":"/x"}}}`, "tools.json": `{"tools":[]}`,
		"d/file": "kept", "d/broken": "x: [",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, stderr, code := invoke(t, nil, "digest", "-c", "jcs", "in.json", "--store", "d/store"); code != ExitOK {
		t.Fatal(stderr)
	}
	if _, stderr, code := invoke(t, nil, "fingerprint", ".mcp.json", "--write-lock"); code != ExitOK {
		t.Fatal(stderr)
	}
	for link, to := range map[string]string{"l": "d", "soft": "d/file", "ahead": "d/new", "round": "round"} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip("no symbolic links here")
		}
	}
	if err := os.Link("d/file", "hard"); err != nil {
		t.Fatal(err)
	}
}

// refusedPlaces expects that a command line is refused in one line that names the
// flags, and that nothing is written.
func refusedPlaces(t *testing.T, line string, flags ...string) {
	t.Helper()
	before := tree(t, ".")
	_, stderr, code := invoke(t, nil, strings.Fields(line)...)
	if code != ExitUsage || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "; ") {
		t.Errorf("%s: exit %d, %s", line, code, stderr)
	}
	for _, flag := range flags {
		if !strings.Contains(stderr, flag+" ") {
			t.Errorf("%s: %s is not named: %s", line, flag, stderr)
		}
	}
	if after := tree(t, "."); !slices.Equal(before, after) {
		t.Errorf("%s: something was written: %s", line, after)
	}
}

// TestPlacesApart: two outputs that meet, however they are spelled, are refused by
// every verb before anything is written.
func TestPlacesApart(t *testing.T) {
	placedIn(t)
	whole, err := filepath.Abs("d/new")
	if err != nil {
		t.Fatal(err)
	}
	spelled := [][2]string{
		{"d/new", "d/new"}, {"d/new", "./d/new"}, {"d/new", "d//new"}, {"d/new", "d/../d/new"}, {"d/new", whole}, {"l/new", "d/new"},
		{"ahead", "d/new"}, {"ahead", "l/new"}, {"l/../d/new", "d/new"}, {"d/none/new", "l/none/new"}, {"round", "./round"},
		{"d/file", "soft"}, {"d/file", "hard"}, {"hard", "soft"},
	}
	within := [][2]string{{"d/store/blobs/x", "d/store"}, {"l/store/x", "d/store"}, {"d/new/x", "d/new"}, {"l/new/a/b", "d/new"}, {"ahead/x", "d/new"}}
	for verb, pairs := range map[string][]string{
		"verify --claims claims.jsonl": {
			"-o %s -o jsonl=%s", "-o %s --summary %s", "-o %s --resume %s", "-o %s --failures-dir %s", "--summary %s --resume %s",
			"--summary %s --failures-dir %s", "--resume %s --failures-dir %s", "-o %s --store %s", "--resume %s --store %s",
			"--failures-dir %s --store %s", "--summary %s --baseline %s",
		},
		"digest in.json":                         {"-o %s -o json=%s", "-o %s --store %s"},
		"lint-tool tools.json":                   {"-o %s -o json=%s", "-o %s --write-baseline --baseline %s", "-o %s --baseline %s", "-o %s --against %s"},
		"lint-tool --http http://127.0.0.1:1":    {"-o %s --save %s"},
		"fingerprint .mcp.json":                  {"-o %s -o json=%s"},
		"fingerprint .mcp.json --check-lock":     {"-o %s -o json=%s", "-o %s --base-lock %s"},
		"explain in.json":                        {"-o %s -o json=%s"},
		"lint-tool tools.json --config d/broken": {"-o %s -o json=%s", "-o %s --baseline %s"},
	} {
		for _, pair := range pairs {
			names := spelled
			if strings.Contains(pair, "-dir") || strings.Contains(pair, "--store") {
				names = slices.Concat(spelled, within)
			}
			var flags []string
			for _, word := range strings.Fields(pair) {
				if strings.HasPrefix(word, "-") && word != "--write-baseline" {
					flags = append(flags, word)
				}
			}
			for _, n := range names {
				refusedPlaces(t, verb+" "+fmt.Sprintf(pair, n[0], n[1]), flags...)
				refusedPlaces(t, verb+" "+fmt.Sprintf(pair, n[1], n[0]), flags...)
			}
		}
	}
	refusedPlaces(t, "fingerprint .mcp.json --check-lock -o ./mcp-trust.lock.json", "-o", "--lock")
}

// TestInputsInFailuresDir: the folder is emptied before anything is read, so what
// a run reads must not lie there.
func TestInputsInFailuresDir(t *testing.T) {
	placedIn(t)
	if _, stderr, code := invoke(t, nil, "verify", "--claims", "claims.jsonl", "--failures-dir", "d/kept"); code != ExitNo {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	kept, err := filepath.Glob("d/kept/0*/claim.jsonl")
	if err != nil || len(kept) == 0 {
		t.Fatalf("%v, %v", kept, err)
	}
	refusedPlaces(t, "verify --claims "+kept[0]+" --failures-dir l/kept", "--failures-dir")
	refusedPlaces(t, "verify -C d --claims "+kept[0][2:]+" --failures-dir l/kept", "--failures-dir")
	refusedPlaces(t, "verify --claims claims.jsonl --evidence "+filepath.Dir(kept[0])+" --failures-dir l/kept", "--failures-dir")
}

// TestPlacesTogether: names that only look alike are not refused.
func TestPlacesTogether(t *testing.T) {
	placedIn(t)
	for _, more := range []string{
		"-o d/a --summary d/ab --failures-dir d/abc --resume d/abcd --store d/store",
		"-o /dev/null -o json=/dev/null --summary /dev/null",
		"-o l/b --summary d/b2 --store d/store -o json=-",
		"-o d/store-list --store d/store",
		"-o b/../d/c --failures-dir ..d",
	} {
		if err := os.MkdirAll("b", 0o755); err != nil {
			t.Fatal(err)
		}
		_, stderr, code := invoke(t, nil, append([]string{"verify", "--claims", "claims.jsonl"}, strings.Fields(more)...)...)
		if code == ExitUsage || code == ExitUnreadable {
			t.Errorf("%s: exit %d, %s", more, code, stderr)
		}
	}
}

// TestPlacesThatAreNone: what names no file is refused and not taken for standard
// output.
func TestPlacesThatAreNone(t *testing.T) {
	placedIn(t)
	before := tree(t, ".")
	for args, want := range map[string]string{
		"verify --claims claims.jsonl -o json=":         "-o json= names no file; write -o json=FILE, or -o json=- for standard output",
		"digest in.json -o jsonl=":                      "-o jsonl= names no file; ",
		"lint-tool tools.json -o sarif=":                "-o sarif= names no file; ",
		"fingerprint .mcp.json -o json=":                "-o json= names no file; ",
		"explain in.json -o json=":                      "-o json= names no file; ",
		"verify --claims claims.jsonl -o - -o json=-":   "-o names standard output twice; ",
		"verify --claims claims.jsonl --failures-dir -": "--failures-dir takes a folder, ",
	} {
		stdout, stderr, code := invoke(t, nil, strings.Fields(args)...)
		if code != ExitUsage || stdout != "" || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit %d, %s%s", args, code, stdout, stderr)
		}
	}
	if after := tree(t, "."); !slices.Equal(before, after) {
		t.Errorf("something was written: %s", after)
	}
}
