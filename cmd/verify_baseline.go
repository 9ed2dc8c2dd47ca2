package cmd

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/mcp-evref/evref/cmd/internal/baseline"
	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
)

// What a failure is with --baseline.
const (
	isNew    = "new"        // the claim did not fail the last time, or failed in another way
	persists = "persisting" // the claim failed in the same way
)

// comparable refuses a --baseline that cannot be one. It is asked before
// anything is opened.
func (o *verifyOptions) comparable() error {
	if o.baselinePath == "-" {
		return usagef("--baseline takes a file, not standard input")
	}
	return nil
}

// openBaseline reads the summary of an earlier run.
func (r *verifyRun) openBaseline() error {
	path := r.baselinePath
	if path == "" {
		return nil
	}
	if r.reader.IsDir(path) {
		return failure("%s: cannot be the baseline: it is a folder; name a file that --summary wrote", path)
	}
	r.reader.Note(r.reader.Path(path))
	f, err := os.Open(r.reader.Path(path))
	if err != nil {
		return failure("%s: cannot be opened: %s; name a file that --summary wrote", path, &input.OpenError{Err: err})
	}
	defer f.Close()
	run := baseline.Run{Format: summaryFormat, Version: summaryVersion, CBORMapping: digest.CBORMapping}
	if r.shard.Count > 0 {
		run.Shard = r.shard.String()
	}
	sum := sha256.New()
	if r.base, err = baseline.Read(io.TeeReader(f, sum), run); err != nil {
		return failure("%s: cannot be the baseline: %s", path, &input.OpenError{Err: err})
	}
	r.settings["content of --baseline"] = hex.EncodeToString(sum.Sum(nil)[:8]) // for --resume
	return nil
}

// failedItem is an item that was not good. What was written about it, as a new
// failure and as one that persists, stands in the forms of its batch.
type failedItem struct {
	baseline.Failure
	said [2]int    // its part of verifyBatch.said
	cuts []twoWays // one for each sink, where it was written in two ways
}

// twoWays is where an item stands in a form: as new from start, as persisting from
// middle up to end.
type twoWays struct{ start, middle, end int }

// keep notes a failure, or a good item whose claim is in the baseline.
func (a *verifyBatch) keep(j *judged, code, said int) {
	if code == ExitOK {
		if a.base == nil {
			return
		}
		subject := a.subjectOf(j)
		if subject == (baseline.Key{}) {
			subject = a.keyOf(j)
		}
		if a.base.Subject(subject) {
			a.better = append(a.better, subject)
		}
		return
	}
	f := failedItem{Failure: baseline.Failure{Key: a.keyOf(j), Subject: a.subjectOf(j), Verdict: j.Verdict, ExitCode: code, Locator: j.shownAs().String()}, said: [2]int{said, len(a.said)}}
	const short = 200 // bytes; longer ones are told by the key alone
	if id := j.id; !id.IsZero() && len(id.Raw()) <= short {
		f.ID = bytes.Clone(id.Raw())
	}
	if text := j.Claim.DigestText(); len(text) <= short {
		f.Digest = strings.Clone(text)
	}
	a.failed = append(a.failed, f)
}

// subjectOf tells what a claim is made for by the id of its line.
func (a *verifyBatch) subjectOf(j *judged) baseline.Key {
	if j.id.IsZero() {
		return baseline.Key{}
	}
	a.parts = baseline.AppendPart(baseline.AppendPart(a.parts[:0], "id"), j.id.Raw())
	return baseline.KeyOf(a.parts)
}

// keyOf tells the claim of an item from others wherever in its file it stands:
// by the id of its line and its own members, a document also by its name and the
// place in it, and a line without a claim by its bytes.
func (a *verifyBatch) keyOf(j *judged) baseline.Key {
	c := j.Claim
	var id []byte
	if !j.id.IsZero() {
		id = j.id.Raw()
	}
	parts := baseline.AppendPart(baseline.AppendPart(a.parts[:0], j.kind), id)
	for _, text := range [...]string{c.Type, c.DigestText(), c.CanonicalizationText(), c.Schema, c.Locator} {
		parts = baseline.AppendPart(parts, text)
	}
	switch lines := j.in.Locator.Line > 0; {
	case j.called.Path != "":
		parts = baseline.AppendPart(parts, j.called.String())
	case lines && j.id.IsZero() && c.DigestText() == "" && c.CanonicalizationText() == "":
		parts = baseline.AppendPart(baseline.AppendPart(parts, j.in.Data), j.in.LongSum[:])
	case j.kind != asClaims:
		l := j.locator()
		parts = baseline.AppendPart(baseline.AppendPart(parts, l.Path), l.Pointer)
	}
	a.parts = parts
	return baseline.KeyOf(parts)
}

