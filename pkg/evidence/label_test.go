package evidence

import "testing"

// TestJoin: all nine combinations of public, private and unlabelled.
func TestJoin(t *testing.T) {
	public := Label{Integrity: Trusted, Confidentiality: Public}
	private := Label{Integrity: Trusted, Confidentiality: Private, Sources: 1}
	none := Label{}
	for _, tc := range []struct {
		a, b    Label
		want    Confidentiality
		sources int
		partial bool
	}{
		{public, public, Public, 0, false},
		{public, private, Private, 1, false},
		{private, public, Private, 1, false},
		{private, private, Private, 2, false},
		{public, none, Public, 0, true},
		{none, public, Public, 0, true},
		{private, none, Private, 1, true},
		{none, private, Private, 1, true},
		{none, none, 0, 0, true},
	} {
		got := tc.a.Join(tc.b)
		if got.Confidentiality != tc.want || got.Sources != tc.sources || got.Partial != tc.partial {
			t.Errorf("%+v joined with %+v is %+v", tc.a, tc.b, got)
		}
		if back := tc.b.Join(tc.a); back != got {
			t.Errorf("join depends on the order: %+v and %+v", got, back)
		}
	}
	if got := public.Join(Label{Integrity: Untrusted, Confidentiality: Public}); got.Integrity != Untrusted {
		t.Errorf("integrity %s, want untrusted", got.Integrity)
	}
	if private.SameReaders(private) || public.SameReaders(private) || !public.SameReaders(public) {
		t.Error("two private labels are taken to have the same readers, or two public ones not")
	}
}

// TestReadLabel: every wire form, and what is not understood counts as the most
// restrictive value.
func TestReadLabel(t *testing.T) {
	for _, tc := range []struct {
		text  string
		want  Label
		codes []string
	}{
		{`{"integrity":"trusted","confidentiality":"public"}`, Label{Trusted, Public, 0, false}, nil},
		{`{"integrity":"untrusted","confidentiality":"private"}`, Label{Untrusted, Private, 1, false}, nil},
		{`{"integrity":"trusted","confidentiality":["public"]}`, Label{Trusted, Public, 0, false}, []string{CodeLabelToken}},
		{`{"integrity":"trusted","confidentiality":["alice"]}`, Label{Trusted, Private, 1, false}, []string{CodeLabelReaders}},
		{`{"integrity":"trusted","confidentiality":["public","alice"]}`, Label{Trusted, Private, 1, false}, []string{CodeLabelReaders}},
		{`{"integrity":"trusted","confidentiality":[]}`, Label{Trusted, Private, 1, false}, []string{CodeLabelToken}},
		{`{"integrity":"Trusted","confidentiality":"internal"}`, Label{Untrusted, Private, 1, false}, []string{CodeLabelToken, CodeLabelToken}},
		{`{}`, Label{Untrusted, Private, 1, false}, []string{CodeLabelToken, CodeLabelToken}},
		{`{"integrity":1,"confidentiality":{}}`, Label{Untrusted, Private, 1, false}, []string{CodeLabelToken, CodeLabelToken}},
		{`"private"`, Label{Untrusted, Private, 1, false}, []string{CodeLabelShape}},
	} {
		got, findings := ReadLabel(mustParse(t, tc.text))
		if got != tc.want || len(findings) != len(tc.codes) {
			t.Errorf("%s: %+v, %d findings, want %+v, %d", tc.text, got, len(findings), tc.want, len(tc.codes))
			continue
		}
		for i, f := range findings {
			if f.Rule != tc.codes[i] {
				t.Errorf("%s: code %s, want %s", tc.text, f.Rule, tc.codes[i])
			}
		}
	}
}
