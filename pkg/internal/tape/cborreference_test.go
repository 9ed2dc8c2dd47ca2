package tape

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/mcp-evref/evref/pkg/internal/generate"
)

// cborReference reads CBOR the plain way, by recursion, and gives each item as
// its deterministic encoding. It is the second grammar that [Parser.CBOR] is
// compared with.
type cborReference struct {
	raw      []byte
	i        int
	maxDepth int
}

func readCBORReference(raw []byte, maxDepth int) (canonical []byte, fault *Fault) {
	r := &cborReference{raw: raw, maxDepth: maxDepth}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case refFault:
			canonical, fault = nil, &e.Fault
		default:
			panic(e)
		}
	}()
	if len(raw) == 0 {
		r.fail(Truncated, EmptyInput, 0)
	}
	canonical = r.item(0, -1)
	if r.i < len(raw) {
		r.fail(Trailing, TrailingData, r.i)
	}
	return canonical, nil
}

func (r *cborReference) fail(class Class, code Code, offset int) {
	panic(refFault{Fault{Class: class, Code: code, Offset: offset, First: -1}})
}

func (r *cborReference) take(n uint64, code Code, offset int) []byte {
	if n > uint64(len(r.raw)-r.i) {
		r.fail(Truncated, code, offset)
	}
	b := r.raw[r.i : r.i+int(n)]
	r.i += int(n)
	return b
}

// head reads initial byte and argument.
func (r *cborReference) head() (major, info byte, arg uint64) {
	b := r.take(1, UnexpectedEnd, len(r.raw))[0]
	major, info = b&0xe0, b&0x1f
	switch {
	case info < 24:
		return major, info, uint64(info)
	case info < 28:
		more := r.take(1<<(info-24), UnexpectedEnd, len(r.raw))
		return major, info, new(big.Int).SetBytes(more).Uint64()
	}
	return major, info, 0
}

// Heads are written by hand here: the shortest, RFC 8949 §4.2.1.
func refHead(major byte, arg uint64) []byte {
	if arg < 24 {
		return []byte{major | byte(arg)}
	}
	b := binary.BigEndian.AppendUint64(nil, arg)
	for info, width := range []int{1, 2, 4} {
		if arg>>(8*width) == 0 {
			return append([]byte{major | byte(24+info)}, b[8-width:]...)
		}
	}
	return append([]byte{major | 27}, b...)
}

// item reads an item; inKey counts the containers of a key around it and is -1
// outside of keys.
func (r *cborReference) item(depth, inKey int) []byte {
	start := r.i
	major, info, arg := r.head()
	if info > 27 && info < 31 {
		r.fail(Malformed, ReservedHead, start)
	}
	open := info == 31
	if open && (major <= 0x20 || major == 0xc0) {
		r.fail(Malformed, BadIndefinite, start)
	}
	switch major {
	case 0x00, 0x20:
		return refHead(major, arg)
	case 0x40, 0x60:
		content := r.content(start, major, arg, open)
		return append(refHead(major, uint64(len(content))), content...)
	case 0xe0:
		return r.simple(start, info, arg)
	}
	if major == 0xc0 && (arg == 2 || arg == 3) {
		return r.bignum(start, arg, depth)
	}
	if rest := uint64(len(r.raw) - r.i); !open && major != 0xc0 && arg > rest>>(major>>5&1) {
		r.fail(Truncated, LengthBeyondData, start)
	}
	if depth == r.maxDepth {
		r.fail(Depth, TooDeep, start)
	}
	if inKey >= 0 {
		inKey++
	}
	if inKey > MaxKeyDepth {
		r.fail(Depth, KeyTooDeep, start)
	}
	if major == 0xc0 {
		return append(refHead(major, arg), r.item(depth+1, inKey)...)
	}
	return r.container(major, arg, open, depth+1, inKey)
}

// content reads the bytes of a string.
func (r *cborReference) content(start int, major byte, length uint64, open bool) []byte {
	checked := func(at int, b []byte) []byte {
		for i := 0; major == 0x60 && i < len(b); {
			u, size := utf8.DecodeRune(b[i:])
			if u == utf8.RuneError && size == 1 {
				r.fail(UTF8, InvalidUTF8, at+i)
			}
			i += size
		}
		return b
	}
	if !open {
		content := r.take(length, LengthBeyondData, start)
		return checked(r.i-len(content), content)
	}
	var content []byte
	for {
		start := r.i
		chunk, info, length := r.head()
		if chunk == 0xe0 && info == 31 {
			return content
		}
		if chunk != major || info > 27 {
			r.fail(Malformed, BadChunk, start)
		}
		b := r.take(length, LengthBeyondData, start)
		content = append(content, checked(r.i-len(b), b)...)
	}
}

