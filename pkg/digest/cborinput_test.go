package digest

import (
	"bytes"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"github.com/mcp-evref/evref/pkg/internal/generate"
	"github.com/mcp-evref/evref/pkg/record"
)

// cborOracles compares one CBOR input with fxamacker/cbor: the accept set, as
// far as it goes, and the canonical bytes wherever Go values can hold the
// record. Exceptions: fxamacker's check for well-formedness knows no UTF-8, no
// repeated keys, no content of tags and no limits of keys.
func cborOracles(t testing.TB, p *record.Parser, e *Encoder, raw []byte) (valid bool) {
	t.Helper()
	wellFormed := cborMode.Wellformed(raw) == nil
	rec, err := p.Parse(raw, record.CBOR)
	if err != nil {
		class := err.(*record.SyntaxError).Class
		beyond := class == "utf8" || class == "duplicate" || class == "tag" || class == "depth"
		if wellFormed && !beyond {
			t.Fatalf("%x: refused (%v), fxamacker accepts it", raw, err)
		}
		return false
	}
	if !wellFormed {
		t.Fatalf("%x: accepted, fxamacker refuses it: %v", raw, cborMode.Wellformed(raw))
	}
	got, err := e.Append(nil, CBOR, rec.Root())
	if err != nil {
		t.Fatalf("%x: %v", raw, err)
	}
	if deterministic := bytes.Equal(got, raw); deterministic != (len(rec.Oddities()) == 0) {
		t.Fatalf("%x: becomes %x, oddities %v", raw, got, rec.Oddities())
	}
	if want, err := SecondOpinion(CBOR, rec.Root()); err == nil && !bytes.Equal(got, want) {
		t.Fatalf("%x:\n      got %x\nfxamacker %x", raw, got, want)
	}
	text, jsonErr := e.Append(nil, JCS, rec.Root())
	again, err := p.Parse(got, record.CBOR)
	if err != nil || len(again.Oddities()) > 0 {
		t.Fatalf("canonical encoding %x: %v, oddities %v", got, err, again.Oddities())
	}
	if twice, err := e.Append(nil, CBOR, again.Root()); err != nil || !bytes.Equal(twice, got) {
		t.Fatalf("canonical encoding %x becomes %x (%v)", got, twice, err)
	}
	if jsonErr == nil {
		if asText, err := p.Parse(text, record.JSON); err != nil {
			t.Fatalf("JSON %q of %x is refused: %v", text, raw, err)
		} else if twice, err := e.Append(nil, JCS, asText.Root()); err != nil || !bytes.Equal(twice, text) {
			t.Fatalf("JSON %q of %x becomes %q (%v)", text, raw, twice, err)
		}
	}
	return true
}

var cborMode = func() cbor.DecMode {
	mode, err := cbor.DecOptions{MaxNestedLevels: 65535, MaxArrayElements: 1 << 30, MaxMapPairs: 1 << 30}.DecMode()
	if err != nil {
		panic(err)
	}
	return mode
}()

func TestCBOROracles(t *testing.T) {
	var (
		r     = generate.New(*seed + 1)
		p     record.Parser
		e     Encoder
		valid = 0
	)
	for range *inputs {
		if cborOracles(t, &p, &e, r.CBOR()) {
			valid++
		}
	}
	t.Logf("%d inputs, %d of them records", *inputs, valid)
	if valid < *inputs/3 {
		t.Errorf("only %d of %d inputs are records", valid, *inputs)
	}
}

func FuzzCBOROracles(f *testing.F) {
	for _, seed := range []string{"\xa2\x01\x61a\x9f\xf9\x7e\x00\xff\xc2\x41\x01", "\xbf\x80\x7f\x61a\xff\x5f\xff\xf7\xff", "\xd9\xd9\xf7\xa1\x61a\xfb\x3f\xf0\x00\x00\x00\x00\x00\x00"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var p record.Parser
		cborOracles(t, &p, new(Encoder), raw)
	})
}
