package validate

import (
	"encoding/json"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// meter is an extension of the engine that counts the schemas it applies and
// stops it when there are too many. It has no keyword of its own. One unit is
// roughly an eighth of a microsecond of the engine.
type meter struct{ left int }

const unitsPerStep = 8

// Compile gives a meter to every schema: the more a schema asks, the more it
// costs to apply.
func (m *meter) Compile(_ jsonschema.CompilerContext, schema map[string]any) (jsonschema.ExtSchema, error) {
	s := step{meter: m, fixed: unitsPerStep + len(schema), member: 1}
	for name, v := range schema {
		switch v := v.(type) {
		case string:
			if name == "pattern" {
				s.kilobyte = len(v)
			}
		case bool:
			s.unique = s.unique || name == "uniqueItems" && v
		case []any:
			s.fixed += len(v)
			if name == "enum" {
				s.fixed += 2 * unitsPerStep * countNumbers(v)
			}
		case map[string]any:
			s.fixed += len(v)
			if name == "patternProperties" {
				s.member += len(v)
			}
		default:
			s.fixed += unitsPerStep // the engine compares numbers as fractions
		}
	}
	return s, nil
}

func countNumbers(values []any) int {
	n := 0
	for _, v := range values {
		if _, ok := v.(json.Number); ok {
			n++
		}
	}
	return n
}

// step is what applying one schema costs, in units.
type step struct {
	meter    *meter
	fixed    int
	member   int // for each member of an object
	kilobyte int // for each KiB of a string
	unique   bool
}

// Validate counts one step. Its panic is the engine's own way of giving up: it
// recovers this type, and no other, into an error.
func (s step) Validate(_ jsonschema.ValidationContext, v any) error {
	cost := s.fixed
	switch v := v.(type) {
	case string:
		cost += len(v) / 1024 * s.kilobyte
	case []any:
		cost += len(v)
		switch {
		case s.unique && len(v) <= 20: // the engine compares all pairs
			cost += 20 * unitsPerStep * len(v)
		case s.unique: // and hashes longer arrays
			cost += 2 * unitsPerStep * len(v)
		}
	case map[string]any:
		cost += len(v) * s.member
	}
	if s.meter.left -= cost; s.meter.left < 0 {
		panic(jsonschema.InfiniteLoopError("too many steps"))
	}
	return nil
}
