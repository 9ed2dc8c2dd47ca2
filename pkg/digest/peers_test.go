package digest

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/gowebpki/jcs"

	"github.com/mcp-evref/evref/pkg/internal/generate"
	"github.com/mcp-evref/evref/pkg/record"
)

// Measurements, for testdata/bench.
var (
	peerTime    = flag.Duration("peers", 0, "compare implementations for this long")
	peerRecords = flag.String("records", "", "write the records of the comparison to this file, one a line")
)

// peer is one way from a record to a digest. It is given every record of the
// set in turn.
type peer struct {
	name string
	run  func(raw []byte)
}

func peers(t testing.TB) []peer {
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
	return []peer{
		{"crypto/sha256", func(raw []byte) { sha256.Sum256(raw) }},
		{"parse", func(raw []byte) {
			if _, err := p.Parse(raw, record.JSON); err != nil {
				t.Fatal(err)
			}
		}},
		{"evref jcs", sum(JCS)},
		{"evref cbor", sum(CBOR)},
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
		{"fxamacker/cbor", func(raw []byte) {
			out, err := viaTree(raw)
			if err != nil {
				t.Fatal(err)
			}
			sha256.Sum256(out)
		}},
	}
}

// TestPeers prints the processor time a record takes, in nanoseconds, for each
// peer and for input that is canonical already. The peers take turns of some
// milliseconds, so that whatever else the machine does falls on all of them; the
// least turn of each is given, which is the one that was disturbed least. A turn begins without garbage of the one before,
// and with a pass over the records that does not count.
func TestPeers(t *testing.T) {
	if *peerTime == 0 {
		t.Skip("a measurement, not a test: -peers DURATION")
	}
	records := generate.New(290).Records(1024)
	if *peerRecords != "" {
		if err := os.WriteFile(*peerRecords, append(bytes.Join(records, []byte{'\n'}), '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	canonical := make([][]byte, len(records))
	for i, raw := range records {
		var p record.Parser
		canonical[i] = slices.Clone(canonicalText(t, &p, new(Encoder), JCS, raw))
	}
	all := peers(t)
	jcsPeer := slices.IndexFunc(all, func(p peer) bool { return p.name == "evref jcs" })
	all = append(all, peer{"evref jcs, canonical input", all[jcsPeer].run})
	turns := make([][]time.Duration, len(all))
	for begin := time.Now(); time.Since(begin) < *peerTime; {
		for i, p := range all {
			set := records
			if i == len(all)-1 {
				set = canonical
			}
			turns[i] = append(turns[i], turn(p, set))
		}
	}
	for i, p := range all {
		fmt.Printf("peer\t%s\t%d\n", p.name, slices.Min(turns[i]).Nanoseconds())
	}
	fmt.Printf("peer\tbytes a record\t%d\n", (len(bytes.Join(records, nil)))/len(records))
}

// turn gives the processor time of a record.
func turn(p peer, records [][]byte) time.Duration {
	pass := func() {
		for _, raw := range records {
			p.run(raw)
		}
	}
	runtime.GC()
	pass()
	begin, passes := cpuTime(), 0
	for cpuTime()-begin < 10*time.Millisecond {
		pass()
		passes++
	}
	return (cpuTime() - begin) / time.Duration(passes*len(records))
}
