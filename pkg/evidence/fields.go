package evidence

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// Fields says where a claims line keeps what. The zero value is the project's
// own form of a line:
//
//	{"id":…, "evidenceRef":{…}, "record":…}
//
// with recordText, recordBase64 or path in the place of record.
type Fields struct {
	paths    [fieldCount][]string // unescaped pointer tokens; nil is not mapped
	literals [fieldCount]string
	mapped   bool
}

// field is one thing a claims line can hold.
type field uint8

const (
	fieldRef field = iota // the evidenceRef object; the next five stand in it unless mapped
	fieldType
	fieldDigest
	fieldCanonicalization
	fieldSchema
	fieldLocator
	fieldRecord // these four exclude each other
	fieldText
	fieldBase64
	fieldPath
	fieldID
	fieldCount
)

var fieldNames = [fieldCount]string{"evidence-ref", "type", "digest", "canonicalization", "schema", "ref", "record", "record-text", "record-base64", "path", "id"}

// members are the names in the project's own form.
var members = [fieldCount]string{fieldRef: "evidenceRef", fieldRecord: "record", fieldText: "recordText", fieldBase64: "recordBase64", fieldPath: "path", fieldID: "id"}

// FieldNames lists the names that ParseFields knows.
func FieldNames() []string { return slices.Clone(fieldNames[:]) }

// ParseFields reads a mapping for exports with other names: NAME=POINTER, with
// commas between them, such as
//
//	digest=/sha,canonicalization=/canon,record-text=/payload,id=/pk
//
// canonicalization and type also take a text without a leading slash, which
// holds for every line. A mapping that names any kind of record turns the other
// kinds off; one that names digest turns the evidenceRef object off.
func ParseFields(mapping string) (Fields, error) {
	f := Fields{mapped: true}
	for i, name := range members {
		if name != "" {
			f.paths[i] = []string{name}
		}
	}
	given := map[field]bool{}
	for _, part := range strings.Split(mapping, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		i := slices.Index(fieldNames[:], name)
		switch {
		case !ok:
			return Fields{}, fmt.Errorf("%s is not NAME=POINTER", diag.Quote(part, 40))
		case i < 0:
			return Fields{}, fmt.Errorf("unknown name %s; known are %s", diag.Quote(name, 40), strings.Join(fieldNames[:], ", "))
		case given[field(i)]:
			return Fields{}, fmt.Errorf("%s is given twice", name)
		}
		given[field(i)] = true
		tokens, isPointer := record.SplitPointer(value)
		switch literal := field(i) == fieldCanonicalization || field(i) == fieldType; {
		case isPointer && len(tokens) > 0:
			f.paths[i] = tokens
		case literal && value != "" && value[0] != '/':
			f.literals[i] = value
		default:
			return Fields{}, fmt.Errorf("%s is not a JSON pointer, which begins with /", diag.Quote(value, 40))
		}
	}
	return f, f.settle(given)
}

// settle turns off what the given names exclude.
func (f *Fields) settle(given map[field]bool) error {
	records := []field{fieldRecord, fieldText, fieldBase64, fieldPath}
	if slices.ContainsFunc(records, func(r field) bool { return given[r] }) {
		for _, r := range records {
			if !given[r] {
				f.paths[r] = nil
			}
		}
	}
	parts := []field{fieldType, fieldDigest, fieldCanonicalization, fieldSchema, fieldLocator}
	if !slices.ContainsFunc(parts, func(p field) bool { return given[p] }) {
		return nil
	}
	if given[fieldRef] {
		return fmt.Errorf("evidence-ref and its members exclude each other; map one or the other")
	}
	for _, needed := range []field{fieldDigest, fieldCanonicalization} {
		if !given[needed] {
			return fmt.Errorf("%s is missing; map digest and canonicalization together", fieldNames[needed])
		}
	}
	f.paths[fieldRef] = nil
	return nil
}

// found holds the values of one line.
type found [fieldCount]record.Value

// find reads a line's members. The own form takes one pass over them.
func (f *Fields) find(line record.Value) (out found) {
	if !f.mapped {
		for name, value := range line.Entries() {
			switch string(name.Content()) {
			case "id":
				out[fieldID] = value
			case "evidenceRef":
				out[fieldRef] = value
			case "record":
				out[fieldRecord] = value
			case "recordText":
				out[fieldText] = value
			case "recordBase64":
				out[fieldBase64] = value
			case "path":
				out[fieldPath] = value
			}
		}
		return out
	}
	for i, tokens := range f.paths {
		if tokens != nil {
			out[i] = follow(line, tokens)
		}
	}
	return out
}

func follow(v record.Value, tokens []string) record.Value {
	for _, token := range tokens {
		if v.Kind() == record.Array {
			pointer := record.Child("", token)
			v, _ = v.Find(pointer)
			continue
		}
		v = v.Get(token)
	}
	return v
}
