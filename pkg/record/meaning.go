package record

import (
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/internal/tape"
)

// ErrorDocs explains every code of a [SyntaxError], those of JSON first.
func ErrorDocs() []diag.Doc {
	var out []diag.Doc
	for _, code := range errorCodes {
		d := diag.Doc{Name: string(code), Meaning: codeTexts[code].message, Do: codeTexts[code].help}
		if special, ok := specialMeanings[code]; ok {
			d.Meaning, d.Do = special.message, special.help
		}
		out = append(out, d)
	}
	return out
}

var errorCodes = []tape.Code{
	tape.EmptyInput, tape.ByteOrderMark, tape.InvalidUTF8, tape.UnexpectedEnd, tape.UnexpectedByte, tape.TrailingData,
	tape.TrailingComma, tape.MissingComma, tape.MissingColon, tape.NameNotString, tape.Comment, tape.SingleQuote,
	tape.BadLiteral, tape.BadNumber, tape.NotFinite, tape.NumberOverflow, tape.ControlCharacter, tape.BadEscape,
	tape.UnterminatedString, tape.RepeatedName, tape.LoneSurrogate, tape.TooDeep, tape.TooLarge,
	tape.ReservedHead, tape.UnexpectedBreak, tape.BadIndefinite, tape.BadChunk, tape.BadSimple, tape.OddMap,
	tape.LengthBeyondData, tape.BadBignum, tape.KeyTooDeep,
}

// specialMeanings are those of codes whose message has the details of a case in
// it.
var specialMeanings = map[tape.Code]struct{ message, help string }{
	tape.RepeatedName: {
		"an object has two members with the same name, compared after escapes are resolved",
		"keep one of the two: readers disagree on which one counts, so two readers can see two records",
	},
	tape.TooDeep:  {"the record nests deeper than the limit", "raise --max-depth if this is intended"},
	tape.TooLarge: {"the record is larger than the limit", "raise --max-record-size if this is really one record"},
	tape.BadNumber: {
		"this is not a JSON number", "write digits, with an optional -, fraction and exponent, and no leading zero",
	},
	tape.TrailingData:     {"there is data after the end of the record", "give one record a file, or use --jsonl for one record a line"},
	tape.ControlCharacter: {"a raw control character stands in a string", `write it as an escape, such as \n or \u0001`},
	tape.InvalidUTF8:      {"the text is not UTF-8", "save the record as UTF-8"},
	tape.ByteOrderMark:    {"the record begins with a byte-order mark, or is UTF-16", "save it as UTF-8 without a byte-order mark"},
	tape.NumberOverflow:   {"a number is too large for a double", "write it as a string"},
}
