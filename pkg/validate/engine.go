package validate

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// This file and meter.go are the only ones that know the engine. What it does badly is kept
// from it by document.go and emit.go (schemas) and feed.go (values); here it is
// kept from loading anything, from asserting formats and from running on.

// engine compiles and runs schemas. The engine's own state is one per bundle.
type engine struct {
	mu       sync.Mutex // the meter belongs to one run at a time
	compiler *jsonschema.Compiler
	meter    *meter
}

type program struct{ schema *jsonschema.Schema }

func newEngine(b *bundle) (*engine, error) {
	c := jsonschema.NewCompiler()
	c.LoadURL = func(string) (io.ReadCloser, error) { return nil, errors.New("nothing is loaded") }
	for name := range jsonschema.Formats {
		c.Formats[name] = func(any) bool { return true }
	}
	e := &engine{compiler: c, meter: new(meter)}
	c.RegisterExtension("meter", nil, e.meter)
	for _, doc := range b.docs {
		if err := c.AddResource(doc.engineURI(), bytes.NewReader(doc.emit())); err != nil {
			return nil, err
		}
	}
	return e, nil
}

func (e *engine) compile(uri string) (program, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s, err := e.compiler.Compile(uri)
	return program{s}, err
}

// run checks one value with at most the given number of steps; done is false
// when they did not suffice.
func (e *engine) run(p program, value any, steps int) (failures []failure, done bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.meter.left = steps * unitsPerStep
	err := p.schema.Validate(value)
	if err == nil {
		return nil, true
	}
	var broken *jsonschema.ValidationError
	if !errors.As(err, &broken) {
		return nil, false
	}
	return convert(broken.Causes), true
}

// failure is one error of the engine, without its words.
type failure struct {
	instance []string // where in the value, as pointer tokens
	document string   // engine URI of the schema document
	schema   []string // where in the schema
	name     bool     // it is about the member's name
	kind     kind
	indexes  [2]int // the two elements of a repetition, the two alternatives that match
	causes   []failure
}

// kind tells apart failures that look alike from outside.
type kind uint8

const (
	plain        kind = iota
	never             // the schema false
	alternatives      // none of anyOf, oneOf
	several           // more than one of oneOf
	counting          // contains and its bounds: the causes are one per element
)

func convert(errs []*jsonschema.ValidationError) []failure {
	out := make([]failure, len(errs))
	for i, e := range errs {
		document, pointer, _ := strings.Cut(e.AbsoluteKeywordLocation, "#")
		f := failure{instance: tokens(e.InstanceLocation), document: document, schema: tokens(pointer), causes: convert(e.Causes)}
		f.name = strings.Contains(e.KeywordLocation, "/propertyNames/")
		switch {
		case e.Message == "not allowed":
			f.kind = never
		case e.Message == "anyOf failed" || e.Message == "oneOf failed":
			f.kind = alternatives
		case strings.HasPrefix(e.Message, "valid must be"):
			f.kind, f.causes = counting, nil
		case scan(e.Message, "valid against schemas at indexes %d and %d", &f):
			f.kind = several
		default:
			scan(e.Message, "items at index %d and %d are equal", &f)
		}
		out[i] = f
	}
	return out
}

func scan(message, format string, f *failure) bool {
	n, err := fmt.Sscanf(message, format, &f.indexes[0], &f.indexes[1])
	return n == 2 && err == nil
}

// tokens splits a location of the engine: a JSON pointer, percent-encoded.
func tokens(location string) []string {
	if location == "" {
		return nil
	}
	out := strings.Split(strings.TrimPrefix(location, "/"), "/")
	for i, t := range out {
		if plain, err := url.PathUnescape(t); err == nil {
			t = plain
		}
		out[i] = strings.ReplaceAll(strings.ReplaceAll(t, "~1", "/"), "~0", "~")
	}
	return out
}
