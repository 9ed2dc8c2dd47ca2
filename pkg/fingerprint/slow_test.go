package fingerprint

import (
	"bytes"
	"fmt"
	"math/big"
	"sort"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/vectors"
)

// slowPreimage is a second encoder, written from the table of the format and
// sharing nothing with the first: it lays the preimage out as a list of fields
// and then writes them, with lengths from math/big.
func slowPreimage(d Definition) []byte {
	type field struct {
		bytes  string
		number *int // a bare count instead of a string
	}
	var fields []field
	add := func(texts ...string) {
		for _, t := range texts {
			fields = append(fields, field{bytes: t})
		}
	}
	count := func(label string, n int) {
		add(label)
		fields = append(fields, field{number: &n})
	}
	option := func(label string, value *string) {
		add(label)
		if value != nil {
			add("\x01", *value)
		} else {
			add("\x00")
		}
	}
	add("dcc-mcp-trust-fingerprint-v1", "definition-id", d.ID, "transport")
	switch d.Transport.Kind {
	case "stdio":
		add("stdio", "executable", d.Transport.Executable)
		count("args", len(d.Transport.Args))
		add(d.Transport.Args...)
		option("cwd", d.Transport.Cwd)
	case "http":
		add("http", "url", d.Transport.URL)
	}
	add("ownership")
	if d.Ownership.Kind == "dccManaged" {
		add("dcc-managed")
	} else {
		kinds := map[SourceKind]string{"providerConfig": "provider-config", "projectFile": "project-file", "other": "other"}
		add("imported-read-only", "source-kind", kinds[d.Ownership.Source.Kind], "source-locator", d.Ownership.Source.Locator)
		option("source-definition-key", d.Ownership.Source.DefinitionKey)
	}
	var tuples [][3]string
	for _, b := range d.SecretRefs {
		if b.Target.Kind == "environmentVariable" {
			tuples = append(tuples, [3]string{"env", b.Target.Name, b.Reference})
			continue
		}
		name := b.Target.Name
		for upper := 'A'; upper <= 'Z'; upper++ {
			name = strings.ReplaceAll(name, string(upper), string(upper+32))
		}
		tuples = append(tuples, [3]string{"header", name, b.Reference})
	}
	sort.Slice(tuples, func(i, j int) bool {
		for k := range 3 {
			if tuples[i][k] != tuples[j][k] {
				return tuples[i][k] < tuples[j][k]
			}
		}
		return false
	})
	count("secret-bindings", len(tuples))
	for _, t := range tuples {
		add("secret-target-kind", t[0], "secret-target-name", t[1], "secret-reference", t[2])
	}
	var out bytes.Buffer
	u64 := func(n int) {
		var b [8]byte
		big.NewInt(int64(n)).FillBytes(b[:])
		out.Write(b[:])
	}
	for _, f := range fields {
		if f.number != nil {
			u64(*f.number)
			continue
		}
		u64(len(f.bytes))
		fmt.Fprint(&out, f.bytes)
	}
	return out.Bytes()
}

// parsePreimage reads a preimage back into the input it stands for. That this
// is possible at all is why two definitions never share one.
func parsePreimage(t *testing.T, raw []byte) Definition {
	t.Helper()
	number := func() int {
		n := new(big.Int).SetBytes(raw[:8])
		raw = raw[8:]
		return int(n.Int64())
	}
	text := func() string {
		n := number()
		s := string(raw[:n])
		raw = raw[n:]
		return s
	}
	expect := func(want string) {
		if got := text(); got != want {
			t.Fatalf("preimage has %q where %q belongs", got, want)
		}
	}
	option := func(label string) *string {
		expect(label)
		if text() == "\x00" {
			return nil
		}
		s := text()
		return &s
	}
	var d Definition
	expect(V1Name)
	expect("definition-id")
	d.ID = text()
	expect("transport")
	if d.Transport.Kind = TransportKind(text()); d.Transport.Kind == HTTP {
		expect("url")
		d.Transport.URL = text()
	} else {
		expect("executable")
		d.Transport.Executable = text()
		expect("args")
		for range number() {
			d.Transport.Args = append(d.Transport.Args, text())
		}
		d.Transport.Cwd = option("cwd")
	}
	expect("ownership")
	if text() == "dcc-managed" {
		d.Ownership.Kind = DCCManaged
	} else {
		d.Ownership.Kind = ImportedReadOnly
		expect("source-kind")
		d.Ownership.Source.Kind = map[string]SourceKind{"provider-config": ProviderConfig, "project-file": ProjectFile, "other": OtherSource}[text()]
		expect("source-locator")
		d.Ownership.Source.Locator = text()
		d.Ownership.Source.DefinitionKey = option("source-definition-key")
	}
	expect("secret-bindings")
	for range number() {
		b := Binding{}
		expect("secret-target-kind")
		b.Target.Kind = map[string]TargetKind{"env": EnvironmentVariable, "header": HTTPHeader}[text()]
		expect("secret-target-name")
		b.Target.Name = text()
		expect("secret-reference")
		b.Reference = text()
		d.SecretRefs = append(d.SecretRefs, b)
	}
	if len(raw) > 0 {
		t.Fatalf("%d bytes left over", len(raw))
	}
	return d
}

