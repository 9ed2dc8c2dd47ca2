package evidence

import (
	"errors"

	"github.com/mcp-evref/evref/pkg/digest"
)

// canonicalCauses: an attempt at canonical bytes that misses a rule.
func canonicalCauses() []Cause {
	return []Cause{
		{
			ID:      "code-point-order",
			Summary: "member names were sorted by code point; RFC 8785 sorts by UTF-16 code unit",
			Help:    "names beyond U+FFFF sort before U+E000 to U+FFFF (RFC 8785 section 3.2.3): use a library that does, and publish the recomputed digest",
			try: func(s *search) {
				s.styled(style{order: byCodePoint, item: ",", colon: ":"}, "")
			},
		},
		{
			ID:      "library-fault",
			Summary: "gowebpki/jcs gives the claimed digest; it is wrong on this record",
			Help:    "numbers with more than 800 digits or huge exponents are read wrongly there: write them shorter, and publish the recomputed digest",
			try: func(s *search) {
				other, err := digest.SecondOpinion(digest.JCS, s.rec)
				if err == nil || errors.Is(err, digest.ErrKnownFault) {
					s.bytesOf(other, "")
				}
			},
		},
		{
			ID:      "cbor-key-order",
			Summary: "CBOR map keys are not in the order of RFC 8949 section 4.2.1",
			Help:    "the shorter encoded key comes first, so integrity is before confidentiality: use a core deterministic encoder",
			try: func(s *search) {
				s.bytesOf(cborStyle{order: byCodePoint}.append(nil, s.parts()), "they are sorted as plain strings")
				s.bytesOf(cborStyle{order: asGiven}.append(nil, s.parts()), "they are in the order given")
			},
		},
		{
			ID:      "cbor-numbers",
			Summary: "numbers were brought into CBOR by another rule",
			Help:    "RFC 8949 section 6.2 with 64-bit integers is the rule here (" + digest.CBORMapping + "); evref digest --verbose lists the numbers that depend on it",
			try: func(s *search) {
				for _, m := range []mapping{byValue53, typed, cde, dcbor, allShort, allDouble, typedDouble, value53Double, value32Double, asText} {
					for _, o := range []struct {
						order order
						how   string
					}{{byLength, ""}, {byCodePoint, ", keys sorted as plain strings"}, {asGiven, ", keys in the order given"}} {
						s.bytesOf(cborStyle{order: o.order, numbers: m}.append(nil, s.parts()), mappingNames[m]+o.how)
					}
				}
			},
		},
		{
			ID:      "cbor-prefix",
			Summary: "the self-described CBOR tag d9d9f7 was hashed too",
			Help:    "the hash input is the canonical bytes and nothing else; leave the tag out",
			try: func(s *search) {
				s.bytesOf(cborStyle{order: byLength}.append([]byte{0xd9, 0xd9, 0xf7}, s.parts()), "")
			},
		},
	}
}
