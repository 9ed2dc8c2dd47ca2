package progress

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/mcp-evref/evref/pkg/diag"
)

// State is how far a run is.
type State struct {
	Name    string // of the input; it may hold anything
	Doing   string // what is done, when it is not the work itself
	Records int
	Bytes   int64 // of text
	Done    int64 // of Total, in the same unit
	Total   int64 // 0 or less: not known
	Counts  []Count
}

// Count is a number of records and what they have in common.
type Count struct {
	Name string
	N    int
}

// line tells the state, with rates since begun.
func (s State) line(begun State, elapsed time.Duration) string {
	seconds := max(elapsed.Seconds(), 1e-3)
	parts := []string{diag.Safe(s.Name)}
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if s.Doing != "" {
		add("%s", s.Doing)
	}
	if s.Total > 0 {
		add("%.1f%%", 100*min(float64(s.Done)/float64(s.Total), 1))
	}
	if s.Doing == "" {
		add("%s records/s", rate(float64(s.Records-begun.Records)/seconds))
	}
	add("%.1f MB/s", float64(s.Bytes-begun.Bytes)/seconds/1e6)
	if done := s.Done - begun.Done; s.Total > 0 && done > 0 {
		add("%s left", clock(seconds*float64(max(s.Total-s.Done, 0))/float64(done)))
	}
	line := strings.Join(parts, ", ")
	separator := "; "
	for _, c := range s.Counts {
		if c.N > 0 {
			line += separator + strconv.Itoa(c.N) + " " + c.Name
			separator = ", "
		}
	}
	return line
}

func rate(f float64) string {
	if f < 10 {
		return fmt.Sprintf("%.1f", f)
	}
	return fmt.Sprintf("%.0f", f)
}

// clock writes seconds as 1:02:03.
func clock(seconds float64) string {
	if seconds >= 100*3600 {
		return "more than 99 hours"
	}
	n := int(seconds + 0.5)
	return fmt.Sprintf("%d:%02d:%02d", n/3600, n/60%60, n%60)
}

// fit cuts a line that takes more than width columns, in front of the first part
// that does not fit: half a number is another number. What is not ASCII counts for
// two, the most that a terminal gives a character.
func fit(line string, width int) string {
	used := 0
	for i, r := range line {
		used++
		if r >= 0x80 {
			used++
		}
		if used > width {
			cut := line[:i]
			if part := max(strings.LastIndex(cut, ", "), strings.LastIndex(cut, "; ")); part > 0 {
				return cut[:part] + "…"
			}
			return cut
		}
	}
	return line
}
