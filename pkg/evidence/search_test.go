package evidence

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
)

// hostileRecords are of about size bytes and made to cost as much as possible.
func hostileRecords(size int) map[string]string {
	var members, numbers strings.Builder
	for i := 0; members.Len() < size-100; i++ {
		fmt.Fprintf(&members, `,"m%d":{"d":null}`, i)
	}
	for i := 0; numbers.Len() < size-100; i++ {
		fmt.Fprintf(&numbers, ",%d.5e%d", i, i%300)
	}
	depth := min(9_000, size/20)
	return map[string]string{
		"many members": "{" + members.String()[1:] + "}",
		"many numbers": "[" + numbers.String()[1:] + "]",
		"deep":         strings.Repeat(`{"a":[`, depth/2) + strings.Repeat("null,", size/10) + "1" + strings.Repeat("]}", depth/2),
		"control text": `"` + strings.Repeat(`\u0001`, size/6-10) + `"`,
	}
}

// TestSearchIsBounded: whatever the record, the search ends, says how many
// candidates it tried, and finds nothing where there is nothing.
func TestSearchIsBounded(t *testing.T) {
	for name, text := range hostileRecords(MaxDiagnosed / 16) {
		rec := mustParse(t, text)
		r := Verify(claimOf(digest.JCS, []byte("something else")), rec)
		if r.Verdict != Mismatch || r.Diagnosis != nil || r.Search.Tried == 0 || r.Search.Tried > MaxCandidates {
			t.Errorf("%s: %s, %v, %+v", name, r.Verdict, r.Diagnosis, r.Search)
		}
	}
}

func TestLargeRecordsAreNotSearched(t *testing.T) {
	rec := mustParse(t, `"`+strings.Repeat("x", MaxDiagnosed)+`"`)
	r := Verify(claimOf(digest.JCS, nil), rec)
	if r.Verdict != Mismatch || r.Diagnosis != nil || r.Search.Tried != 0 || !strings.Contains(r.Search.Stopped, "larger than") {
		t.Errorf("%s, %+v", r.Verdict, r.Search)
	}
}

// BenchmarkMismatch is the cost of a mismatch that no cause explains.
func BenchmarkMismatch(b *testing.B) {
	for name, text := range map[string]string{"label": label, "1 MiB": hostileRecords(MaxDiagnosed)["many members"]} {
		b.Run(name, func(b *testing.B) {
			rec := mustParse(b, text)
			claim := claimOf(digest.JCS, []byte("something else"))
			for b.Loop() {
				Verify(claim, rec)
			}
		})
	}
}
