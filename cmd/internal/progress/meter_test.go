package progress

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// clockwork is a clock that a test sets.
type clockwork struct{ t time.Time }

func (c *clockwork) now() time.Time          { return c.t }
func (c *clockwork) advance(d time.Duration) { c.t = c.t.Add(d) }

// TestLive: the line is written over at most ten times a second, and gone before
// anything else is written.
func TestLive(t *testing.T) {
	var out bytes.Buffer
	var c clockwork
	m := New(&out, Live, 80, c.now)
	m.Begin(State{})
	asked := 0
	state := func() State { asked++; return State{Name: "in", Records: 10 * asked, Bytes: 1e6, Done: 1, Total: 4} }
	for range 100 {
		c.advance(10 * time.Millisecond)
		m.Update(state)
	}
	if asked != 10 {
		t.Errorf("told %d times in a second", asked)
	}
	fmt.Fprintln(m, "a message")
	m.Erase()
	m.Update(state)
	lines := strings.Split(out.String(), "\r")
	if len(lines) != 12 || lines[11] != "\x1b[Ka message\n" || lines[10] != "in, 25.0%, 100 records/s, 1.0 MB/s, 0:00:03 left\x1b[K" {
		t.Errorf("%q", lines)
	}
}

func TestPlain(t *testing.T) {
	var out bytes.Buffer
	var c clockwork
	m := New(&out, Plain, 80, c.now)
	m.Begin(State{Records: 1000, Bytes: 5e8, Done: 100, Total: 400})
	for range 95 {
		c.advance(time.Second)
		m.Update(func() State {
			return State{Name: "in\x1b[2J\n", Records: 1030, Bytes: 5e8 + 6e7, Done: 110, Total: 400, Counts: []Count{{"verified", 1030}, {"mismatch", 0}, {"malformed", 2}}}
		})
	}
	m.Erase()
	lines := strings.SplitAfter(out.String(), "\n")
	if len(lines) != 4 || lines[0] != `progress: in\x1b[2J\n, 27.5%, 1.0 records/s, 2.0 MB/s, 0:14:30 left; 1030 verified, 2 malformed`+"\n" {
		t.Errorf("%q", lines)
	}
}

func TestNever(t *testing.T) {
	var out bytes.Buffer
	m := New(&out, Never, 80, func() time.Time { t.Error("asked for the time"); return time.Time{} })
	m.Begin(State{})
	m.Update(func() State { t.Error("asked for the state"); return State{} })
	fmt.Fprint(m, "x")
	if out.String() != "x" {
		t.Errorf("%q", &out)
	}
}

// FuzzLine: whatever the name and the numbers, a line has no control characters,
// fits, and says nothing impossible.
func FuzzLine(f *testing.F) {
	f.Add("in", 1, int64(2), int64(3), int64(4), int64(5), 80)
	f.Add("\x1b[2J\r\n\u202e日本語\xff", -1, int64(-2), int64(1)<<62, int64(-1), int64(0), 10)
	impossible := regexp.MustCompile(`NaN|Inf|left.*left`)
	f.Fuzz(func(t *testing.T, name string, records int, bytes, done, total, elapsed int64, width int) {
		s := State{Name: name, Records: records, Bytes: bytes, Done: done, Total: total, Counts: []Count{{"verified", records}}}
		line := fit(s.line(State{Done: 1}, time.Duration(elapsed)), width%500)
		if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x202e }) || !utf8.ValidString(line) {
			t.Errorf("%q", line)
		}
		if utf8.RuneCountInString(line) > max(width%500, 0) || impossible.MatchString(strings.TrimPrefix(line, name)) {
			t.Errorf("%d columns: %q", width, line)
		}
	})
}

// TestFit: a line that is too long ends with a whole part.
func TestFit(t *testing.T) {
	const line = "a.jsonl, 45.2%, 0:01:12 left; 4519877 verified, 1234 mismatch"
	for width, want := range map[int]string{
		61: line, 60: "a.jsonl, 45.2%, 0:01:12 left; 4519877 verified…", 49: "a.jsonl, 45.2%, 0:01:12 left; 4519877 verified…",
		48: "a.jsonl, 45.2%, 0:01:12 left; 4519877 verified…", 47: "a.jsonl, 45.2%, 0:01:12 left…", 30: "a.jsonl, 45.2%, 0:01:12 left…", 28: "a.jsonl, 45.2%…", 9: "a.jsonl…", 8: "a.jsonl,", 3: "a.j", 0: "",
	} {
		if got := fit(line, width); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
}
