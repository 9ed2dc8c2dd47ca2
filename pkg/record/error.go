package record

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/internal/tape"
)

// SyntaxError says why a record was refused. Class is one of "syntax", "utf8",
// "duplicate", "surrogate", "range", "depth", "size" and, for CBOR, also
// "malformed", "truncated", "trailing", "tag"; Code is the finer reason. Both
// are stable.
type SyntaxError struct {
	Class   string
	Code    string
	Offset  int    // byte offset in the input
	Pointer string // JSON pointer of the innermost value that was being read
	Range   diag.Range
	Related []diag.Related // for a repeated name: where it stands first

	message, help string
}

// Error is one line: what is wrong, without its position.
func (e *SyntaxError) Error() string {
	message := e.message
	for _, r := range e.Related {
		message += ", " + r.Message + " at " + r.Range.Start.String()
	}
	return message
}

// Help says what to do about it; it may be empty.
func (e *SyntaxError) Help() string { return e.help }

// Moved is the error of a record that is part of a larger text: its places as
// places of that text. lines and offset are how many lines and bytes stand
// before the record, which begins a line.
func (e *SyntaxError) Moved(lines, offset int) *SyntaxError {
	moved := *e
	moved.Offset += offset
	moved.Related = slices.Clone(e.Related)
	places := []*diag.Position{&moved.Range.Start, &moved.Range.End}
	for i := range moved.Related {
		places = append(places, &moved.Related[i].Range.Start, &moved.Related[i].Range.End)
	}
	for _, p := range places {
		p.Line += lines
		p.Offset += offset
	}
	return &moved
}

// Diagnostic is the error as data; the caller knows the source's name.
func (e *SyntaxError) Diagnostic(source string) diag.Diagnostic {
	return diag.Diagnostic{
		Rule: e.Code, Severity: diag.Error, Source: source,
		Pointer: e.Pointer, Range: e.Range, Message: e.Error(), Help: e.help,
		Related: slices.Clone(e.Related),
	}
}

// CutOff reports whether a JSON text that was refused with this code at this byte
// offset may lack nothing but its end: what is wrong reaches up to the last byte.
func CutOff(raw []byte, code string, offset int) bool {
	switch tape.Code(code) {
	case tape.UnexpectedEnd, tape.UnterminatedString:
		return true
	}
	return offset <= len(raw) && !bytes.ContainsAny(raw[offset:], " \t\r\n\",:[]{}")
}

func newSyntaxError(raw []byte, format Format, limits Limits, f *tape.Fault) *SyntaxError {
	e := &SyntaxError{Class: string(f.Class), Code: string(f.Code), Offset: f.Offset, Pointer: f.Pointer}
	r := Record{tape: &tape.Tape{Raw: raw}, format: format}
	e.Range = diag.Range{Start: r.position(f.Offset), End: r.position(f.Offset)}
	if f.Code == tape.RepeatedName {
		first := r.position(f.First)
		e.Related = []diag.Related{{Pointer: f.Pointer, Range: diag.Range{Start: first, End: first}, Message: "first"}}
	}
	e.message, e.help = explain(&r, limits, f)
	return e
}

// explain puts a fault into words: what is wrong and what to do.
func explain(r *Record, limits Limits, f *tape.Fault) (message, help string) {
	at := r.tape.Raw[min(f.Offset, len(r.tape.Raw)):]
	switch f.Code {
	case tape.RepeatedName:
		return "duplicate member name " + diag.Quote(f.Name, 0),
			"keep one of the two: readers disagree on which one counts"
	case tape.TooDeep:
		return fmt.Sprintf("nesting is deeper than the limit of %d", limits.MaxDepth), "raise --max-depth if this is intended"
	case tape.UnexpectedByte, tape.MissingComma, tape.MissingColon, tape.NameNotString:
		return fmt.Sprintf("%s, found %s", codeTexts[f.Code].message, found(at)), codeTexts[f.Code].help
	case tape.BadLiteral, tape.BadNumber:
		return fmt.Sprintf("%s: %s", codeTexts[f.Code].message, word(at)), codeTexts[f.Code].help
	case tape.BadEscape:
		return fmt.Sprintf("%s %s", codeTexts[f.Code].message, word(at)), codeTexts[f.Code].help
	case tape.TrailingData:
		return fmt.Sprintf("data after the end of the record, found %s", found(at)),
			"give each record a file of its own, or a line of its own (digest --jsonl, verify --claims)"
	case tape.ControlCharacter:
		return fmt.Sprintf("raw control character U+%04X in a string", at[0]), fmt.Sprintf(`write it as \u%04x`, at[0])
	case tape.InvalidUTF8:
		return fmt.Sprintf("invalid UTF-8 (byte 0x%02x)", at[0]), "save the record as UTF-8"
	case tape.ByteOrderMark:
		if at[0] != 0xef {
			return "record is UTF-16, not UTF-8", "save it as UTF-8 without a byte-order mark"
		}
		return "byte-order mark before the record", "save it as UTF-8 without a byte-order mark"
	case tape.NumberOverflow:
		return fmt.Sprintf("number %s is too large for a double", word(at)), "write it as a string"
	}
	t := codeTexts[f.Code]
	return t.message, t.help
}

