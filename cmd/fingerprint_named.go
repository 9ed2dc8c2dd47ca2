package cmd

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint/config"
	"github.com/mcp-evref/evref/pkg/fingerprint/lock"
)

// readDefinitions reads the arguments or, without any, the configurations that
// the lock or the one before the change names: an entry that a change takes out
// of the lock must not take its file out of the check. A file that is gone
// counts as read: its servers are gone too. base may be nil.
func (r *fingerprintRun) readDefinitions(ctx context.Context, l, base *lock.Lock) error {
	if len(r.args) > 0 {
		return r.read(ctx, r.args)
	}
	entries := l.Entries
	if base != nil {
		entries = slices.Concat(entries, base.Entries)
	}
	inRoot := *r.reader
	inRoot.Dir = r.root
	var names []string
	for _, e := range entries {
		id := e.ID()
		_, err := os.Stat(inRoot.Path(id.Locator))
		missing := errors.Is(err, fs.ErrNotExist)
		switch {
		case !readableAgain(e, missing):
			if !slices.Contains(r.unread, id) {
				r.unread = append(r.unread, id)
			}
		case slices.Contains(names, id.Locator):
		case missing:
			names = append(names, id.Locator)
			r.sources = append(r.sources, sourceRead{locator: id.Locator})
		default:
			names = append(names, id.Locator)
		}
	}
	if len(names) == 0 {
		return usagef("%s names no configuration of the project; name the files to check", r.lockName())
	}
	for _, id := range r.unread {
		r.say.fail("%s: %s cannot be read again from where it was; name its file", diag.Safe(r.lockName()), diag.Quote(id.Definition, 60))
		r.code = Worse(r.code, ExitUnjudged)
	}
	r.reader = &inRoot
	for _, name := range names {
		if slices.ContainsFunc(r.sources, func(s sourceRead) bool { return s.locator == name }) {
			continue
		}
		if err := r.read(ctx, []string{name}); err != nil {
			return err
		}
	}
	return nil
}

// readableAgain reports an entry whose file the lock names well enough: a
// configuration inside the project. The locator of a file from outside, or of
// standard input, is a mere name; only that of a client's usual file in the root
// is believed when there is no such file.
func readableAgain(e lock.Entry, missing bool) bool {
	locator := e.ID().Locator
	if e.Mapping == "" || locator == "" || strings.HasPrefix(locator, "~/") {
		return false
	}
	return !missing || strings.Contains(locator, "/") || config.IsUsualName(locator)
}
