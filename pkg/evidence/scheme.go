package evidence

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
	"github.com/mcp-evref/evref/schemas"
)

// Types with a scheme of their own.
const (
	TypeFIDES     = "ifc.fides.v1"
	TypeDataClass = "data-class.v1"
)

// Schemes knows the schemas of evidence records by type. The zero value knows
// none; [NewSchemes] knows the published ones. It must not be used by two
// goroutines at once; [Schemes.Clone] gives each its own.
type Schemes struct {
	raw      map[string][]byte // by type
	ids      map[string]string // $id of a schema to its type
	compiled map[string]*validate.Schema
}

// NewSchemes knows ifc.fides.v1 and data-class.v1.
func NewSchemes() *Schemes {
	s := &Schemes{}
	for _, typ := range []string{TypeFIDES, TypeDataClass} {
		raw, _ := schemas.Get(typ)
		s.put(typ, raw)
	}
	return s
}

func (s *Schemes) put(typ string, raw []byte) {
	if s.raw == nil {
		s.raw, s.ids = map[string][]byte{}, map[string]string{}
	}
	s.raw[typ] = raw
	delete(s.compiled, typ)
	if rec, err := record.Parse(raw, record.JSON, record.Limits{}); err == nil {
		if id, ok := rec.Root().Get("$id").Text(); ok {
			s.ids[id] = typ
		}
	}
}

// Register makes raw, a JSON Schema, the scheme of a type, in the place of any
// other. name is what the schema is called in errors, such as its file.
func (s *Schemes) Register(typ, name string, raw []byte) error {
	if typ == "" {
		return fmt.Errorf("%s: scheme has no type; write TYPE=SCHEMA.json", name)
	}
	if _, err := validate.Compile(name, raw); err != nil {
		return err
	}
	s.put(typ, raw)
	return nil
}

// Clone gives the same schemes for use by another goroutine.
func (s *Schemes) Clone() *Schemes {
	if s == nil {
		return nil
	}
	return &Schemes{raw: maps.Clone(s.raw), ids: maps.Clone(s.ids)}
}

// Types lists the types that have a scheme, sorted.
func (s *Schemes) Types() []string { return slices.Sorted(maps.Keys(s.raw)) }

// Check validates a record against the scheme that a claim's type or schema
// names. known is false when neither names one: such a claim passes safely.
// The schema counts beside the type: a record must satisfy both.
func (s *Schemes) Check(typ, schema string, v record.Value) (violations []diag.Diagnostic, known bool) {
	for _, name := range s.named(typ, schema) {
		known = true
		violations = append(violations, s.check(name, v)...)
	}
	return violations, known
}

// Scheme is the schema of a type.
type Scheme struct {
	Type      string
	Raw       []byte // JSON Schema
	Published bool   // [NewSchemes] knows the same
}

// For gives the schemes that Check takes for a claim's type and schema.
func (s *Schemes) For(typ, schema string) []Scheme {
	if s == nil {
		return nil
	}
	var out []Scheme
	for _, name := range s.named(typ, schema) {
		published, _ := schemas.Get(name)
		out = append(out, Scheme{name, s.raw[name], bytes.Equal(published, s.raw[name])})
	}
	return out
}

// named lists the types whose schemes apply.
func (s *Schemes) named(typ, schema string) []string {
	var out []string
	if _, ok := s.raw[typ]; ok {
		out = append(out, typ)
	}
	if other, ok := s.ids[schema]; ok && other != typ {
		out = append(out, other)
	}
	return out
}

func (s *Schemes) check(typ string, v record.Value) []diag.Diagnostic {
	compiled, ok := s.compiled[typ]
	if !ok {
		var err error
		if compiled, err = validate.Compile(typ, s.raw[typ]); err != nil { // Register has compiled it before
			return []diag.Diagnostic{finding(CodeSchemeViolation, diag.Error, v, "scheme "+diag.Quote(typ, 60)+" cannot be used", "")}
		}
		if s.compiled == nil {
			s.compiled = map[string]*validate.Schema{}
		}
		s.compiled[typ] = compiled
	}
	var out []diag.Diagnostic
	for _, violation := range compiled.Validate(v) {
		f := finding(CodeSchemeViolation, diag.Error, violation.At,
			violation.Message+" (scheme "+diag.Quote(typ, 60)+")", violation.Help)
		out = append(out, f)
	}
	return out
}

// NotPublic says why a record of a known type is not public: the words to put
// behind "because". It is "" when the record is public or says nothing.
func NotPublic(typ string, v record.Value) string {
	switch typ {
	case TypeFIDES:
		if v.Kind() != record.Object {
			return ""
		}
		if label, _ := ReadLabel(v); label.Confidentiality == Private {
			return "the record's confidentiality is private"
		}
	case TypeDataClass:
		if class, ok := v.Get("class").Text(); ok && class != "public" {
			return "the record's class is " + diag.Quote(class, 40)
		}
	}
	return ""
}
