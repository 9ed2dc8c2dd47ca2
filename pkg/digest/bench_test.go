package digest

import (
	"testing"

	"github.com/mcp-evref/evref/pkg/internal/generate"
	"github.com/mcp-evref/evref/pkg/record"
)

// BenchmarkRecords measures the whole way, record by record, for this package
// and for others. TestPeers compares them with less noise.
func BenchmarkRecords(b *testing.B) {
	records := generate.New(290).Records(1024)
	for _, p := range peers(b) {
		b.Run(p.name, func(b *testing.B) { benchEach(b, records, p.run) })
	}
}

// BenchmarkStages measures parsing, encoding and hashing by themselves.
func BenchmarkStages(b *testing.B) {
	records := generate.New(290).Records(1024)
	for _, c := range All() {
		b.Run("parse/"+c.ShortName(), func(b *testing.B) {
			p := record.Parser{MemberOrder: c.MemberOrder()}
			benchEach(b, records, func(raw []byte) {
				if _, err := p.Parse(raw, record.JSON); err != nil {
					b.Fatal(err)
				}
			})
		})
		b.Run("encode/"+c.ShortName(), func(b *testing.B) {
			p := record.Parser{MemberOrder: c.MemberOrder()}
			rec, err := p.Parse(records[0], record.JSON)
			if err != nil {
				b.Fatal(err)
			}
			var e Encoder
			benchEach(b, records[:1], func([]byte) {
				if _, err := e.Canonical(c, rec.Root()); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
	b.Run("sum", func(b *testing.B) {
		benchEach(b, records, func(raw []byte) { Of(SHA256, raw) })
	})
	b.Run("hazards", func(b *testing.B) {
		var p record.Parser
		rec, err := p.Parse(records[0], record.JSON)
		if err != nil {
			b.Fatal(err)
		}
		benchEach(b, records[:1], func([]byte) { Hazards(JCS, rec.Root()) })
	})
}

// BenchmarkDocuments measures documents of one megabyte of many shapes.
func BenchmarkDocuments(b *testing.B) {
	for _, shape := range generate.Shapes() {
		raw := generate.New(1).Document(shape, 1<<20)
		for _, c := range All() {
			b.Run(shape+"/"+c.ShortName(), func(b *testing.B) {
				p := record.Parser{MemberOrder: c.MemberOrder()}
				var e Encoder
				benchEach(b, [][]byte{raw}, func(raw []byte) {
					rec, err := p.Parse(raw, record.JSON)
					if err != nil {
						b.Fatal(err)
					}
					if _, err := e.Sum(c, SHA256, rec.Root()); err != nil {
						b.Fatal(err)
					}
				})
			})
		}
	}
}

func benchEach(b *testing.B, inputs [][]byte, f func(raw []byte)) {
	total := 0
	for _, raw := range inputs {
		total += len(raw)
	}
	b.SetBytes(int64(total / len(inputs)))
	b.ReportAllocs()
	begin := cpuTime()
	for i := 0; b.Loop(); i++ {
		f(inputs[i%len(inputs)])
	}
	b.ReportMetric(float64(cpuTime()-begin)/float64(b.N), "cpu-ns/op")
}
