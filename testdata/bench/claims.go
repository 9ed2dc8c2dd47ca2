package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// claimsRun is what one way to go over the file of claims took in each round.
type claimsRun struct {
	name string
	args []string
	wall []float64 // seconds
	cpu  []float64 // seconds
	peak float64   // bytes, the most of all rounds
}

// claims is the measurement of `evref verify --claims` from end to end.
type claims struct {
	bytes, lines int64
	runs         []*claimsRun
	same         bool // the output for all numbers of jobs
}

// measureClaims verifies a file of claims with the program itself, and hashes the
// same file with openssl, which uses the SHA instructions, or with crypto/sha256.
func (b *bench) measureClaims() error {
	evref := filepath.Join(b.folder, "evref")
	if out, err := exec.Command("go", "build", "-o", evref, ".").CombinedOutput(); err != nil {
		return fmt.Errorf("building evref: %w\n%s", err, out)
	}
	path := filepath.Join(b.folder, "claims.jsonl")
	c := &b.claims
	write := exec.Command("go", "test", "./pkg/evidence", "-run=^TestWriteClaims$", "-count=1", "-v", "-claims="+path, "-claims-mb="+strconv.Itoa(b.megabytes))
	if err := b.read(write); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	c.bytes = info.Size()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	hashing := &claimsRun{"crypto/sha256 over the file", []string{self, "-hash", path}, nil, nil, 0}
	if openssl, err := exec.LookPath("openssl"); err == nil {
		hashing = &claimsRun{"`openssl dgst -sha256` over the file", []string{openssl, "dgst", "-sha256", path}, nil, nil, 0}
	}
	c.runs = []*claimsRun{
		hashing,
		{"`verify --claims --jobs 2 --only-failures`", []string{evref, "verify", "--claims", path, "--jobs", "2", "--only-failures"}, nil, nil, 0},
		{"`verify --claims --jobs 2`, a line for each claim", []string{evref, "verify", "--claims", path, "--jobs", "2"}, nil, nil, 0},
		{"`verify --claims --jobs 1 --only-failures`", []string{evref, "verify", "--claims", path, "--jobs", "1", "--only-failures"}, nil, nil, 0},
	}
	for round := range b.rounds {
		fmt.Fprintf(os.Stderr, "claims, round %d of %d\n", round+1, b.rounds)
		for _, r := range c.runs {
			if err := r.run(); err != nil {
				return err
			}
		}
	}
	c.same, err = sameOutput(evref, path)
	return err
}

// run measures one pass. A mismatch is an answer and not a failure.
func (r *claimsRun) run() error {
	cmd := exec.Command(r.args[0], r.args[1:]...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	begin := time.Now()
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		return fmt.Errorf("%s: %w\n%s", strings.Join(r.args, " "), err, stderr.Bytes())
	}
	r.wall = append(r.wall, time.Since(begin).Seconds())
	r.cpu = append(r.cpu, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
	r.peak = max(r.peak, peakOf(cmd.ProcessState))
	return nil
}

// sameOutput reports whether --jobs changes a byte of the output.
func sameOutput(evref, path string) (bool, error) {
	var first string
	for _, jobs := range []int{1, 2, 8} {
		cmd := exec.Command(evref, "verify", "--claims", path, "--jobs", strconv.Itoa(jobs), "--format", "jsonl")
		sum := sha256.New()
		cmd.Stdout = sum
		if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
			return false, err
		}
		text := hex.EncodeToString(sum.Sum(nil))
		if first == "" {
			first = text
		}
		if text != first {
			return false, nil
		}
	}
	return true, nil
}

// hashFile is what -hash does.
func hashFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.CopyBuffer(sum, struct{ io.Reader }{f}, make([]byte, 1<<20)); err != nil {
		return err
	}
	fmt.Println(hex.EncodeToString(sum.Sum(nil)))
	return nil
}

// overHash gives the median over the rounds of how much longer a run took than
// the hash.
func overHash(r, hash []float64) float64 {
	var ratios []float64
	for i := range r {
		ratios = append(ratios, r[i]/hash[i])
	}
	return median(ratios)
}

func (b *bench) claimsTable(p *strings.Builder) {
	c := &b.claims
	if len(c.runs) == 0 {
		return
	}
	fmt.Fprintf(p, `## A file of claims, from end to end

%.2f GB, %.1f million claims lines with their records, read from the file cache. One claim in %s is false, and as many lines are broken.

| | seconds | times the hash | CPU seconds | times the hash | claims/s | peak memory, MB |
|---|--:|--:|--:|--:|--:|--:|
`, float64(c.bytes)/1e9, float64(c.lines)/1e6, "100,000")
	hash := c.runs[0]
	for _, r := range c.runs {
		rate := "–"
		if r != hash {
			rate = fmt.Sprintf("%.2f million", float64(c.lines)/median(r.wall)/1e6)
		}
		fmt.Fprintf(p, "| %s | %.2f | %.2f | %.2f | %.2f | %s | %.0f |\n", r.name, median(r.wall), overHash(r.wall, hash.wall), median(r.cpu), overHash(r.cpu, hash.cpu), rate, r.peak/1e6)
	}
	same := "is the same, byte for byte"
	if !c.same {
		same = "**differs**"
	}
	fmt.Fprintf(p, "\nThe output for `--jobs` 1, 2 and 8 %s.\n\n", same)
}
