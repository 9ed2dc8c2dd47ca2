package tape

import (
	"encoding/hex"
	"strings"
	"testing"
)

func mustHex(s string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		panic(err)
	}
	return b
}

// TestCBORFaults names class, code, offset and pointer for each way bytes can
// fail to be one valid CBOR item.
func TestCBORFaults(t *testing.T) {
	for _, tc := range []struct {
		input   string
		class   Class
		code    Code
		offset  int
		pointer string
	}{
		{"", Truncated, EmptyInput, 0, ""},
		{"18", Truncated, UnexpectedEnd, 1, ""},
		{"1b 00000000000000", Truncated, UnexpectedEnd, 8, ""},
		{"81", Truncated, LengthBeyondData, 0, ""},
		{"82 01", Truncated, LengthBeyondData, 0, ""},
		{"9f", Truncated, UnexpectedEnd, 1, ""},
		{"9f 01", Truncated, UnexpectedEnd, 2, ""},
		{"82 01 18", Truncated, UnexpectedEnd, 3, "/1"},
		{"a1 01", Truncated, LengthBeyondData, 0, ""},
		{"a1 6161 19 01", Truncated, UnexpectedEnd, 5, "/a"},
		{"a1 19 01", Truncated, UnexpectedEnd, 3, ""},
		{"bf 6161", Truncated, UnexpectedEnd, 3, ""},
		{"c1", Truncated, UnexpectedEnd, 1, ""},
		{"c2", Truncated, UnexpectedEnd, 1, ""},
		{"62 61", Truncated, LengthBeyondData, 0, ""},
		{"7b ffffffffffffffff 61", Truncated, LengthBeyondData, 0, ""},
		{"9b ffffffffffffffff 00", Truncated, LengthBeyondData, 0, ""},
		{"bb ffffffffffffffff 00", Truncated, LengthBeyondData, 0, ""},
		{"bb 8000000000000000 00", Truncated, LengthBeyondData, 0, ""},
		{"5f", Truncated, UnexpectedEnd, 1, ""},
		{"5f 42 01", Truncated, LengthBeyondData, 1, ""},
		{"00 00", Trailing, TrailingData, 1, ""},
		{"80 ff", Trailing, TrailingData, 1, ""},
		{"1c", Malformed, ReservedHead, 0, ""},
		{"81 1d", Malformed, ReservedHead, 1, "/0"},
		{"5e", Malformed, ReservedHead, 0, ""},
		{"fc", Malformed, ReservedHead, 0, ""},
		{"1f", Malformed, BadIndefinite, 0, ""},
		{"3f", Malformed, BadIndefinite, 0, ""},
		{"df 00", Malformed, BadIndefinite, 0, ""},
		{"ff", Malformed, UnexpectedBreak, 0, ""},
		{"81 ff", Malformed, UnexpectedBreak, 1, "/0"},
		{"a1 ff 00", Malformed, UnexpectedBreak, 1, ""},
		{"c1 ff", Malformed, UnexpectedBreak, 1, ""},
		{"bf 6161 ff", Malformed, OddMap, 3, ""},
		{"81 bf 6161 01 6162 ff", Malformed, OddMap, 7, "/0"},
		{"5f 6161 ff", Malformed, BadChunk, 1, ""},
		{"7f 4161 ff", Malformed, BadChunk, 1, ""},
		{"7f 7f 6161 ff ff", Malformed, BadChunk, 1, ""},
		{"5f 00 ff", Malformed, BadChunk, 1, ""},
		{"5f 5c ff", Malformed, BadChunk, 1, ""},
		{"f8 00", Malformed, BadSimple, 0, ""},
		{"f8 1f", Malformed, BadSimple, 0, ""},
		{"61 ff", UTF8, InvalidUTF8, 1, ""},
		{"63 61c328", UTF8, InvalidUTF8, 2, ""},
		{"7f 62c3a9 61c3 61a9 ff", UTF8, InvalidUTF8, 5, ""},
		{"63 eda080", UTF8, InvalidUTF8, 1, ""},
		{"a1 61ff 00", UTF8, InvalidUTF8, 2, ""},
		{"c2 00", BadTag, BadBignum, 0, ""},
		{"c3 6161", BadTag, BadBignum, 0, ""},
		{"c2 c2 40", BadTag, BadBignum, 0, ""},
		{"81 c2 80", BadTag, BadBignum, 1, "/0"},
		{strings.Repeat("81", testDepth+1) + "00", Depth, TooDeep, testDepth, strings.Repeat("/0", testDepth)},
		{strings.Repeat("c1", testDepth+1) + "00", Depth, TooDeep, testDepth, ""},
		{strings.Repeat("81", testDepth) + "c24101", Depth, TooDeep, testDepth, strings.Repeat("/0", testDepth)},
		{"a1" + strings.Repeat("81", MaxKeyDepth+1) + "00 00", Depth, KeyTooDeep, MaxKeyDepth + 1, ""},
		{strings.Repeat("a1", MaxKeyDepth+2) + strings.Repeat("00", 2*MaxKeyDepth), Depth, KeyTooDeep, MaxKeyDepth + 1, ""},
		{"a1 81" + strings.Repeat("c1", MaxKeyDepth) + "00 00", Depth, KeyTooDeep, MaxKeyDepth + 1, ""},
	} {
		_, f := parseCBOR(mustHex(tc.input))
		want := Fault{Class: tc.class, Code: tc.code, Offset: tc.offset, First: -1, Pointer: tc.pointer}
		if f == nil || *f != want {
			t.Errorf("%.80s: %+v, want %+v", tc.input, f, want)
		}
	}
}

