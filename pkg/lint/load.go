package lint

import (
	"bytes"
	"errors"
	"path"
	"strings"

	"github.com/mcp-evref/evref/pkg/record"
)

// Shape is how a file holds its tools.
type Shape string

// The shapes that [Load] recognises.
const (
	OneTool    Shape = "tool"        // one definition, such as a toolsnap
	ToolArray  Shape = "array"       // an array of definitions
	ToolMap    Shape = "map"         // definitions by name
	ToolsList  Shape = "tools-list"  // an object with tools, such as a ListToolsResult
	Response   Shape = "json-rpc"    // a JSON-RPC response with either of tools or a result
	Capture    Shape = "capture"     // tools deeper inside something else
	Lines      Shape = "json-lines"  // one of the others on each line
	ToolResult Shape = "tool-result" // a CallToolResult
)

// DefaultMaxBytes is the size of file that [Load] reads by default: captures of
// whole registries are larger than any one record.
const DefaultMaxBytes = 1 << 30

// LoadOptions control [Load]. The zero value is the default.
type LoadOptions struct {
	Limits record.Limits // MaxBytes is DefaultMaxBytes when zero
}

// UnrecognizedError is an input that holds no tool definition and no tool result.
type UnrecognizedError struct {
	Like string // what it looks like, such as "an OpenAPI document"; may be empty
	Help string // what to do instead; may be empty
}

// Error is one line without the name of the input.
func (e *UnrecognizedError) Error() string {
	if e.Like == "" {
		return "no tool definition or tool result found"
	}
	return "not a tool file: this is " + e.Like
}

// Load reads one input and finds the tools and results in it: in one document,
// or in JSON Lines when the name ends in .jsonl or .ndjson or the text shows it.
// The file keeps raw, which must not change. The error is a
// [*record.SyntaxError] or an [*UnrecognizedError].
func Load(source string, raw []byte, o LoadOptions) (*File, error) {
	if o.Limits.MaxBytes == 0 {
		o.Limits.MaxBytes = DefaultMaxBytes
	}
	f := &File{Source: source, Raw: raw}
	ld := &loader{file: f, parser: record.Parser{AllowDuplicates: true, Limits: o.Limits}}
	if isLinesName(source) {
		return f, ld.loadLines()
	}
	rec, err := ld.parser.Parse(raw, record.JSON)
	if err != nil {
		if startsNewLine(raw, err) {
			return f, ld.loadLines()
		}
		return nil, err
	}
	f.records = []*record.Record{rec}
	ld.document(rec)
	if err := ld.recognized(rec.Root()); err != nil {
		return nil, err
	}
	return f, nil
}

func isLinesName(source string) bool {
	ext := strings.ToLower(path.Ext(source))
	return ext == ".jsonl" || ext == ".ndjson"
}

// startsNewLine reports an error that says: the first value is complete, and
// another one begins on a later line.
func startsNewLine(raw []byte, err error) bool {
	var syntax *record.SyntaxError
	if !errors.As(err, &syntax) || syntax.Code != "trailing-data" {
		return false
	}
	before := bytes.TrimRight(raw[:syntax.Offset], " \t\r")
	return len(before) > 0 && before[len(before)-1] == '\n' && bytes.IndexByte(bytes.TrimSpace(before), '\n') < 0
}

// loader finds tools and results and puts them into a file.
type loader struct {
	file   *File
	parser record.Parser
	likely bool // something was recognised by more than a member named tools
	top    Shape
}

// document searches one document.
func (ld *loader) document(rec *record.Record) {
	ld.top = ""
	ld.search(rec.Root(), place{})
	if ld.file.Shape == "" {
		ld.file.Shape = ld.top
	}
}

// recognized refuses what was not recognised, or only by a member named tools
// when the rest of it is known to be something else.
func (ld *loader) recognized(root record.Value) error {
	f := ld.file
	found := len(f.Lists)+len(f.Results) > 0
	f.Doubtful = found && !ld.likely
	if found && ld.likely {
		return nil
	}
	if like := looksLike(root); like != nil {
		return like
	}
	if !found {
		return &UnrecognizedError{Like: describe(root)}
	}
	return nil
}

// describe names what an unknown document is.
func describe(v record.Value) string {
	if v.Kind() != record.Object {
		return article(v.Kind()) + " without tools"
	}
	var names []string
	for m := range v.Members() {
		if len(names) == 4 {
			names = append(names, "…")
			break
		}
		names = append(names, quote(m.Name, 24))
	}
	if len(names) == 0 {
		return "an empty object"
	}
	return "an object with " + strings.Join(names, ", ")
}
