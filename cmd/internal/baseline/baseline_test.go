package baseline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/evidence"
)

var run = Run{Format: "f", Version: 1, CBORMapping: "m"}

// failed makes a failure of a claim under an id; "" is none.
func failed(claim, id string, verdict evidence.Verdict) Failure {
	f := Failure{Key: KeyOf([]byte(claim)), Verdict: verdict, ExitCode: 1, Locator: claim}
	if id != "" {
		f.Subject = KeyOf([]byte(id))
	}
	return f
}

// read makes a baseline of failures, by way of a file.
func read(t *testing.T, failures ...Failure) *Baseline {
	t.Helper()
	l := List{Failures: []Failure{}}
	for _, f := range failures {
		l.Add(f)
	}
	text, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	file := `{"format":"f","version":1,"complete":true,"summary":{"cborMapping":"m","items":100},` + string(text[1:])
	b, err := Read(strings.NewReader(file), run)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return b
}

func TestCompare(t *testing.T) {
	const m, f = evidence.Mismatch, evidence.Malformed
	for _, tc := range []struct {
		name  string
		last  []Failure
		fail  []Failure
		good  []Key
		wants [4]int // new, persisting, recovered, gone
	}{
		{name: "nothing"},
		{"new", nil, []Failure{failed("a", "", m)}, nil, [4]int{1, 0, 0, 0}},
		{"persisting", []Failure{failed("a", "", m)}, []Failure{failed("a", "", m)}, nil, [4]int{0, 1, 0, 0}},
		{"recovered", []Failure{failed("a", "", m)}, nil, []Key{KeyOf([]byte("a"))}, [4]int{0, 0, 1, 0}},
		{"gone", []Failure{failed("a", "", m)}, nil, []Key{KeyOf([]byte("b"))}, [4]int{0, 0, 0, 1}},
		{"in another way", []Failure{failed("a", "", m)}, []Failure{failed("a", "", f)}, nil, [4]int{1, 0, 0, 0}},
		{"once more", []Failure{failed("a", "", m)}, []Failure{failed("a", "", m), failed("a", "", m)}, nil, [4]int{1, 1, 0, 0}},
		{"twice, once recovered", []Failure{failed("a", "", m), failed("a", "", m)}, []Failure{failed("a", "", m)}, []Key{KeyOf([]byte("a"))}, [4]int{0, 1, 1, 0}},
		{"twice, one good all the time", []Failure{failed("a", "", m)}, []Failure{failed("a", "", m)}, []Key{KeyOf([]byte("a"))}, [4]int{0, 1, 0, 0}},
		{"twice, once gone", []Failure{failed("a", "", m), failed("a", "", m)}, []Failure{failed("a", "", m)}, nil, [4]int{0, 1, 0, 1}},
		{"another claim under the id, good", []Failure{failed("a", "7", m)}, nil, []Key{KeyOf([]byte("7"))}, [4]int{0, 0, 1, 0}},
		{"another claim under the id, bad", []Failure{failed("a", "7", m)}, []Failure{failed("b", "7", m)}, nil, [4]int{1, 0, 0, 0}},
		{"the same claim under another id", []Failure{failed("a7", "7", m)}, []Failure{failed("a8", "8", m)}, nil, [4]int{1, 0, 0, 1}},
		{"two verdicts, one good", []Failure{failed("a", "7", m), failed("b", "7", f)}, nil, []Key{KeyOf([]byte("7"))}, [4]int{0, 0, 1, 1}},
	} {
		b := read(t, tc.last...)
		for i := range tc.fail {
			b.Fail(&tc.fail[i])
		}
		for _, k := range tc.good {
			b.Good(k)
		}
		resumed := read(t, tc.last...)
		if err := resumed.Resume(b.State()); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
		c := b.Compare(true)
		if got := [4]int{c.New, c.Persisting, c.Recovered, c.Gone}; got != tc.wants {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.wants)
		}
		if again := resumed.Compare(true); !reflect.DeepEqual(again, c) {
			t.Errorf("%s: resumed %+v, want %+v", tc.name, again, c)
		}
		if part := b.Compare(false); part.Gone != 0 || part.GoneFailures != nil {
			t.Errorf("%s: %d gone in a run that is not complete", tc.name, part.Gone)
		}
	}
}

