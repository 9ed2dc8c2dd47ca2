package cmd

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/store"
)

// reproduction is the folder of a failure as it is made: files, and a command
// that gives the verdict again from these files alone.
type reproduction struct {
	*verifyOptions
	j       *judged
	known   []evidence.Scheme // that the record was checked against
	files   []failureFile
	command []string
	lost    string // why there is no command
}

// failureFiles gives the files of a failure's folder.
func failureFiles(j *judged, item *verifyItem, o *verifyOptions, known *evidence.Schemes) []failureFile {
	r := &reproduction{verifyOptions: o, j: j}
	if j.Verdict == evidence.Invalid {
		r.schemes(known.For(j.Claim.Type, j.Claim.Schema))
	}
	r.record()
	r.claim()
	if verdict, err := indented(item); err == nil { // an id is read strictly, so it is JSON
		r.add("verdict.json", verdict)
	}
	if r.lost != "" {
		r.add("note.txt", []byte("there is no command that gives this verdict again: "+r.lost+"\n"))
		return r.files
	}
	r.flags()
	r.add("command.txt", []byte(shellCommand(append([]string{"evref", "verify"}, r.command...))+"\n"))
	return r.files
}

func (r *reproduction) add(name string, data []byte) {
	r.files = append(r.files, failureFile{name, data})
}

func (r *reproduction) run(words ...string) { r.command = append(r.command, words...) }

// recordName is what the record is called in the folder.
func recordName(f record.Format) string {
	if f == record.CBOR {
		return "record.cbor"
	}
	return "record.json"
}

// record writes the record as it was given, and its canonical bytes.
func (r *reproduction) record() {
	given := r.j.Given
	if given.Raw == nil {
		return
	}
	raw := given.Raw
	rec, err := record.Parse(raw, given.Format, r.input.limits())
	if err == nil {
		if v, found := rec.Root().Find(given.Pointer); found {
			raw = v.Raw()
			r.canonical(v)
		}
	}
	r.add(recordName(given.Format), raw)
}

func (r *reproduction) canonical(v record.Value) {
	c := r.j.Claim.Canonicalization
	if c == 0 {
		return
	}
	name := "canonical.json"
	if c == digest.CBOR {
		name = "canonical.cbor"
	}
	if canonical, err := c.Append(nil, v); err == nil {
		r.add(name, canonical)
	}
}

// claim writes what the claim stood in, and begins the command.
func (r *reproduction) claim() {
	j := r.j
	inside := j.Record.By == evidence.Beside || j.Record.By == evidence.NotFound
	switch {
	case j.in.Data == nil:
		r.lost = "the input is over the limit of that run, and was not read"
	case j.kind == asSession:
		r.whole("message.log", "--as", asSession)
	case j.kind == asCheck && j.Verdict == evidence.Malformed && j.called.Path == "":
		r.whole("claim.txt", "--check")
	case j.kind == asClaims && inside && j.in.Locator.Line > 0:
		r.whole("claim.jsonl", "--claims")
	case j.kind == asClaims && inside:
		r.whole("claim.json")
	case j.kind == "" && j.claim.IsZero() && j.in.Locator.Line > 0: // a line that could not be read
		r.whole("document.jsonl", "--jsonl")
	case j.kind == "" && j.claim.IsZero():
		r.whole("document.json")
		r.takenFor()
	case j.kind == "" && (j.Verdict == evidence.Verified || j.Verdict == evidence.NoClaim):
		r.result()
	default:
		r.line()
	}
	if r.mapping != "" && j.kind == asClaims && inside {
		r.run("--map", r.mapping)
	}
	r.held()
}

// whole writes the line or the document as it was given.
func (r *reproduction) whole(name string, flags ...string) {
	data := r.j.in.Data
	if r.j.in.Locator.Line > 0 {
		data = append(slices.Clip(data), '\n')
	}
	r.add(name, data)
	r.run(append(flags, name)...)
}

// result writes a tool result whose claim is good and that fails for what stands
// around it.
func (r *reproduction) result() {
	r.add("result.json", r.j.in.Data)
	r.run("result.json")
	r.takenFor()
	if r.j.Given.Raw != nil {
		r.run("--evidence", recordName(r.j.Given.Format))
	}
	if r.annotationKey != evidence.AnnotationKey {
		r.run("--annotation-key", r.annotationKey)
	}
}

// takenFor repeats what the input was taken for.
func (r *reproduction) takenFor() {
	if r.as == asResult || r.as == asAnnotation {
		r.run("--as", r.as)
	}
}

