package digest

import "fmt"

// MaxListed is how many places [Hazards] and [NotPortable] list one by one for
// each kind of thing they find; one more entry of that kind counts the rest.
const MaxListed = 1000

// quota counts entries of a list by kind.
type quota[K comparable] struct {
	met  map[K]int
	rest map[K]int // index of the entry that counts the rest
}

func newQuota[K comparable]() quota[K] { return quota[K]{make(map[K]int), make(map[K]int)} }

// take counts one of a kind, which would be at index in the list, and tells
// whether it goes there.
func (q quota[K]) take(kind K, index int) bool {
	q.met[kind]++
	if q.met[kind] == MaxListed+1 {
		q.rest[kind] = index
	}
	return q.met[kind] <= MaxListed+1
}

// finish adds to the messages of the entries that count the rest how many they
// count.
func (q quota[K]) finish(message func(index int) *string) {
	for kind, index := range q.rest {
		if n := q.met[kind] - MaxListed; n > 1 {
			m := message(index)
			*m = fmt.Sprintf("%s (the first of %d more)", *m, n)
		}
	}
}
