// Command bench measures digests against other implementations, all in one run,
// and writes docs/performance.md:
//
//	go run ./testdata/bench
//
// It needs a Go tool chain, and node with npm for the JavaScript peers; without
// them those rows are left out, and the page says so. What is downloaded stays in
// a temporary folder. The growth of time and memory is measured on Linux only.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	var b bench
	flag.IntVar(&b.rounds, "rounds", 5, "rounds of which the median counts")
	flag.DurationVar(&b.turn, "time", 4*time.Second, "time of one round for the Go peers, and again for the JavaScript peers")
	flag.BoolVar(&b.growth, "growth", true, "measure documents of up to 100 MB, which takes minutes")
	flag.IntVar(&b.megabytes, "claims", 1000, "size in MB of the file of claims that is verified from end to end; 0 leaves that out")
	hash := flag.String("hash", "", "only print the SHA-256 of this file")
	flag.StringVar(&b.page, "o", "docs/performance.md", "page to write")
	flag.Parse()
	work := b.run
	if *hash != "" {
		work = func() error { return hashFile(*hash) }
	}
	if err := work(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

type bench struct {
	rounds int
	turn   time.Duration
	growth bool
	page   string

	megabytes int
	claims    claims

	folder string
	peers  map[string][]float64 // nanoseconds a record, one for each round
	order  []string             // of the peers
	curves []curve
	notes  []string
}

// curve is one line of the growth table.
type curve struct {
	shape, form string
	size        float64 // bytes
	cpu, peak   float64 // nanoseconds, bytes
}

func (b *bench) run() error {
	folder, err := os.MkdirTemp("", "evref-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	b.folder, b.peers = folder, make(map[string][]float64)
	test := filepath.Join(folder, "digest.test")
	if out, err := exec.Command("go", "test", "-c", "-o", test, "./pkg/digest").CombinedOutput(); err != nil {
		return fmt.Errorf("building the measurements: %w\n%s", err, out)
	}
	javascript := b.installPeers()
	records := filepath.Join(folder, "records.jsonl")
	for round := range b.rounds {
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round+1, b.rounds)
		if err := b.read(exec.Command(test, "-test.run=^TestPeers$", "-peers="+b.turn.String(), "-records="+records)); err != nil {
			return err
		}
		if !javascript {
			continue
		}
		seconds := strconv.FormatFloat(b.turn.Seconds(), 'f', -1, 64)
		if err := b.read(exec.Command("node", filepath.Join(folder, "peers.mjs"), records, seconds)); err != nil {
			return err
		}
	}
	if b.growth {
		fmt.Fprintln(os.Stderr, "growth")
		if err := b.read(exec.Command(test, "-test.run=^TestGrowth$", "-growth", "-test.timeout=2h")); err != nil {
			return err
		}
	}
	if b.megabytes > 0 {
		if err := b.measureClaims(); err != nil {
			return err
		}
	}
	return os.WriteFile(b.page, []byte(b.render()), 0o666)
}

// installPeers fetches the JavaScript peers and reports whether they can run.
func (b *bench) installPeers() bool {
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			b.notes = append(b.notes, tool+" was not there, so the JavaScript implementations are missing.")
			return false
		}
	}
	for _, name := range []string{"package.json", "peers.mjs"} {
		data, err := os.ReadFile(filepath.Join("testdata", "bench", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(b.folder, name), data, 0o666)
		}
		if err != nil {
			b.notes = append(b.notes, "The JavaScript implementations are missing: "+err.Error()+".")
			return false
		}
	}
	install := exec.Command("npm", "install", "--no-audit", "--no-fund", "--silent")
	install.Dir = b.folder
	if err := install.Run(); err != nil {
		b.notes = append(b.notes, "npm could not fetch the JavaScript implementations, so they are missing.")
		return false
	}
	return true
}

// read runs a command and takes in the lines it prints for us.
func (b *bench) read(cmd *exec.Cmd) error {
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", filepath.Base(cmd.Path), err, out)
	}
	var broken error
	number := func(text string) float64 {
		v, err := strconv.ParseFloat(text, 64)
		broken = errors.Join(broken, err)
		return v
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		switch {
		case fields[0] == "peer" && len(fields) == 3:
			if b.peers[fields[1]] == nil {
				b.order = append(b.order, fields[1])
			}
			b.peers[fields[1]] = append(b.peers[fields[1]], number(fields[2]))
		case fields[0] == "claims" && len(fields) == 2:
			b.claims.lines = int64(number(fields[1]))
		case fields[0] == "growth" && len(fields) == 6:
			b.curves = append(b.curves, curve{fields[1], fields[2], number(fields[3]), number(fields[4]), number(fields[5])})
		}
	}
	return broken
}

// ratio gives the median over the rounds of how much longer one peer takes than
// another.
func (b *bench) ratio(name, than string) float64 {
	var ratios []float64
	for i := range min(len(b.peers[name]), len(b.peers[than])) {
		ratios = append(ratios, b.peers[name][i]/b.peers[than][i])
	}
	return median(ratios)
}

func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
