package baseline

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/mcp-evref/evref/pkg/diag"
)

// MaxBytes is the largest file that is read as a baseline.
const MaxBytes = 256 << 20

// Baseline is the failures of an earlier run, and what has become of them so far.
// Failed and Subject may be asked by several goroutines at once; the rest is for
// one.
type Baseline struct {
	failures []Failure
	answers  map[answer]int // indexes in failures
	claims   map[Key]bool
	subjects map[Key]int // the first failure of each
	state    State
}

// State is what has been met of a baseline: for each of its failures how many
// items still fail as it did, and for each subject, with the first of its
// failures, how many items are good now and how many fail in another way.
type State struct {
	Again []int `json:"again"`
	Good  []int `json:"good"`
	Other []int `json:"other"`
	New   int   `json:"new"`
}

// Run is what a baseline must agree with.
type Run struct {
	Format      string // of the summary
	Version     int
	CBORMapping string
	Shard       string // "" is the whole
}

// Read takes the summary of an earlier run, all that there is to read, as a
// baseline. The error says in one line why it cannot be one, or is that of
// reading.
func Read(r io.Reader, run Run) (*Baseline, error) {
	const anew = "run once without --baseline to begin anew"
	text := bufio.NewReader(io.LimitReader(r, MaxBytes+1))
	head, err := text.Peek(100)
	if err != nil && err != io.EOF {
		return nil, err
	}
	named := bytes.Contains(head, []byte(strconv.Quote(run.Format)))
	var file struct {
		Format   string  `json:"format"`
		Version  int     `json:"version"`
		Complete bool    `json:"complete"`
		Shard    string  `json:"shard"`
		Inputs   []ended `json:"inputs"`
		Failures *listed `json:"failures"`
		Omitted  int     `json:"failuresOmitted"`
		Summary  *struct {
			CBORMapping string `json:"cborMapping"`
			Items       int    `json:"items"`
		} `json:"summary"`
	}
	d := json.NewDecoder(text)
	err = d.Decode(&file)
	more := err == nil && d.More()
	switch {
	case file.Format == "" && err != nil && named:
		return nil, errors.New("the summary is cut off or damaged; give an earlier one, or " + anew)
	case file.Format != run.Format, more:
		return nil, errors.New("it is not a summary of evref verify; give the file that --summary wrote the last time")
	case file.Version != run.Version:
		return nil, errors.New("it is a summary of another version of evref; " + anew)
	case err != nil, file.Summary == nil, file.Omitted < 0:
		return nil, errors.New("the summary is damaged; " + anew)
	case !file.Complete, slices.Contains(file.Inputs, ended{false}):
		return nil, errors.New("the run it is of was not complete, so what it lacks is not known to be good; give an earlier one")
	case file.Summary.CBORMapping != run.CBORMapping:
		return nil, fmt.Errorf("it was made with the CBOR mapping %s and this is %s; %s",
			diag.Quote(file.Summary.CBORMapping, 60), run.CBORMapping, anew)
	case file.Shard != run.Shard:
		return nil, fmt.Errorf("it is of %s and this run is of %s; compare like with like", part(file.Shard), part(run.Shard))
	case file.Failures == nil:
		return nil, errors.New("it has no list of failures; " + anew)
	case file.Omitted != 0:
		return nil, fmt.Errorf("it lists %d failures and leaves out %d more, so new ones could not be told; mend those, or give an earlier one",
			len(*file.Failures), file.Omitted)
	}
	if _, err := io.Copy(io.Discard, text); err != nil { // whoever hashes what is read has all of it
		return nil, err
	}
	return of(*file.Failures, file.Summary.Items)
}

// ended tells whether an input was read to its end.
type ended struct {
	Complete bool `json:"complete"`
}

// listed is the failures of a file, no more of them than a summary keeps: a file
// within MaxBytes can hold a hundred times as many, of three bytes each.
type listed []Failure

// UnmarshalJSON reads an array and stops beyond Limit.
func (l *listed) UnmarshalJSON(raw []byte) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	if start, err := d.Token(); err != nil || start != json.Delim('[') {
		return errors.New("the failures are no array")
	}
	*l = listed{}
	for d.More() {
		var f Failure
		if len(*l) == Limit {
			return errors.New("more failures than a summary keeps")
		}
		if err := d.Decode(&f); err != nil {
			return err
		}
		*l = append(*l, f)
	}
	return nil
}

