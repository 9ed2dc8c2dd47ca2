package lock

import "slices"

// Status is the outcome of checking one definition against a lock.
type Status string

// Statuses, in the order in which the first that applies is given.
const (
	NotRepresentable     Status = "not-representable"
	New                  Status = "new"
	Removed              Status = "removed"
	Changed              Status = "changed"
	UncoveredChange      Status = "uncovered-change"
	ToolsChanged         Status = "tools-changed"
	ToolsNotJudged       Status = "tools-not-judged"
	Unapproved           Status = "unapproved"
	Expired              Status = "expired"
	ApprovedInThisChange Status = "approved-in-this-change"
	Unchanged            Status = "unchanged"
)

// StatusDoc documents a status.
type StatusDoc struct {
	Status  Status
	Meaning string
	Fix     string
}

// Statuses lists all statuses in the order in which the first that applies is
// given.
func Statuses() []StatusDoc { return slices.Clone(statuses) }

var statuses = []StatusDoc{
	{NotRepresentable, "the entry has no fingerprint, so nothing can be said about it", "change the entry to a program or an http URL, or review it by hand"},
	{New, "the definition is not in the lock", "review it, then --approve it"},
	{Removed, "the lock has a definition that the files no longer have", "write the lock anew when it was removed on purpose"},
	{Changed, "what is started, contacted or authenticated to is not what was approved", "review the change, then --approve the new fingerprint"},
	{UncoveredChange, "the fingerprint is the same, and members it does not cover came, went or changed", "review them, then --approve again"},
	{ToolsChanged, "the server offers other tools than in the lock", "review the change, then write the lock anew with --tools"},
	{ToolsNotJudged, "the listing of tools is partial or ambiguous, so it has no digests", "capture the complete listing"},
	{Unapproved, "the definition is in the lock, and nobody has approved it", "review it, then --approve it"},
	{Expired, "the approval was given until a day that is over", "review it again, then --approve it"},
	{ApprovedInThisChange, "the approval arrives together with the definition it approves", "let somebody approve it in a change of its own, or pass --allow-self-approval"},
	{Unchanged, "it is what was approved", ""},
}

// Failure reports a status that must not pass: the answer is no.
func (s Status) Failure() bool {
	return s != Unchanged && s != NotRepresentable && s != ToolsNotJudged
}

// Unjudged reports a status that says nothing either way.
func (s Status) Unjudged() bool { return s == NotRepresentable || s == ToolsNotJudged }
