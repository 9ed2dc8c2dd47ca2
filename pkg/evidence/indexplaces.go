package evidence

import (
	"strings"

	"github.com/mcp-evref/evref/pkg/record"
)

// places keeps where records are: 8 bytes for each, 16 more for each file and for
// each line, the names of the files and each folder once.
type places struct {
	folders  []string // with the slash behind
	known    map[string]uint32
	files    chunks[placeFile]
	names    names
	records  chunks[placeRecord]
	lines    chunks[placeLine]
	pointers map[uint32]string // of the few records that are a part of a document

	last string // the file that was added last
}

type placeFile struct {
	name   uint64 // in names
	folder uint32
	length uint32 // of the name
}

type placeRecord struct {
	file uint32
	line uint32 // index into lines, plus 1; 0 is the whole file
}

// placeLine has sizes of up to 4 GiB, which is more than a record can have.
type placeLine struct {
	offset       int64
	number, size uint32
}

func (p *places) len() int { return p.records.n }

func (p *places) add(at Place) uint32 {
	if p.files.n == 0 || at.Path != p.last {
		p.addFile(at.Path)
	}
	r := placeRecord{file: uint32(p.files.n - 1)}
	if at.Line != 0 || at.Offset != 0 || at.Size != 0 {
		p.lines.add(placeLine{at.Offset, uint32(at.Line), uint32(at.Size)})
		r.line = uint32(p.lines.n)
	}
	index := uint32(p.records.n)
	p.records.add(r)
	if at.Pointer != "" {
		if p.pointers == nil {
			p.pointers = map[uint32]string{}
		}
		p.pointers[index] = at.Pointer
	}
	return index
}

func (p *places) addFile(path string) {
	p.last = path
	end := strings.LastIndexByte(path, '/') + 1
	folder, found := p.known[path[:end]]
	if !found {
		if p.known == nil {
			p.known = map[string]uint32{}
		}
		folder = uint32(len(p.folders))
		own := strings.Clone(path[:end])
		p.folders = append(p.folders, own)
		p.known[own] = folder
	}
	p.files.add(placeFile{p.names.add(path[end:]), folder, uint32(len(path) - end)})
}

func (p *places) get(i uint32) Place {
	r := p.records.get(int(i))
	f := p.files.get(int(r.file))
	out := Place{Locator: record.Locator{Path: p.folders[f.folder] + p.names.get(f.name, int(f.length)), Pointer: p.pointers[i]}}
	if r.line > 0 {
		l := p.lines.get(int(r.line - 1))
		out.Line, out.Offset, out.Size = int(l.number), l.offset, int64(l.size)
	}
	return out
}

// chunks is a list that never moves what it holds, so that growing takes no
// second copy.
type chunks[T any] struct {
	parts [][]T
	n     int
}

const chunkSize = 1 << 12

func (c *chunks[T]) add(v T) {
	if c.n%chunkSize == 0 {
		c.parts = append(c.parts, make([]T, 0, chunkSize))
	}
	last := &c.parts[c.n/chunkSize]
	*last = append(*last, v)
	c.n++
}

func (c *chunks[T]) get(i int) T { return c.parts[i/chunkSize][i%chunkSize] }

// names is texts one behind the other, in blocks that never move.
type names struct{ blocks [][]byte }

const nameBlock = 1 << 16

// add gives the place of a text: its block in the upper half, and where in it.
func (s *names) add(text string) uint64 {
	last := len(s.blocks) - 1
	if last < 0 || cap(s.blocks[last])-len(s.blocks[last]) < len(text) {
		s.blocks = append(s.blocks, make([]byte, 0, max(nameBlock, len(text))))
		last++
	}
	at := uint64(last)<<32 | uint64(len(s.blocks[last]))
	s.blocks[last] = append(s.blocks[last], text...)
	return at
}

func (s *names) get(at uint64, length int) string {
	start := int(at & (1<<32 - 1))
	return string(s.blocks[at>>32][start : start+length])
}
