package evidence

import (
	"crypto/sha3"
	"crypto/sha512"
)

// hashCauses: the hash was not taken of the bytes that were meant, or is not
// the hash that is named.
func hashCauses() []Cause {
	return []Cause{
		{
			ID:      "other-hash",
			Summary: "the hash was made with another algorithm than the digest names",
			Help:    "hash with the algorithm that stands before the colon",
			try: func(s *search) {
				for _, b := range s.canonicalOf() {
					sum384, sum512, sum512to256, sum3 := sha512.Sum384(b), sha512.Sum512(b), sha512.Sum512_256(b), sha3.Sum256(b)
					s.hashOf(sum512to256[:], "SHA-512/256")
					s.hashOf(sum3[:], "SHA3-256")
					s.hashOf(sum384[:], "SHA-384 cut off")
					s.hashOf(sum512[:], "SHA-512 cut off")
				}
			},
		},
		{
			ID:      "text-of-bytes",
			Summary: "the canonical bytes were turned into text before they were hashed",
			Help:    "hash the bytes themselves",
			try: func(s *search) {
				for _, b := range s.canonicalOf() {
					for _, f := range textForms(b) {
						s.text(f.text, f.how)
					}
				}
			},
		},
		{
			ID:      "hashed-twice",
			Summary: "the hash was hashed again",
			Help:    "hash the canonical bytes once",
			try: func(s *search) {
				for _, b := range s.canonicalOf() {
					d, _ := s.target.met(b)
					s.bytesOf(d.Bytes(), "as bytes")
					s.text([]byte(d.Hex()), "as hexadecimal text")
				}
			},
		},
		{
			ID:      "not-the-record",
			Summary: "the digest is that of no record at all",
			Help:    "the program that made the claim hashed nothing, or a placeholder: look at how it reads the record",
			try: func(s *search) {
				for _, c := range []struct{ how, text string }{
					{"of nothing", ""}, {"of null", "null"}, {"of {}", "{}"}, {"of []", "[]"}, {`of ""`, `""`},
					{"of [object Object]", "[object Object]"}, {"of undefined", "undefined"}, {"of None", "None"},
				} {
					s.text([]byte(c.text), c.how)
				}
				for _, empty := range []struct {
					how  string
					code byte
				}{{"of CBOR null", 0xf6}, {"of an empty CBOR map", 0xa0}, {"of an empty CBOR array", 0x80}, {"of CBOR undefined", 0xf7}} {
					s.bytesOf([]byte{empty.code}, empty.how)
				}
			},
		},
	}
}

// hashOf tries a hash value made by another algorithm; one that is too long is
// cut off.
func (s *search) hashOf(sum []byte, how string) {
	size := s.target.algorithm.Size()
	if s.done() || len(sum) < size {
		return
	}
	s.tries++
	if s.target.metBy(sum[:size]) {
		s.find(how)
	}
}
