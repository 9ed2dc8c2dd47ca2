package evidence

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strings"
)

// key is the beginning of a hash: enough to find a record, whose digest is then
// compared in full.
type key [16]byte

func keyOf(sum []byte) (k key) {
	copy(k[:], sum)
	return k
}

// table leads from keys to places, in 20 bytes for each. It is a list for each
// first byte of a key, so that it grows in small steps; hashes are spread evenly.
type table struct {
	lists  [256][]slot
	sorted bool
}

type slot struct {
	key   key
	place uint32
}

func (s slot) compare(other slot) int {
	if c := bytes.Compare(s.key[:], other.key[:]); c != 0 {
		return c
	}
	return int(int64(s.place) - int64(other.place))
}

func (t *table) add(k key, place uint32) {
	list := &t.lists[k[0]]
	*list = append(*list, slot{k, place})
	t.sorted = false
}

// join adds what another table holds.
func (t *table) join(other *table) {
	for i, list := range other.lists {
		t.lists[i] = append(t.lists[i], list...)
		other.lists[i] = nil
	}
	t.sorted = false
}

// sort makes the table ready for find, and gives back what it had in reserve.
func (t *table) sort() {
	if t.sorted {
		return
	}
	for i, list := range t.lists {
		slices.SortFunc(list, slot.compare)
		if cap(list)-len(list) > len(list)/16 {
			t.lists[i] = slices.Clone(list)
		}
	}
	t.sorted = true
}

// find gives what a key leads to, in the order of places. The table is sorted.
func (t *table) find(k key) []slot {
	list := t.lists[k[0]]
	start, _ := slices.BinarySearchFunc(list, slot{key: k}, slot.compare)
	end := start
	for end < len(list) && list[end].key == k {
		end++
	}
	return list[start:end]
}

// hashDigits is the length of the shortest hash in hexadecimal.
const hashDigits = 64

// hashesIn gives a key for every place in a file name at which a hash could stand
// in lower-case hexadecimal.
func hashesIn(path string) []key {
	name := path[strings.LastIndexByte(path, '/')+1:]
	if len(name) < hashDigits {
		return nil
	}
	var out []key
	run := 0
	for i := range len(name) {
		if c := name[i]; c < '0' || c > '9' && c < 'a' || c > 'f' {
			run = 0
			continue
		}
		if run++; run >= hashDigits {
			var k key
			start := i + 1 - hashDigits
			if _, err := hex.Decode(k[:], []byte(name[start:start+2*len(k)])); err == nil {
				out = append(out, k)
			}
		}
	}
	return out
}