// line writes the claim as a line of its own that names the record.
func (r *reproduction) line() {
	j := r.j
	if j.kind == "" && !j.claim.IsZero() {
		r.add("result.json", j.in.Data) // for whoever looks at it
	}
	line := ownLine{Path: r.path()}
	if !j.id.IsZero() {
		line.ID = json.RawMessage(j.id.Raw())
	}
	mapping := ""
	if v := j.Claim.Value; !v.IsZero() {
		line.Ref = json.RawMessage(v.Raw())
	} else {
		line.claimTexts = textsOf(j.Claim)
		mapping = line.mapping()
	}
	text, err := json.Marshal(line)
	if err != nil {
		r.lost = "the claim cannot be written down"
		return
	}
	r.add("claim.jsonl", append(text, '\n'))
	r.run("--claims", "claim.jsonl")
	if mapping != "" {
		r.run("--map", mapping)
	}
	if r.instead() && r.j.Record.By == evidence.ByContent {
		r.run("--evidence", recordName(r.j.Given.Format))
	}
}

// path names the record in the folder, "" where the claim names none.
func (r *reproduction) path() string {
	j := r.j
	if r.instead() {
		return "missing-" + recordName(j.Given.Format)
	}
	switch j.Record.By {
	case evidence.NotFound:
		return ""
	case evidence.ByStore:
		if j.Given.Raw == nil {
			r.lost = "there are no bytes in the store that could be kept"
		}
		return ""
	}
	if j.Given.Raw == nil && j.Verdict != evidence.Unresolved {
		r.lost = "the record is over the limit of that run, and was not read"
	}
	path := recordName(j.Given.Format)
	if j.Given.Pointer != "" && j.Verdict == evidence.Unresolved { // it has nothing there
		path = record.Locator{Path: path, Pointer: j.Given.Pointer}.String()
	}
	return path
}

// instead reports that the record was judged in place of one that is named for the
// claim and is not there. In the folder that one is not there either.
func (r *reproduction) instead() bool {
	by := r.j.Record.By
	return (by == evidence.ByContent || by == evidence.ByStore && r.j.Given.Raw != nil) &&
		slices.ContainsFunc(r.j.Findings, func(d diag.Diagnostic) bool { return d.Rule == evidence.CodeNamedRecord })
}

// held writes a store of one record: the one that was found in a store, or the
// one that has the claimed digest where another was named.
func (r *reproduction) held() {
	j := r.j
	var data []byte
	switch {
	case j.Claim.Digest.IsZero() || !store.Registered(j.Claim.Digest.Algorithm()):
		return
	case j.Record.By == evidence.ByStore:
		data = j.Given.Raw
	case j.Held != nil:
		data = j.Held.Canonical
	}
	if data == nil {
		return
	}
	r.add("store/"+store.Name(j.Claim.Digest), data)
	for _, f := range store.Empty() {
		r.add("store/"+f.Name, []byte(f.Text))
	}
	r.run("--store", "store")
}

// flags adds what the run was told that the verdict can depend on.
func (r *reproduction) flags() {
	j := r.j
	for i, s := range r.known {
		r.run("--scheme", s.Type+"="+schemaName(i))
	}
	if f := j.Given.Format; j.Given.Raw != nil && j.kind != asSession && record.Detect(recordName(f), j.Given.Raw) != f {
		r.run("--input", f.String())
	}
	for _, kind := range r.failOn {
		r.run("--fail-on", kind)
	}
	for _, flag := range []struct {
		given bool
		name  string
	}{
		{r.requireClaim, "--require-claim"}, {r.crossCheck, "--cross-check"}, {r.noDiagnosis, "--no-diagnosis"},
		{j.Verdict == evidence.Invalid, "--check-scheme"},
		{r.skipNonJSON && j.kind == asSession, "--skip-non-json"},
	} {
		if flag.given {
			r.run(flag.name)
		}
	}
	if r.input.maxBytes != record.DefaultMaxBytes {
		r.run("--max-record-size", strconv.Itoa(r.input.maxBytes))
	}
	if r.input.maxDepth != record.DefaultMaxDepth {
		r.run("--max-depth", strconv.Itoa(r.input.maxDepth))
	}
	r.run("--no-config")
}

// schemes writes the schemas that the record was checked against, apart from
// those that every evref knows.
func (r *reproduction) schemes(applied []evidence.Scheme) {
	for _, s := range applied {
		if s.Published {
			continue
		}
		if strings.Contains(s.Type, "=") {
			r.lost = "no flag can name the scheme of this record"
		}
		r.add(schemaName(len(r.known)), s.Raw)
		r.known = append(r.known, s)
	}
}

func schemaName(i int) string { return "schema-" + strconv.Itoa(i+1) + ".json" }
