package evidence

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

const goodRef = `{"type":"data-class.v1","digest":"sha256:c509d629b2ab94b573c44ac10acb4941ab3949ff3cf857983c643bb0a476cefb","canonicalization":"jcs/rfc8785"}`

// annotated puts annotations on a result and on its one block; "" leaves one out.
func annotated(result, block string) string {
	meta := func(annotation string) string {
		if annotation == "" {
			return ""
		}
		return `,"_meta":{"` + AnnotationKey + `":` + annotation + `}`
	}
	return `{"content":[{"type":"text","text":"x"` + meta(block) + `}]` + meta(result) + `}`
}

func codes(findings []diag.Diagnostic) []string {
	var out []string
	for _, f := range findings {
		out = append(out, f.Rule+" "+f.Pointer)
	}
	return out
}

// TestFindings: what is wrong with a result, by code and pointer.
func TestFindings(t *testing.T) {
	const (
		atResult = "/_meta/io.modelcontextprotocol~1trust-annotations"
		atBlock  = "/content/0/_meta/io.modelcontextprotocol~1trust-annotations"
	)
	for _, tc := range []struct {
		name, document string
		want           []string
	}{
		{"nothing wrong", annotated(`{"sensitive":true,"evidenceRef":`+goodRef+`}`, `{"untrusted":true}`), nil},
		{"no annotations", annotated("", ""), nil},
		{"not an object", annotated(`true`, ""), []string{CodeNotAnnotation + " " + atResult}},
		{"not booleans", annotated(`{"sensitive":"yes","untrusted":null}`, ""), []string{CodeNotBoolean + " " + atResult + "/sensitive", CodeNotBoolean + " " + atResult + "/untrusted"}},
		{"requiresReview", annotated(`{"requiresReview":true}`, ""), []string{CodeMisplacedReview + " " + atResult + "/requiresReview"}},
		{"misspelt", annotated(`{"sensitve":true,"evidenceref":{}}`, ""), []string{CodeUnknownMember + " " + atResult + "/sensitve", CodeUnknownMember + " " + atResult + "/evidenceref"}},
		{"weakened", annotated(`{"sensitive":true,"untrusted":true}`, `{"sensitive":false,"untrusted":false}`), []string{CodeWeakened + " " + atBlock + "/sensitive", CodeWeakened + " " + atBlock + "/untrusted"}},
		{"strengthened", annotated(`{"sensitive":false}`, `{"sensitive":true}`), nil},
		{"ref not an object", annotated(`{"evidenceRef":"sha256:00"}`, ""), []string{CodeNotRef + " " + atResult + "/evidenceRef"}},
		{"ref incomplete", annotated(`{"evidenceRef":{}}`, ""), []string{CodeRefIncomplete + " " + atResult + "/evidenceRef", CodeRefIncomplete + " " + atResult + "/evidenceRef", CodeRefIncomplete + " " + atResult + "/evidenceRef"}},
		{"ref members not text", annotated(`{"evidenceRef":{"type":1,"digest":[],"canonicalization":{"id":"jcs/rfc8785"},"schema":null,"ref":7}}`, ""),
			[]string{CodeRefMember + " " + atResult + "/evidenceRef/type", CodeRefMember + " " + atResult + "/evidenceRef/digest", CodeRefMember + " " + atResult + "/evidenceRef/canonicalization", CodeRefMember + " " + atResult + "/evidenceRef/schema", CodeRefMember + " " + atResult + "/evidenceRef/ref"}},
		{"digest", annotated(`{"evidenceRef":`+strings.Replace(goodRef, "c509", "C509", 1)+`}`, ""), []string{CodeDigest + " " + atResult + "/evidenceRef/digest"}},
		{"algorithm", annotated(`{"evidenceRef":`+strings.Replace(goodRef, "sha256", "blake3", 1)+`}`, ""), []string{CodeAlgorithm + " " + atResult + "/evidenceRef/digest"}},
		{"canonicalization", annotated(`{"evidenceRef":`+strings.Replace(goodRef, "jcs/rfc8785", "c14n", 1)+`}`, ""), []string{CodeCanonicalization + " " + atResult + "/evidenceRef/canonicalization"}},
		{"spelling", annotated(`{"evidenceRef":`+strings.Replace(goodRef, "jcs/rfc8785", "JCS", 1)+`}`, ""), []string{CodeCanonicalizationSpelt + " " + atResult + "/evidenceRef/canonicalization"}},
		{"sha256 instead of digest", annotated(`{"evidenceRef":{"type":"x","sha256":"`+strings.Repeat("0", 64)+`","canonicalization":"jcs/rfc8785"}}`, ""), []string{CodeRefIncomplete + " " + atResult + "/evidenceRef"}},
		{"in the wrong place", `{"content":[],"structuredContent":{"` + AnnotationKey + `":{}}}`, []string{CodeMisplaced + " /structuredContent/io.modelcontextprotocol~1trust-annotations"}},
		{"under another key", `{"content":[],"_meta":{"com.example/trust-annotations":{}}}`, []string{CodeOtherKey + " /_meta/com.example~1trust-annotations"}},
		{"an inline label", `{"content":[],"_meta":{"ifc":{"integrity":"trusted","confidentiality":"public"}}}`, []string{CodeLabelInline + " /_meta/ifc"}},
		{"readers", `{"content":[],"_meta":{"ifc":{"integrity":"trusted","confidentiality":["alice","bob"]}}}`, []string{CodeLabelInline + " /_meta/ifc", CodeLabelReaders + " /_meta/ifc/confidentiality"}},
		{"unknown tokens", `{"content":[],"_meta":{"ifc":{"integrity":"high"}}}`, []string{CodeLabelInline + " /_meta/ifc", CodeLabelToken + " /_meta/ifc", CodeLabelToken + " /_meta/ifc/integrity"}},
		{"a label that is text", `{"content":[],"_meta":{"ifc":"trusted"}}`, []string{CodeLabelShape + " /_meta/ifc"}},
		{"a label map", `{"content":[],"_meta":{"com.github.ifc/labels":{"$":{"integrity":"trusted","confidentiality":"public"},"$.a":7}}}`, []string{CodeLabelInline + " /_meta/com.github.ifc~1labels/$", CodeLabelShape + " /_meta/com.github.ifc~1labels/$.a"}},
		{"a label map that is none", `{"content":[],"_meta":{"com.github.ifc/labels":[]}}`, []string{CodeLabelShape + " /_meta/com.github.ifc~1labels"}},
		{"private and not sensitive", `{"content":[],"_meta":{"ifc":{"integrity":"trusted","confidentiality":"private"},"` + AnnotationKey + `":{"evidenceRef":` + goodRef + `}}}`, []string{CodeSensitiveOmitted + " " + atResult}},
		{"private and sensitive false", `{"content":[],"_meta":{"ifc":{"integrity":"trusted","confidentiality":"private"},"` + AnnotationKey + `":{"sensitive":false,"evidenceRef":` + goodRef + `}}}`, []string{CodeSensitiveDenied + " " + atResult}},
	} {
		results, ok := ReadResults(mustParse(t, tc.document), AnnotationKey)
		if !ok || len(results) != 1 {
			t.Errorf("%s: not read as one result", tc.name)
			continue
		}
		got := codes(results[0].Findings)
		slices.Sort(got)
		slices.Sort(tc.want)
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s:\n got %q\nwant %q", tc.name, got, tc.want)
		}
	}
}

