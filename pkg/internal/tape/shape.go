package tape

// few is up to how many members the order of an object is remembered.
const few = 16

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

// multipliers are odd numbers without a pattern.
var multipliers = [few]uint64{
	0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb, 0xd6e8feb86659fd93,
	0xa0761d6478bd642f, 0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3, 0x589965cc75374cc3,
	0x1d8e4e27c47d124f, 0xeb44accab455d165, 0xff51afd7ed558ccd, 0xc4ceb9fe1a85ec53,
	0x87c37b91114253d5, 0x4cf5ad432745937f, 0x52dce729da3ed7b5, 0x38495ab5e6b1a4d3,
}

// sort writes the nodes of at most few keys, in the order of their prefixes, to
// order. It gives up when two prefixes are equal.
func (s *shapes) sort(order []uint32, keys []key) bool {
	if len(keys) == 2 {
		return (&shape{1, 0}).apply(order, keys)
	}
	hash := uint64(0)
	for i := range keys {
		hash += keys[i].prefix * multipliers[i%few]
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
