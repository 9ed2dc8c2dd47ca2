package cmd

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/config"
	"github.com/mcp-evref/evref/pkg/fingerprint/lock"
)

// fingerprintRun is one run of `evref fingerprint`.
type fingerprintRun struct {
	*app
	*fingerprintOptions
	say     messages
	reader  *input.Options
	version fingerprint.Version
	root    string // absolute
	key     lock.Key

	items   []*fingerprintItem
	sources []sourceRead
	walked  []string  // locators of the directories that were walked, "" for the root
	unread  []lock.ID // of the lock, that a check without arguments cannot read
	counts  input.Counts
	// confirmations tells of each definition whether the lock lets it need a
	// confirmation; nil without a lock.
	confirmations map[*fingerprintItem]bool
	code          int // of everything that is not about one item
}

// sourceRead is a file that was read, or found to be gone.
type sourceRead struct {
	locator string
	client  string // empty for a definition
	empty   bool   // no definitions in it
}

func runFingerprint(ctx context.Context, a *app, o *fingerprintOptions) (int, error) {
	r := &fingerprintRun{app: a, fingerprintOptions: o, say: a.messages()}
	var known bool
	if r.version, known = fingerprint.LookupVersion(o.versionName); !known {
		return r.unknownVersion(), nil
	}
	r.reader = o.input.options(ctx, a.In)
	r.reader.Recognized = config.IsUsualName
	var err error
	if r.root, err = projectRoot(o.root, o.input.dir); err != nil {
		return 0, err
	}
	if r.key, err = lock.NewKey(a.Getenv("EVREF_LOCK_KEY")); err != nil {
		return 0, usagef("EVREF_LOCK_KEY: %s", err)
	}
	if o.preimage && a.OutTerminal && len(o.output.outputs) == 0 {
		return 0, usagef("these bytes are not for a terminal; use -o FILE or a pipe")
	}
	if !o.isPlain() {
		o.output.beside = []place{
			{flag: "--lock", name: r.lockName(), path: o.lockFile(r.root), read: o.checkLock},
			{flag: "--base-lock", name: o.baseLock, path: o.input.path(o.baseLock), read: true},
		}
	}
	if _, err := o.output.destinations(); err != nil {
		return 0, err
	}
	if o.isPlain() {
		if err := r.read(ctx, o.args); err != nil {
			return r.stopped(ctx, err)
		}
		return r.plain()
	}
	return r.withLock(ctx)
}

func (r *fingerprintRun) unknownVersion() int {
	var names []string
	for _, v := range fingerprint.Versions() {
		names = append(names, v.Name)
	}
	help := "known are " + strings.Join(names, ", ")
	if near, ok := diag.Nearest(r.versionName, names); ok {
		help = "did you mean " + near + "?"
	}
	r.say.fail("fingerprint version %s is not known; %s", diag.Quote(r.versionName, 60), help)
	return ExitUnjudged
}

// read collects the definitions of all arguments.
func (r *fingerprintRun) read(ctx context.Context, args []string) error {
	for _, name := range args {
		if info, err := os.Stat(r.reader.Path(name)); name != "-" && err == nil && info.IsDir() {
			r.walked = append(r.walked, r.place(name).Locator)
		}
	}
	counts, err := r.reader.Each(ctx, args, r.item)
	r.counts.Unrecognized += counts.Unrecognized // item counts those that it could not recognise
	r.counts.Links += counts.Links
	return err
}

// stopped ends a run whose reading broke off.
func (r *fingerprintRun) stopped(ctx context.Context, err error) (int, error) {
	if interrupted(ctx, err) {
		r.say.fail("interrupted after %s", count(len(r.items), "definition"))
		return ExitInterrupted, nil
	}
	return 0, err
}

// exit combines the codes of the items with that of the run.
func (r *fingerprintRun) exit() int {
	code := r.code
	for _, i := range r.items {
		code = Worse(code, i.code)
	}
	return code
}

// projectRoot gives the folder that locators start from.
func projectRoot(flag, dir string) (string, error) {
	start := dir
	if flag != "" {
		start = flag
		if dir != "" && !filepath.IsAbs(flag) {
			start = filepath.Join(dir, flag)
		}
	}
	abs, err := filepath.Abs(start)
	if err != nil {
		return "", failure("the current directory is not known: %s", err)
	}
	if flag != "" {
		return abs, nil
	}
	for at := abs; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return abs, nil
		}
	}
}

func joinPath(parts ...string) string { return filepath.Join(parts...) }

// place says where a named file is, for locators.
func (r *fingerprintRun) place(name string) fingerprint.Source {
	return sourceOf(name, r.root, r.input.stdinName, r.reader)
}

// inScope reports an entry of the lock that this run has looked for: its file
// was read, or lies in a directory that was.
func (r *fingerprintRun) inScope(id lock.ID) bool {
	if slices.Contains(r.unread, id) {
		return false
	}
	if slices.ContainsFunc(r.sources, func(s sourceRead) bool { return s.locator == id.Locator }) {
		return true
	}
	return slices.ContainsFunc(r.walked, func(folder string) bool {
		return folder == "." || strings.HasPrefix(id.Locator, folder+"/")
	})
}
