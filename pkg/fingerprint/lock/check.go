package lock

import (
	"slices"
	"time"

	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/redact"
	"github.com/mcp-evref/evref/pkg/fingerprint/surface"
	"github.com/mcp-evref/evref/pkg/fingerprint/warning"
)

// CheckOptions say how definitions are held against a lock.
type CheckOptions struct {
	Now time.Time
	Key Key
	// Base is the lock before the change that is being checked, for example
	// that of the branch it goes to; nil when there is none to compare with.
	Base              *Lock
	AllowSelfApproval bool
	// FailOn is the lowest class of changed tools that counts as changed.
	FailOn surface.Class
	// InScope tells whether the entry of a definition that is not there was
	// looked for; nil means that all were.
	InScope func(ID) bool
}

// Result is the outcome for one definition.
type Result struct {
	ID     ID
	Status Status
	// Also lists what is true besides, in the order of [Statuses].
	Also []Status

	Fingerprint string // now; empty when there is none
	Locked      string // in the lock; empty when it is not there
	Reason      string // why it is not representable, or its tools not judged
	Fields      []FieldChange
	Uncovered   []UncoveredDiff
	Tools       []surface.Change
	Approval    *Approval // of the lock, whether it holds or not
	Warnings    []warning.Warning
	// Agreed: removed, from the files and from the lock alike, since the base.
	Agreed bool
}

// Failure reports a result that must not pass: the answer is no.
func (r Result) Failure() bool { return r.Status.Failure() && !r.Agreed }

// UncoveredDiff is a member outside the fingerprint that differs.
type UncoveredDiff struct {
	Path string
	How  string // "new", "gone", "changed" or "code-gone"
}

// Report is the outcome of a check.
type Report struct {
	Results []Result // by identity
	// ValuesCompared is false when the lock keeps codes of uncovered values and
	// they were not compared, because the key is missing or another one, and
	// when there is a key and the lock keeps no codes.
	ValuesCompared bool
	// OutOfScope counts entries that were not looked for.
	OutOfScope int
}

// Check holds definitions against a lock. An entry is matched by its whole
// identity first; a definition that moved to another file or key is matched by
// its id, when that leaves one choice.
func Check(l *Lock, current []Current, o CheckOptions) Report {
	c := checker{lock: l, options: o, used: make([]bool, len(l.Entries)), compareCodes: l.KeyID != "" && l.KeyID == o.Key.ID()}
	if o.Base != nil {
		c.base = o.Base.index()
	}
	report := Report{ValuesCompared: l.KeyID == "" && o.Key.IsZero() || c.compareCodes && l.codesComplete() || !l.hasUncovered()}
	matches := c.match(current)
	for i, now := range current {
		report.Results = append(report.Results, c.result(now, matches[i]))
	}
	for i, e := range l.Entries {
		switch {
		case c.used[i]:
		case o.InScope != nil && !o.InScope(e.ID()):
			report.OutOfScope++
		default:
			report.Results = append(report.Results, Result{ID: e.ID(), Status: Removed, Locked: e.Fingerprint.String(), Approval: e.Approval})
		}
	}
	c.dropped(&report, current)
	slices.SortStableFunc(report.Results, func(a, b Result) int { return a.ID.Compare(b.ID) })
	return report
}

type checker struct {
	lock         *Lock
	base         index // of options.Base
	options      CheckOptions
	used         []bool
	compareCodes bool
}

// match gives for each definition the index of its entry, or -1.
func (c *checker) match(current []Current) []int {
	matches := make([]int, len(current))
	entries := c.lock.index()
	for i, now := range current {
		if matches[i] = entries.find(now.ID); matches[i] >= 0 {
			c.used[matches[i]] = true
		}
	}
	byName := map[string][]int{}
	for j, e := range c.lock.Entries {
		byName[e.Input.ID] = append(byName[e.Input.ID], j)
	}
	for i, now := range current {
		if matches[i] >= 0 {
			continue
		}
		left := slices.DeleteFunc(slices.Clone(byName[now.ID.Definition]), func(j int) bool { return c.used[j] })
		if len(left) == 1 {
			matches[i] = left[0]
			c.used[left[0]] = true
		}
	}
	return matches
}

func (c *checker) result(now Current, match int) Result {
	r := Result{ID: now.ID, Warnings: slices.Clone(now.Warnings)}
	var entry *Entry
	if match >= 0 {
		entry = &c.lock.Entries[match]
		r.Locked, r.Approval = entry.Fingerprint.String(), entry.Approval
	}
	var statuses []Status
	switch {
	case now.Definition == nil:
		r.Reason = now.Reason
		statuses = append(statuses, NotRepresentable)
	case entry == nil:
		r.Fingerprint = newest().Sum(*now.Definition).String()
		statuses = append(statuses, New)
	default:
		statuses = c.compare(&r, *entry, now)
	}
	if c.lostEntry(now.ID, entry) {
		r.Warnings = append(r.Warnings, warning.New(warning.LockEntryRemoved, "", "the earlier lock has an entry for it, and the lock has none"))
	}
	if len(statuses) == 0 {
		statuses = []Status{Unchanged}
	}
	r.Status, r.Also = statuses[0], statuses[1:]
	return r
}

