package evidence

// Cause is one way in which people get a digest wrong.
type Cause struct {
	ID      string // stable
	Summary string // what happened, in words that fit a message: "digest of …"
	Help    string // what to do about it

	try func(*search)
}

// Causes lists the known causes in the order in which they are tried, the
// likeliest first.
func Causes() []Cause { return causes() }

func causes() []Cause {
	all := [][]Cause{labelCauses(), byteCauses(), canonicalCauses(), serializerCauses(), contentCauses(), hashCauses()}
	var out []Cause
	for _, family := range all {
		out = append(out, family...)
	}
	return out
}

const (
	helpRecompute = "hash the canonical bytes of the record instead: evref digest -c CANONICALIZATION RECORD"
	helpSerialize = "a serializer's output is not canonical; publish the digest that evref digest prints"
)
