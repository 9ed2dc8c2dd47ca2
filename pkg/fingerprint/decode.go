package fingerprint

import (
	"errors"

	"github.com/mcp-evref/evref/pkg/record"
)

// Reading is a definition together with where it was read.
type Reading struct {
	Definition Definition
	Value      record.Value // the definition's object in the file
	Pointer    string       // its JSON pointer
	Ignored    []Ignored    // members that no version hashes, in input order
}

// Ignored is a member that a definition does not know. DCC passes over it in
// silence, so it is not covered by any fingerprint.
type Ignored struct {
	Path    string // such as "ownership.source.definition_key"
	Pointer string
	Member  record.Member
	Nearest string // the known member it may be a misspelling of; may be empty
}

// Locate gives a validation error the position it has in the file, and a
// pointer seen from the file.
func (r Reading) Locate(e *Error) *Error {
	located := *e
	located.Pointer = r.Pointer + e.Pointer
	located.Range = r.Value.Range()
	if v, ok := r.Value.Find(e.Pointer); ok {
		located.Range = v.Range()
	}
	return &located
}

// Read decodes a file that holds one definition, the application's list
// {"integrations":[{"definition":{…}}]}, or a bare input of the hashed members
// (id, transport, ownership and optionally secretRefs), which sets
// [Definition.Bare].
//
// The reading is strict JSON: a repeated known member, null for a required one,
// a number for a string, lone surrogates, a byte-order mark or data behind the
// value are errors. Unknown members are accepted and listed. The error is always
// an [*Error] with a decoding code; nothing has been validated yet.
func Read(raw []byte, limits record.Limits) ([]Reading, error) {
	// Repeated names are judged member by member below: DCC refuses a repeated
	// member it knows and passes over one it does not.
	p := record.Parser{Limits: limits, AllowDuplicates: true}
	rec, err := p.Parse(raw, record.JSON)
	if err != nil {
		var syntax *record.SyntaxError
		if errors.As(err, &syntax) {
			return nil, syntaxError(syntax)
		}
		return nil, &Error{Code: JSONSyntax, message: "definition could not be read"}
	}
	return ReadValue(rec.Root())
}

// ReadValue is [Read] for a value that was parsed with AllowDuplicates.
func ReadValue(root record.Value) ([]Reading, error) {
	if list, ok := root.Member("integrations"); ok && root.Get("transport").IsZero() {
		return readList(list.Value)
	}
	r, err := readOne(root, "")
	if err != nil {
		return nil, err
	}
	return []Reading{r}, nil
}

func readList(list record.Value) ([]Reading, error) {
	if list.Kind() != record.Array {
		return nil, dataError(list, "/integrations", "integrations", "expected an array, found %s", article(list))
	}
	readings := make([]Reading, 0, list.Len())
	for i, element := range list.Elements() {
		pointer := record.ChildIndex("/integrations", i)
		m, ok := element.Member("definition")
		if !ok {
			return nil, dataError(element, pointer, "integrations", "element %d has no definition", i)
		}
		r, err := readOne(m.Value, record.Child(pointer, "definition"))
		if err != nil {
			return nil, err
		}
		readings = append(readings, r)
	}
	return readings, nil
}

func readOne(v record.Value, pointer string) (Reading, error) {
	d := decoder{}
	r := Reading{Value: v, Pointer: pointer}
	r.Definition = d.definition(node{value: v, pointer: pointer})
	r.Ignored = d.ignored
	if d.err != nil {
		return Reading{}, d.err
	}
	return r, nil
}
