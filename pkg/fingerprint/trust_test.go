package fingerprint

import (
	"errors"
	"strings"
	"testing"
)

func sample() Definition {
	cwd, key := "/workspace", "payments"
	d := Definition{
		ID: "payments", DisplayName: "Payments", CreatedAt: "t", UpdatedAt: "t",
		Transport:  Transport{Kind: Stdio, Executable: "npx", Args: []string{"@example/payments-mcp@1.2.3"}, Cwd: &cwd},
		SecretRefs: []Binding{{Target: Target{Kind: EnvironmentVariable, Name: "PAYMENTS_TOKEN"}, Reference: "credential:payments"}},
		Ownership:  Ownership{Kind: ImportedReadOnly, Source: Source{Kind: ProjectFile, Locator: ".mcp.json", DefinitionKey: &key}},
	}
	d, _ = d.Synchronize(Versions()[0])
	return d
}

func TestActivationIsBoundToWhatWasSeen(t *testing.T) {
	v := Versions()[0]
	d := sample()
	seen := v.Sum(d).String()
	if !d.Trust.RequiresConfirmation() || d.Runnable() {
		t.Error("a new definition needs no confirmation")
	}
	active, err := d.Activate(v, seen, "2026-01-01T00:00:00Z")
	if err != nil || !active.Runnable() {
		t.Fatalf("%+v, %v", active, err)
	}
	if err := active.ValidateStored(v); err != nil {
		t.Errorf("activated definition: %v", err)
	}
	d.Transport.Args = []string{"@example/payments-mcp@1.2.4"}
	if out, err := d.Activate(v, seen, "t"); err == nil || out.Runnable() {
		t.Error("a changed definition was activated")
	} else if changed := (*ChangedError)(nil); !errors.As(err, &changed) || !strings.Contains(err.Error(), "changed after it was reviewed") {
		t.Errorf("%v", err)
	}
	if err := sample().CheckSeen(v, strings.ToUpper(seen)); err == nil || !strings.Contains(err.Error(), "capitals") {
		t.Errorf("capitals: %v", err)
	}
}

func TestSynchronizeKeepsTheOldDecision(t *testing.T) {
	v := Versions()[0]
	d, err := sample().Activate(v, v.Sum(sample()).String(), "t")
	if err != nil {
		t.Fatal(err)
	}
	if _, changed := d.Synchronize(v); changed {
		t.Error("an unchanged definition changed")
	}
	decision := d.Trust.Decision
	d.SecretRefs = nil
	d, changed := d.Synchronize(v)
	if !changed || d.Trust.Decision != decision || !d.Trust.RequiresConfirmation() || d.Runnable() {
		t.Errorf("changed %v, %+v", changed, d.Trust)
	}
}

func TestPrepareImportBelievesNothing(t *testing.T) {
	v := Versions()[0]
	d, _ := sample().Activate(v, v.Sum(sample()).String(), "t")
	got := d.PrepareImport(v, "now")
	if got.Enabled || got.Trust.Decision.Trusted || got.Trust.CurrentFingerprint != v.Sum(d).String() || got.CreatedAt != "t" {
		t.Errorf("%+v", got)
	}
	d.Bare, d.DisplayName, d.CreatedAt, d.UpdatedAt = true, "", "", ""
	if err := d.PrepareImport(v, "now").ValidateStored(v); err != nil {
		t.Errorf("import of a bare input: %v", err)
	}
}

func TestTraceCoversThePreimage(t *testing.T) {
	v := Versions()[0]
	for _, c := range validVectors(t) {
		d, _, err := compute(c.Input(), false)
		if err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		at := 0
		for _, s := range v.Trace(d) {
			if s.Offset != at || s.Length == 0 || s.Why == "" {
				t.Fatalf("%s: stretch %+v does not follow offset %d", c.ID, s, at)
			}
			at += s.Length
		}
		if at != len(v.Preimage(d)) {
			t.Errorf("%s: trace covers %d of %d bytes", c.ID, at, len(v.Preimage(d)))
		}
	}
}

func TestParseFingerprint(t *testing.T) {
	text := sample().V1().String()
	if text != "d31e41818ecbe1fbbdc84459f68ab8a85bf7513b864c87d2a354d22b55847b7f" {
		t.Errorf("golden case: %s", text)
	}
	if f, err := ParseFingerprint(text); err != nil || f != sample().V1() {
		t.Errorf("%v, %v", f, err)
	}
	for _, bad := range []string{"", text[1:], text + "0", "g" + text[1:], strings.ToUpper(text), "sha256:" + text} {
		if _, err := ParseFingerprint(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}

func TestUnknownVersion(t *testing.T) {
	for _, name := range []string{"", "v1", "dcc-mcp-trust-fingerprint-v2", "DCC-MCP-TRUST-FINGERPRINT-V1"} {
		if _, ok := LookupVersion(name); ok {
			t.Errorf("%q is known", name)
		}
	}
}
