package report

import (
	"encoding/xml"
	"strings"
	"testing"
)

func TestJUnit(t *testing.T) {
	out := renderSample(t, "junit")
	var suites junitSuites
	if err := xml.Unmarshal([]byte(out), &suites); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if suites.Tests != 8 || suites.Failures != 1 || suites.Errors != 3 || suites.Skipped != 2 {
		t.Errorf("tests %d, failures %d, errors %d, skipped %d", suites.Tests, suites.Failures, suites.Errors, suites.Skipped)
	}
	// A reader that counts for itself comes to the same numbers.
	var tests, failures, errors, skipped int
	for _, name := range elements(t, out) {
		switch name {
		case "testcase":
			tests++
		case "failure":
			failures++
		case "error":
			errors++
		case "skipped":
			skipped++
		}
	}
	if tests != suites.Tests || failures != suites.Failures || errors != suites.Errors || skipped != suites.Skipped {
		t.Errorf("counted %d %d %d %d", tests, failures, errors, skipped)
	}
	if c := suites.Suites[0].Cases[0]; c.Line != 1 || c.File != "tools/a b.json" || c.Failure == nil || c.Failure.Message != "é😀: hint is null; remove it" {
		t.Errorf("got %+v", c)
	}
	if c := suites.Suites[2].Cases[0]; c.Failure != nil || c.Error != nil || c.Skipped != nil {
		t.Errorf("a clean file is no passed test: %+v", c)
	}
}

func TestCheckstyle(t *testing.T) {
	out := renderSample(t, "checkstyle")
	var report checkstyleReport
	if err := xml.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if len(report.Files) != 6 {
		t.Fatalf("%d files, want 6", len(report.Files))
	}
	first := report.Files[0]
	if len(first.Errors) != 1 || first.Errors[0].Line != 1 || first.Errors[0].Column != 51 || first.Errors[0].Severity != "error" || first.Errors[0].Source != "evref.TOOL030" {
		t.Errorf("got %+v", first)
	}
	if len(report.Files[2].Errors) != 0 || report.Files[2].Name != "clean.json" {
		t.Errorf("got %+v", report.Files[2])
	}
}

// elements lists the names of all elements, by a strict reading of the text.
func elements(t *testing.T, text string) []string {
	t.Helper()
	var names []string
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if token == nil {
			if err != nil && err.Error() != "EOF" {
				t.Fatal(err)
			}
			return names
		}
		if start, ok := token.(xml.StartElement); ok {
			names = append(names, start.Name.Local)
		}
	}
}
