package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// descriptions say what each row of the table of peers does.
var descriptions = map[string]string{
	"crypto/sha256":              "the hash alone, over the record as it is",
	"parse":                      "evref: strict parsing alone",
	"evref jcs":                  "evref: parse, `jcs/rfc8785`, SHA-256",
	"evref jcs, canonical input": "the same, of records that are canonical already",
	"evref cbor":                 "evref: parse, `cbor/rfc8949`, SHA-256",
	"jsontext":                   "go-json-experiment jsontext `Value.Canonicalize`, SHA-256",
	"gowebpki/jcs":               "gowebpki/jcs `Transform`, SHA-256",
	"fxamacker/cbor":             "encoding/json to a tree with exact integers, fxamacker/cbor, SHA-256",
	"npm canonicalize":           "JSON.parse, canonicalize, SHA-256 (node)",
	"npm cborg":                  "JSON.parse, cborg with its RFC 8949 options, SHA-256 (node)",
}

const hash, bytesRow = "crypto/sha256", "bytes a record"

func (b *bench) render() string {
	var p strings.Builder
	fmt.Fprintf(&p, `# Performance

One evidence record of %.0f bytes: parsed strictly, canonicalized and hashed in %.2f times the time of SHA-256 alone (jcs/rfc8785), %.2f times for cbor/rfc8949.
No memory is allocated for it.

Written by %s, with node and `+"`npm ci`"+` in that folder for the peers from npm. Figures are processor time. They differ from machine to
machine; ratios differ less, as long as nothing else keeps the machine busy.

What the project holds itself to, where the processor has SHA instructions:

- A record takes at most 3.0 times SHA-256 alone with jcs, 3.4 times with cbor; gowebpki/jcs and npm canonicalize at least 9 times as long as evref,
  jsontext at least 3 times.
- `+"`verify --claims --jobs 2` takes at most 5 times as long as `openssl dgst -sha256`"+` over the same file, by the clock, in less than 100 MB of memory.
- Time grows no worse than n log n. Memory is at most 3 times a document in which text dominates, and 10 times any other.

`, median(b.peers[bytesRow]), b.ratio("evref jcs", hash), b.ratio("evref cbor", hash), "`go run ./testdata/bench`")
	b.machine(&p)
	b.records(&p)
	b.claimsTable(&p)
	b.growthTables(&p)
	p.WriteString(`## Method

- The records are made, not collected: eight producers, each with its own order of eleven members, none of them canonical.
  Three numbers, two objects and an array in each; now and then a character beyond ASCII or an escape.
- All implementations get the same 1,024 records in turns of some milliseconds, so that whatever else the machine does falls on all of them.
  A turn is measured in processor time of the process, garbage collection included; it begins without garbage of the one before, and with a pass
  over the records that does not count. A round gives the least of its turns, which was disturbed least.
`)
	fmt.Fprintf(&p, "- There were %d rounds. The tables give medians over the rounds; a ratio is taken within a round.\n", b.rounds)
	p.WriteString(`- Growth is measured in a process of its own for each document: the best of three for time, the highest resident memory for space,
  without what the process needs for the document ` + "`[]`" + `. Reading the document counts for space and not for time.
- Records and documents run on one core. Workers on several cores share nothing but the input.
- The runs over the file of claims take turns in each round. Seconds are medians over the rounds, ratios medians of those within a round, memory is the
  most of all rounds. Output goes to no one (/dev/null).
`)
	for _, note := range b.notes {
		fmt.Fprintf(&p, "- %s\n", note)
	}
	return p.String()
}

func (b *bench) machine(p *strings.Builder) {
	fmt.Fprintf(p, "## Machine and versions\n\n")
	processor, sha := cpu()
	fmt.Fprintf(p, "- %s, %d cores, %s/%s. SHA instructions: %s.\n", processor, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, sha)
	fmt.Fprintf(p, "- %s", runtime.Version())
	for _, module := range []string{"github.com/go-json-experiment/json", "github.com/gowebpki/jcs", "github.com/fxamacker/cbor/v2"} {
		if out, err := exec.Command("go", "list", "-m", module).Output(); err == nil {
			fmt.Fprintf(p, "; %s", strings.TrimSpace(string(out)))
		}
	}
	if out, err := exec.Command("node", "--version").Output(); err == nil && b.peers["npm cborg"] != nil {
		fmt.Fprintf(p, "; node %s", strings.TrimSpace(string(out)))
		for _, name := range []string{"canonicalize", "cborg"} {
			fmt.Fprintf(p, "; %s %s", name, b.npmVersion(name))
		}
	}
	fmt.Fprintf(p, "\n- %s\n\n", time.Now().UTC().Format("2 January 2006"))
}

