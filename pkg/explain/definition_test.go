package explain

import (
	"strings"
	"testing"
)

func TestDefinitionCard(t *testing.T) {
	c := one[*DefinitionCard](t, readFile(t, "definition.json"))
	if c.Fingerprint != "d31e41818ecbe1fbbdc84459f68ab8a85bf7513b864c87d2a354d22b55847b7f" || c.Bytes != 567 {
		t.Errorf("fingerprint %s of %d bytes", c.Fingerprint, c.Bytes)
	}
	at := 0
	for _, s := range c.Preimage {
		if s.Offset != at || s.Length == 0 || s.Why == "" {
			t.Errorf("stretch %+v does not begin at %d", s, at)
		}
		at += s.Length
	}
	if at != c.Bytes {
		t.Errorf("the stretches cover %d of %d bytes", at, c.Bytes)
	}
}

func TestDefinitionThatIsNotValid(t *testing.T) {
	c := one[*DefinitionCard](t, readText(t, "d.json", `{"id":"a","transport":{"type":"http","url":"ftp://h"},"ownership":{"type":"dccManaged"}}`))
	if c.Fingerprint != "" || len(c.Refused) != 1 || c.Refused[0].Code != "UnsupportedUrlScheme" || c.Refused[0].Line != 1 {
		t.Errorf("card %+v", c)
	}
	if text := pageText(c); !strings.Contains(text, "It has no fingerprint") {
		t.Errorf("the page does not say so:\n%s", text)
	}
}

func TestDefinitionMembers(t *testing.T) {
	c := one[*DefinitionCard](t, readText(t, "d.json", `{"id":"a","displayName":"A","transport":{"type":"http","url":"http://h"},"enabled":true,`+
		`"ownership":{"type":"importedReadOnly","source":{"kind":"other","locator":"x","definition_key":"k"}},`+
		`"trust":{"currentFingerprint":"`+strings.Repeat("0", 64)+`","decision":{"type":"untrusted"}},"createdAt":"now","updatedAt":"now"}`))
	states := map[string]string{}
	for _, m := range c.Members {
		states[m.Path] = m.State
	}
	for path, want := range map[string]string{"displayName": "not hashed", "trust": "not hashed", "ownership.source.definition_key": "unknown"} {
		if states[path] != want {
			t.Errorf("%s is %q, want %q", path, states[path], want)
		}
	}
	stale := false
	for _, w := range c.Warnings {
		stale = stale || w.Code == "TrustFingerprintMismatch"
	}
	if c.Fingerprint == "" || !stale {
		t.Errorf("a stale fingerprint in the file: %+v", c.Warnings)
	}
}

func TestConfigurationCards(t *testing.T) {
	cards := readFile(t, "mcp.json")
	if len(cards) != 2 {
		t.Fatalf("%d cards", len(cards))
	}
	search := cards[0].(*DefinitionCard)
	states := map[string]string{}
	for _, m := range search.Members {
		states[m.Path] = m.State
	}
	if search.Mapping == "" || search.Fingerprint == "" || states["env.SEARCH_TOKEN"] != "hashed" || states["env.SEARCH_MODE"] != "not hashed" {
		t.Errorf("card %+v", search)
	}
	named := false
	for _, w := range search.Warnings {
		named = named || w.Code == "literal-env"
	}
	if !named {
		t.Errorf("warnings %+v", search.Warnings)
	}
}

// TestSecretsStayInside: what looks like a secret appears on no page.
func TestSecretsStayInside(t *testing.T) {
	const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
	cards := readText(t, "mcp.json", `{"mcpServers":{"a":{"command":"x","args":["--token","`+secret+`"],"env":{"T":"`+secret+`"}},`+
		`"b":{"url":"https://h.example/?key=`+secret+`","headers":{"Authorization":"Bearer `+secret+`"}}}}`)
	for _, c := range cards {
		if text := pageText(c) + c.Page().Markdown(1); strings.Contains(text, "0123456789abcdef") {
			t.Errorf("the secret is shown:\n%s", text)
		}
	}
}
