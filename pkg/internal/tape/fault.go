package tape

// Class groups faults the way the public test vectors do.
type Class string

// Classes of faults. JSON knows all but Malformed, Truncated, Trailing and
// BadTag; CBOR all but Syntax, Surrogate and Range.
const (
	Syntax        Class = "syntax"
	UTF8          Class = "utf8"
	DuplicateName Class = "duplicate"
	Surrogate     Class = "surrogate"
	Range         Class = "range"
	Depth         Class = "depth"
	Size          Class = "size"
	Malformed     Class = "malformed"
	Truncated     Class = "truncated"
	Trailing      Class = "trailing"
	BadTag        Class = "tag"
)

// Code is the finer reason of a fault; each belongs to one class.
type Code string

// Codes of faults.
const (
	EmptyInput         Code = "empty-input"
	ByteOrderMark      Code = "byte-order-mark"
	UnexpectedEnd      Code = "unexpected-end"
	UnexpectedByte     Code = "unexpected-character"
	TrailingData       Code = "trailing-data"
	TrailingComma      Code = "trailing-comma"
	MissingComma       Code = "missing-comma"
	MissingColon       Code = "missing-colon"
	NameNotString      Code = "name-not-string"
	Comment            Code = "comment"
	SingleQuote        Code = "single-quote"
	BadLiteral         Code = "invalid-literal"
	BadNumber          Code = "invalid-number"
	NotFinite          Code = "not-finite"
	ControlCharacter   Code = "control-character"
	BadEscape          Code = "invalid-escape"
	UnterminatedString Code = "unterminated-string"
	InvalidUTF8        Code = "invalid-utf8"
	RepeatedName       Code = "duplicate-name"
	LoneSurrogate      Code = "lone-surrogate"
	NumberOverflow     Code = "number-overflow"
	TooDeep            Code = "too-deep"
	TooLarge           Code = "too-large"

	ReservedHead     Code = "reserved-head"
	UnexpectedBreak  Code = "unexpected-break"
	BadIndefinite    Code = "indefinite-not-allowed"
	BadChunk         Code = "invalid-chunk"
	BadSimple        Code = "invalid-simple"
	OddMap           Code = "key-without-value"
	LengthBeyondData Code = "length-beyond-input"
	BadBignum        Code = "invalid-bignum"
	KeyTooDeep       Code = "key-too-deep"
)

// Fault says why and where a record could not be read.
type Fault struct {
	Class   Class
	Code    Code
	Offset  int    // byte offset in the input
	First   int    // RepeatedName: offset of the first of the two names; otherwise -1
	Name    string // RepeatedName: the name
	Pointer string // JSON pointer of the innermost value being read, cut to MaxPointer
}

// fault builds the fault for the value that is being read.
func (p *Parser) fault(class Class, code Code, offset int) *Fault {
	return &Fault{Class: class, Code: code, Offset: offset, First: -1, Pointer: p.pointer(true)}
}

// faultBetween builds the fault for what stands between the values of the
// innermost container: names, separators, its end.
func (p *Parser) faultBetween(class Class, code Code, offset int) *Fault {
	return &Fault{Class: class, Code: code, Offset: offset, First: -1, Pointer: p.pointer(false)}
}
