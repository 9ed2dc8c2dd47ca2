package validate

import (
	"fmt"
	"math"

	"github.com/mcp-evref/evref/pkg/record"
)

// feeder turns a value into what the engine reads: maps, slices, float64. It
// refuses what the engine could not judge within bounds.
type feeder struct {
	values    int
	depth     int // deepest container
	text      int // bytes of strings and names
	locations int // bytes of the pointers to all values
	refused   []Violation
}

// feed gives the value for the engine, or the violations that keep it from
// being judged.
func (f *feeder) feed(v record.Value) (any, []Violation) {
	out, ok := f.value(v, 1, 0)
	if !ok && len(f.refused) == 0 {
		f.refused = append(f.refused, limit(v, f.overLimit(), "a schema is not checked beyond that"))
	}
	return out, bound(v, f.refused, len(f.refused))
}

func (f *feeder) overLimit() string {
	switch {
	case f.depth > maxDepth:
		return fmt.Sprintf("value nests deeper than the limit of %d", maxDepth)
	case f.values > maxValues:
		return fmt.Sprintf("value holds more than the limit of %d values", maxValues)
	}
	return "member names are too long"
}

// value converts v, which stands at a pointer of the given length; ok is false
// when a limit is passed.
func (f *feeder) value(v record.Value, depth, pointer int) (out any, ok bool) {
	f.values++
	f.depth = max(f.depth, depth)
	f.locations += pointer
	if f.values > maxValues || f.depth > maxDepth || f.locations > maxLocations {
		return nil, false
	}
	switch v.Kind() {
	case record.Null:
		return nil, true
	case record.Bool:
		b, _ := v.Bool()
		return b, true
	case record.Number:
		x, _ := v.Float64()
		if math.IsNaN(x) || math.IsInf(x, 0) {
			f.refuse(v, "NaN and infinity")
		}
		return x, true
	case record.String:
		s, _ := v.Text()
		f.text += len(s)
		return s, true
	case record.Array:
		list := make([]any, 0, v.Len())
		for _, e := range v.Elements() {
			item, ok := f.value(e, depth+1, pointer+7)
			if !ok {
				return nil, false
			}
			list = append(list, item)
		}
		return list, true
	case record.Object:
		return f.object(v, depth, pointer)
	}
	f.refuse(v, "a "+v.Kind().String())
	return nil, true
}

func (f *feeder) object(v record.Value, depth, pointer int) (any, bool) {
	object := make(map[string]any, v.Len())
	for m := range v.Members() {
		if _, repeated := object[m.Name]; repeated {
			continue // the first counts, as in Value.Get
		}
		if m.Key.Kind() != record.String {
			f.refuse(m.Value, "a member name that is not text")
		}
		f.text += len(m.Name)
		member, ok := f.value(m.Value, depth+1, pointer+1+3*len(m.Name)) // percent-encoded at worst
		if !ok {
			return nil, false
		}
		object[m.Name] = member
	}
	return object, true
}

// refuse notes a CBOR value that JSON Schema has no word for.
func (f *feeder) refuse(v record.Value, what string) {
	f.refused = append(f.refused, Violation{
		At: v, Pointer: v.Pointer(), Keyword: "type",
		Message: fmt.Sprintf("a JSON Schema cannot judge %s", what),
		Help:    "keep to text, numbers, booleans, null, arrays and maps with text keys",
	})
}
