package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/evidence"
)

func TestMain(m *testing.M) {
	flag.Parse()
	beam.Init()
	os.Exit(m.Run())
}

// claim is a line about a record; the digest is of what the record should be.
func claim(id int, record, should string) string {
	return fmt.Sprintf(`{"id":%d,"evidenceRef":{"type":"x","digest":"%s","canonicalization":"jcs/rfc8785"},"record":%s}`, id, digest.Of(digest.SHA256, []byte(should)), record)
}

// planted is a kind of line, its verdict, and every how many lines it comes.
var planted = []struct {
	verdict evidence.Verdict // 0 is a blank line
	every   int
	line    func(id int) string
}{
	{evidence.Mismatch, 97, func(id int) string { return claim(id, `{"class":"public"}`, `{"class":"confidential"}`) }},
	{evidence.Malformed, 89, func(id int) string { return claim(id, `{"a":1}`, `{"a":1}`)[:60] }},
	{evidence.Malformed, 83, func(id int) string { return claim(id, `{"a":1,"a":1}`, `{"a":1}`) }},
	{evidence.Malformed, 79, func(id int) string { return claim(id, "\"\xff\"", "\"\ufffd\"") }},
	{evidence.Unresolved, 73, func(id int) string { return strings.Replace(claim(id, `1`, `1`), `,"record":1`, ``, 1) }},
	{evidence.Unsupported, 71, func(id int) string { return strings.Replace(claim(id, `1`, `1`), `jcs/rfc8785`, `xml/c14n`, 1) }},
	{0, 67, func(int) string { return " \r" }},
}

// write makes three files of claims, the last without a line end, and gives what
// is to be found in each line that is no blank one.
func write(t *testing.T, dir string, lines int) (want map[int]evidence.Verdict, counts Counts) {
	t.Helper()
	want = map[int]evidence.Verdict{}
	var files [3]bytes.Buffer
	for id := range lines {
		verdict, line := evidence.Verified, claim(id, fmt.Sprintf(`{"z":"%s","n":%d}`, strings.Repeat("ü", id%40), id), fmt.Sprintf(`{"n":%d,"z":"%s"}`, id, strings.Repeat("ü", id%40)))
		for _, p := range planted {
			if id%p.every == p.every-1 {
				verdict, line = p.verdict, p.line(id)
				break
			}
		}
		counts.Lines++
		if verdict == 0 {
			counts.BlankLines++
		} else {
			counts = addCounts(counts, countOf(verdict))
			counts.Lines--
			want[id] = verdict
		}
		f := &files[id%3]
		fmt.Fprintf(f, "%s\n", line)
	}
	for i := range files {
		text := files[i].Bytes()
		if i == 2 {
			text = bytes.TrimSuffix(text, []byte("\n"))
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("claims-%d.jsonl", i)), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return want, counts
}

// TestPlanted runs the whole program on prism: every line is judged exactly
// once, whatever the size of the pieces, and the counts are exact.
func TestPlanted(t *testing.T) {
	for _, block := range []int64{500, defaultBlock} {
		t.Run(fmt.Sprint(block), func(t *testing.T) {
			dir := t.TempDir()
			want, counts := write(t, dir, 3000)
			j := job{Claims: filepath.Join(dir, "claims-*.jsonl"), Verdicts: filepath.Join(dir, "out", "v.jsonl"), Counts: filepath.Join(dir, "out", "c.json")}
			p, s := beam.NewPipelineWithRoot()
			j.build(s, block)
			if err := beamx.Run(context.Background(), p); err != nil {
				t.Fatal(err)
			}
			got, err := readCounts(context.Background(), j.Counts)
			if err != nil || got != counts {
				t.Errorf("%v: counts\n%s, want\n%s", err, got, counts)
			}
			if counts.Mismatch == 0 || counts.Unresolved == 0 || counts.Unsupported == 0 || counts.Malformed < 3 || counts.BlankLines == 0 {
				t.Errorf("too little is planted: %s", counts)
			}
			compare(t, j.Verdicts, want)
		})
	}
}

// compare reads the verdicts, finds each line again by its file and offset, and
// checks that each was answered once. Lines without a readable id stand for
// themselves.
func compare(t *testing.T, name string, want map[int]evidence.Verdict) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range bytes.Lines(text) {
		var v struct {
			Source  string
			Offset  int64
			ID      *int
			Verdict string
		}
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		place := fmt.Sprint(v.Source, " ", v.Offset)
		if seen[place] {
			t.Errorf("%s was judged twice", place)
		}
		seen[place] = true
		id := idAt(t, v.Source, v.Offset)
		if v.ID != nil && *v.ID != id || want[id].String() != v.Verdict {
			t.Errorf("%s, id %d: %s, want %s", place, id, v.Verdict, want[id])
		}
	}
	if len(seen) != len(want) {
		t.Errorf("%d verdicts, want %d", len(seen), len(want))
	}
}