func newest() fingerprint.Version { return fingerprint.Versions()[0] }

// compare fills in what differs and gives the statuses in their order.
func (c *checker) compare(r *Result, e Entry, now Current) []Status {
	var statuses []Status
	version, _ := fingerprint.LookupVersion(e.Version) // Parse refuses others
	sum := version.Sum(*now.Definition)
	r.Fingerprint = sum.String()
	if sum != e.Fingerprint {
		statuses = append(statuses, Changed)
		r.Fields = fieldChanges(e, *now.Definition)
		r.Warnings = append(r.Warnings, warning.Change(e.Input, *now.Definition)...)
	}
	if sum == e.Fingerprint && version.Sum(redact.Fill(e.Input, *now.Definition)) != sum {
		statuses = append(statuses, Changed)
		r.Reason = "the lock shows something else than what its fingerprint is of, so it was edited; write it anew"
		r.Fields = fieldChanges(e, *now.Definition)
	}
	if r.Uncovered = c.uncoveredDiff(e, c.options.Key.uncovered(now.ID.Definition, now.Members)); len(r.Uncovered) > 0 {
		statuses = append(statuses, UncoveredChange)
	}
	statuses = append(statuses, c.tools(r, e, now)...)
	switch {
	case sum != e.Fingerprint:
	case !e.Approved():
		statuses = append(statuses, Unapproved)
	case e.Approval.Expired(c.options.Now):
		statuses = append(statuses, Expired)
	case c.selfApproved(e):
		statuses = append(statuses, ApprovedInThisChange)
	}
	return statuses
}

// fieldChanges compares with the input of the lock, which may be redacted. What
// is hidden there cannot be compared, and that is said.
func fieldChanges(e Entry, now fingerprint.Definition) []FieldChange {
	if len(e.Redacted) == 0 {
		return Diff(e.Input, now)
	}
	shown, _ := redact.Definition(now)
	fields := Diff(e.Input, shown)
	note := hidden
	if len(fields) > 0 {
		note = "cannot be compared: the lock does not show it because it looks like a secret"
	}
	for _, path := range e.Redacted {
		fields = append(fields, FieldChange{Field: path, Note: note})
	}
	return fields
}

func (c *checker) tools(r *Result, e Entry, now Current) []Status {
	switch {
	case now.Listing == nil:
		return nil
	case now.Listing.Problem != "":
		r.Reason = now.Listing.Problem
		return []Status{ToolsNotJudged}
	case !e.ToolsListed:
		r.Tools = []surface.Change{{Class: surface.Behaviour, Message: "the lock has no listing of tools"}}
	default:
		r.Tools = surface.Compare(e.Tools, now.Listing.Tools)
	}
	if highest, ok := surface.Highest(r.Tools); ok && highest >= c.options.FailOn {
		return []Status{ToolsChanged}
	}
	return nil
}

// selfApproved reports an approval that the lock before this change does not
// know the definition of: it arrives together with what it approves.
func (c *checker) selfApproved(e Entry) bool {
	if c.options.Base == nil || c.options.AllowSelfApproval {
		return false
	}
	i := c.base.find(e.ID())
	if i < 0 {
		return true
	}
	base := c.options.Base.Entries[i]
	return base.Fingerprint != e.Fingerprint || base.Version != e.Version || !samePaths(base.Uncovered, e.Uncovered) ||
		e.ToolsListed && !sameTools(base, e)
}

func samePaths(a, b []Uncovered) bool {
	return slices.EqualFunc(a, b, func(x, y Uncovered) bool {
		return x.Path == y.Path && sameCode(x.Code, y.Code)
	})
}

func sameTools(a, b Entry) bool {
	return a.ToolsListed == b.ToolsListed && slices.EqualFunc(a.Tools, b.Tools, func(x, y surface.Tool) bool {
		return x.Name == y.Name && x.Digest == y.Digest
	})
}

// dropped reports the entries of the earlier lock that are neither in this one
// nor in the files. Nothing is left to approve, so it is told and does not fail.
func (c *checker) dropped(report *Report, current []Current) {
	if c.options.Base == nil {
		return
	}
	entries := c.lock.index()
	for _, e := range c.options.Base.Entries {
		id := e.ID()
		switch {
		case entries.find(id) >= 0 || slices.ContainsFunc(current, func(now Current) bool { return now.ID == id }):
		case c.options.InScope != nil && !c.options.InScope(id):
			report.OutOfScope++
		default:
			w := warning.New(warning.LockEntryRemoved, "", "the earlier lock has an entry for it; the lock and the files have none")
			report.Results = append(report.Results, Result{
				ID: id, Status: Removed, Agreed: true, Locked: e.Fingerprint.String(), Approval: e.Approval, Warnings: []warning.Warning{w},
				Reason: "gone from the files and from the lock alike, which is no failure",
			})
		}
	}
}

// lostEntry reports a definition that the earlier lock has and this one has not.
func (c *checker) lostEntry(id ID, entry *Entry) bool {
	return entry == nil && c.base.find(id) >= 0
}
