package cmd

import (
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/evidence"
)

func TestRecognise(t *testing.T) {
	claim := claimLine(1, digest.JCS, "{}", "{}")
	const ref = `{"evidenceRef":{"type":"x","digest":"sha256:00","canonicalization":"jcs/rfc8785"}}`
	for _, c := range []struct{ head, want string }{
		{"", ""}, {"\n\n", ""}, {"{", ""}, {"[\n" + claim + "\n]", ""},
		{claim, asClaims}, {claim + "\n" + claim + "\n", asClaims}, {"\n \n" + claim + "\n", asClaims},
		{"{broken\n" + claim + "\n", asClaims}, {"{\n  \"content\": []\n}\n", ""},
		{ref, ""}, {ref + "\n" + ref + "\n", asClaims},
		{`{"content":[]}`, ""}, {"{\"content\":[]}\n{\"content\":[]}\n", documentLines},
		{"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}\n{}\n", asSession},
		{"sha256:00  jcs/rfc8785  a.json\n", asCheck}, {`\sha256:00  jcs/rfc8785  a\nb.json`, asCheck},
		{"some  words  here\n", ""}, {"\"text\"\n", ""}, {"\x00\x01\n", ""},
	} {
		if got := recognise([]byte(c.head), true, evidence.AnnotationKey); got != c.want {
			t.Errorf("%q: %q, want %q", c.head, got, c.want)
		}
	}
	if got := recognise([]byte(claim), false, evidence.AnnotationKey); got != "" {
		t.Errorf("a first line that is not complete is taken for %q", got)
	}
}