func part(shard string) string {
	if shard == "" {
		return "the whole"
	}
	return "shard " + diag.Quote(shard, 40)
}

// of makes the tables of a baseline with these failures among so many items.
func of(failures []Failure, items int) (*Baseline, error) {
	damaged := errors.New("its list of failures is damaged; run once without --baseline to begin anew")
	b := &Baseline{failures: failures, answers: make(map[answer]int, len(failures)), claims: make(map[Key]bool, len(failures)), subjects: make(map[Key]int, len(failures))}
	total := 0
	for i := range failures {
		f := &failures[i]
		if _, twice := b.answers[f.answer()]; twice || f.Count < 0 || f.count() > items-total || f.ExitCode < 1 || f.Locator == "" {
			return nil, damaged
		}
		total += f.count()
		b.answers[f.answer()] = i
		b.claims[f.Key] = true
		if _, ok := b.subjects[f.subject()]; !ok {
			b.subjects[f.subject()] = i
		}
	}
	n := len(failures)
	b.state = State{Again: make([]int, n), Good: make([]int, n), Other: make([]int, n)}
	return b, nil
}

// Failed reports whether a claim failed in the earlier run.
func (b *Baseline) Failed(claim Key) bool { return b.claims[claim] }

// Subject reports whether a claim for this subject failed in the earlier run.
func (b *Baseline) Subject(subject Key) bool {
	_, ok := b.subjects[subject]
	return ok
}

// Fail takes a failure of this run, and reports whether it persists: whether the
// same claim failed in the same way, and no fewer times.
func (b *Baseline) Fail(f *Failure) (persists bool) {
	if i, ok := b.answers[f.answer()]; ok && b.state.Again[i] < b.failures[i].count() {
		b.state.Again[i]++
		return true
	}
	b.state.New++
	if first, ok := b.subjects[f.subject()]; ok {
		b.state.Other[first]++
	}
	return false
}

// Good takes a subject whose claim is good now.
func (b *Baseline) Good(subject Key) {
	if first, ok := b.subjects[subject]; ok {
		b.state.Good[first]++
	}
}

// State gives what was met so far, for [Baseline.Resume].
func (b *Baseline) State() *State { return &b.state }

// Resume goes on from a state of this baseline.
func (b *Baseline) Resume(s *State) error {
	n := len(b.failures)
	if s == nil || len(s.Again) != n || len(s.Good) != n || len(s.Other) != n {
		return errors.New("the baseline has changed since the run began")
	}
	if slices.Min(append(slices.Concat(s.Again, s.Good, s.Other), s.New)) < 0 {
		return errors.New("the checkpoint is damaged")
	}
	b.state = *s
	return nil
}

// Comparison is what has become of the failures of an earlier run.
type Comparison struct {
	New        int `json:"new"`        // items that fail, and did not or not in this way
	Persisting int `json:"persisting"` // items that fail as they did
	Recovered  int `json:"recovered"`  // items that failed and are good
	Gone       int `json:"gone"`       // items that failed and were not met

	// What the last two are, with the answers of the earlier run.
	RecoveredFailures []Failure `json:"recoveredFailures,omitempty"`
	GoneFailures      []Failure `json:"goneFailures,omitempty"`
}

// Compare tells what was met at the end of a run. When the run was not complete
// nothing is called gone.
func (b *Baseline) Compare(complete bool) *Comparison {
	c := &Comparison{New: b.state.New}
	goodLeft, otherLeft := slices.Clone(b.state.Good), slices.Clone(b.state.Other)
	for i := range b.failures {
		f := &b.failures[i]
		first := b.subjects[f.subject()]
		c.Persisting += b.state.Again[i]
		rest := f.count() - b.state.Again[i]
		list := func(n int, to *[]Failure) {
			if n > 0 {
				entry := *f
				if entry.Count = n; n == 1 {
					entry.Count = 0
				}
				*to = append(*to, entry)
			}
		}
		good := take(&goodLeft[first], rest)
		list(good, &c.RecoveredFailures)
		c.Recovered += good
		// What fails in another way is new, and neither recovered nor gone.
		rest -= good
		rest -= take(&otherLeft[first], rest)
		if complete {
			list(rest, &c.GoneFailures)
			c.Gone += rest
		}
	}
	return c
}

// take takes up to n from what is left, and tells how many.
func take(left *int, n int) int {
	n = min(*left, n)
	*left -= n
	return n
}
