package cmd

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"strings"
	"time"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint/lock"
	"github.com/mcp-evref/evref/pkg/fingerprint/warning"
)

// readLock reads the lock; found is false when there is none. A lock that
// cannot be used has been reported and is an error.
func (r *fingerprintRun) readLock() (l *lock.Lock, found bool, err error) {
	name := r.lockFile(r.root)
	raw, err := input.ReadAside(name, input.MaxAside)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &lock.Lock{}, false, nil
	case err != nil:
		return nil, false, failure("%s: cannot be read: %s", diag.Safe(r.lockName()), err)
	}
	l, err = r.parseLock(r.lockName(), raw)
	return l, true, err
}

func (r *fingerprintRun) parseLock(name string, raw []byte) (*lock.Lock, error) {
	l, err := lock.Parse(raw)
	var e *lock.Error
	if errors.As(err, &e) {
		r.say.diagnostic(e.Diagnostic(name))
		if e.Unsupported {
			return nil, exitStatus(ExitUnjudged)
		}
		return nil, exitStatus(ExitUnreadable)
	}
	return l, err
}

// lockName is what the lock is called in messages.
func (r *fingerprintRun) lockName() string {
	if r.lockPath != "" {
		return r.lockPath
	}
	return lock.DefaultName
}

// withLock runs the commands that write or check the lock.
func (r *fingerprintRun) withLock(ctx context.Context) (int, error) {
	l, found, err := r.readLock()
	if err != nil {
		return 0, err
	}
	if r.checkLock && !found {
		return 0, failure("%s: there is no lock; write one with --write-lock", diag.Safe(r.lockName()))
	}
	base, err := r.readBase()
	if err != nil {
		return 0, err
	}
	if err := r.readDefinitions(ctx, l, base); err != nil {
		return r.stopped(ctx, err)
	}
	if len(r.items) == 0 && len(r.sources) == 0 {
		return 0, failure("no definition or configuration found")
	}
	if err := r.attachTools(); err != nil {
		return 0, err
	}
	switch {
	case r.checkLock:
		return r.check(l, base)
	case r.approve != "":
		return r.approveOne(l)
	}
	return r.write(l)
}

// currents gives what was read to the lock. A definition that is there and
// broken is there: it is not gone.
func (r *fingerprintRun) currents() []lock.Current {
	var out []lock.Current
	for _, i := range r.items {
		switch {
		case i.definition != nil || i.reason != "":
			out = append(out, i.current())
		case i.id.Definition != "":
			c := i.current()
			c.Reason = i.errors[0].Message
			out = append(out, c)
		}
	}
	return out
}

// unusable reports the items that cannot go into a lock, and whether one of them
// keeps the lock from being written at all.
func (r *fingerprintRun) unusable() (stop bool) {
	for _, i := range r.items {
		for _, d := range i.errors {
			r.say.diagnostic(d)
			stop = true
		}
		if i.reason != "" {
			r.say.diagnostic(i.notRepresentable())
		}
		if i.tools != nil && i.tools.Problem != "" {
			r.say.fail("%s: %s", diag.Quote(i.id.Definition, 60), diag.Safe(i.tools.Problem))
			i.code = Worse(i.code, ExitUnjudged)
			stop = true
		}
	}
	if stop {
		r.say.fail("%s: nothing was written", diag.Safe(r.lockName()))
	}
	return stop
}

// write brings the lock up to date.
func (r *fingerprintRun) write(l *lock.Lock) (int, error) {
	if r.unusable() {
		return r.exit(), nil
	}
	updated, events, err := lock.Update(l, r.currents(), r.version, r.key, r.inScope)
	if err != nil {
		return 0, r.keyError(l)
	}
	if err := r.save(updated); err != nil {
		return 0, err
	}
	for _, i := range r.items {
		for _, w := range i.warnings {
			r.say.diagnostic(w.Diagnostic(i.source, i.id.Definition))
		}
	}
	for _, e := range events {
		if e.What == lock.EventRemoved {
			w := warning.New(warning.LockEntryRemoved, "", "the entry of %s was removed, because the files no longer have it", diag.Quote(e.ID.Definition, 60))
			r.say.diagnostic(w.Diagnostic(r.lockName(), e.ID.Definition))
			continue
		}
		r.say.note("%s: %s: %s", diag.Safe(r.lockName()), diag.Quote(e.ID.Definition, 60), e.What)
	}
	return r.exit(), nil
}

func (r *fingerprintRun) keyError(l *lock.Lock) error {
	if r.key.IsZero() {
		return usagef("%s keeps codes of values, and EVREF_LOCK_KEY is not set; set the key it was written with", r.lockName())
	}
	return usagef("%s was written with another EVREF_LOCK_KEY; set that one, or remove keyId and every code to start anew", r.lockName())
}

// approveOne records an approval of the definition that was reviewed.
func (r *fingerprintRun) approveOne(l *lock.Lock) (int, error) {
	if r.unusable() {
		return r.exit(), nil
	}
	item, err := r.reviewed()
	if err != nil {
		return 0, err
	}
	if item == nil {
		return ExitNo, nil
	}
	approval := lock.Approval{By: strings.TrimSpace(r.by), At: r.Now().UTC().Truncate(time.Second), Reason: strings.TrimSpace(r.reason), Expires: r.expires}
	updated, err := lock.Approve(l, item.current(), r.version, r.key, approval)
	if err != nil {
		return 0, r.keyError(l)
	}
	if err := r.save(updated); err != nil {
		return 0, err
	}
	for _, w := range item.warnings {
		r.say.diagnostic(w.Diagnostic(item.source, item.id.Definition))
	}
	r.say.note("%s: %s approved by %s", diag.Safe(r.lockName()), diag.Quote(item.id.Definition, 60), diag.Safe(approval.By))
	return ExitOK, nil
}

// reviewed finds the definition with the id and the fingerprint that were
// given. It is nil, and said why, when the definition has another fingerprint.
func (r *fingerprintRun) reviewed() (*fingerprintItem, error) {
	var ids []string
	var changed error
	for _, i := range r.items {
		if i.id.Definition != r.approve {
			ids = append(ids, i.id.Definition)
			continue
		}
		if i.definition == nil {
			changed = errors.New("it has no fingerprint, so it cannot be approved")
			continue
		}
		if err := i.definition.CheckSeen(r.version, r.expect); err != nil {
			changed = err
			continue
		}
		return i, nil
	}
	if changed == nil {
		if near, ok := diag.Nearest(r.approve, ids); ok {
			return nil, usagef("no definition %s; did you mean %s?", diag.Quote(r.approve, 60), diag.Quote(near, 60))
		}
		return nil, usagef("no definition %s in the files given", diag.Quote(r.approve, 60))
	}
	r.say.fail("%s: not approved: %s", diag.Quote(r.approve, 60), changed)
	return nil, nil
}

// save writes the lock, in one step, when it differs from what is there.
func (r *fingerprintRun) save(l *lock.Lock) error {
	name, text := r.lockFile(r.root), l.Format()
	if old, err := input.ReadAside(name, input.MaxAside); err == nil && bytes.Equal(old, text) {
		return nil
	}
	if _, err := lock.Parse(text); err != nil { // whoever reads it next must be able to
		return failure("%s: nothing was written, because it could not be read back: %s", diag.Safe(r.lockName()), err)
	}
	return unwritable(r.lockName(), report.WriteFile(name, text, r.inputPaths()))
}
