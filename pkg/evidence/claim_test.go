package evidence

import (
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
)

// TestReadClaim: the claim keeps its own words, right or wrong.
func TestReadClaim(t *testing.T) {
	c := ReadClaim(mustParse(t, `{"type":"data-class.v1","digest":"sha256:ABC","canonicalization":"JCS","schema":"s","ref":"r","x":1}`))
	if c.Type != "data-class.v1" || c.Schema != "s" || c.Locator != "r" || c.DigestText() != "sha256:ABC" || c.CanonicalizationText() != "JCS" {
		t.Errorf("%+v", c)
	}
	if c.Canonicalization != digest.JCS || !c.Digest.IsZero() || c.Blocked() != Malformed {
		t.Errorf("canonicalization %d, blocked %s", c.Canonicalization, c.Blocked())
	}
	good := ReadClaim(mustParse(t, goodRef))
	if good.Blocked() != 0 || len(good.Findings) != 0 || good.DigestText() != "sha256:"+labelHex || good.CanonicalizationText() != "jcs/rfc8785" {
		t.Errorf("%+v", good)
	}
	if got := good.Ref(good.Digest, good.Canonicalization).JSON(); got != goodRef {
		t.Errorf("written back: %s", got)
	}
}

// TestBlocked: malformed beats unsupported, in whichever order they are met.
func TestBlocked(t *testing.T) {
	for text, want := range map[string]Verdict{
		`{"type":"x","digest":"md5:00","canonicalization":"c"}`:         Unsupported,
		`{"type":"x","digest":"!","canonicalization":"c"}`:              Malformed,
		`{"type":1,"digest":"md5:00","canonicalization":"jcs/rfc8785"}`: Malformed,
		`{"type":"x","digest":"md5:00","canonicalization":{}}`:          Malformed,
		`{}`:   Malformed,
		`null`: Malformed,
	} {
		if c := ReadClaim(mustParse(t, text)); c.Blocked() != want || len(c.Findings) == 0 {
			t.Errorf("%s: %s, want %s", text, c.Blocked(), want)
		}
	}
}

func TestTextsAreKept(t *testing.T) {
	var seen texts
	v := mustParse(t, `["a","a","b"]`)
	if seen.text(v.Index(0)) != "a" || seen.text(v.Index(1)) != "a" || seen.text(v.Index(2)) != "b" || len(seen.known) != 2 {
		t.Errorf("%v", seen.known)
	}
	if n := testing.AllocsPerRun(100, func() { seen.text(v.Index(0)) }); n != 0 {
		t.Errorf("a known text allocates %v times", n)
	}
}
