package lock

import (
	"errors"
	"slices"

	"github.com/mcp-evref/evref/pkg/fingerprint"
)

// Event is something a new lock does that a person should hear of.
type Event struct {
	ID   ID
	What string // such as "added" or "approval withdrawn"
}

// The events of writing a lock.
const (
	EventAdded     = "added"
	EventChanged   = "changed"
	EventRemoved   = "removed"
	EventWithdrawn = "approval withdrawn"
)

// ErrKey says that a lock keeps codes under a key that was not given.
var ErrKey = errors.New("the lock keeps codes of values under another key than the one given")

// Update makes the lock that describes the definitions as they are now. Entries
// of definitions that cannot be represented are not written. An entry keeps its
// approval only while everything that was approved is the same: fingerprint,
// uncovered members and, when both have one, the listing of tools. Entries that
// inScope does not claim stay as they are; nil claims all. The error is [ErrKey].
func Update(l *Lock, current []Current, v fingerprint.Version, key Key, inScope func(ID) bool) (*Lock, []Event, error) {
	if l.KeyID != "" && l.KeyID != key.ID() {
		return nil, nil, ErrKey
	}
	out := &Lock{KeyID: key.ID()}
	var events []Event
	written, present, entries := map[ID]bool{}, map[ID]bool{}, l.index()
	for _, now := range current {
		present[now.ID] = true
		if now.Definition == nil || now.Listing != nil && now.Listing.Problem != "" {
			continue
		}
		e := now.entry(v, key)
		written[now.ID] = true
		events = append(events, e.inherit(l, entries, now)...)
		out.Entries = append(out.Entries, e)
	}
	for _, old := range l.Entries {
		switch id := old.ID(); {
		case written[id]:
		case (inScope == nil || inScope(id)) && !present[id]: // what is there and could not be written keeps its entry
			events = append(events, Event{id, EventRemoved})
		default:
			out.Entries = append(out.Entries, old)
		}
	}
	out.sort()
	slices.SortStableFunc(events, func(a, b Event) int { return a.ID.Compare(b.ID) })
	return out, events, nil
}

// inherit takes over from the old entry what still holds.
func (e *Entry) inherit(l *Lock, entries index, now Current) []Event {
	i := entries.find(now.ID)
	if i < 0 {
		return []Event{{now.ID, EventAdded}}
	}
	old := l.Entries[i]
	if now.Listing == nil {
		e.ToolsListed, e.Tools = old.ToolsListed, old.Tools
	}
	same := old.Fingerprint == e.Fingerprint && old.Version == e.Version
	approvedTools := !old.ToolsListed || sameTools(old, *e)
	if same && samePaths(old.Uncovered, e.Uncovered) && approvedTools {
		e.Approval = old.Approval
		return nil
	}
	var events []Event
	if !same {
		events = append(events, Event{now.ID, EventChanged})
	}
	if old.Approval != nil {
		events = append(events, Event{now.ID, EventWithdrawn})
	}
	return events
}

// Approve puts an approval of one definition into a lock, together with what is
// approved. The approval's fingerprint is set here: it is that of now, which the
// caller has compared with what the person saw. The error is [ErrKey].
func Approve(l *Lock, now Current, v fingerprint.Version, key Key, approval Approval) (*Lock, error) {
	if l.KeyID != "" && l.KeyID != key.ID() {
		return nil, ErrKey
	}
	out := &Lock{KeyID: key.ID(), Entries: slices.Clone(l.Entries)}
	e := now.entry(v, key)
	entries := l.index()
	e.inherit(l, entries, now) // for the listing of tools
	approval.Fingerprint = e.Fingerprint
	e.Approval = &approval
	if i := entries.find(now.ID); i >= 0 {
		out.Entries[i] = e
	} else {
		out.Entries = append(out.Entries, e)
	}
	out.sort()
	return out, nil
}

// RequiresConfirmation reports whether a definition may not be used on the
// lock's word: it is not in it, not approved, not the same, or no longer.
func (r Result) RequiresConfirmation() bool { return r.Status != Unchanged }
