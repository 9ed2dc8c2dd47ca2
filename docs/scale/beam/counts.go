package main

import (
	"encoding/json"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/mcp-evref/evref/pkg/evidence"
)

func init() {
	register.Function2x1(addCounts)
	register.Function1x1(Counts.String)
}

// Counts has the names that the file of `evref verify --summary` has. The
// verdicts add up to Items, and Items and BlankLines to Lines.
type Counts struct {
	Lines       int64 `json:"lines"`
	BlankLines  int64 `json:"blankLines"`
	Items       int64 `json:"items"`
	Verified    int64 `json:"verified"`
	Mismatch    int64 `json:"mismatch"`
	Malformed   int64 `json:"malformed"`
	Unresolved  int64 `json:"unresolved"`
	Unsupported int64 `json:"unsupported"`
	Invalid     int64 `json:"invalid"`
	NoClaim     int64 `json:"noClaim"`
}

// countOf is the count of one item.
func countOf(v evidence.Verdict) Counts {
	c := Counts{Lines: 1, Items: 1}
	switch v {
	case evidence.Verified:
		c.Verified = 1
	case evidence.Mismatch:
		c.Mismatch = 1
	case evidence.Malformed:
		c.Malformed = 1
	case evidence.Unresolved:
		c.Unresolved = 1
	case evidence.Unsupported:
		c.Unsupported = 1
	case evidence.Invalid:
		c.Invalid = 1
	case evidence.NoClaim:
		c.NoClaim = 1
	}
	return c
}

func addCounts(a, b Counts) Counts {
	return Counts{
		Lines:       a.Lines + b.Lines,
		BlankLines:  a.BlankLines + b.BlankLines,
		Items:       a.Items + b.Items,
		Verified:    a.Verified + b.Verified,
		Mismatch:    a.Mismatch + b.Mismatch,
		Malformed:   a.Malformed + b.Malformed,
		Unresolved:  a.Unresolved + b.Unresolved,
		Unsupported: a.Unsupported + b.Unsupported,
		Invalid:     a.Invalid + b.Invalid,
		NoClaim:     a.NoClaim + b.NoClaim,
	}
}

// String is the line that the counts file holds.
func (c Counts) String() string {
	text, err := json.Marshal(c)
	if err != nil { // integers only
		panic(err)
	}
	return string(text)
}

// exitCode is that of evref verify: 1 beats 4. A run without any claim says
// nothing, and is not good.
func (c Counts) exitCode() int {
	switch {
	case c.Mismatch+c.Malformed+c.Invalid > 0:
		return 1
	case c.Unresolved+c.Unsupported > 0 || c.Items == 0:
		return 4
	}
	return 0
}