func TestRepeatedKeys(t *testing.T) {
	for _, tc := range []struct {
		input         string
		first, offset int
		pointer       string
	}{
		{"a2 6161 00 6161 01", 1, 4, "/a"},
		{"a3 6161 00 6162 01 6161 02", 1, 7, "/a"},
		{"a2 6161 00 7f 6161 ff 01", 1, 4, "/a"},
		{"a2 6161 00 7801 61 01", 1, 4, "/a"},
		{"a2 01 00 1801 01", 1, 3, "/<01>"},
		{"a2 01 00 c24101 01", 1, 3, "/<01>"},
		{"a2 c1 00 00 c1 1800 00", 1, 4, "/<c100>"},
		{"a2 f97e00 00 fb7ff8000000000001 01", 1, 5, "/<f97e00>"},
		{"a2 80 00 9fff 01", 1, 3, "/<80>"},
		{"a2 a2 01 00 02 00 00 a2 02 00 01 00 01", 1, 7, "/<a201000200>"},
		{"a2 4161 00 5f 4161 ff 01", 1, 4, "/<4161>"},
		{"81 a2 6161 00 6161 01", 2, 5, "/0/a"},
		{"a1 6178 a2 f6 00 f6 01", 4, 6, "/x/<f6>"},
		{"a1 a2 01 00 01 01 00", 2, 4, ""}, // inside a key
		// A later fault does not hide an earlier repetition.
		{"a4 6161 00 6161 01 6162 fc 00 00", 1, 4, "/a"},
		{"a3 6162 00 6162 01 a2 6161 00 6161 01 00", 1, 4, "/b"},
		{"bf 6161 00 6161 01", 1, 4, "/a"},
	} {
		_, f := parseCBOR(mustHex(tc.input))
		if f == nil || f.Code != RepeatedName || f.First != tc.first || f.Offset != tc.offset || f.Pointer != tc.pointer {
			t.Errorf("%s: %+v, want first %d, offset %d, pointer %s", tc.input, f, tc.first, tc.offset, tc.pointer)
		}
	}
	for _, input := range []string{
		"a2 01 00 6131 00",           // 1 and "1"
		"a2 01 00 f93c00 00",         // 1 and 1.0
		"a2 01 00 20 00",             // 1 and -1
		"a2 f90000 00 f98000 00",     // 0.0 and -0.0
		"a2 6161 00 4161 00",         // text and bytes
		"a2 01 00 c101 00",           // 1 and a tagged 1
		"a2 f6 00 f7 00",             // null and undefined
		"a2 80 00 a0 00",             // [] and {}
		"a2 643c30313e 00 01 00",     // "<01>" and 1
		"a2 6161 00 82 6161 6161 00", // repetition in an array
	} {
		if _, f := parseCBOR(mustHex(input)); f != nil {
			t.Errorf("%s: %+v", input, f)
		}
	}
}

// TestOddities checks that each departure from RFC 8949 §4.2.1 is noticed, and
// nothing else.
func TestOddities(t *testing.T) {
	for _, tc := range []struct {
		input string
		want  Tape
	}{
		{"a3 6161 01 6162 20 626161 f93c00", Tape{}},
		{"c2 49 010000000000000000", Tape{}},
		{"f97e00", Tape{}},
		{"1817", Tape{NonShortest: true}},
		{"3817", Tape{NonShortest: true}},
		{"5800", Tape{NonShortest: true}},
		{"7900 01 61", Tape{NonShortest: true}},
		{"9a00000000", Tape{NonShortest: true}},
		{"b800", Tape{NonShortest: true}},
		{"d80100", Tape{NonShortest: true}},
		{"fa3f800000", Tape{NonShortest: true}},
		{"fb3ff0000000000000", Tape{NonShortest: true}},
		{"fa7fc00000", Tape{NonShortest: true}},
		{"f97e01", Tape{OddNaN: true}},
		{"f9fe00", Tape{OddNaN: true}},
		{"5f ff", Tape{Indefinite: true}},
		{"7f ff", Tape{Indefinite: true}},
		{"9f ff", Tape{Indefinite: true}},
		{"bf ff", Tape{Indefinite: true}},
		{"a2 6162 00 6161 00", Tape{Unsorted: true}},
		{"a2 626161 00 6162 00", Tape{Unsorted: true}},
		{"a2 6161 00 01 00", Tape{Unsorted: true}},
		{"c24101", Tape{OddBignum: true}},
		{"c240", Tape{OddBignum: true}},
		{"c34a 00010000000000000000", Tape{OddBignum: true}},
	} {
		raw := mustHex(tc.input)
		got, f := parseCBOR(raw)
		if f != nil {
			t.Errorf("%s: %+v", tc.input, f)
			continue
		}
		if got.NonShortest != tc.want.NonShortest || got.Indefinite != tc.want.Indefinite || got.Unsorted != tc.want.Unsorted ||
			got.OddNaN != tc.want.OddNaN || got.OddBignum != tc.want.OddBignum {
			t.Errorf("%s: %+v", tc.input, got)
		}
	}
}

// TestDeepKeys checks that a long text inside many keys is not copied without
// bound.
func TestDeepKeys(t *testing.T) {
	long := strings.Repeat("61", 1000)
	raw := mustHex(strings.Repeat("a1", MaxKeyDepth+1) + "7903e8" + long + "00" + strings.Repeat("00", MaxKeyDepth))
	tape, f := parseCBOR(raw)
	if f != nil {
		t.Fatal(f)
	}
	if limit := (MaxKeyDepth + 1) * len(raw); len(tape.Arena) > limit {
		t.Errorf("arena of %d bytes for %d, want at most %d", len(tape.Arena), len(raw), limit)
	}
}

func parseCBOR(raw []byte) (*Tape, *Fault) {
	p := Parser{Options: Options{MaxDepth: testDepth}}
	return p.CBOR(raw)
}
