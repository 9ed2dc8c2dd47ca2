package tape

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/internal/generate"
)

const testDepth = 100

// TestJSONFaults names class, code, offset and pointer for each way a text can
// fail to be I-JSON.
func TestJSONFaults(t *testing.T) {
	for _, tc := range []struct {
		input   string
		class   Class
		code    Code
		offset  int
		pointer string
	}{
		{"", Syntax, EmptyInput, 0, ""},
		{" \r\n\t", Syntax, EmptyInput, 4, ""},
		{"\xef\xbb\xbf{}", Syntax, ByteOrderMark, 0, ""},
		{"\xfe\xff\x00{", Syntax, ByteOrderMark, 0, ""},
		{"\xff\xfe{\x00", Syntax, ByteOrderMark, 0, ""},
		{" \xef\xbb\xbf{}", Syntax, UnexpectedByte, 1, ""},

		{"[", Syntax, UnexpectedEnd, 1, "/0"},
		{"[1", Syntax, UnexpectedEnd, 2, ""},
		{"[1,", Syntax, UnexpectedEnd, 3, "/1"},
		{"{", Syntax, UnexpectedEnd, 1, ""},
		{`{"a"`, Syntax, UnexpectedEnd, 4, "/a"},
		{`{"a":`, Syntax, UnexpectedEnd, 5, "/a"},
		{`{"a":1`, Syntax, UnexpectedEnd, 6, ""},
		{`{"a":1,`, Syntax, UnexpectedEnd, 7, ""},
		{"[] []", Syntax, TrailingData, 3, ""},
		{"1 2", Syntax, TrailingData, 2, ""},
		{"[]\x00", Syntax, TrailingData, 2, ""},
		{"{}\xef\xbb\xbf", Syntax, TrailingData, 2, ""},
		{"[1,]", Syntax, TrailingComma, 3, ""},
		{`{"a":[1, ]}`, Syntax, TrailingComma, 9, "/a"},
		{`{"a":1,}`, Syntax, TrailingComma, 7, ""},
		{"[1,}", Syntax, TrailingComma, 3, ""},
		{"[1 2]", Syntax, MissingComma, 3, ""},
		{"[1}", Syntax, MissingComma, 2, ""},
		{`{"a":1]`, Syntax, MissingComma, 6, ""},
		{`{"a":1 "b":2}`, Syntax, MissingComma, 7, ""},
		{`[1 // one` + "\n]", Syntax, Comment, 3, ""},
		{`{"a" 1}`, Syntax, MissingColon, 5, "/a"},
		{`{"a"}`, Syntax, MissingColon, 4, "/a"},
		{`{"a" /**/:1}`, Syntax, Comment, 5, "/a"},
		{`{a:1}`, Syntax, NameNotString, 1, ""},
		{`{1:1}`, Syntax, NameNotString, 1, ""},
		{`{,}`, Syntax, NameNotString, 1, ""},
		{`{'a':1}`, Syntax, SingleQuote, 1, ""},
		{`{NaN:1}`, Syntax, NotFinite, 1, ""},
		{`{"x":{"a":1,"b" :2, # c`, Syntax, Comment, 20, "/x"},

		{"[,]", Syntax, UnexpectedByte, 1, "/0"},
		{"[1,,2]", Syntax, UnexpectedByte, 3, "/1"},
		{"]", Syntax, UnexpectedByte, 0, ""},
		{":", Syntax, UnexpectedByte, 0, ""},
		{"\x00", Syntax, UnexpectedByte, 0, ""},
		{"\u00a01", Syntax, UnexpectedByte, 0, ""},
		{`{"a":'b'}`, Syntax, SingleQuote, 5, "/a"},
		{"[nul]", Syntax, BadLiteral, 1, "/0"},
		{"[nulls]", Syntax, BadLiteral, 1, "/0"},
		{"[True]", Syntax, BadLiteral, 1, "/0"},
		{"trueé", Syntax, BadLiteral, 0, ""},
		{"undefined", Syntax, BadLiteral, 0, ""},
		{"NaN", Syntax, NotFinite, 0, ""},
		{"-Infinity", Syntax, NotFinite, 0, ""},
		{"[1,Infinity]", Syntax, NotFinite, 3, "/1"},

		{"-", Syntax, BadNumber, 0, ""},
		{"[-]", Syntax, BadNumber, 1, "/0"},
		{"01", Syntax, BadNumber, 0, ""},
		{"-01", Syntax, BadNumber, 0, ""},
		{"00", Syntax, BadNumber, 0, ""},
		{"1.", Syntax, BadNumber, 0, ""},
		{"1.e5", Syntax, BadNumber, 0, ""},
		{".5", Syntax, BadNumber, 0, ""},
		{"+1", Syntax, BadNumber, 0, ""},
		{"1e", Syntax, BadNumber, 0, ""},
		{"1e+", Syntax, BadNumber, 0, ""},
		{"1e5.5", Syntax, BadNumber, 0, ""},
		{"1.5.5", Syntax, BadNumber, 0, ""},
		{"1-2", Syntax, BadNumber, 0, ""},
		{"0x10", Syntax, BadNumber, 0, ""},
		{"1_000", Syntax, BadNumber, 0, ""},
		{"1n", Syntax, BadNumber, 0, ""},
		{"[1,1e400]", Range, NumberOverflow, 3, "/1"},
		{"-1e400", Range, NumberOverflow, 0, ""},
		{"1.7976931348623159e308", Range, NumberOverflow, 0, ""},
		{strings.Repeat("9", 400), Range, NumberOverflow, 0, ""},
		{"1e99999999999999999999", Range, NumberOverflow, 0, ""},

		{`"a`, Syntax, UnterminatedString, 0, ""},
		{`["abcdefghijk`, Syntax, UnterminatedString, 1, "/0"},
		{`["\`, Syntax, UnterminatedString, 1, "/0"},
		{`["\u`, Syntax, UnterminatedString, 1, "/0"},
		{`["\u12`, Syntax, UnterminatedString, 1, "/0"},
		{`["\ud83d`, Syntax, UnterminatedString, 1, "/0"},
		{`["\ud83d\`, Syntax, UnterminatedString, 1, "/0"},
		{`["\ud83d\ude0`, Syntax, UnterminatedString, 1, "/0"},
		{`["\u0041`, Syntax, UnterminatedString, 1, "/0"},
		{`{"a":1,"b`, Syntax, UnterminatedString, 7, ""},
		{"\"a\nb\"", Syntax, ControlCharacter, 2, ""},
		{"\"abcdefgh\x00\"", Syntax, ControlCharacter, 9, ""},
		{"{\"\x1f\":1}", Syntax, ControlCharacter, 2, ""},
		{`"\x41"`, Syntax, BadEscape, 1, ""},
		{`"\'"`, Syntax, BadEscape, 1, ""},
		{`"\u12g4"`, Syntax, BadEscape, 1, ""},
		{`"\u123"`, Syntax, BadEscape, 1, ""},
		{`"\U0041"`, Syntax, BadEscape, 1, ""},
		{`"\ud83d\ude0x"`, Syntax, BadEscape, 7, ""},
		{`"\ud83d"`, Surrogate, LoneSurrogate, 1, ""},
		{`"\ud83dxx"`, Surrogate, LoneSurrogate, 1, ""},
		{`"\ud83d\n"`, Surrogate, LoneSurrogate, 1, ""},
		{`"\ud83d\ud83d"`, Surrogate, LoneSurrogate, 1, ""},
		{`"\ud83d\u0041"`, Surrogate, LoneSurrogate, 1, ""},
		{`"\ude00"`, Surrogate, LoneSurrogate, 1, ""},
		{"\"\xff\"", UTF8, InvalidUTF8, 1, ""},
		{"\"abc\x80\"", UTF8, InvalidUTF8, 4, ""},
		{"\"\xc0\x80\"", UTF8, InvalidUTF8, 1, ""},
		{"\"\xed\xa0\x80\"", UTF8, InvalidUTF8, 1, ""},
		{"\"\xf4\x90\x80\x80\"", UTF8, InvalidUTF8, 1, ""},
		{"\"\xe2\x82\"", UTF8, InvalidUTF8, 1, ""},

		{strings.Repeat("[", testDepth+1), Depth, TooDeep, testDepth, strings.Repeat("/0", testDepth)},
		{strings.Repeat(`{"a":`, testDepth+1), Depth, TooDeep, 5 * testDepth, strings.Repeat("/a", testDepth)},
	} {
		_, f := parse(tc.input)
		want := Fault{Class: tc.class, Code: tc.code, Offset: tc.offset, First: -1, Pointer: tc.pointer}
		if f == nil || *f != want {
			t.Errorf("%.60q: %+v, want %+v", tc.input, f, want)
		}
		agree(t, []byte(tc.input))
	}
}

// TestRepeatedNames checks that the first repeated name is the one reported,
// wherever it stands and whatever else is wrong behind it.
func TestRepeatedNames(t *testing.T) {
	for _, tc := range []struct {
		input         string
		first, offset int
		name, pointer string
	}{
		{`{"a":1,"a":2}`, 1, 7, "a", "/a"},
		{`{"a":1,"\u0061":2}`, 1, 7, "a", "/a"},
		{`{"b":1,"a":2,"b":3}`, 1, 13, "b", "/b"},
		{`{"c":1,"b":1,"b":1,"c":1,"a":1}`, 7, 13, "b", "/b"},
		{`{"":1,"":2}`, 1, 6, "", "/"},
		{`{"~/":1,"\u007e/":2}`, 1, 8, "~/", "/~0~1"},
		{`[0,{"z":{"b":1,"a":2,"b":3}}]`, 9, 21, "b", "/1/z/b"},
		// A later fault does not hide an earlier repetition.
		{`{"b":1,"a":2,"a":3,oops`, 7, 13, "a", "/a"},
		{`{"b":1,"a":2,"a":{"d":1,"c":1,"c":1}}`, 7, 13, "a", "/a"},
		{`{"b":1,"a":2,"a":[[[{"x":`, 7, 13, "a", "/a"},
		{`{"b":1,"a":2,"b"`, 1, 13, "b", "/b"},
		{`{"z":1,"y":{"b":1,"a":2,"a":3,"x`, 18, 24, "a", "/y/a"},
	} {
		_, f := parse(tc.input)
		want := Fault{Class: DuplicateName, Code: RepeatedName, Offset: tc.offset, First: tc.first, Name: tc.name, Pointer: tc.pointer}
		if f == nil || *f != want {
			t.Errorf("%s: %+v, want %+v", tc.input, f, want)
		}
		agree(t, []byte(tc.input))
	}
}

// TestJSONAccepted checks what must be read, through the reference reader.
func TestJSONAccepted(t *testing.T) {
	for _, input := range []string{
		`0`, `-0`, `""`, `null`, " true ", "\t\r\n[ ]\n", `{}`, `{ }`, `[[],{}]`,
		`{"a":{"b":[1,2,{"c":null}]},"d":"e"}`,
		`{"b":1,"a":2,"\u0063":3,"":4}`,
		`{"\ud83d\ude00":1,"` + "\ue000" + `":2,"` + "\U0001F601" + `":3}`,
		`"\u0000\u001f\"\\\/\b\f\n\r\t\u00e9\u20ac\ud83d\ude00"`,
		"\"\x7f\u0080\u07ff\u0800\uffff\U00010000\U0010ffff\"",
		`[1e1,1E+1,1e-1,0.10,-0.0,1e-400,123456789012345678901234567890]`,
		strings.Repeat("[", testDepth) + strings.Repeat("]", testDepth),
		`["` + strings.Repeat("x", 1000) + `"]`,
	} {
		if _, f := parse(input); f != nil {
			t.Errorf("%.60q: %+v", input, f)
		}
		agree(t, []byte(input))
	}
}

// TestCutInputs reads every beginning of a text that has everything in it.
func TestCutInputs(t *testing.T) {
	const text = ` {"b":[1,-2.5e+3,"x\n\ud83d\ude00é",null] , "a" : {"c":true,"\u0062":false,"":{}}, "é":[[ ]] } `
	for i := range text {
		agree(t, []byte(text[:i]))
		agree(t, []byte(text[i:]))
		agree(t, []byte(text[:i]+"\x00"+text[i:]))
		agree(t, []byte(text[:i]+"\""+text[i:]))
	}
}

// TestVerbatim checks that exactly the canonical spans are marked.
func TestVerbatim(t *testing.T) {
	for input, want := range map[string]bool{
		`{"a":1,"b":[true,"x",{}]}`: true,
		`{"b":1,"a":2}`:             false,
		`{"a": 1}`:                  false,
		`[ ]`:                       false,
		`["\/"]`:                    false,
		`["\u00e9"]`:                false,
		`["\n\"\\\u0001"]`:          true,
		`["\u000A"]`:                false,
		`["\u001A"]`:                false,
		`["é"]`:                     true,
		`[-0]`:                      false,
		`[1e2]`:                     false,
		`[-12]`:                     true,
		`[[{"b":[{"a":1,"A":2}]}]]`: false,
	} {
		tape, f := parse("[0, " + input + " ,0]")
		if f != nil {
			t.Fatal(input, f)
		}
		if got := tape.Nodes[2].Has(FlagVerbatim); got != want {
			t.Errorf("%s: verbatim is %v", input, got)
		}
		if tape.Nodes[0].Has(FlagVerbatim) {
			t.Errorf("%s: the array around it, with spaces, is verbatim", input)
		}
	}
}

func TestAllowDuplicates(t *testing.T) {
	p := Parser{Options: Options{MaxDepth: testDepth, AllowDuplicates: true}}
	tape, f := p.JSON([]byte(`{"b":{"y":1,"x":1,"y":1},"a":1,"b":1,"a":1,"\u0062":1}`))
	if f != nil {
		t.Fatal(f)
	}
	var got []string
	for _, d := range tape.Duplicates {
		if string(tape.Text(d.First)) != string(tape.Text(d.Again)) || d.First >= d.Again {
			t.Errorf("pair %v does not name equal names in input order", d)
		}
		got = append(got, string(tape.Raw[tape.Nodes[d.Again].Start:tape.Nodes[d.Again].End]))
	}
	if want := []string{`"y"`, `"b"`, `"a"`, `"\u0062"`}; !slices.Equal(got, want) {
		t.Errorf("duplicates %v, want %v", got, want)
	}
}

func TestPointerIsCut(t *testing.T) {
	long := strings.Repeat("é~", MaxPointer)
	for _, input := range []string{`{"` + long + `":x}`, strings.Repeat(`{"abc/":`, testDepth/2) + `{"` + long + `":x}`} {
		_, f := parse(input)
		if f == nil || len(f.Pointer) > MaxPointer+len("…") || !strings.HasSuffix(f.Pointer, "…") {
			t.Errorf("pointer of a fault in a long path: %+v", f)
		}
	}
}

func parse(input string) (*Tape, *Fault) {
	p := Parser{Options: Options{MaxDepth: testDepth}}
	return p.JSON([]byte(input))
}

// agree compares the parser with the reference reader.
func agree(t *testing.T, raw []byte) {
	t.Helper()
	agreeWith(t, &Parser{Options: Options{MaxDepth: testDepth}}, raw)
}

func agreeWith(t *testing.T, p *Parser, raw []byte) {
	t.Helper()
	want, wantFault := readReference(raw, testDepth)
	for _, order := range []Order{OrderUTF16, OrderEncoded} {
		p.Order = order
		tape, fault := p.JSON(raw)
		switch {
		case fault == nil && wantFault == nil:
			if got := trace(t, tape); !slices.Equal(got, want) {
				t.Fatalf("%q:\n got %q\nwant %q", raw, got, want)
			}
		case fault == nil || wantFault == nil || *fault != *wantFault:
			t.Fatalf("%q:\n got %+v\nwant %+v", raw, fault, wantFault)
		}
	}
}

// FuzzJSON compares the parser with the reference reader.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{
		`{"b":[1,-2.5e+3,"x\n\ud83d\ude00é",null],"a":{"c":true,"\u0062":false}}`,
		`{"b":1,"a":2,"b":[`, "[1e400,12345678901234567890,\"\xff\"", ` [ "\u12`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) { agree(t, raw) })
}

// TestRandomJSON compares the parser with the reference reader on generated
// inputs.
func TestRandomJSON(t *testing.T) {
	r := generate.New(1)
	p := Parser{Options: Options{MaxDepth: testDepth}} // its memory is used again
	for range *inputs {
		agreeWith(t, &p, r.JSON())
	}
}
