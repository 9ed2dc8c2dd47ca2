package digest

import (
	"crypto/sha256"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/gowebpki/jcs"

	"github.com/mcp-evref/evref/pkg/internal/generate"
	"github.com/mcp-evref/evref/pkg/record"
)

func benchRecords(b *testing.B) (records [][]byte, average int64) {
	records = generate.New(290).Records(1024)
	total := 0
	for _, r := range records {
		total += len(r)
	}
	return records, int64(total / len(records))
}

func benchEach(b *testing.B, records [][]byte, f func(raw []byte)) {
	total := 0
	for _, r := range records {
		total += len(r)
	}
	b.SetBytes(int64(total / len(records)))
	b.ReportAllocs()
	begin := cpuTime()
	for i := 0; b.Loop(); i++ {
		f(records[i%len(records)])
	}
	b.ReportMetric(float64(cpuTime()-begin)/float64(b.N), "cpu-ns/op")
}

func BenchmarkStages(b *testing.B) {
	records, _ := benchRecords(b)
	b.Run("sha256", func(b *testing.B) {
		benchEach(b, records, func(raw []byte) { sha256.Sum256(raw) })
	})
	b.Run("parse", func(b *testing.B) {
		var p record.Parser
		benchEach(b, records, func(raw []byte) {
			if _, err := p.Parse(raw, record.JSON); err != nil {
				b.Fatal(err)
			}
		})
	})
	for _, c := range All() {
		b.Run(c.ShortName(), func(b *testing.B) {
			var p record.Parser
			var e Encoder
			benchEach(b, records, func(raw []byte) {
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
	b.Run("canonical", func(b *testing.B) {
		canonical := make([][]byte, len(records))
		for i, raw := range records {
			var p record.Parser
			canonical[i] = canonicalText(b, &p, new(Encoder), JCS, raw)
		}
		var p record.Parser
		var e Encoder
		benchEach(b, canonical, func(raw []byte) {
			rec, err := p.Parse(raw, record.JSON)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := e.Sum(JCS, SHA256, rec.Root()); err != nil {
				b.Fatal(err)
			}
		})
	})
	b.Run("jsontext", func(b *testing.B) {
		var buf []byte
		benchEach(b, records, func(raw []byte) {
			buf = append(buf[:0], raw...)
			v := jsontext.Value(buf)
			if err := v.Canonicalize(); err != nil {
				b.Fatal(err)
			}
			sha256.Sum256(v)
		})
	})
	b.Run("gowebpki", func(b *testing.B) {
		benchEach(b, records, func(raw []byte) {
			out, err := jcs.Transform(raw)
			if err != nil {
				b.Fatal(err)
			}
			sha256.Sum256(out)
		})
	})
}