var codeTexts = map[tape.Code]struct{ message, help string }{
	tape.EmptyInput:         {"record is empty", "a record is one JSON or CBOR value"},
	tape.UnexpectedEnd:      {"record ends too early", "the record seems cut off: fetch it again"},
	tape.UnexpectedByte:     {"expected a value", "a value is an object, array, string, number, true, false or null"},
	tape.TrailingComma:      {"comma before a closing bracket", "remove the comma"},
	tape.MissingComma:       {"expected a comma or the closing bracket", "check for a missing comma or quote before this place"},
	tape.MissingColon:       {"expected a colon after the member name", "write \"name\": value"},
	tape.NameNotString:      {"expected a member name in double quotes", "write \"name\": value"},
	tape.Comment:            {"comments are not JSON", "remove the comment"},
	tape.SingleQuote:        {"single quotes are not JSON", "use double quotes"},
	tape.BadLiteral:         {"unknown word", "only true, false and null stand without quotes"},
	tape.BadNumber:          {"not a JSON number", "write digits, with an optional -, fraction and exponent, and no leading zero"},
	tape.NotFinite:          {"NaN and infinity are not JSON", "use null or a string"},
	tape.BadEscape:          {"unknown escape", `only \" \\ \/ \b \f \n \r \t and \uXXXX are JSON`},
	tape.UnterminatedString: {"string has no closing quote", "close the string, or fetch the record again if it is cut off"},
	tape.LoneSurrogate:      {"lone surrogate escape", "a character beyond U+FFFF needs both halves; one half is not text"},

	tape.ReservedHead:     {"reserved CBOR head", "the input is not CBOR, or damaged"},
	tape.UnexpectedBreak:  {"CBOR break outside an indefinite-length item", "the input is not CBOR, or damaged"},
	tape.BadIndefinite:    {"this CBOR type has no indefinite length", "the input is not CBOR, or damaged"},
	tape.BadChunk:         {"chunk of another type in an indefinite-length string", "chunks are definite strings of the same type"},
	tape.BadSimple:        {"CBOR simple value below 32 in two bytes", "write it in one byte (RFC 8949 §3.3)"},
	tape.OddMap:           {"CBOR map ends after a key without a value", "the input is damaged"},
	tape.LengthBeyondData: {"CBOR length is larger than the rest of the input", "the record seems cut off or damaged: fetch it again"},
	tape.BadBignum:        {"tag 2 or 3 (bignum) on something that is not a byte string", "RFC 8949 §3.4.3 allows only a byte string"},
	tape.TooLarge:         {"record is larger than offsets of 32 bits can name", "split it into several records"},
	tape.KeyTooDeep:       {fmt.Sprintf("map key nests more than %d containers", tape.MaxKeyDepth), "use text keys"},
}

// found names the character at the start of b.
func found(b []byte) string {
	if len(b) == 0 {
		return "the end"
	}
	r, size := utf8.DecodeRune(b)
	if r == utf8.RuneError && size == 1 {
		return fmt.Sprintf("byte 0x%02x", b[0])
	}
	if r < 0x20 || r == 0x7f || diag.Safe(string(r)) != string(r) || r == 0x3000 {
		return fmt.Sprintf("U+%04X", r)
	}
	return fmt.Sprintf("%q", string(r))
}

// shortWord is up to how many bytes a word is shown that is no number.
const shortWord = 12

// word gives the run of characters at the start of b that belong together. Only
// its length is told of a long one: it may be a secret that lacks its quotes.
func word(b []byte) string {
	n := 0
	for n < len(b) && b[n] > ' ' && !bytes.ContainsRune([]byte(",:[]{}"), rune(b[n])) && (n == 0 || b[n] != '"') {
		n++
	}
	if n > shortWord && len(bytes.Trim(b[:n], "0123456789+-.eE")) > 0 {
		return fmt.Sprintf("%d bytes without quotes", n)
	}
	return diag.Quote(string(b[:n]), 40)
}
