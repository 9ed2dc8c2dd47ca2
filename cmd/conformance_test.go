package cmd

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// TestConformanceKit runs the two programs of docs/conformance, as another
// project would in its own CI: they agree with every vector, and a vector that
// is changed makes them fail.
func TestConformanceKit(t *testing.T) {
	node := []string{"node", "--stack-size=4000", "../docs/conformance/canonical.mjs"}
	python := []string{"python3", "../docs/conformance/canonical.py"}
	for _, tc := range []struct {
		canonicalization string
		program          []string
		accepts          int // bad inputs that the program does not see
	}{
		{"jcs", python, 0}, {"cbor", python, 0}, {"jcs", node, 7},
	} {
		t.Run(tc.program[0]+" "+tc.canonicalization, func(t *testing.T) {
			if _, err := exec.LookPath(tc.program[0]); err != nil {
				t.Skipf("%s is not here", tc.program[0])
			}
			if tc.program[0] == "node" && exec.Command("node", "-e", "''.isWellFormed()").Run() != nil {
				t.Skip("this node is older than version 20")
			}
			vectors, _, _ := invoke(t, nil, "vectors", "-c", tc.canonicalization)
			digests, refusals := 0, 0
			for line := range strings.Lines(vectors) {
				switch {
				case strings.Contains(line, `"inputFormat":"cbor"`):
				case strings.Contains(line, `"error":`):
					refusals++
				default:
					digests++
				}
			}
			out, err := pipe(vectors, tc.program)
			want := fmt.Sprintf("%d digests agree, 0 differ; %d bad inputs refused", digests, refusals-tc.accepts)
			if err != nil || !strings.Contains(out, want) {
				t.Errorf("%v: %swant %s", err, out, want)
			}
			changed := strings.Replace(vectors, `"digest":"sha256:`, `"digest":"sha256:0`, 1)
			if out, err := pipe(changed, tc.program); err == nil || !strings.Contains(out, ", 1 differ") {
				t.Errorf("a changed vector: %v: %s", err, out)
			}
			if out, err := pipe("", tc.program); err == nil {
				t.Errorf("no vectors at all: %s", out)
			}
		})
	}
}

func pipe(input string, program []string) (string, error) {
	c := exec.Command(program[0], program[1:]...)
	c.Stdin = strings.NewReader(input)
	out, err := c.CombinedOutput()
	return string(out), err
}
