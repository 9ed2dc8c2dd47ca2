package lint

import (
	"bytes"
	"fmt"
	"testing"
)

// BenchmarkCorpus loads and lints every file of the corpus.
func BenchmarkCorpus(b *testing.B) {
	files := readCorpus(b)
	l, err := New(Options{})
	if err != nil {
		b.Fatal(err)
	}
	size := 0
	for _, c := range files {
		size += len(c.raw)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, c := range files {
			if f, err := Load(c.name, c.raw, LoadOptions{}); err == nil {
				l.Lint(f)
			}
		}
	}
}

// capture makes a capture of about n bytes out of one list of tools.
func capture(n int) []byte {
	const tool = `{"name":"tool_%d","description":"One of many tools of a large capture.","inputSchema":{"type":"object","properties":` +
		`{"query":{"type":"string","description":"Words to look for."},"limit":{"type":"integer","description":"Page size.","minimum":1,"maximum":50},` +
		`"tags":{"type":"array","items":{"type":"string"},"description":"Tags."}},"required":["query"]},` +
		`"annotations":{"readOnlyHint":true,"openWorldHint":null}}`
	var b bytes.Buffer
	b.Grow(n + 1000)
	b.WriteString(`{"tools":[`)
	for i := 0; b.Len() < n; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, tool, i)
	}
	b.WriteString(`]}`)
	return b.Bytes()
}

// BenchmarkCapture shows that the cost grows with the size and not faster: one
// list on one line, with a finding in every tool.
func BenchmarkCapture(b *testing.B) {
	l, err := New(Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, mib := range []int{1, 10, 100} {
		raw := capture(mib << 20)
		b.Run(fmt.Sprintf("%dMiB", mib), func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				f, err := Load("capture.json", raw, LoadOptions{})
				if err != nil {
					b.Fatal(err)
				}
				l.Lint(f)
			}
		})
	}
}
