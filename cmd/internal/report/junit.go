package report

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/mcp-evref/evref/pkg/diag"
)

// JUnit is the XML that continuous-integration servers read as test results:
// each file is a suite, each finding a test case. A finding that makes the run
// fail is a failure, one that does not has passed with its text as output, a
// suppressed one is skipped, and a file that could not be judged is an error.
func JUnit(t *Tool) Printer[Source, Outcome] {
	out := junitSuites{Name: t.Name}
	return Printer[Source, Outcome]{
		Begin: func(io.Writer) error { return nil },
		Item: func(_ io.Writer, f Source) error {
			out.add(junitSuiteOf(t, f))
			return nil
		},
		End: func(w io.Writer, o Outcome) error {
			if len(o.Failures) > 0 {
				out.add(junitSuiteOf(t, Source{Name: t.Name, Failures: o.Failures}))
			}
			return writeXML(w, out)
		},
	}
}

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

func (s *junitSuites) add(suite junitSuite) {
	s.Tests += suite.Tests
	s.Failures += suite.Failures
	s.Errors += suite.Errors
	s.Skipped += suite.Skipped
	s.Suites = append(s.Suites, suite)
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name      string        `xml:"name,attr"`
	Classname string        `xml:"classname,attr"`
	File      string        `xml:"file,attr,omitempty"`
	Line      int           `xml:"line,attr,omitempty"`
	Failure   *junitProblem `xml:"failure"`
	Error     *junitProblem `xml:"error"`
	Skipped   *junitProblem `xml:"skipped"`
	Output    string        `xml:"system-out,omitempty"`
}

type junitProblem struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

func junitSuiteOf(t *Tool, f Source) junitSuite {
	s := junitSuite{Name: diag.Safe(f.Name)}
	for _, x := range f.Findings {
		c := junitCaseOf(f.Name, x.Diagnostic)
		switch {
		case x.Suppressed != nil:
			c.Skipped = &junitProblem{Message: diag.Safe(x.Suppressed.Reason)}
			s.Skipped++
		case t.fails(x):
			c.Failure = junitProblemOf(x.Diagnostic)
			s.Failures++
		default:
			c.Output = x.Line()
		}
		s.Cases = append(s.Cases, c)
	}
	for _, d := range f.Failures {
		c := junitCaseOf(f.Name, d)
		c.Error = junitProblemOf(d)
		s.Errors++
		s.Cases = append(s.Cases, c)
	}
	if len(s.Cases) == 0 {
		s.Cases = []junitCase{{Name: "no findings", Classname: diag.Safe(f.Name), File: diag.Safe(relative(f.Name))}}
	}
	s.Tests = len(s.Cases)
	return s
}

func junitCaseOf(file string, d diag.Diagnostic) junitCase {
	name := d.Rule
	if d.Record != "" {
		name += " " + diag.Safe(d.Record)
	}
	if d.Range.Start.IsValid() {
		name += fmt.Sprintf(" (%s)", d.Range.Start)
	}
	return junitCase{Name: name, Classname: diag.Safe(file), File: diag.Safe(relative(d.Source)), Line: d.Range.Start.Line}
}

func junitProblemOf(d diag.Diagnostic) *junitProblem {
	return &junitProblem{Message: sentence(d), Type: d.Severity.String(), Text: d.Line()}
}

// writeXML writes a document with its declaration.
func writeXML(w io.Writer, v any) error {
	if err := write(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	return write(w, "\n")
}
