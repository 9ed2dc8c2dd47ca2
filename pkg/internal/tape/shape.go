package tape

// few is up to how many members the order of an object is remembered.
const few = 32

// shapes remembers in which order objects had to write their members. Records
// that come in bulk come from a few producers, and a producer writes the members
// of an object in the same order every time, so that the last answer is nearly
// always right: checking it takes a fraction of the time of sorting, in which the
// processor cannot guess how a comparison comes out.
//
// A shape is found by a weak hash over the names. One that is wrong, because of
// the hash or because it is not set yet, fails the check and is replaced.
type shapes [64]shape

// shape gives, for each place in the sorted order, the place in the input.
type shape [few]uint8

// sort writes the nodes of at most few keys, in the order of their prefixes, to
// order. It gives up when two prefixes are equal.
func (s *shapes) sort(order []uint32, keys []key) bool {
	if len(keys) == 2 {
		return (&shape{1, 0}).apply(order, keys) || (&shape{0, 1}).apply(order, keys)
	}
	hash, multiplier := uint64(0), uint64(0x9e3779b97f4a7c15) // any odd number without a pattern
	for i := range keys {
		hash += keys[i].prefix * multiplier
		multiplier += 0xbf58476d1ce4e5b8 // odd it stays
	}
	shape := &s[hash>>58]
	if shape.apply(order, keys) {
		return true
	}
	shape.learn(keys)
	return shape.apply(order, keys)
}

// apply writes the nodes in this order, if it is the right one.
func (s *shape) apply(order []uint32, keys []key) bool {
	last := uint64(0)
	for i := range order {
		j := int(s[i%few])
		if j >= len(keys) || keys[j].prefix <= last && i > 0 {
			return false
		}
		last = keys[j].prefix
		order[i] = keys[j].node
	}
	return true
}

// learn sorts by insertion, which is the fastest way for so few.
func (s *shape) learn(keys []key) {
	for i := range keys {
		j := i % few
		for j > 0 && keys[s[j-1]].prefix > keys[i].prefix {
			s[j] = s[j-1]
			j--
		}
		s[j] = uint8(i)
	}
}