// TestSlowEncoder compares the two encoders on every definition of the vectors.
func TestSlowEncoder(t *testing.T) {
	for _, c := range validVectors(t) {
		readings, err := Read(c.Input(), record.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		d := readings[0].Definition
		if got := Versions()[0].Preimage(d); !bytes.Equal(got, slowPreimage(d)) {
			t.Errorf("%s: encoders differ:\n%q\n%q", c.ID, got, slowPreimage(d))
		}
	}
}

func validVectors(t testing.TB) []vectors.Fingerprint {
	t.Helper()
	cases, err := vectors.ReadFingerprints(vectorsDir)
	if err != nil {
		t.Fatal(err)
	}
	var out []vectors.Fingerprint
	for _, c := range cases {
		if c.ErrorClass == "" {
			out = append(out, c)
		}
	}
	return out
}

// FuzzInjective builds two definitions from strings and numbers and checks that
// they share a preimage only when their hashed input is the same, that the
// preimage can be read back, and that both encoders agree.
func FuzzInjective(f *testing.F) {
	f.Add("a", "x", "ab\x1fc", "", "k", byte(0), "a", "x", "a\x1fbc", "", "k", byte(0))
	f.Add("a", "npx\x00\x00\x00\x00\x00\x00\x00\x04args", "", "\x01", "", byte(1), "a", "npx", "args", "\x00", "", byte(1))
	f.Add("id", "http://h", "K\x1fr\x1fk\x1fs", ".mcp.json", "key", byte(6), "id", "http://h", "k\x1fs\x1fK\x1fr", ".mcp.json", "key", byte(6))
	f.Add("é", "e\u0301", "\xff", "\u212a", "\x00", byte(15), "e\u0301", "é", "", "k", "\x01", byte(31))
	f.Fuzz(func(t *testing.T, id1, main1, list1, locator1, key1 string, shape1 byte, id2, main2, list2, locator2, key2 string, shape2 byte) {
		v := Versions()[0]
		one, two := build(id1, main1, list1, locator1, key1, shape1), build(id2, main2, list2, locator2, key2, shape2)
		for _, d := range []Definition{one, two} {
			p := v.Preimage(d)
			if !bytes.Equal(p, slowPreimage(d)) {
				t.Fatalf("encoders differ on %+v", d)
			}
			if back := parsePreimage(t, p); !bytes.Equal(v.Preimage(back), p) {
				t.Fatalf("preimage of %+v reads back as %+v", d, back)
			}
		}
		same := bytes.Equal(v.Preimage(one), v.Preimage(two))
		if inputs := sameInput(one, two); same != inputs {
			t.Fatalf("same preimage %v, same input %v:\n%+v\n%+v", same, inputs, one, two)
		}
	})
}

// build makes a definition; the bits of shape choose transport, optional
// members and ownership. list holds arguments, or names and references, between
// unit separators.
func build(id, main, list, locator, key string, shape byte) Definition {
	d := Definition{ID: id, Bare: true, Ownership: Ownership{Kind: DCCManaged}}
	items := strings.Split(list, "\x1f")
	if list == "" {
		items = nil
	}
	kind := EnvironmentVariable
	if shape&1 == 0 {
		d.Transport = Transport{Kind: Stdio, Executable: main, Args: items}
		if shape&8 != 0 {
			d.Transport.Cwd = &locator
		}
	} else {
		d.Transport = Transport{Kind: HTTP, URL: main}
		kind = HTTPHeader
	}
	if shape&2 != 0 {
		for i := 0; i+1 < len(items); i += 2 {
			d.SecretRefs = append(d.SecretRefs, Binding{Target: Target{Kind: kind, Name: items[i]}, Reference: items[i+1]})
		}
	}
	if shape&4 != 0 {
		d.Ownership = Ownership{Kind: ImportedReadOnly, Source: Source{Kind: []SourceKind{ProjectFile, ProviderConfig, OtherSource}[shape>>5%3], Locator: locator}}
		if shape&16 != 0 {
			d.Ownership.Source.DefinitionKey = &key
		}
	}
	return d
}

// sameInput compares what is hashed member by member, without encoding it.
func sameInput(a, b Definition) bool {
	text := func(d Definition) string {
		pointer := func(s *string) string {
			if s == nil {
				return "none"
			}
			return fmt.Sprintf("%q", *s)
		}
		t, o := d.Transport, d.Ownership
		return fmt.Sprintf("%q|%s|%q|%q|%s|%q|%s|%s|%q|%s|%q", d.ID, t.Kind, t.Executable, t.Args, pointer(t.Cwd), t.URL,
			o.Kind, o.Source.Kind, o.Source.Locator, pointer(o.Source.DefinitionKey), d.CanonicalBindings())
	}
	return text(a) == text(b)
}
