package cmd

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
)

// claimLine writes a claims line for a record, under a digest that is made of
// hashed.
func claimLine(id int, c digest.Canonicalization, rec, hashed string) string {
	r, err := record.Parse([]byte(hashed), record.JSON, record.Limits{})
	if err != nil {
		panic(err)
	}
	d, err := digest.Sum(c, digest.SHA256, r.Root())
	if err != nil {
		panic(err)
	}
	ref := evidence.Ref{Type: "policy-decision", Digest: d, Canonicalization: c}
	return fmt.Sprintf(`{"id":%d,"evidenceRef":%s,"record":%s}`, id, ref.JSON(), rec)
}

// someClaims makes n lines of every kind, some of them broken, empty or long.
func someClaims(n int) string {
	r := rand.New(rand.NewPCG(3, 3))
	var b strings.Builder
	for i := range n {
		rec := fmt.Sprintf(`{"n":%d,"text":"%s"}`, i, strings.Repeat("é", r.IntN(40)))
		switch k := r.IntN(20); {
		case k == 0:
			b.WriteString(`{"id":` + fmt.Sprint(i) + `,"evidenceRef":{`)
		case k == 1:
		case k == 2:
			b.WriteString(claimLine(i, digest.JCS, rec, `{"n":0}`))
		case k == 3:
			b.WriteString(strings.Repeat(" ", 3000) + "{}")
		case k == 4:
			b.WriteString(claimLine(i, digest.CBOR, `{"n":9007199254740993}`, `{"n":9007199254740993}`))
		case k == 5:
			b.WriteString(claimLine(i, digest.JCS, `{"n":9007199254740993}`, `{"n":9007199254740993}`))
		default:
			b.WriteString(claimLine(i, digest.All()[i%2], rec, rec))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestVerifyJobs: the output is the same whatever --jobs says, and the counts
// add up to the lines.
func TestVerifyJobs(t *testing.T) {
	path := writeFile(t, "claims.jsonl", []byte(someClaims(2000)))
	for _, format := range []string{"text", "json", "jsonl"} {
		var want [3]string
		for i, jobs := range []string{"1", "2", "8"} {
			stdout, stderr, code := invoke(t, nil, "verify", "--claims", path, "--jobs", jobs, "--format", format, "--max-record-size", "2000")
			got := [3]string{stdout, stderr, fmt.Sprint(code)}
			if i == 0 {
				want = got
			} else if got != want {
				t.Errorf("%s with %s jobs differs", format, jobs)
			}
		}
		if want[2] != "1" || !strings.Contains(want[1], "2000 lines read") {
			t.Errorf("%s: exit %s, %s", format, want[2], lastLine(want[1]))
		}
	}
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return lines[len(lines)-1]
}

// TestVerifyOutputSchema: machine output is what its schema says, whatever the
// verdicts; the summary's counts are those of the items.
func TestVerifyOutputSchema(t *testing.T) {
	schema, err := validate.Embedded("verify-output.v1")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const ref = `{"type":"ifc.fides.v1","digest":"sha256:c509d629b2ab94b573c44ac10acb4941ab3949ff3cf857983c643bb0a476cefb","canonicalization":"jcs/rfc8785","ref":"x","schema":"y"}`
	claims := write("claims.jsonl", someClaims(300))
	result := write("result.json", `{"content":[{"type":"text","text":"x","_meta":{"io.modelcontextprotocol/trust-annotations":{"sensitive":false}}}],"_meta":{"ifc":{"integrity":"x"},"io.modelcontextprotocol/trust-annotations":{"sensitive":true,"evidenceRef":`+ref+`}}}`)
	plain := write("plain.json", `{"content":[]}`)
	label := write("label.json", `{"class":"confidential","container_visibility":"public","origin":"open_world","resource_kind":"security_advisory_draft"}`)
	for _, args := range [][]string{
		{"--claims", claims},
		{"--claims", claims, "--check-scheme", "--max-record-size", "500"},
		{result, plain},
		{result, "--evidence", label},
		{result, "--evidence", label, "--exit-zero"},
		{plain, "--allow-no-claims"},
		{"nowhere.json"},
		{"--digest", "sha256:c509", "-c", "jcs/rfc8785", label},
		{"--digest", "x", "-c", "\u202ec", label, "nowhere.json"},
	} {
		stdout, stderr, code := invoke(t, nil, append([]string{"verify", "--format", "json"}, args...)...)
		rec, err := record.Parse([]byte(stdout), record.JSON, record.Limits{})
		if err != nil {
			t.Fatalf("%v: %v\n%s%s", args, err, stdout, stderr)
		}
		for _, v := range schema.Validate(rec.Root()) {
			t.Errorf("%v: %s: %s", args, v.Pointer, v.Message)
		}
		summary := rec.Root().Get("summary")
		if n, _ := summary.Get("items").Int64(); int(n) != rec.Root().Get("items").Len() {
			t.Errorf("%v: %d items counted, %d listed", args, n, rec.Root().Get("items").Len())
		}
		if exit, _ := summary.Get("exitCode").Int64(); int(exit) != code {
			t.Errorf("%v: exitCode %d, exit %d", args, exit, code)
		}
		if strings.ContainsRune(stdout+stderr, '\u202e') {
			t.Errorf("%v: a bidi control was printed", args)
		}
		lines, _, _ := invoke(t, nil, append([]string{"verify", "--format", "jsonl"}, args...)...)
		if got := strings.Count(lines, "\n"); got != rec.Root().Get("items").Len()+1 {
			t.Errorf("%v: %d lines of jsonl", args, got)
		}
		for line := range strings.Lines(lines) {
			if !json.Valid([]byte(line)) {
				t.Errorf("%v: %s is no JSON", args, line)
			}
		}
	}
}

// TestVerifyFormatKeepsExitCode: a format never changes the exit code.
func TestVerifyFormatKeepsExitCode(t *testing.T) {
	path := writeFile(t, "claims.jsonl", []byte(someClaims(50)))
	for _, fail := range [][]string{nil, {"--exit-zero"}, {"--fail-on", "hazard"}, {"--status"}, {"--quiet"}, {"--only-failures"}} {
		var codes []int
		for _, format := range []string{"text", "json", "jsonl"} {
			if fail != nil && fail[0] == "--status" && format != "text" {
				continue
			}
			_, _, code := invoke(t, nil, append([]string{"verify", "--claims", path, "--format", format}, fail...)...)
			codes = append(codes, code)
		}
		for _, code := range codes {
			if code != codes[0] {
				t.Errorf("%v: exit codes %v", fail, codes)
			}
		}
	}
}

// TestLineBytes: whatever is wrong with a line, its answer tells the byte of the
// file, in words and as data, of verify and of digest.
func TestLineBytes(t *testing.T) {
	good := claimLine(1, digest.JCS, "{}", "{}")
	for _, tc := range []struct {
		line   string
		at     int  // from the start of the line
		record bool // it is a record for digest
	}{
		{`{"a" 1}`, 5, false}, {`{"a":"`, 5, false}, {"\v", 0, false}, {"\u00a0", 0, false}, {"{\"é\":\xff}", 6, false}, {`{"a":1,"a":2}`, 7, false},
		{`{}`, 0, true}, {`{"evidenceRef":1}`, 15, true}, {strings.Repeat("x", 1<<20), 0, false},
	} {
		path := writeFile(t, "claims.jsonl", []byte(good+"\n \t\r\n"+tc.line+"\n"+good+"\n"))
		offset := len(good) + 5 + tc.at
		words, data := fmt.Sprintf(" (byte %d of the file)", offset), fmt.Sprintf(`"offset":%d,`, offset)
		args := []string{"verify", "--claims", path, "--max-record-size", "100000", "--only-failures"}
		stdout, stderr, _ := invoke(t, nil, args...)
		if strings.Count(stdout, words) != 1 || !strings.Contains(stderr, words) || !strings.Contains(stderr, "4 lines read, 1 blank; 3 items: 2 verified, 0 mismatch, 1 malformed") {
			t.Errorf("verify %.40q: want %s in\n%s%s", tc.line, words, stdout, stderr)
		}
		if stdout, _, _ := invoke(t, nil, append(args, "--format", "jsonl")...); !strings.Contains(stdout, data) {
			t.Errorf("verify %.40q: want %s in\n%s", tc.line, data, stdout)
		}
		if tc.record {
			continue
		}
		args = []string{"digest", "-c", "jcs", "--jsonl", path, "--max-record-size", "100000"}
		if _, stderr, _ := invoke(t, nil, args...); !strings.Contains(stderr, words) || !strings.Contains(stderr, "4 lines read, 1 blank; 3 records, 1 refused") {
			t.Errorf("digest %.40q: want %s in\n%s", tc.line, words, stderr)
		}
		if stdout, _, _ := invoke(t, nil, append(args, "--format", "jsonl")...); !strings.Contains(stdout, data) {
			t.Errorf("digest %.40q: want %s in\n%s", tc.line, data, stdout)
		}
	}
}

// TestVerifyBadEnds: a last line that is cut off, a line over the limit between
// two good ones, a check list with the line ends of Windows.
func TestVerifyBadEnds(t *testing.T) {
	good := claimLine(1, digest.JCS, "{}", "{}")
	cut := writeFile(t, "claims.jsonl", []byte(good+"\n"+good[:len(good)/2]))
	stdout, stderr, code := invoke(t, nil, "verify", "--claims", cut)
	if code != ExitNo || !strings.Contains(stdout, "#L1 (id 1): verified") || !strings.Contains(stdout, "#L2: malformed") ||
		!strings.Contains(stderr, "warning: the file ends in the middle of this line") {
		t.Errorf("cut off: exit %d\n%s%s", code, stdout, stderr)
	}
	open := writeFile(t, "claims.jsonl", []byte(good+"\n"+good))
	if stdout, stderr, code := invoke(t, nil, "verify", "--claims", open); code != ExitOK || strings.Contains(stderr, "warning:") {
		t.Errorf("no line end behind a whole line: exit %d\n%s%s", code, stdout, stderr)
	}
	half := writeFile(t, "records.jsonl", []byte("{}\n{\"a\":tr"))
	if _, stderr, code := invoke(t, nil, "digest", "-c", "jcs", "--jsonl", half); code != ExitUnreadable || !strings.Contains(stderr, "warning: the file ends in the middle of this line") {
		t.Errorf("digest, cut off: exit %d\n%s", code, stderr)
	}
	for _, whole := range []string{`{"evidenceRef":1}`, `{"a":[tru]}`, `[]`, good + "{}"} {
		path := writeFile(t, "claims.jsonl", []byte(good+"\n"+whole))
		if stdout, stderr, code := invoke(t, nil, "verify", "--claims", path); code != ExitNo || strings.Contains(stderr, "warning:") {
			t.Errorf("%s, which is not cut off: exit %d\n%s%s", whole, code, stdout, stderr)
		}
	}
	long := writeFile(t, "claims.jsonl", []byte(good+"\n"+strings.Repeat("x", 1<<21)+"\n"+good+"\n"))
	stdout, stderr, code = invoke(t, nil, "verify", "--claims", long, "--max-record-size", "100000")
	if code != ExitNo || strings.Count(stdout, ": verified") != 2 || !strings.Contains(stdout, "#L2: malformed: record is larger than the limit of 100000 bytes") ||
		!strings.Contains(stderr, "3 lines read, 0 blank; 3 items: 2 verified, 0 mismatch, 1 malformed") {
		t.Errorf("long line: exit %d\n%s%s", code, stdout, stderr)
	}
	dir := t.TempDir()
	sum := digest.Of(digest.SHA256, []byte("{}"))
	for name, text := range map[string]string{"r.json": "{}", "sums.txt": sum.String() + "  jcs/rfc8785  r.json\r\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if stdout, stderr, code := invoke(t, nil, "verify", "-C", dir, "--check", "sums.txt"); code != ExitOK {
		t.Errorf("CRLF: exit %d\n%s%s", code, stdout, stderr)
	}
}

// TestVerifyAnswersAsItGoes: a program that writes a claim and waits gets the
// answer before it writes the next.
func TestVerifyAnswersAsItGoes(t *testing.T) {
	stdin, claims := io.Pipe()
	answers, stdout := io.Pipe()
	code := make(chan int)
	go func() {
		code <- Main(context.Background(), []string{"verify", "--claims", "-", "--jobs", "2"}, Streams{
			In: stdin, Out: stdout, Err: io.Discard, Getenv: func(string) string { return "" }, Now: time.Now,
		})
		stdout.Close()
	}()
	read := bufio.NewScanner(answers)
	for i := range 5 {
		fmt.Fprintln(claims, claimLine(i, digest.JCS, "{}", "{}"))
		if !read.Scan() || read.Text() != fmt.Sprintf("-#L%d (id %d): verified", i+1, i) {
			t.Fatalf("answer %d: %q", i, read.Text())
		}
	}
	claims.Close()
	if got := <-code; got != ExitOK {
		t.Errorf("exit %d", got)
	}
}

// TestVerifyInterrupted: the partial summary is printed and the code is 130.
func TestVerifyInterrupted(t *testing.T) {
	stdin, claims := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	var errs strings.Builder
	answers, stdout := io.Pipe()
	done := make(chan int)
	go func() {
		code := Main(ctx, []string{"verify", "--claims", "-"}, Streams{
			In: stdin, Out: stdout, Err: &errs, Getenv: func(string) string { return "" }, Now: time.Now,
		})
		stdout.Close()
		done <- code
	}()
	fmt.Fprintln(claims, claimLine(1, digest.JCS, "{}", "{}"))
	read := bufio.NewReader(answers)
	if line, err := read.ReadString('\n'); err != nil {
		t.Fatal(line, err)
	}
	cancel()
	go io.Copy(io.Discard, read)
	if code := <-done; code != ExitInterrupted || !strings.HasPrefix(lastLine(errs.String()), "interrupted: ") {
		t.Errorf("exit %d, %s", code, errs.String())
	}
	claims.Close()
}

// TestVerifyHostile gives inputs made to break a reader.
func TestVerifyHostile(t *testing.T) {
	good := claimLine(1, digest.JCS, "{}", "{}")
	for name, text := range map[string]string{
		"empty": "", "nothing but white space": " \n\t\n", "binary": "\x00\xff\xfe\n", "deep": strings.Repeat("[", 100_000),
		"deep objects": strings.Repeat(`{"evidenceRef":`, 20_000), "deep record": `{"evidenceRef":` + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000) + `,"record":1}`,
		"id with escapes": strings.Replace(good, `"id":1`, `"id":"\u001b[31m\u202e"`, 1), "byte-order mark": "\xef\xbb\xbf" + good,
		"an open string": `{"evidenceRef":"`, "numbers": `{"evidenceRef":1e400}`, "a huge number": `{"evidenceRef":{"digest":"sha256:00","canonicalization":"jcs/rfc8785","type":"x"},"record":` + strings.Repeat("9", 100_000) + `}`,
	} {
		path := writeFile(t, "claims.jsonl", []byte(text+"\n"+good+"\n"))
		for _, args := range [][]string{{"--claims", path}, {path}, {"--check", path}, {"--as", "result", path}, {"--as", "annotation", path}, {"--jsonl", path}} {
			stdout, stderr, code := invoke(t, nil, append([]string{"verify"}, args...)...)
			if code == ExitFault || code == ExitUsage {
				t.Errorf("%s %v: exit %d\n%s", name, args, code, stderr)
			}
			if strings.ContainsAny(stdout+stderr, "\x1b\u202e\x00") {
				t.Errorf("%s %v: raw control characters in output", name, args)
			}
			if args[0] == "--claims" && !strings.Contains(stdout, ": verified") {
				t.Errorf("%s: the good line behind it was not judged\n%s%s", name, stdout, stderr)
			}
		}
	}
}