// idAt is the id of the line at an offset, also when the line is broken.
func idAt(t *testing.T, name string, offset int64) (id int) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Seek(offset, 0); err != nil {
		t.Fatal(err)
	}
	line, _ := bufio.NewReader(f).ReadString('\n')
	if _, err := fmt.Sscanf(line, `{"id":%d,`, &id); err != nil {
		t.Fatalf("%s at %d is no beginning of a line: %q", name, offset, line)
	}
	return id
}

// TestRun: what the program answers, by exit code and files.
func TestRun(t *testing.T) {
	good, bad := claim(1, `{}`, `{}`), claim(2, `{}`, `[]`)
	mapped := strings.NewReplacer(`"id"`, `"pk"`, `"record"`, `"payload"`).Replace(good)
	for _, c := range []struct {
		name, text string
		job        job
		code       int
		verdicts   string // "" is no file
	}{
		{"good", good + "\n\n", job{}, 0, `"id":1,"verdict":"verified"`},
		{"bad", good + "\n" + bad + "\n", job{OnlyFailures: true}, 1, `"id":2,"verdict":"mismatch"`},
		{"nothing to tell", good, job{OnlyFailures: true}, 0, ""},
		{"mapped", mapped, job{Map: "id=/pk,digest=/evidenceRef/digest,canonicalization=/evidenceRef/canonicalization,record=/payload"}, 0, `"id":1,"verdict":"verified"`},
		{"empty", "", job{}, 4, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			j := c.job
			j.Claims, j.Verdicts, j.Counts = filepath.Join(dir, "in"), filepath.Join(dir, "v"), filepath.Join(dir, "c")
			if err := os.WriteFile(j.Claims, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			code, err := j.run(context.Background())
			if err != nil || code != c.code {
				t.Errorf("exit %d, %v; want %d", code, err, c.code)
			}
			text, _ := os.ReadFile(j.Verdicts)
			if !strings.Contains(string(text), c.verdicts) || (len(text) > 0) != (c.verdicts != "") {
				t.Errorf("verdicts: %s", text)
			}
			if lines, err := readCounts(context.Background(), j.Counts); err != nil || lines.Lines != int64(strings.Count(strings.TrimSuffix(c.text, "\n")+"\n", "\n")) && c.text != "" {
				t.Errorf("%v: %s", err, lines)
			}
		})
	}
}

// TestRefusals: what cannot give an answer gives none.
func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old")
	if err := os.WriteFile(old, []byte(`{"lines":1}`), 0o644); err != nil {
		t.Fatal(err)
	}
	v, c := filepath.Join(dir, "v"), filepath.Join(dir, "c")
	for _, r := range []struct {
		job  job
		code int
		want string
	}{
		{job{}, 2, "give -claims, -verdicts and -counts"},
		{job{Claims: old, Verdicts: v, Counts: v}, 2, "name the same file"},
		{job{Claims: old, Verdicts: v, Counts: old}, 2, "exists"},
		{job{Claims: old, Verdicts: v, Counts: c, Map: "nothing"}, 2, "-map: "},
		{job{Claims: filepath.Join(dir, "none-*"), Verdicts: v, Counts: c}, 3, ""},
	} {
		code, err := r.job.run(context.Background())
		if err == nil || code != r.code || !strings.Contains(err.Error(), r.want) {
			t.Errorf("%+v: exit %d, %v", r.job, code, err)
		}
	}
	if _, err := os.Stat(c); err == nil {
		t.Error("a run without an answer leaves counts")
	}
}

// TestCounts: no verdict is left out of the counts.
func TestCounts(t *testing.T) {
	var sum Counts
	for _, v := range evidence.Verdicts() {
		sum = addCounts(sum, countOf(v))
	}
	n := int64(len(evidence.Verdicts()))
	if got := sum.Verified + sum.Mismatch + sum.Malformed + sum.Unresolved + sum.Unsupported + sum.Invalid + sum.NoClaim; got != n || sum.Items != n || sum.Lines != n {
		t.Errorf("%d verdicts: %s", n, sum)
	}
	sum = addCounts(sum, sum)
	if want := `{"lines":14,"blankLines":0,"items":14,"verified":2,"mismatch":2,"malformed":2,"unresolved":2,"unsupported":2,"invalid":2,"noClaim":2}`; sum.String() != want {
		t.Errorf("%s, want %s", sum, want)
	}
}