// showBoth writes a failure down as new and, if it may be one that persists, as
// such too: which it is shows in the order of the input.
func (a *verifyBatch) showBoth(j *judged) {
	f := &a.failed[len(a.failed)-1]
	both := a.base.Failed(f.Key)
	for i := range a.sinks {
		at := twoWays{start: len(a.forms[i])}
		j.since = isNew
		a.show(i, j)
		if at.middle = len(a.forms[i]); both && !(a.quiet && a.sinks[i].format == "text") {
			j.since = persists
			a.show(i, j)
		}
		at.end = len(a.forms[i])
		if both {
			f.cuts = append(f.cuts, at)
		}
	}
}

// compare takes the failures of a batch, in the order of the input, and leaves
// in the batch what there is to say about each.
func (r *verifyRun) compare(out *verifyBatch) {
	for i := range out.failed {
		r.kept.Add(out.failed[i].Failure)
	}
	if r.base == nil {
		return
	}
	for _, key := range out.better {
		r.base.Good(key)
	}
	persisting := make([]bool, len(out.failed))
	for i := range out.failed {
		f := &out.failed[i]
		if persisting[i] = r.base.Fail(&f.Failure); !persisting[i] {
			out.code = Worse(out.code, f.ExitCode)
		}
		if len(out.staged) > 0 {
			out.staged[i].known = persisting[i]
		}
	}
	for i := range out.forms {
		out.forms[i] = chosen(out.forms[i], out.failed, i, persisting)
	}
	said := out.said[:0]
	from := 0
	for i := range out.failed {
		if f := &out.failed[i]; persisting[i] {
			said = append(said, out.said[from:f.said[0]]...)
			from = f.said[1]
		}
	}
	out.said = append(said, out.said[from:]...)
}

// chosen leaves one of two ways in which each failure stands in a form.
func chosen(form []byte, failed []failedItem, sink int, persisting []bool) []byte {
	kept, from := form[:0], 0
	for i := range failed {
		if len(failed[i].cuts) == 0 {
			continue
		}
		at := failed[i].cuts[sink]
		drop := [2]int{at.middle, at.end}
		if persisting[i] {
			drop = [2]int{at.start, at.middle}
		}
		kept = append(kept, form[from:drop[0]]...)
		from = drop[1]
	}
	return append(kept, form[from:]...)
}

// compared notes what has become of the baseline.
func (r *verifyRun) compared(stopped bool) {
	if r.base != nil {
		r.summary.Baseline = (*baselineNote)(r.base.Compare(!stopped && r.summary.NotRead == 0))
	}
}

// baselineNote is what has become of the failures of an earlier run.
type baselineNote baseline.Comparison

// text has every count.
func (n *baselineNote) text() string {
	return fmt.Sprintf("%s, %d persisting, %d recovered, %d gone", count(n.New, "new failure"), n.Persisting, n.Recovered, n.Gone)
}

// list names what no longer fails, a line each.
func (n *baselineNote) list() string {
	if n == nil {
		return ""
	}
	var b strings.Builder
	for _, group := range []struct {
		failures []baseline.Failure
		what     string
	}{{n.RecoveredFailures, "recovered"}, {n.GoneFailures, "gone"}} {
		for _, f := range group.failures {
			b.WriteString(diag.Safe(f.Locator))
			if f.ID != nil {
				fmt.Fprintf(&b, " (id %s)", shortID(f.ID))
			}
			fmt.Fprintf(&b, ": %s, was %s", group.what, f.Verdict)
			if f.Count > 1 {
				fmt.Fprintf(&b, ", %d times", f.Count)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}
