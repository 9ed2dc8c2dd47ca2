package evidence

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
)

// TestTarget: what a digest may mean that is written wrongly.
func TestTarget(t *testing.T) {
	data := []byte("x")
	d, d512 := digest.Of(digest.SHA256, data), digest.Of(digest.SHA512, data)
	for _, text := range []string{
		d.String(), strings.ToUpper(d.String()), d.Hex(), "sha-256:" + d.Hex(), "sha256-" + base64.StdEncoding.EncodeToString(d.Bytes()),
		base64.RawURLEncoding.EncodeToString(d.Bytes()), "sha256:" + base64.StdEncoding.EncodeToString([]byte(d.Hex())),
		"sha256:" + d.Hex()[:12], "sha256:" + d.Hex()[:63], "sha256:" + strings.ToUpper(d.Hex()[:20]), d.Hex()[:16] + "…", d.String() + "=", "sha256:" + d.Hex() + "00",
		d512.String(), "sha256:" + d512.Hex(), "sha512:" + d512.Hex()[:40], " " + d.String() + "\n",
	} {
		c := NewClaim(text, "jcs/rfc8785")
		target, ok := targetOf(&c)
		if !ok {
			t.Errorf("%q: nothing was made of it", text)
			continue
		}
		if _, met := target.met(data); !met {
			t.Errorf("%q does not mean the digest", text)
		}
		if _, met := target.met([]byte("y")); met {
			t.Errorf("%q means any digest", text)
		}
	}
	for _, text := range []string{"", "x", "sha256:", "sha256:" + d.Hex()[:11], "md5:" + d.Hex()[:32], "sha256:xyzxyzxyzxyzxyz", "blake3:" + d.Hex()} {
		c := NewClaim(text, "jcs/rfc8785")
		if _, ok := targetOf(&c); ok {
			t.Errorf("%q was taken for a digest", text)
		}
	}
}
