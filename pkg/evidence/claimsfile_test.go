package evidence

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/internal/generate"
	"github.com/mcp-evref/evref/pkg/record"
)

// For testdata/bench.
var (
	claimsFile = flag.String("claims", "", "write claims about generated records to this file")
	claimsSize = flag.Int64("claims-mb", 1000, "size of that file in MB")
)

// rare is one in how many claims is false, and how many lines are broken.
const rare = 100_000

// TestWriteClaims writes claims about generated records, half of them for each
// canonicalization.
func TestWriteClaims(t *testing.T) {
	if *claimsFile == "" {
		t.Skip("writes input for a measurement: -claims FILE")
	}
	f, err := os.Create(*claimsFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	random := generate.New(290)
	var e digest.Encoder
	written, lines := 0, 0
	for int64(written) < *claimsSize*1_000_000 {
		for _, raw := range random.Records(1024) {
			c := digest.All()[lines%2]
			p := record.Parser{MemberOrder: c.MemberOrder()}
			rec, err := p.Parse(raw, record.JSON)
			if err != nil {
				t.Fatal(err)
			}
			d, err := e.Sum(c, digest.SHA256, rec.Root())
			if err != nil {
				t.Fatal(err)
			}
			if lines++; lines%rare == 0 {
				d = digest.Of(digest.SHA256, []byte("another record"))
			}
			line := fmt.Appendf(nil, `{"id":%d,"evidenceRef":{"type":"data-class.v1","digest":"%s","canonicalization":"%s"},"record":%s}`+"\n", lines, d, c.ID(), raw)
			if lines%rare == rare/2 {
				line = append(line[:len(line)/2], '\n')
			}
			written += len(line)
			w.Write(line) // Flush tells of errors
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	fmt.Printf("claims\t%d\n", lines)
}
