package evidence

import (
	"github.com/mcp-evref/evref/pkg/digest"
)

// labelCauses: the right bytes were hashed, and the claim says it wrongly.
func labelCauses() []Cause {
	return []Cause{
		{
			ID:      "claim-form",
			Summary: "the digest is that of this record; only the form of the claim is wrong",
			Help:    "correct the claim as shown",
			try: func(s *search) {
				if s.claim.blocked == 0 {
					return
				}
				for _, c := range digest.All() {
					if s.claim.Canonicalization != 0 && s.claim.Canonicalization != c {
						continue
					}
					if canonical, err := c.Append(nil, s.rec); err == nil {
						s.bytesOf(canonical, detailUnlessNamed(s.claim, c))
						s.relabel(c, digest.Of(s.target.algorithm, canonical))
					}
					if s.found != nil {
						return // the other canonicalization is not the one that was found
					}
				}
			},
		},
		{
			ID:      "other-canonicalization",
			Summary: "the digest was made with the other canonicalization than the claim names",
			Help:    "correct the label as shown, or keep it and publish the recomputed digest",
			try: func(s *search) {
				c := otherThan(s.claim.Canonicalization)
				if canonical, err := c.Append(nil, s.rec); err == nil {
					s.bytesOf(canonical, "it is the record's digest under "+c.ID())
					s.relabel(c, digest.Of(s.target.algorithm, canonical))
				}
			},
		},
	}
}

// detailUnlessNamed names the canonicalization that the claim leaves open.
func detailUnlessNamed(c *Claim, found digest.Canonicalization) string {
	if c.Canonicalization != 0 {
		return ""
	}
	return "it was made under " + found.ID()
}
