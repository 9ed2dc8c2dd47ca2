package explain

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/config"
	"github.com/mcp-evref/evref/pkg/lint"
	"github.com/mcp-evref/evref/pkg/record"
)

// As says what a file is to be taken for.
type As string

// What a file can be taken for. The zero As finds out.
const (
	AsTools         As = "tools"
	AsResult        As = "result"
	AsRecord        As = "record"
	AsDefinition    As = "definition"
	AsConfiguration As = "configuration"
)

// AsNames lists them for flags.
func AsNames() []string {
	return []string{string(AsTools), string(AsResult), string(AsRecord), string(AsDefinition), string(AsConfiguration)}
}

// Reader explains files. The zero value finds out what each is and knows no
// schemes.
type Reader struct {
	As      As
	Lines   bool // each line of a file is a document (JSON Lines)
	Limits  record.Limits
	Schemes *evidence.Schemes
	// Tool is the one tool to explain; "" explains all of a file.
	Tool string
	// AnnotationKey is the _meta key of trust annotations; "" is
	// [evidence.AnnotationKey].
	AnnotationKey string
	// Place says where a client configuration is, as part of its fingerprints
	// (see package config). nil takes every file for one that is neither a
	// project's nor a user's.
	Place func(source string) fingerprint.Source
}

// NotError says that a file is not what it was to be taken for.
type NotError struct{ What string }

// Error is one line without the name of the file.
func (e *NotError) Error() string { return "this is not " + e.What }

// Read explains one file. The error is a [*record.SyntaxError], a
// [*fingerprint.Error], an error of package config, a [*NotError] or an
// [*UnknownToolError]; for JSON Lines it is one [*LineError] or several of them
// joined, and what could be read is explained all the same.
func (r *Reader) Read(source string, raw []byte, format record.Format) ([]Card, error) {
	if r.Lines {
		return r.lines(source, raw)
	}
	return r.read(source, raw, format)
}

func (r *Reader) read(source string, raw []byte, format record.Format) ([]Card, error) {
	switch r.As {
	case AsTools:
		return r.tools(source, raw)
	case AsDefinition:
		return r.definition(source, raw)
	case AsConfiguration:
		return r.configuration(source, raw)
	case AsRecord, AsResult:
		rec, err := record.Parse(raw, format, r.Limits)
		if err != nil {
			return nil, err
		}
		if r.As == AsRecord {
			return []Card{r.record(source, rec.Root())}, nil
		}
		cards, ok := r.results(source, rec.Root())
		if !ok {
			return nil, &NotError{"a tool result"}
		}
		return cards, nil
	}
	return r.recognize(source, raw, format)
}

// recognize finds out what a file is: the most particular shape first, and an
// evidence record, which can be anything, last.
func (r *Reader) recognize(source string, raw []byte, format record.Format) ([]Card, error) {
	if format == record.CBOR {
		rec, err := record.Parse(raw, record.CBOR, r.Limits)
		if err != nil {
			return nil, err
		}
		if cards, ok := r.results(source, rec.Root()); ok {
			return cards, nil
		}
		return []Card{r.record(source, rec.Root())}, nil
	}
	if isConfigurationName(source) {
		return r.configuration(source, raw)
	}
	tools, err := lint.Load(source, raw, lint.LoadOptions{Limits: r.Limits})
	hasTools := err == nil && tools.Tools() > 0
	if hasTools && !tools.Doubtful {
		return r.toolsOf(tools)
	}
	rec, err := record.Parse(raw, record.JSON, r.Limits)
	if err != nil {
		return r.notOneDocument(source, raw, err)
	}
	root := rec.Root()
	if fingerprint.LooksLike(root) {
		return r.definition(source, raw)
	}
	if cards, ok := r.results(source, root); ok {
		return cards, nil
	}
	if cards, err := r.configuration(source, raw); err == nil {
		return cards, nil
	}
	if hasTools {
		return r.toolsOf(tools)
	}
	c := r.record(source, root)
	c.guessed = !slices.ContainsFunc(c.Schemes, func(s SchemeNote) bool { return s.Fits })
	return []Card{c}, nil
}

// notOneDocument is for a file that is not one strict JSON document: JSON Lines,
// or a configuration with comments. refused is why.
func (r *Reader) notOneDocument(source string, raw []byte, refused error) ([]Card, error) {
	if ext := strings.ToLower(path.Ext(source)); ext == ".jsonl" || ext == ".ndjson" {
		return r.lines(source, raw)
	}
	cards, err := r.configuration(source, raw)
	if err == nil || config.IsUsualName(source) {
		return cards, err
	}
	return nil, refused
}

// lines explains every line of a JSON Lines file by itself; tools are explained
// together, since they are one list.
func (r *Reader) lines(source string, raw []byte) ([]Card, error) {
	if f, err := lint.Load(source, raw, lint.LoadOptions{Limits: r.Limits}); err == nil && f.Tools() > 0 && r.As == "" {
		return r.toolsOf(f)
	}
	var cards []Card
	var failed []error
	number := 0
	for line := range strings.Lines(string(raw)) {
		number++
		if strings.TrimSpace(line) == "" {
			continue
		}
		found, err := r.read("line.json", []byte(strings.TrimRight(line, "\r\n")), record.JSON)
		if err != nil {
			failed = append(failed, &LineError{Line: number, Err: err})
		}
		for _, c := range found {
			atLine(c, source, number)
		}
		cards = append(cards, found...)
	}
	return cards, errors.Join(failed...)
}

// atLine tells a card where it comes from.
func atLine(c Card, source string, line int) {
	switch c := c.(type) {
	case *RecordCard:
		c.Source, c.Line = source, line
	case *ResultCard:
		c.Source, c.Line = source, line
	case *DefinitionCard:
		c.Source = source
	case *ToolsCard:
		c.Source = source
	}
}

// LineError says in which line of a JSON Lines file something is wrong.
type LineError struct {
	Line int
	Err  error
}

// Error is one line.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Err) }

func (e *LineError) Unwrap() error { return e.Err }

func (r *Reader) record(source string, v record.Value) *RecordCard {
	return Record(source, v, r.Schemes)
}

// results explains tool results, annotations and evidenceRefs, and the records
// that stand beside claims.
func (r *Reader) results(source string, v record.Value) ([]Card, bool) {
	key := r.AnnotationKey
	if key == "" {
		key = evidence.AnnotationKey
	}
	found, ok := evidence.ReadResults(v, key)
	if !ok {
		return nil, false
	}
	var cards []Card
	for _, t := range found {
		cards = append(cards, Result(source, t))
		if evidence.DetectShape(t.Value, key) == evidence.ShapeClaim {
			if beside := t.Value.Get("record"); !beside.IsZero() {
				cards = append(cards, r.record(source, beside))
			}
		}
	}
	return cards, len(cards) > 0
}

func (r *Reader) tools(source string, raw []byte) ([]Card, error) {
	f, err := lint.Load(source, raw, lint.LoadOptions{Limits: r.Limits})
	if err != nil {
		var unrecognized *lint.UnrecognizedError
		if errors.As(err, &unrecognized) {
			return nil, &NotError{"a tool file"}
		}
		return nil, err
	}
	if f.Tools() == 0 {
		return nil, &NotError{"a tool file"}
	}
	return r.toolsOf(f)
}

func (r *Reader) toolsOf(f *lint.File) ([]Card, error) {
	c, err := Tools(f, r.Tool)
	if err != nil {
		return nil, err
	}
	return []Card{c}, nil
}
