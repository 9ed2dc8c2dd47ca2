package explain

import (
	"strings"
	"testing"
)

func TestResultLevels(t *testing.T) {
	c := one[*ResultCard](t, readFile(t, "blocks.json"))
	want := []LevelNote{
		{Scope: "result", Sensitive: ClaimNote{"true", "result"}, Untrusted: ClaimNote{"not claimed", ""}},
		{Scope: "block", Sensitive: ClaimNote{"true", "union"}, Untrusted: ClaimNote{"true", "block"}},
		{Scope: "all", Sensitive: ClaimNote{"true", "union"}, Untrusted: ClaimNote{"true", "union"}},
	}
	if len(c.Levels) != len(want) {
		t.Fatalf("%d levels: %+v", len(c.Levels), c.Levels)
	}
	for i, w := range want {
		got := c.Levels[i]
		if got.Scope != w.Scope || got.Sensitive != w.Sensitive || got.Untrusted != w.Untrusted {
			t.Errorf("level %d is %+v, want %+v", i, got, w)
		}
	}
	if b := c.Levels[1].Block; b == nil || *b != 1 {
		t.Errorf("the block is %v", b)
	}
	if len(c.Findings) != 1 || c.Findings[0].Code != "union-weakened" || c.Findings[0].Line == 0 {
		t.Errorf("findings %+v", c.Findings)
	}
}

// TestThreeStates: false, true and not claimed of the result, with nothing of a
// block.
func TestThreeStates(t *testing.T) {
	for claim, want := range map[string]ClaimNote{
		`"sensitive":true,`: {"true", "result"}, `"sensitive":false,`: {"false", "result"}, ``: {"not claimed", ""},
	} {
		c := one[*ResultCard](t, readText(t, "r.json", `{"content":[],"_meta":{"io.modelcontextprotocol/trust-annotations":{`+claim+`"untrusted":true}}}`))
		if got := c.Levels[0].Sensitive; got != want {
			t.Errorf("%s: %+v, want %+v", claim, got, want)
		}
	}
}

// TestUntrustedIsNotOpenWorld: the two are told apart where either is met.
func TestUntrustedIsNotOpenWorld(t *testing.T) {
	c := NewCatalogue(Program{})
	texts := []string{
		pageText(one[*ResultCard](t, readFile(t, "blocks.json"))),
		pageText(c.Find("untrusted")[0]),
		pageText(c.Find("openWorldHint")[0]),
	}
	for _, text := range texts {
		flat := strings.Join(strings.Fields(text), " ")
		for _, want := range []string{"untrusted", "openWorldHint", "either"} {
			if !strings.Contains(flat, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
	}
}

func TestEvidenceMemberByMember(t *testing.T) {
	c := one[*ResultCard](t, readText(t, "r.json", `{"content":[],"_meta":{"io.modelcontextprotocol/trust-annotations":{"evidenceRef":`+
		`{"type":"x.v1","digest":"sha256:ABC","ref":"audit://1","extra":[1]}}}}`))
	e := c.Evidence[0]
	byName := map[string]FieldNote{}
	for _, f := range e.Members {
		byName[f.Name] = f
	}
	if e.Verdict != "malformed" {
		t.Errorf("verdict %q", e.Verdict)
	}
	for name, want := range map[string]string{"type": "x.v1", "digest": "sha256:ABC", "ref": "audit://1", "extra": "[1]"} {
		if byName[name].Value != want || byName[name].Pointer == "" {
			t.Errorf("%s is %+v", name, byName[name])
		}
	}
	if !byName["canonicalization"].Missing || !byName["schema"].Missing || byName["extra"].Known {
		t.Errorf("members %+v", e.Members)
	}
	if !strings.Contains(byName["type"].Meaning, "ignored safely") {
		t.Errorf("type means %q", byName["type"].Meaning)
	}
}

func TestLabelIsRecovered(t *testing.T) {
	c := one[*ResultCard](t, readFile(t, "private.json"))
	if len(c.Labels) != 1 || !c.Labels[0].Recovered || c.Labels[0].Label.Confidentiality != "private" {
		t.Fatalf("labels %+v", c.Labels)
	}
	flat := strings.Join(strings.Fields(pageText(c)), " ")
	for _, want := range []string{"only four such records exist", "keeps nothing secret", "It never takes private for public", "Two private labels are never equal"} {
		if !strings.Contains(flat, want) {
			t.Errorf("the page does not say %q:\n%s", want, flat)
		}
	}
	assumed := one[*ResultCard](t, readText(t, "r.json", strings.Replace(`{"content":[],"_meta":{"io.modelcontextprotocol/trust-annotations":{"evidenceRef":`+
		`{"type":"ifc.fides.v1","digest":"sha256:HEX","canonicalization":"jcs/rfc8785"}}}}`, "HEX", strings.Repeat("0", 64), 1)))
	if !assumed.Labels[0].Assumed || assumed.Label.Confidentiality != "private" || assumed.Label.Integrity != "untrusted" {
		t.Errorf("a label that no record has: %+v", assumed.Labels[0])
	}
}

// TestNoReaderIsRepeated: a list of readers on the wire goes no further.
func TestNoReaderIsRepeated(t *testing.T) {
	c := one[*ResultCard](t, readText(t, "r.json", `{"content":[],"_meta":{"ifc":{"integrity":"trusted","confidentiality":["alice","bob"]}}}`))
	if text := pageText(c); strings.Contains(text, "alice") || !strings.Contains(text, "2 readers") {
		t.Errorf("the page names readers:\n%s", text)
	}
	if c.Label.Confidentiality != "private" {
		t.Errorf("the label is %+v", c.Label)
	}
}