func (r *cborReference) simple(start int, info byte, arg uint64) []byte {
	encoded := r.raw[start:r.i]
	switch {
	case info == 31:
		r.fail(Malformed, UnexpectedBreak, start)
	case info == 24 && arg < 32:
		r.fail(Malformed, BadSimple, start)
	case info <= 24:
		return encoded
	}
	v := math.Float64frombits(arg)
	if info == 25 {
		v = halfValue(uint16(arg))
	} else if info == 26 {
		v = float64(math.Float32frombits(uint32(arg)))
	}
	if v != v {
		return []byte{0xf9, 0x7e, 0}
	}
	if h, ok := halves()[math.Float64bits(v)]; ok {
		return []byte{0xf9, byte(h >> 8), byte(h)}
	}
	if single := float32(v); float64(single) == v {
		return binary.BigEndian.AppendUint32([]byte{0xfa}, math.Float32bits(single))
	}
	return binary.BigEndian.AppendUint64([]byte{0xfb}, math.Float64bits(v))
}

// halves finds the half with a double's value by its bits.
var halves = sync.OnceValue(func() map[uint64]uint16 {
	m := make(map[uint64]uint16)
	for h := range 1 << 16 {
		m[math.Float64bits(halfValue(uint16(h)))] = uint16(h)
	}
	return m
})

func (r *cborReference) bignum(start int, tag uint64, depth int) []byte {
	if r.i == len(r.raw) {
		r.fail(Truncated, UnexpectedEnd, r.i)
	}
	if r.raw[r.i]&0xe0 != 0x40 {
		r.fail(BadTag, BadBignum, start)
	}
	if depth == r.maxDepth {
		r.fail(Depth, TooDeep, start)
	}
	at := r.i
	_, info, length := r.head()
	if info > 27 && info < 31 {
		r.fail(Malformed, ReservedHead, at)
	}
	n := new(big.Int).SetBytes(r.content(at, 0x40, length, info == 31))
	if n.IsUint64() {
		return refHead(byte(tag-2)<<5, n.Uint64())
	}
	digits := n.Bytes()
	return append(append(refHead(0xc0, tag), refHead(0x40, uint64(len(digits)))...), digits...)
}

// more tells whether a container goes on.
func (r *cborReference) more(n, count uint64, open bool) bool {
	if !open {
		return n < count
	}
	if r.i == len(r.raw) {
		r.fail(Truncated, UnexpectedEnd, r.i)
	}
	if r.raw[r.i] != 0xff {
		return true
	}
	r.i++
	return false
}

func (r *cborReference) container(major byte, count uint64, open bool, depth, inKey int) []byte {
	var children [][]byte
	keys := make(map[string]int)
	n := uint64(0)
	for ; r.more(n, count, open); n++ {
		if major == 0x80 {
			children = append(children, r.item(depth, inKey))
			continue
		}
		at := r.i
		key := r.item(depth, max(inKey, 0))
		if r.i < len(r.raw) && r.raw[r.i] == 0xff && open {
			r.fail(Malformed, OddMap, r.i)
		}
		if open && r.i == len(r.raw) {
			r.fail(Truncated, UnexpectedEnd, r.i)
		}
		if first, again := keys[string(key)]; again {
			panic(refFault{Fault{Class: DuplicateName, Code: RepeatedName, Offset: at, First: first}})
		}
		keys[string(key)] = at
		children = append(children, append(bytes.Clone(key), r.item(depth, inKey)...))
	}
	if major == 0xa0 { // keys differ and none is the beginning of another
		slices.SortFunc(children, bytes.Compare)
	}
	return append(refHead(major, n), bytes.Join(children, nil)...)
}

func agreeCBOR(t *testing.T, p *Parser, raw []byte) {
	t.Helper()
	want, wantFault := readCBORReference(raw, testDepth)
	tape, fault := p.CBOR(raw)
	if fault != nil {
		fault.Name, fault.Pointer = "", "" // the tables check them
	}
	switch {
	case fault == nil && wantFault == nil:
		got := tape.appendKey(nil, 0)
		if !bytes.Equal(got, want) {
			t.Fatalf("%x:\n got %x\nwant %x", raw, got, want)
		}
		odd := tape.NonShortest || tape.Indefinite || tape.Unsorted || tape.OddNaN || tape.OddBignum
		if odd == bytes.Equal(raw, want) {
			t.Fatalf("%x: canonical form %x, oddities noticed: %v", raw, want, odd)
		}
	case fault == nil || wantFault == nil || *fault != *wantFault:
		t.Fatalf("%x:\n got %+v\nwant %+v", raw, fault, wantFault)
	}
}

// TestRandomCBOR compares the parser with the reference reader on generated
// inputs, and checks that canonical bytes are a fixed point.
func TestRandomCBOR(t *testing.T) {
	r := generate.New(2)
	p := Parser{Options: Options{MaxDepth: testDepth}}
	for range *inputs {
		raw := r.CBOR()
		agreeCBOR(t, &p, raw)
		if canonical, fault := readCBORReference(raw, testDepth); fault == nil {
			agreeCBOR(t, &p, canonical)
		}
	}
}

// FuzzCBOR does the same for inputs that a fuzzer finds.
func FuzzCBOR(f *testing.F) {
	for _, seed := range []string{"a2 6161 01 9f c24101 ff 5f 4161 ff", "bf 80 f97e00 7f 6161 ff c10a ff", "c349010000000000000000", strings.Repeat("a1", 9) + strings.Repeat("00", 10)} {
		f.Add(mustHex(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) { agreeCBOR(t, &Parser{Options: Options{MaxDepth: testDepth}}, raw) })
}
