package generate

import (
	"fmt"
	"strconv"
	"strings"
)

// Shapes names the kinds of large documents that Document makes.
func Shapes() []string {
	return []string{
		"records", "indented", "text", "escapes", "empty-arrays", "zeros", "numbers",
		"names-sorted", "names-reversed", "names-random", "objects-reversed", "deep",
	}
}

// Document gives a JSON document of a shape, of about size bytes:
//
//   - records: an array of records as [Random.Records] gives them
//   - indented: the same, indented
//   - text, escapes: an array of strings of 200 characters; plain, or every
//     third character an escape
//   - empty-arrays: [[],[],…]
//   - zeros, numbers: [0,0,…], and an array of doubles with all their digits
//   - names-…: one object with as many members as fit
//   - objects-reversed: an array of objects of 20 members in reverse order
//   - deep: an array of arrays nested 5,000 deep
func (r *Random) Document(shape string, size int) []byte {
	open, end, piece := "[", "]", func(int) string { return "" }
	switch shape {
	case "records", "indented":
		records := r.Records(64)
		piece = func(i int) string { return string(records[i%64]) }
		if shape == "indented" {
			wide := strings.NewReplacer(":", ": ", ",\"", ",\n    \"", "{", "{\n    ")
			piece = func(i int) string { return "\n  " + wide.Replace(string(records[i%64])) }
		}
	case "text":
		text := `"` + strings.Repeat("Evidence is kept apart, é. ", 7) + `"`
		piece = func(int) string { return text }
	case "escapes":
		text := `"` + strings.Repeat(`ab\u0063de\"fg\n`, 17) + `"`
		piece = func(int) string { return text }
	case "empty-arrays":
		piece = func(int) string { return "[]" }
	case "zeros":
		piece = func(int) string { return "0" }
	case "numbers":
		piece = func(int) string { return strconv.FormatFloat(r.NormFloat64(), 'g', -1, 64) }
	case "names-sorted", "names-reversed", "names-random":
		open, end, piece = "{", "}", names(shape, size)
	case "objects-reversed":
		piece = func(i int) string {
			var b strings.Builder
			for n := 39; n >= 20; n-- {
				fmt.Fprintf(&b, `,"member%d":%d`, n, i)
			}
			return "{" + b.String()[1:] + "}"
		}
	case "deep":
		nest := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
		piece = func(int) string { return nest }
	}
	out := make([]byte, 0, size+12_000)
	out = append(out, open...)
	for i := 0; len(out) < size; i++ {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, piece(i)...)
	}
	return append(out, end...)
}

// names gives members of 13 bytes whose names ascend, descend, or jump about.
func names(shape string, size int) func(i int) string {
	n := size/13 + 2
	step := n/2 + 1 // an odd step that shares no factor with n visits every place
	for gcd(step, n) != 1 {
		step++
	}
	return func(i int) string {
		switch shape {
		case "names-reversed":
			i = n - 1 - i
		case "names-random":
			i = int(int64(i) * int64(step) % int64(n))
			i = int(uint32(i) * 2654435761) // names that are near in number are far apart in order
		}
		return fmt.Sprintf(`"%08x":1`, uint32(i))
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
