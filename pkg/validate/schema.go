package validate

import (
	"errors"
	"fmt"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/schemas"
)

// Schema is a schema ready to check values. It may be used by several
// goroutines at once; they take turns.
type Schema struct {
	bundle  *bundle
	engine  *engine
	program program
}

// Embedded gives a published schema by its name or $id (see [schemas.Get]).
func Embedded(name string) (*Schema, error) {
	raw, ok := schemas.Get(name)
	if !ok {
		return nil, fmt.Errorf("no published schema is named %s", diag.Quote(name, 0))
	}
	return Compile(name, raw)
}

// Compile reads a schema that a user gives, at most 4 MiB. Its dialect is what
// $schema says, 2020-12 when it says nothing. It may refer to itself and to
// the published schemas.
//
// The error is one line for the user: name, line and column, what is wrong and
// what to do.
func Compile(name string, raw []byte) (*Schema, error) {
	rec, err := record.Parse(raw, record.JSON, record.Limits{MaxBytes: maxSchemaBytes, MaxDepth: maxSchemaDepth})
	if err != nil {
		return nil, oneLine(name, err)
	}
	d, err := dialectOf(rec.Root())
	if err != nil {
		return nil, oneLine(name, err)
	}
	s, err := compile(rec.Root(), d, false)
	if err != nil {
		return nil, oneLine(name, err)
	}
	return s, nil
}

// CompileLenient reads a schema that stands in another document, for judging
// values beside it. Patterns that cannot be run and references that lead
// nowhere are left out, so that the answer "valid" means only that nothing
// that could be judged is broken. The error says why nothing can be judged.
func CompileLenient(root record.Value, d Dialect) (*Schema, error) {
	return compile(root, d, true)
}

func compile(root record.Value, d Dialect, lenient bool) (*Schema, error) {
	b, err := newBundle(root, d, lenient)
	if err != nil {
		return nil, err
	}
	e, err := newEngine(b)
	if err != nil {
		return nil, &fault{at: root, message: "schema cannot be used"}
	}
	s := &Schema{bundle: b, engine: e}
	return s.Sub("")
}

// Sub gives the subschema at a JSON pointer into the schema. References in it
// keep their meaning.
func (s *Schema) Sub(pointer string) (*Schema, error) {
	doc := s.bundle.docs[0]
	at, ok := doc.root.Find(pointer)
	if !ok || doc.nodes[at.Node()] == nil {
		return nil, fmt.Errorf("no schema stands at %s", diag.Quote(pointer, 80))
	}
	p, err := s.engine.compile(doc.engineURI() + "#" + escapeFragment(doc.nodes[at.Node()].pointer))
	if err != nil {
		return nil, &fault{at: at, message: "schema cannot be used"}
	}
	return &Schema{bundle: s.bundle, engine: s.engine, program: p}, nil
}

// Validate checks a value. Violations are the innermost causes, in document
// order, at most [MaxViolations] and one more that counts the rest; none means
// that the value is valid. What could not be judged, because a bound was
// passed, is a violation with the keyword "limit".
func (s *Schema) Validate(v record.Value) []Violation {
	var f feeder
	fed, refused := f.feed(v)
	if len(refused) > 0 {
		return refused
	}
	if s.bundle.states > 0 && f.text > maxMatching/s.bundle.states {
		return []Violation{limit(v, "value is too long for the patterns of the schema", "")}
	}
	failures, done := s.engine.run(s.program, fed, s.bundle.steps(f.depth))
	if !done {
		return []Violation{limit(v, "schema takes too many steps on this value", "a schema that combines and repeats less can be checked")}
	}
	w := writer{bundle: s.bundle}
	plant(innermost(failures)).each(v, w.write)
	return arrange(v, w.out, w.more)
}

// steps is how much work one check may do. The engine writes the whole path
// for each error, so a deep check gets fewer steps.
func (b *bundle) steps(depth int) int {
	path := (depth + 1) * (b.chain + 1) * b.token
	return max(1, min(maxSteps, maxErrorBytes/(path*(depth+1)*(b.chain+1)/2+1)))
}

// dialectOf reads $schema.
func dialectOf(root record.Value) (Dialect, error) {
	at := root.Get("$schema")
	if at.IsZero() {
		return Draft2020, nil
	}
	uri, ok := at.Text()
	d, known := DialectByURI(uri)
	switch {
	case !ok:
		return 0, &fault{at, fmt.Sprintf("$schema must be a string, found %s", describe(at)), "the current dialect is " + Draft2020.URI()}
	case !known:
		return 0, &fault{at, fmt.Sprintf("unknown dialect %s", diag.Quote(uri, 80)), "the current one is " + Draft2020.URI()}
	}
	return d, nil
}

// oneLine puts an error about a schema into one line for the user.
func oneLine(name string, err error) error {
	var (
		syntax *record.SyntaxError
		f      *fault
	)
	switch {
	case errors.As(err, &syntax):
		return line(fmt.Sprintf("%s:%s", name, syntax.Range.Start), syntax.Pointer, syntax.Error(), syntax.Help())
	case errors.As(err, &f) && !f.at.IsZero():
		return line(fmt.Sprintf("%s:%s", name, f.at.Range().Start), f.at.Pointer(), f.message, f.help)
	}
	return fmt.Errorf("%s: %w", name, err)
}

func line(place, pointer, message, help string) error {
	if pointer != "" {
		message += " at " + diag.Safe(pointer)
	}
	if help != "" {
		message += ", " + help
	}
	return fmt.Errorf("%s: %s", place, message)
}