func (b *bench) npmVersion(name string) string {
	data, _ := os.ReadFile("testdata/bench/package.json")
	for line := range strings.Lines(string(data)) {
		if fields := strings.Split(line, `"`); len(fields) > 3 && fields[1] == name {
			return fields[3]
		}
	}
	return "?"
}

// cpu gives the processor's name and whether it has SHA instructions.
func cpu() (name, sha string) {
	name, sha = runtime.GOARCH+" processor", "not known"
	data, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return name, sha
	}
	for line := range strings.Lines(string(data)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch strings.TrimSpace(key) {
		case "model name":
			name = strings.TrimSpace(value)
		case "flags", "Features":
			sha = "no"
			if strings.Contains(value+" ", " sha_ni ") || strings.Contains(value+" ", " sha2 ") {
				sha = "yes"
			}
		}
	}
	return name, sha
}

func (b *bench) records(p *strings.Builder) {
	size := median(b.peers[bytesRow])
	fmt.Fprintf(p, "## Records of %.0f bytes\n\n| | what is done | ns a record | MB/s | times SHA-256 |\n|---|---|--:|--:|--:|\n", size)
	for _, name := range b.order {
		if name == bytesRow {
			continue
		}
		ns := median(b.peers[name])
		fmt.Fprintf(p, "| %s | %s | %.0f | %.0f | %.2f |\n", name, descriptions[name], ns, size*1000/ns, b.ratio(name, hash))
	}
	fmt.Fprintf(p, "\n")
	for _, name := range []string{"jsontext", "gowebpki/jcs", "npm canonicalize"} {
		if b.peers[name] != nil {
			fmt.Fprintf(p, "- %s takes %.1f times as long as evref for the same digest.\n", name, b.ratio(name, "evref jcs"))
		}
	}
	for _, name := range []string{"fxamacker/cbor", "npm cborg"} {
		if b.peers[name] != nil {
			fmt.Fprintf(p, "- %s takes %.1f times as long as evref for a CBOR digest.\n", name, b.ratio(name, "evref cbor"))
		}
	}
	fmt.Fprintf(p, "\n")
}

func (b *bench) growthTables(p *strings.Builder) {
	if len(b.curves) == 0 {
		return
	}
	fmt.Fprintf(p, `## Large documents

Milliseconds for parse, canonicalize and hash, for documents of 1, 10 and 100 MB; how much longer ten times the size takes; and the peak memory of the
largest, as a multiple of the document.

| shape | form | 1 MB | 10 MB | 100 MB | growth | memory |
|---|---|--:|--:|--:|--:|--:|
`)
	for i := 0; i+2 < len(b.curves); i += 3 {
		c := b.curves[i : i+3]
		fmt.Fprintf(p, "| %s | %s | %.1f | %.0f | %.0f | %.1f, %.1f | %.1f |\n", c[0].shape, c[0].form,
			c[0].cpu/1e6, c[1].cpu/1e6, c[2].cpu/1e6, c[1].cpu/c[0].cpu, c[2].cpu/c[1].cpu, c[2].peak/c[2].size)
	}
	p.WriteString(`
- records, indented: an array of the records above; compact, or one member a line
- text, escapes: an array of strings of about 200 characters; plain, or every third character an escape
- empty-arrays, zeros, numbers: ` + "`[[],[],…]`, `[0,0,…]`" + `, an array of doubles with all their digits
- names-…: one object with millions of members of 13 bytes, in the order of their names or in another
- objects-reversed: an array of objects of 20 members in reverse order
- deep: an array of arrays nested 5,000 deep

` + "Time of names-random grows a little faster than n log n, by which ten times the size is 11.5 times the work: the names of a large object lie all over it, and\nthe processor's caches hold less and less of them." + `

Memory is that of the library, with the order of members known when it parses, as ` + "`evref digest -c`" + ` does. Where the form is known only later, as from a
claim, names of objects take 16 bytes more. It is 16 bytes for each value and name, 16 more for each name of an object while it is open, and what has to be decoded or sorted. The canonical bytes of a large
document are never held: they go to the hash in pieces. CBOR input in which every byte is an item takes up to 18 times the record, and up to 35 times with maps as map keys.

`)
}
