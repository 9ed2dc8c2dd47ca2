package record

import (
	"errors"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/internal/generate"
	"github.com/mcp-evref/evref/pkg/internal/tape"
)

// TestSyntaxErrors holds the words people read: where, what, what to do.
func TestSyntaxErrors(t *testing.T) {
	for _, tc := range []struct {
		input, position, message, help string
	}{
		{"", "1:1", "record is empty", "a record is one JSON or CBOR value"},
		{"{\n  \"a\": 1,\n  \"\\u0061\": 2\n}", "3:3", `duplicate member name "a", first at 2:3`, "keep one of the two: readers disagree on which one counts"},
		{`["é", 01]`, "1:7", `not a JSON number: "01"`, "write digits, with an optional -, fraction and exponent, and no leading zero"},
		{"[\"a\x01\"]", "1:4", "raw control character U+0001 in a string", `write it as \u0001`},
		{"[\"a\xff\"]", "1:4", "invalid UTF-8 (byte 0xff)", "save the record as UTF-8"},
		{`["\ud800"]`, "1:3", "lone surrogate escape", "a character beyond U+FFFF needs both halves; one half is not text"},
		{"\xef\xbb\xbf{}", "1:1", "byte-order mark before the record", "save it as UTF-8 without a byte-order mark"},
		{"\xff\xfe{\x00", "1:1", "record is UTF-16, not UTF-8", "save it as UTF-8 without a byte-order mark"},
		{`{"a":1e400}`, "1:6", `number "1e400" is too large for a double`, "write it as a string"},
		{"{} {}", "1:4", `data after the end of the record, found "{"`, "give each record a file of its own, or a line of its own (digest --jsonl, verify --claims)"},
		{"[\u202e]", "1:2", "expected a value, found U+202E", "a value is an object, array, string, number, true, false or null"},
		{"[1 2]", "1:4", `expected a comma or the closing bracket, found "2"`, "check for a missing comma or quote before this place"},
		{"{'a':1}", "1:2", "single quotes are not JSON", "use double quotes"},
		{"[1,]", "1:4", "comma before a closing bracket", "remove the comma"},
		{`[tru\u001b]`, "1:2", `unknown word: "tru\u001b"`, "only true, false and null stand without quotes"},
		{`{"a":sk-live-0123456789}`, "1:6", "unknown word: 18 bytes without quotes", "only true, false and null stand without quotes"},
		{`[0123456789abcdef]`, "1:2", "not a JSON number: 16 bytes without quotes", "write digits, with an optional -, fraction and exponent, and no leading zero"},
		{`[00000000000000000]`, "1:2", `not a JSON number: "00000000000000000"`, "write digits, with an optional -, fraction and exponent, and no leading zero"},
	} {
		_, err := Parse([]byte(tc.input), JSON, Limits{})
		var e *SyntaxError
		if !errors.As(err, &e) {
			t.Errorf("%q: %v", tc.input, err)
			continue
		}
		if e.Error() != tc.message || e.Help() != tc.help || e.Range.Start.String() != tc.position {
			t.Errorf("%q: %s: %s; %s\nwant %s: %s; %s", tc.input, e.Range.Start, e, e.Help(), tc.position, tc.message, tc.help)
		}
		d := e.Diagnostic("x.json")
		if d.Source != "x.json" || d.Rule != e.Code || d.Message != e.Error() || d.Pointer != e.Pointer {
			t.Errorf("%q: diagnostic %+v", tc.input, d)
		}
	}
}

// TestErrorsAreOneSafeLine checks the manners of messages on generated inputs.
func TestErrorsAreOneSafeLine(t *testing.T) {
	r := generate.New(50)
	codes := make(map[string]bool)
	for i := range 40_000 {
		raw, format := r.JSON(), JSON
		if i%3 == 0 {
			raw, format = r.CBOR(), CBOR
		}
		_, err := Parse(raw, format, Limits{MaxDepth: 4})
		if err == nil {
			continue
		}
		e := err.(*SyntaxError)
		codes[e.Code] = true
		if m := e.Error(); m == "" || diag.Safe(m) != m || len(m) > 400 || strings.HasSuffix(m, ".") {
			t.Fatalf("%q: message %q", raw, m)
		}
		if diag.Safe(e.Help()) != e.Help() || e.Class == "" || e.Offset > len(raw) {
			t.Fatalf("%q: %+v", raw, e)
		}
		if line := e.Range.Start.IsValid(); line != (format == JSON) {
			t.Fatalf("%q: position %v", raw, e.Range.Start)
		}
	}
	if len(codes) < 25 {
		t.Errorf("only %d codes were met: %v", len(codes), codes)
	}
}

// TestEveryCodeHasWords looks at the codes themselves.
func TestEveryCodeHasWords(t *testing.T) {
	r := Record{tape: &tape.Tape{Raw: []byte("x")}}
	for _, code := range []tape.Code{
		tape.EmptyInput, tape.ByteOrderMark, tape.UnexpectedEnd, tape.UnexpectedByte, tape.TrailingData, tape.TrailingComma, tape.MissingComma,
		tape.MissingColon, tape.NameNotString, tape.Comment, tape.SingleQuote, tape.BadLiteral, tape.BadNumber, tape.NotFinite, tape.ControlCharacter,
		tape.BadEscape, tape.UnterminatedString, tape.InvalidUTF8, tape.RepeatedName, tape.LoneSurrogate, tape.NumberOverflow, tape.TooDeep,
		tape.TooLarge, tape.ReservedHead, tape.UnexpectedBreak, tape.BadIndefinite, tape.BadChunk, tape.BadSimple, tape.OddMap,
		tape.LengthBeyondData, tape.BadBignum, tape.KeyTooDeep,
	} {
		if message, help := explain(&r, Limits{}, &tape.Fault{Code: code}); message == "" || help == "" {
			t.Errorf("%s: message %q, help %q", code, message, help)
		}
	}
}

// TestCutOff: every beginning of a record that is refused may lack nothing but
// its end, and no record with a fault before its end does.
func TestCutOff(t *testing.T) {
	const text = ` {"a\u00e9\n" : [-1.5e+07, true,false, null, "é\ud83d\ude00𝄞", {}, []] } `
	refused := 0
	for n := range len(text) + 1 {
		_, err := Parse([]byte(text[:n]), JSON, Limits{})
		var e *SyntaxError
		if errors.As(err, &e) && n > 1 {
			refused++
			if !CutOff([]byte(text[:n]), e.Code, e.Offset) {
				t.Errorf("%s: %s at %d does not seem cut off", text[:n], e.Code, e.Offset)
			}
		}
		for _, fault := range []string{"x ]}", "\x00]", "1 2", `"a" "b"`, "}]"} {
			raw := []byte(text[:n] + fault)
			if _, err := Parse(raw, JSON, Limits{}); errors.As(err, &e) && e.Offset < n && CutOff(raw, e.Code, e.Offset) && e.Code != "unterminated-string" {
				t.Errorf("%s: %s at %d seems cut off", raw, e.Code, e.Offset)
			}
		}
	}
	if refused < 60 {
		t.Errorf("%d beginnings refused", refused)
	}
}
