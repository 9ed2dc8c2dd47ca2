package digest

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/internal/generate"
	"github.com/mcp-evref/evref/pkg/record"
)

// TestHazardsAreExact compares the hazards of every number of generated records
// with exact arithmetic: what the canonical bytes say against what was written.
func TestHazardsAreExact(t *testing.T) {
	r := generate.New(30)
	var p record.Parser
	met := make(map[HazardKind]int)
	for range 20_000 {
		rec, err := p.Parse(r.JSON(), record.JSON)
		if err != nil || longNumber.Match(rec.Raw()) { // beyond what math/big can hold
			continue
		}
		for _, c := range All() {
			var want []string
			for node := range exactHazards(t, c, rec.Root()) {
				want = append(want, node)
			}
			var got []string
			for _, h := range Hazards(c, rec.Root()) {
				got = append(got, fmt.Sprintf("%d %s", h.Range.Start.Offset, h.Kind))
				met[h.Kind]++
				if v, ok := rec.Root().Find(h.Pointer); !ok || h.Message == "" || h.Help == "" {
					t.Fatalf("%q: hazard %+v names nothing (%v)", rec.Raw(), h, v)
				}
			}
			if slices.Sort(want); !slices.Equal(want, sortedCopy(got)) {
				t.Fatalf("%q: %s: hazards %v, want %v", rec.Raw(), c, got, want)
			}
		}
	}
	for _, kind := range HazardKinds() {
		if met[kind] < 100 {
			t.Errorf("%s was met %d times only", kind, met[kind])
		}
	}
}

func sortedCopy(s []string) []string {
	s = slices.Clone(s)
	slices.Sort(s)
	return s
}

// exactHazards gives "offset kind" for the hazards below v.
func exactHazards(t *testing.T, c Canonicalization, v record.Value) map[string]bool {
	t.Helper()
	out := make(map[string]bool)
	var walk func(v record.Value)
	text := func(v record.Value) {
		for _, r := range string(v.Content()) {
			if r >= 0xfdd0 && r <= 0xfdef || r&0xffff >= 0xfffe {
				out[fmt.Sprintf("%d %s", start(v), Noncharacter)] = true
			}
		}
	}
	walk = func(v record.Value) {
		switch v.Kind() {
		case record.String:
			text(v)
		case record.Number:
			literal := v.Literal()
			written, becomes := rational(literal), rational(canonicalNumber(t, c, v))
			switch integer := !strings.ContainsAny(literal, ".eE"); {
			case integer && written.Cmp(becomes) != 0:
				out[fmt.Sprintf("%d %s", start(v), Precision)] = true
			case !integer && written.Sign() != 0 && becomes.Sign() == 0:
				out[fmt.Sprintf("%d %s", start(v), Underflow)] = true
			}
		}
		for name, value := range v.Entries() {
			text(name)
			walk(value)
		}
		for _, value := range v.Elements() {
			walk(value)
		}
	}
	walk(v)
	return out
}

func start(v record.Value) int {
	s, _ := v.Span()
	return s
}

func rational(literal string) *big.Rat {
	r, ok := new(big.Rat).SetString(literal)
	if !ok {
		panic("not a number: " + literal)
	}
	return r
}

// canonicalNumber gives the number that the canonical bytes of v say, exactly.
func canonicalNumber(t *testing.T, c Canonicalization, v record.Value) string {
	t.Helper()
	out, err := c.Append(nil, v)
	if err != nil {
		t.Fatal(err)
	}
	if c == JCS {
		return string(out)
	}
	rec, err := record.Parse(out, record.CBOR, record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	n, integer := integerOf(rec.Root())
	if integer {
		return n.String()
	}
	f, _ := rec.Root().Float64()
	return new(big.Rat).SetFloat64(f).RatString()
}

func TestHazardsOfCBOR(t *testing.T) {
	for _, tc := range []struct {
		input string
		c     Canonicalization
		want  []HazardKind
	}{
		{"\x1b\x00\x20\x00\x00\x00\x00\x00\x01", JCS, []HazardKind{Precision}}, // 2^53+1
		{"\x1b\x00\x20\x00\x00\x00\x00\x00\x01", CBOR, nil},
		{"\x3b\xff\xff\xff\xff\xff\xff\xff\xfe", JCS, []HazardKind{Precision}}, // -2^64+1
		{"\x3b\xff\xff\xff\xff\xff\xff\xff\xff", JCS, []HazardKind{Precision}}, // -2^64, 20 digits
		{"\x1b\x00\x20\x00\x00\x00\x00\x00\x02", JCS, nil},
		{"\xa1\x63\xef\xbf\xbf\x00", JCS, []HazardKind{Noncharacter}},
		{"\xa1\x63\xef\xbf\xbf\x00", CBOR, []HazardKind{Noncharacter}},
		{"\xfb\x3f\xf1\x99\x99\x99\x99\x99\x9a", JCS, nil},
	} {
		rec, err := record.Parse([]byte(tc.input), record.CBOR, record.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var got []HazardKind
		for _, h := range Hazards(tc.c, rec.Root()) {
			got = append(got, h.Kind)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%x under %s: %v, want %v", tc.input, tc.c, got, tc.want)
		}
	}
}

// TestManyHazards looks at a record with more hazards than anybody can read: the
// list is bounded, every place is counted, and the last pointers are right.
func TestManyHazards(t *testing.T) {
	const n = 200_000
	raw := "[0" + strings.Repeat(`,9007199254740993,"`+"\uffff"+`"`, n) + "]"
	rec, err := record.Parse([]byte(raw), record.JSON, record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	hazards := Hazards(JCS, rec.Root())
	if len(hazards) != 2*(MaxListed+1) {
		t.Fatalf("%d hazards listed, want %d", len(hazards), 2*(MaxListed+1))
	}
	for i, h := range hazards {
		if want := fmt.Sprintf("/%d", i+1); h.Pointer != want {
			t.Fatalf("hazard %d is at %s, want %s", i, h.Pointer, want)
		}
	}
	for _, h := range hazards[2*MaxListed:] {
		if want := fmt.Sprintf("(the first of %d more)", n-MaxListed); !strings.HasSuffix(h.Message, want) {
			t.Errorf("last message is %q", h.Message)
		}
	}
	if notes := NotPortable(rec.Root()); len(notes) != MaxListed+1 || !strings.HasSuffix(notes[MaxListed].Message, "more)") {
		t.Errorf("%d notes", len(notes))
	}
	if numbers := MappingDependent(rec.Root()); len(numbers) != n {
		t.Errorf("%d numbers depend on the mapping, want %d", len(numbers), n)
	}
}
