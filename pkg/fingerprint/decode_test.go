package fingerprint

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mcp-evref/evref/pkg/record"
)

const bareInput = `{"id":"a","transport":{"type":"http","url":"http://h"},"ownership":{"type":"dccManaged"}}`

const stored = `{"id":"a","displayName":"A","transport":{"type":"stdio","executable":"x","args":["-v"]},"enabled":true,` +
	`"ownership":{"type":"dccManaged"},"trust":{"currentFingerprint":"0","decision":{"type":"untrusted"}},"createdAt":"t","updatedAt":"t"}`

func TestReadRefuses(t *testing.T) {
	for _, tc := range []struct {
		name, raw string
		code      Code
		field     string
		pointer   string
	}{
		{"not an object", `"a"`, JSONData, "", ""},
		{"array form", `["a","A",{}]`, JSONData, "", ""},
		{"null id", strings.Replace(stored, `"id":"a"`, `"id":null`, 1), JSONData, "id", "/id"},
		{"no enabled", strings.Replace(stored, `"enabled":true,`, ``, 1), JSONData, "enabled", "/enabled"},
		{"enabled as text", strings.Replace(stored, `"enabled":true`, `"enabled":"true"`, 1), JSONData, "enabled", "/enabled"},
		{"secretRefs null", strings.Replace(bareInput, `{"id"`, `{"secretRefs":null,"id"`, 1), JSONData, "secretRefs", "/secretRefs"},
		{"cwd number", strings.Replace(stored, `"executable"`, `"cwd":1,"executable"`, 1), JSONData, "transport.cwd", "/transport/cwd"},
		{"argument null", strings.Replace(stored, `"-v"`, `"-v",null`, 1), JSONData, "transport.args", "/transport/args/1"},
		{"no transport type", strings.Replace(stored, `"type":"stdio",`, ``, 1), JSONData, "transport.type", "/transport/type"},
		{"transport as array", strings.Replace(bareInput, `{"type":"http","url":"http://h"}`, `["http"]`, 1), JSONData, "transport", "/transport"},
		{"source missing", strings.Replace(bareInput, `"dccManaged"`, `"importedReadOnly"`, 1), JSONData, "ownership.source", "/ownership/source"},
		{"decision array", strings.Replace(stored, `{"type":"untrusted"}`, `["untrusted"]`, 1), JSONData, "trust.decision", "/trust/decision"},
		{"trusted without fingerprint", strings.Replace(stored, `"untrusted"`, `"trusted"`, 1), JSONData, "trust.decision.fingerprint", "/trust/decision/fingerprint"},
		{"repeated name through an escape", strings.Replace(bareInput, `{"id":"a"`, `{"id":"a","\u0069d":"b"`, 1), JSONData, "id", "/id"},
		{"binding without target", strings.Replace(bareInput, `{"id"`, `{"secretRefs":[{"secretRef":"r"}],"id"`, 1), JSONData, "secretRefs.target", "/secretRefs/0/target"},
		{"integrations not an array", `{"integrations":{}}`, JSONData, "integrations", "/integrations"},
		{"integration without definition", `{"integrations":[{}]}`, JSONData, "integrations", "/integrations/0"},
		{"second integration broken", `{"integrations":[{"definition":` + bareInput + `},{"definition":{}}]}`, JSONData, "id", "/integrations/1/definition/id"},
		{"byte-order mark", "\ufeff" + bareInput, JSONSyntax, "", ""},
		{"trailing comma", strings.Replace(bareInput, `"}}`, `"},}`, 1), JSONSyntax, "", ""},
		{"number too large", strings.Replace(bareInput, `{"id"`, `{"x":1e999,"id"`, 1), JSONSyntax, "", "/x"},
	} {
		_, err := Read([]byte(tc.raw), record.Limits{})
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: accepted", tc.name)
			continue
		}
		if e.Code != tc.code || e.Field != tc.field || e.Pointer != tc.pointer {
			t.Errorf("%s: %s %q at %q, want %s %q at %q (%v)", tc.name, e.Code, e.Field, e.Pointer, tc.code, tc.field, tc.pointer, e)
		}
		if d := e.Diagnostic("f"); !d.Range.Start.IsValid() || d.Rule != string(tc.code) {
			t.Errorf("%s: diagnostic without a position or code: %+v", tc.name, d)
		}
	}
}