// TestReadersAreNotEchoed: a list of readers is itself confidential.
func TestReadersAreNotEchoed(t *testing.T) {
	results, _ := ReadResults(mustParse(t, `{"content":[],"_meta":{"ifc":{"integrity":"trusted","confidentiality":["alice"]}}}`), AnnotationKey)
	for _, f := range results[0].Findings {
		if strings.Contains(f.Line(), "alice") {
			t.Errorf("a reader's name is printed: %s", f.Line())
		}
	}
}

func TestShapes(t *testing.T) {
	result := annotated(`{"evidenceRef":`+goodRef+`}`, "")
	for _, tc := range []struct {
		document string
		want     Shape
		claims   int
	}{
		{result, ShapeResult, 1},
		{annotated(`{"evidenceRef":`+goodRef+`}`, `{"evidenceRef":`+goodRef+`}`), ShapeResult, 2},
		{annotated("", ""), ShapeResult, 0},
		{`{"structuredContent":{}}`, ShapeResult, 0},
		{`{"_meta":{"` + AnnotationKey + `":{"evidenceRef":` + goodRef + `}}}`, ShapeResult, 1},
		{`{"jsonrpc":"2.0","id":1,"result":` + result + `}`, ShapeResponse, 1},
		{`{"id":1,"result":` + result + `}`, ShapeResponse, 1},
		{`{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"x"}}`, ShapeRPCError, -1},
		{`{"` + AnnotationKey + `":{"evidenceRef":` + goodRef + `}}`, ShapeAnnotation, 1},
		{`{"sensitive":true,"evidenceRef":` + goodRef + `}`, ShapeAnnotation, 1},
		{`{"untrusted":true}`, ShapeAnnotation, 0},
		{goodRef, ShapeRef, 1},
		{`{"evidenceRef":` + goodRef + `,"record":{}}`, ShapeClaim, 1},
		{`[` + result + `,{"jsonrpc":"2.0","id":1,"error":{}}]`, ShapeList, 1},
		{`[]`, ShapeUnknown, -1},
		{`{"tools":[]}`, ShapeUnknown, -1},
		{`{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`, ShapeUnknown, -1},
		{`7`, ShapeUnknown, -1},
	} {
		v := mustParse(t, tc.document)
		if got := DetectShape(v, AnnotationKey); got != tc.want {
			t.Errorf("%s: shape %d, want %d", tc.document, got, tc.want)
		}
		results, ok := ReadResults(v, AnnotationKey)
		n := 0
		for _, r := range results {
			n += len(r.Claims())
		}
		if ok != (tc.claims >= 0) || ok && n != tc.claims {
			t.Errorf("%s: %d claims, %v, want %d", tc.document, n, ok, tc.claims)
		}
	}
}

func TestEffective(t *testing.T) {
	results, _ := ReadResults(mustParse(t, annotated(`{"sensitive":true}`, `{"sensitive":false,"untrusted":true}`)), AnnotationKey)
	r := results[0]
	for _, tc := range []struct {
		block                int
		sensitive, untrusted Assertion
	}{{-1, True, NotClaimed}, {0, True, True}, {1, True, NotClaimed}} {
		if s, u := r.Effective(tc.block); s != tc.sensitive || u != tc.untrusted {
			t.Errorf("block %d: sensitive %s, untrusted %s", tc.block, s, u)
		}
	}
}
