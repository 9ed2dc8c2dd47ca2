package digest

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/gowebpki/jcs"

	"github.com/mcp-evref/evref/pkg/internal/generate"
	"github.com/mcp-evref/evref/pkg/record"
)

var (
	peerRounds = flag.Int("peers", 0, "compare engines for this many rounds and print the ratios")
)

// engine is one way from a record to a digest. It is given every record of the
// set in turn.
type engine struct {
	name string
	run  func(raw []byte)
}

func engines(t testing.TB) []engine {
	sum := func(c Canonicalization) func(raw []byte) {
		p := record.Parser{MemberOrder: c.MemberOrder()}
		var e Encoder
		return func(raw []byte) {
			rec, err := p.Parse(raw, record.JSON)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := e.Sum(c, SHA256, rec.Root()); err != nil {
				t.Fatal(err)
			}
		}
	}
	var p record.Parser
	var buffer []byte
	return []engine{
		{"sha256", func(raw []byte) { sha256.Sum256(raw) }},
		{"parse", func(raw []byte) {
			if _, err := p.Parse(raw, record.JSON); err != nil {
				t.Fatal(err)
			}
		}},
		{"jcs", sum(JCS)},
		{"cbor", sum(CBOR)},
		{"jsontext", func(raw []byte) {
			buffer = append(buffer[:0], raw...)
			v := jsontext.Value(buffer)
			if err := v.Canonicalize(); err != nil {
				t.Fatal(err)
			}
			sha256.Sum256(v)
		}},
		{"gowebpki/jcs", func(raw []byte) {
			out, err := jcs.Transform(raw)
			if err != nil {
				t.Fatal(err)
			}
			sha256.Sum256(out)
		}},
	}
}

// TestPeers prints how engines compare. They take turns of well under a
// millisecond, so that whatever else the machine does falls on all of them, and
// the median and the best turn of each are given.
func TestPeers(t *testing.T) {
	if *peerRounds == 0 {
		t.Skip("a measurement, not a test: -peers ROUNDS")
	}
	records := generate.New(290).Records(1024)
	canonical := make([][]byte, len(records))
	total := 0
	for i, raw := range records {
		var p record.Parser
		canonical[i] = slices.Clone(canonicalText(t, &p, new(Encoder), JCS, raw))
		total += len(raw)
	}
	all := engines(t)
	turns := make([][]time.Duration, len(all)+1)
	turn := func(f func([]byte), set [][]byte) time.Duration {
		begin := time.Now()
		for _, raw := range set {
			f(raw)
		}
		return time.Since(begin) / time.Duration(len(set))
	}
	for range *peerRounds {
		for i, e := range all {
			turns[i] = append(turns[i], turn(e.run, records))
		}
		turns[len(all)] = append(turns[len(all)], turn(all[2].run, canonical))
	}
	all = append(all, engine{name: "jcs, canonical"})
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%d bytes\tmedian ns\tratio\tbest ns\tratio\n", total/len(records))
	for i, e := range all {
		slices.Sort(turns[i])
		median, best := turns[i][len(turns[i])/2], turns[i][len(turns[i])/100]
		fmt.Fprintf(w, "%s\t%d\t%.2f\t%d\t%.2f\n", e.name, median, float64(median)/float64(turns[0][len(turns[0])/2]), best, float64(best)/float64(turns[0][len(turns[0])/100]))
	}
	w.Flush()
}