// TestReadNeverQuotesValues plants a secret in every place of a broken
// definition; no message may repeat it.
func TestReadNeverQuotesValues(t *testing.T) {
	const secret = "CANARY"
	for _, raw := range []string{
		`{"id": ` + secret + `}`, `{"id": -` + secret + `}`, `{"id": "\x` + secret + `"}`, bareInput + secret, `{"id": '` + secret + `'}`,
		`{"id": 0` + secret + `}`, `"` + secret + `"`, `{"id":"` + secret, `{"id":1e999` + secret + `}`,
		strings.Replace(bareInput, `"http"`, `"`+secret+`"`, 1),
		strings.Replace(bareInput, `"dccManaged"`, `"`+secret+`"`, 1),
		strings.Replace(bareInput, `http://h`, `http://`+secret+`@h/`, 1),
		strings.Replace(bareInput, `http://h`, secret, 1),
		strings.Replace(stored, `"x"`, `"`+secret+`\u0000"`, 1),
		strings.Replace(stored, `"-v"`, `"`+secret+`\u0000"`, 1),
		strings.Replace(bareInput, `{"id"`, `{"secretRefs":[{"target":{"type":"httpHeader","name":"a b"},"secretRef":"`+secret+`"}],"id"`, 1),
		strings.Replace(bareInput, `{"id"`, `{"secretRefs":[{"target":{"type":"httpHeader","name":"a"},"secretRef":"`+secret+`\u0000"}],"id"`, 1),
	} {
		readings, err := Read([]byte(raw), record.Limits{})
		if err == nil {
			err = readings[0].Definition.ValidateStored(Versions()[0])
		}
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: accepted", raw)
			continue
		}
		if text := e.Diagnostic("f").Line(); strings.Contains(text, secret) {
			t.Errorf("%s: message repeats the value: %s", raw, text)
		}
	}
}

func TestReadForms(t *testing.T) {
	one, err := Read([]byte(bareInput), record.Limits{})
	if err != nil || len(one) != 1 || !one[0].Definition.Bare {
		t.Errorf("bare input: %+v, %v", one, err)
	}
	list, err := Read([]byte(`{"integrations":[{"definition":`+stored+`,"bindings":[]},{"definition":`+bareInput+`}],"x":1}`), record.Limits{})
	if err != nil || len(list) != 2 || list[0].Definition.Bare || !list[1].Definition.Bare {
		t.Fatalf("list: %+v, %v", list, err)
	}
	if list[1].Pointer != "/integrations/1/definition" {
		t.Errorf("pointer %q", list[1].Pointer)
	}
	none, err := Read([]byte(`{"integrations":[]}`), record.Limits{})
	if err != nil || len(none) != 0 {
		t.Errorf("empty list: %+v, %v", none, err)
	}
}

func TestIgnoredMembers(t *testing.T) {
	raw := `{"id":"a","displayName":"A","env":{"X":"1"},"env":2,"transport":{"type":"stdio","executable":"x","args":[],"Cwd":"/","url":7},"enabled":false,
	 "ownership":{"type":"importedReadOnly","source":{"kind":"other","locator":"l","definition_key":"k"}},
	 "trust":{"currentFingerprint":"0","decision":{"type":"untrusted","fingerprint":"f"}},"createdAt":"t","updatedAt":"t"}`
	readings, err := Read([]byte(raw), record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	type ignored struct{ Path, Pointer, Nearest string }
	var got []ignored
	for _, i := range readings[0].Ignored {
		got = append(got, ignored{i.Path, i.Pointer, i.Nearest})
	}
	want := []ignored{
		{"env", "/env", ""}, {"env", "/env", ""},
		{"transport.Cwd", "/transport/Cwd", "cwd"}, {"transport.url", "/transport/url", ""},
		{"ownership.source.definition_key", "/ownership/source/definition_key", "definitionKey"},
		{"trust.decision.fingerprint", "/trust/decision/fingerprint", ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLocate(t *testing.T) {
	readings, err := Read([]byte(`{"integrations":[{"definition":`+strings.Replace(bareInput, "http://h", "nope", 1)+`}]}`), record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var e *Error
	if !errors.As(readings[0].Definition.Validate(), &e) {
		t.Fatal("accepted")
	}
	got := readings[0].Locate(e)
	if got.Pointer != "/integrations/0/definition/transport/url" || got.Range.Start.Column != 75 {
		t.Errorf("located at %q, column %d", got.Pointer, got.Range.Start.Column)
	}
}

// FuzzRead reads arbitrary bytes: it never panics, and a definition that is
// accepted survives being written and read again, with the same fingerprint.
func FuzzRead(f *testing.F) {
	for _, c := range validVectors(f) {
		if !c.Generated {
			f.Add(c.Input())
		}
	}
	f.Add([]byte(bareInput))
	f.Add([]byte(`{"integrations":[{"definition":` + stored + `}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		readings, err := Read(raw, record.Limits{MaxDepth: 200})
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || !e.Code.Decoding() || e.Error() == "" {
				t.Fatalf("odd error %#v", err)
			}
			return
		}
		for _, r := range readings {
			d := r.Definition
			_ = d.ValidateStored(Versions()[0])
			for _, written := range [][]byte{d.JSON(), d.InputJSON()} {
				again, err := Read(written, record.Limits{})
				if err != nil {
					t.Fatalf("%s reads back as %v", written, err)
				}
				if again[0].Definition.V1() != d.V1() {
					t.Fatalf("%s has another fingerprint", written)
				}
			}
		}
	})
}
