package vectors

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"io/fs"
	"iter"
	"math"
	"strconv"
)

// NumberText is one row of RFC 8785 appendix B: a double and its ECMAScript text.
type NumberText struct {
	IEEE754 string  `json:"ieee754"` // 16 hexadecimal digits
	JCS     *string `json:"jcs"`     // nil: not a JSON number
	Comment string  `json:"comment"`
}

// Value gives the double.
func (n NumberText) Value() (float64, error) { return fromBits(n.IEEE754) }

func fromBits(hex string) (float64, error) {
	bits, err := strconv.ParseUint(hex, 16, 64)
	return math.Float64frombits(bits), err
}

// ReadAppendixB reads rfc8785_appendix_b.json.
func ReadAppendixB(fsys fs.FS) ([]NumberText, error) {
	return file[[]NumberText](fsys, "rfc8785_appendix_b.json")
}

// AppendixA is one row of RFC 8949 appendix A.
type AppendixA struct {
	Diagnostic    string `json:"diagnostic"`
	Hex           string `json:"hex"`
	Deterministic bool   `json:"deterministic_4_2_1"`
}

// Input gives the encoded item.
func (a AppendixA) Input() []byte { return mustHex(a.Hex) }

// ReadAppendixA reads rfc8949_appendix_a.json.
func ReadAppendixA(fsys fs.FS) ([]AppendixA, error) {
	v, err := file[struct {
		Rows []AppendixA `json:"rows"`
	}](fsys, "rfc8949_appendix_a.json")
	return v.Rows, err
}

func file[T any](fsys fs.FS, name string) (v T, err error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return v, err
	}
	return v, json.Unmarshal(data, &v)
}

// ES6Numbers is the public test of ECMAScript number text: a fixed sequence of
// doubles without end, and the SHA-256 of its first lines.
type ES6Numbers struct {
	Static      []string `json:"static_ieee754_hex"`
	Checkpoints []struct {
		Lines  int    `json:"lines"`
		SHA256 string `json:"sha256"`
	} `json:"checkpoints"`
}

// ReadES6Numbers reads es6_numbers.json.
func ReadES6Numbers(fsys fs.FS) (ES6Numbers, error) {
	return file[ES6Numbers](fsys, "es6_numbers.json")
}

// All gives the doubles: the static ones, 2,000 around the smallest normal
// one, then those that SHA-256, iterated from 32 zero bytes, yields.
func (n ES6Numbers) All() iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for _, hex := range n.Static {
			if v, err := fromBits(hex); err != nil || !yield(v) {
				return
			}
		}
		for i := range uint64(2000) {
			if !yield(math.Float64frombits(0x0010000000000000 + i)) {
				return
			}
		}
		for block := sha256.Sum256(make([]byte, 32)); ; block = sha256.Sum256(block[:]) {
			for i := 0; i < len(block); i += 8 {
				v := math.Float64frombits(binary.LittleEndian.Uint64(block[i:]))
				if v != 0 && v-v == 0 && !yield(v) {
					return
				}
			}
		}
	}
}
