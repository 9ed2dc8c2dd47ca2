package fingerprint

import (
	"bytes"
	"encoding/json"
)

// JSON writes the definition on one line in DCC's form, without a line end.
// Reading it back with [Read] gives the same definition. It holds every string
// as written.
func (d Definition) JSON() []byte {
	var out any = d.input()
	if !d.Bare {
		out = storedJSON{
			ID: d.ID, DisplayName: d.DisplayName, Transport: d.Transport.json(), SecretRefs: bindingsJSON(d.SecretRefs),
			Enabled: d.Enabled, Ownership: d.Ownership.json(), Trust: d.Trust.json(), CreatedAt: d.CreatedAt, UpdatedAt: d.UpdatedAt,
		}
	}
	return marshal(out)
}

// InputJSON writes what is hashed and nothing else, as a bare input on one line:
// bindings are in their canonical form and order. Two definitions with the same
// fingerprint have the same InputJSON.
func (d Definition) InputJSON() []byte {
	in := d.input()
	in.SecretRefs = bindingsJSON(d.CanonicalBindings())
	return marshal(in)
}

func (d Definition) input() inputJSON {
	return inputJSON{ID: d.ID, Transport: d.Transport.json(), SecretRefs: bindingsJSON(d.SecretRefs), Ownership: d.Ownership.json()}
}

type storedJSON struct {
	ID          string        `json:"id"`
	DisplayName string        `json:"displayName"`
	Transport   any           `json:"transport"`
	SecretRefs  []bindingJSON `json:"secretRefs"`
	Enabled     bool          `json:"enabled"`
	Ownership   ownershipJSON `json:"ownership"`
	Trust       trustJSON     `json:"trust"`
	CreatedAt   string        `json:"createdAt"`
	UpdatedAt   string        `json:"updatedAt"`
}

type inputJSON struct {
	ID         string        `json:"id"`
	Transport  any           `json:"transport"`
	SecretRefs []bindingJSON `json:"secretRefs"`
	Ownership  ownershipJSON `json:"ownership"`
}

type stdioJSON struct {
	Type       TransportKind `json:"type"`
	Executable string        `json:"executable"`
	Args       []string      `json:"args"`
	Cwd        *string       `json:"cwd"`
}

type httpJSON struct {
	Type TransportKind `json:"type"`
	URL  string        `json:"url"`
}

type ownershipJSON struct {
	Type   OwnershipKind `json:"type"`
	Source *sourceJSON   `json:"source,omitempty"`
}

type sourceJSON struct {
	Kind          SourceKind `json:"kind"`
	Locator       string     `json:"locator"`
	DefinitionKey *string    `json:"definitionKey"`
}

type bindingJSON struct {
	Target    targetJSON `json:"target"`
	SecretRef string     `json:"secretRef"`
}

type targetJSON struct {
	Type TargetKind `json:"type"`
	Name string     `json:"name"`
}

type trustJSON struct {
	CurrentFingerprint string       `json:"currentFingerprint"`
	Decision           decisionJSON `json:"decision"`
}

type decisionJSON struct {
	Type        string `json:"type"`
	Fingerprint string `json:"fingerprint,omitempty"`
	TrustedAt   string `json:"trustedAt,omitempty"`
}

func (t Transport) json() any {
	if t.Kind == HTTP {
		return httpJSON{Type: HTTP, URL: t.URL}
	}
	return stdioJSON{Type: Stdio, Executable: t.Executable, Args: append([]string{}, t.Args...), Cwd: t.Cwd}
}

func (o Ownership) json() ownershipJSON {
	if o.Kind == DCCManaged {
		return ownershipJSON{Type: DCCManaged}
	}
	return ownershipJSON{Type: ImportedReadOnly, Source: &sourceJSON{Kind: o.Source.Kind, Locator: o.Source.Locator, DefinitionKey: o.Source.DefinitionKey}}
}

func (t Trust) json() trustJSON {
	out := trustJSON{CurrentFingerprint: t.CurrentFingerprint, Decision: decisionJSON{Type: "untrusted"}}
	if t.Decision.Trusted {
		out.Decision = decisionJSON{Type: "trusted", Fingerprint: t.Decision.Fingerprint, TrustedAt: t.Decision.TrustedAt}
	}
	return out
}

func bindingsJSON(bindings []Binding) []bindingJSON {
	out := make([]bindingJSON, len(bindings))
	for i, b := range bindings {
		out[i] = bindingJSON{Target: targetJSON{Type: b.Target.Kind, Name: b.Target.Name}, SecretRef: b.Reference}
	}
	return out
}

// marshal is JSON without HTML escapes: a URL keeps its ampersands readable.
func marshal(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // strings, booleans and slices into a buffer cannot fail
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'})
}
