//go:build !race

package digest

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/internal/generate"
	"github.com/mcp-evref/evref/pkg/record"
)

var growth = flag.Bool("growth", false, "measure documents of up to 100 MB")

var memorySize = flag.Int("memory", 8, "size in MiB of the documents whose peak memory is measured")

// TestMemory measures the peak memory of a process that reads a document from its
// standard input and computes one digest of it, against the size of the document.
// The same with a hundredth of the size is taken off.
func TestMemory(t *testing.T) {
	if os.Getenv("EVREF_TEST_SIZE") != "" {
		digestStdin(t)
		return
	}
	size := *memorySize << 20
	for _, tc := range []struct {
		shape string
		limit float64 // times the document
	}{
		{"text", 3}, {"escapes", 3}, {"empty-arrays", 10}, {"zeros", 10}, {"deep", 10}, {"numbers", 10}, {"records", 10}, {"indented", 10},
		{"names-sorted", 10}, {"names-reversed", 10}, {"names-random", 10}, {"objects-reversed", 10},
	} {
		small, large := generate.New(1).Document(tc.shape, size/100), generate.New(1).Document(tc.shape, size)
		for _, as := range []form{{JCS, true}, {CBOR, true}, {CBOR, false}} {
			base := measure(t, as, record.JSON, small).peak
			factor := math.Inf(1)
			// When the collector runs late on a busy machine it adds to a peak and
			// never takes from one, so the lowest of a few counts.
			for n := 0; n < 5 && factor > tc.limit; n++ {
				factor = min(factor, float64(measure(t, as, record.JSON, large).peak-base)/float64(len(large)-len(small)))
			}
			t.Logf("%s, %s: %.1f times the document", tc.shape, as, factor)
			if factor > tc.limit {
				t.Errorf("%s, %s: peak memory is %.1f times the document, limit %v", tc.shape, as, factor, tc.limit)
			}
		}
	}
}

// TestMemoryOfCBOR does the same for hostile CBOR, in which every byte is an item.
func TestMemoryOfCBOR(t *testing.T) {
	const size = 1 << 20
	for name, item := range map[string]string{
		"empty arrays": "\x80", "empty chunks": "\x7f\xff", "zeros": "\x00", "bignums": "\xc2\x40", "keys": "\xa1\xa1\xa1\xa1\x00\x00\x00\x00\x00",
	} {
		doc := []byte("\x9f" + strings.Repeat(item, size/len(item)) + "\xff")
		base := measure(t, form{CBOR, true}, record.CBOR, []byte("\x80")).peak
		factor := float64(measure(t, form{CBOR, true}, record.CBOR, doc).peak-base) / float64(len(doc))
		t.Logf("%s: %.1f times the record", name, factor)
		if factor > 40 {
			t.Errorf("%s: peak memory is %.1f times the record", name, factor)
		}
	}
}

// digestStdin is what the measured process does.
func digestStdin(t *testing.T) {
	size, err := strconv.ParseInt(os.Getenv("EVREF_TEST_SIZE"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	c, _ := Lookup(os.Getenv("EVREF_TEST_FORM"))
	limits := record.Limits{MaxBytes: record.MaxBytes, MaxDepth: 1_000_000}
	raw, err := record.ReadAll(os.Stdin, size, limits)
	if err != nil {
		t.Fatal(err)
	}
	begin := cpuTime()
	p := record.Parser{Limits: limits}
	if os.Getenv("EVREF_TEST_ORDER") == "known" {
		p.MemberOrder = c.MemberOrder()
	}
	format := record.JSON
	if os.Getenv("EVREF_TEST_INPUT") == record.CBOR.String() {
		format = record.CBOR
	}
	rec, err := p.Parse(raw, format)
	if err != nil {
		t.Fatal(err)
	}
	var e Encoder
	if _, err := e.Sum(c, SHA256, rec.Root()); err != nil {
		t.Fatal(err)
	}
	fmt.Println("cpu", cpuTime().Nanoseconds()-begin.Nanoseconds())
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if strings.HasPrefix(line, "VmHWM:") {
			fmt.Print(line)
		}
	}
}

// cost is what a process that digests a document needs.
type cost struct {
	cpu  int64 // nanoseconds of processor time, without reading the document
	peak int64 // bytes of resident memory
}

// form is how a document is digested.
type form struct {
	c     Canonicalization
	known bool // to the parser, as to that of evref digest; verify learns it from the claim
}

func (f form) String() string {
	if f.known {
		return f.c.ShortName()
	}
	return f.c.ShortName() + ", not known before"
}

func measure(t *testing.T, as form, format record.Format, raw []byte) (needed cost) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestMemory$")
	cmd.Env = append(os.Environ(), "EVREF_TEST_FORM="+as.c.ID(), "EVREF_TEST_INPUT="+format.String(), "EVREF_TEST_SIZE="+strconv.Itoa(len(raw)))
	if as.known {
		cmd.Env = append(cmd.Env, "EVREF_TEST_ORDER=known")
	}
	cmd.Stdin = bytes.NewReader(raw)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if _, err := fmt.Sscanf(string(out), "cpu %d\nVmHWM: %d kB", &needed.cpu, &needed.peak); err != nil {
		t.Fatalf("%v in %q", err, out)
	}
	needed.peak *= 1024
	return needed
}

// TestGrowth prints, for documents of 1, 10 and 100 MB, the processor time in
// nanoseconds and the peak memory in bytes.
func TestGrowth(t *testing.T) {
	if !*growth {
		t.Skip("a measurement, not a test: -growth")
	}
	for _, shape := range generate.Shapes() {
		for _, c := range All() {
			base := measure(t, form{c, true}, record.JSON, []byte("[]")).peak
			for _, size := range []int{1e6, 10e6, 100e6} {
				raw := generate.New(1).Document(shape, size)
				best := measure(t, form{c, true}, record.JSON, raw)
				for range 2 {
					best.cpu = min(best.cpu, measure(t, form{c, true}, record.JSON, raw).cpu)
				}
				fmt.Printf("growth\t%s\t%s\t%d\t%d\t%d\n", shape, c.ShortName(), len(raw), best.cpu, best.peak-base)
			}
		}
	}
}
