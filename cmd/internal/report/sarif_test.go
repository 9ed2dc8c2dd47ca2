package report

import (
	"encoding/json"
	"net/url"
	"os"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
)

// validSARIF holds a log to the published schema of SARIF 2.1.0.
func validSARIF(t *testing.T, log string) {
	t.Helper()
	const name = "../../../testdata/lint-ci/sarif-2.1.0-rtm.5.json"
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := validate.Compile(name, raw)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.Parse([]byte(log), record.JSON, record.Limits{})
	if err != nil {
		t.Fatalf("not JSON: %v\n%s", err, log)
	}
	for _, v := range schema.Validate(rec.Root()) {
		t.Errorf("%+v", v)
	}
}

// readSARIF gives the one run of a log.
func readSARIF(t *testing.T, log string) (run struct {
	Results     []sarifResult
	Invocations []sarifInvocation
}) {
	t.Helper()
	var document struct{ Runs []json.RawMessage }
	if err := json.Unmarshal([]byte(log), &document); err != nil || len(document.Runs) != 1 {
		t.Fatalf("%v, %d runs", err, len(document.Runs))
	}
	if err := json.Unmarshal(document.Runs[0], &run); err != nil {
		t.Fatal(err)
	}
	return run
}

func TestSARIF(t *testing.T) {
	log := renderSample(t, "sarif")
	validSARIF(t, log)
	run := readSARIF(t, log)
	if len(run.Results) != 4 {
		t.Fatalf("%d results, want 4: suppressed ones are results too", len(run.Results))
	}
	r := run.Results[0]
	if r.RuleID != "TOOL030" || *r.RuleIndex != 0 || r.Level != "error" {
		t.Errorf("got %+v", r)
	}
	at := r.Locations[0].PhysicalLocation
	if at.ArtifactLocation != (sarifArtifact{"tools/a%20b.json", "%SRCROOT%"}) || *at.Region != (sarifRegion{1, 51, 1, 55}) {
		t.Errorf("got %+v %+v", at.ArtifactLocation, at.Region)
	}
	if len(r.RelatedLocations) != 1 || len(r.Fixes) != 2 || len(r.Fixes[1].ArtifactChanges[0].Replacements) != 2 {
		t.Errorf("related %v, fixes %v", r.RelatedLocations, r.Fixes)
	}
	if r.PartialFingerprints["primaryLocationLineHash"] != "f-TOOL030:1" || r.PartialFingerprints["evrefFinding/v1"] != "f-TOOL030" {
		t.Errorf("fingerprints %v", r.PartialFingerprints)
	}
	ignored, old := run.Results[1], run.Results[2]
	if len(ignored.Suppressions) != 1 || ignored.BaselineState != "" {
		t.Errorf("ignored: %+v", ignored)
	}
	if len(old.Suppressions) != 1 || old.BaselineState != "unchanged" {
		t.Errorf("in the baseline: %+v", old)
	}
}

// TestSARIFOutcome: no alert may be closed by a run that broke off.
func TestSARIFOutcome(t *testing.T) {
	tool, sources, _ := sample()
	for code, want := range map[int]bool{0: true, 1: true, 2: false, 3: false, 4: false, 70: false, 130: false} {
		for _, whole := range []bool{true, false} {
			given := sources[:3] // without those that could not be judged
			if !whole {
				given = sources
			}
			log := printed(t, "sarif", tool, given, Outcome{ExitCode: code})
			validSARIF(t, log)
			if got := readSARIF(t, log).Invocations[0]; got.ExecutionSuccessful != (want && whole) || got.ExitCode != code {
				t.Errorf("exit %d, whole %v: %+v", code, whole, got)
			}
		}
	}
	validSARIF(t, printed(t, "sarif", tool, nil, Outcome{}))
	o := Outcome{ExitCode: 2, Failures: []diag.Diagnostic{{Source: "evref.yaml", Severity: diag.Error, Message: "unknown key"}}}
	run := readSARIF(t, printed(t, "sarif", tool, nil, o))
	if n := run.Invocations[0].ToolExecutionNotifications; len(n) != 1 || n[0].Message.Text != "unknown key" {
		t.Errorf("notifications %+v", n)
	}
}

func TestArtifact(t *testing.T) {
	for source, want := range map[string]sarifArtifact{
		"a.json":         {"a.json", srcRoot},
		"./a.json":       {"a.json", srcRoot},
		"a/b c%.json":    {"a/b%20c%25.json", srcRoot},
		"x:y.json":       {"./x:y.json", srcRoot},
		"../é.json":      {"../%C3%A9.json", srcRoot},
		"/tmp/a#b?.json": {"file:///tmp/a%23b%3F.json", ""},
	} {
		got := artifact(source)
		if got != want {
			t.Errorf("%s: got %+v, want %+v", source, got, want)
		}
		if _, err := url.Parse(got.URI); err != nil {
			t.Errorf("%s: %v", source, err)
		}
	}
}

// TestSARIFLinks keeps text of the input from becoming a link.
func TestSARIFLinks(t *testing.T) {
	if got := sarifText("see [here](https://example.org)").Text; got != "see [here] (https://example.org)" {
		t.Errorf("got %q", got)
	}
}