func TestRefusals(t *testing.T) {
	const good = `{"format":"f","version":1,"complete":true,"failures":[],"summary":{"cborMapping":"m","items":9}}`
	if _, err := Read(strings.NewReader(good), run); err != nil {
		t.Fatal(err)
	}
	failure := `{"key":"` + strings.Repeat("a", 32) + `","verdict":"mismatch","exitCode":1,"locator":"x"}`
	for name, tc := range map[string]struct{ from, to, want string }{
		"another file":    {`"f"`, `"g"`, "not a summary"},
		"no JSON":         {`{`, `[`, "cut off or damaged"},
		"two values":      {`}}`, `}} {}`, "not a summary"},
		"another version": {`1,`, `2,`, "another version"},
		"cut":             {`9}}`, `9`, "cut off or damaged"},
		"another is cut":  {`"f","version":1,"complete":true,"failures":[],"summary":{"cborMapping":"m","items":9}}`, `"g"`, "not a summary"},
		"incomplete":      {`true`, `false`, "not complete"},
		"an input is not": {`"failures"`, `"inputs":[{"complete":true},{"complete":false}],"failures"`, "not complete"},
		"no counts":       {`"summary"`, `"other"`, "damaged"},
		"less than none":  {`"failures"`, `"failuresOmitted":-1,"failures"`, "damaged"},
		"not text":        {good, strings.Repeat("\x00", 1000), "not a summary"},
		"blanks":          {good, strings.Repeat(" ", MaxBytes+1), "not a summary"},
		"mapping":         {`"m"`, `"\u001b[1m"`, `CBOR mapping "\x1b[1m"`},
		"shard":           {`"failures"`, `"shard":"1/2","failures"`, "of shard \"1/2\" and this run is of the whole"},
		"no list":         {`"failures":[],`, ``, "no list"},
		"cut list":        {`"failures"`, `"failuresOmitted":3,"failures"`, "leaves out 3"},
		"a bad list":      {`[]`, `[7]`, "damaged"},
		"no array":        {`[]`, `{}`, "damaged"},
		"too long":        {`[]`, `[` + strings.Repeat(failure+",", Limit) + failure + `]`, "the summary is damaged"},
		"a bad verdict":   {`[]`, `[` + strings.Replace(failure, "mismatch", "fine", 1) + `]`, "damaged"},
		"a bad key":       {`[]`, `[` + strings.Replace(failure, "aa", "a", 1) + `]`, "damaged"},
		"twice":           {`[]`, `[` + failure + `,` + failure + `]`, "damaged"},
		"too many":        {`[]`, `[` + strings.Replace(failure, "}", `,"count":10}`, 1) + `]`, "damaged"},
		"a bad exit code": {`[]`, `[` + strings.Replace(failure, `:1`, `:0`, 1) + `]`, "damaged"},
	} {
		text := strings.Replace(good, tc.from, tc.to, 1)
		if _, err := Read(strings.NewReader(text), run); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %s: %v, want %q", name, text, err, tc.want)
		}
	}
	b := read(t, failed("a", "", evidence.Mismatch))
	if b.Resume(&State{Again: []int{-1}, Good: []int{0}, Other: []int{0}}) == nil {
		t.Error("a count below zero is taken")
	}
	if b.Resume(nil) == nil || b.Resume(&State{}) == nil {
		t.Error("a state of another baseline is taken")
	}
}

// TestList counts what is alike and leaves out what is too much, and says so.
func TestList(t *testing.T) {
	var l List
	for range 3 {
		l.Add(failed("a", "", evidence.Mismatch))
	}
	if len(l.Failures) != 1 || l.Failures[0].Count != 3 {
		t.Fatalf("%+v", l.Failures)
	}
	l = List{Failures: l.Failures} // as a run that goes on finds it
	l.Add(failed("a", "", evidence.Mismatch))
	for i := range Limit + 4 {
		l.Add(failed(fmt.Sprint(i), "", evidence.Mismatch))
	}
	if len(l.Failures) != Limit || l.Failures[0].Count != 4 || l.Omitted != 5 {
		t.Errorf("%d kept, %d omitted, the first %d times", len(l.Failures), l.Omitted, l.Failures[0].Count)
	}
}

// FuzzRead: whatever the file holds, it is refused or every failure of it can
// persist and none is left.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"format":"f","version":1,"complete":true,"failures":[{"key":"` + strings.Repeat("0", 32) + `","verdict":"mismatch","exitCode":1,"locator":"x","count":2}],"summary":{"cborMapping":"m","items":9}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		b, err := Read(bytes.NewReader(raw), run)
		if err != nil {
			return
		}
		n := 0
		for i := range b.failures {
			for range min(b.failures[i].count(), 100) {
				n++
				if !b.Fail(&b.failures[i]) {
					t.Fatal("a failure does not persist")
				}
			}
		}
		if c := b.Compare(true); c.New != 0 || c.Persisting != n || c.Recovered != 0 {
			t.Fatalf("%+v after %d", c, n)
		}
	})
}
