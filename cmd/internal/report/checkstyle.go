package report

import (
	"encoding/xml"
	"io"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Checkstyle is the XML of the tool of that name, which many platforms read.
// Suppressed findings are left out.
func Checkstyle(t *Tool) Printer[Source, Outcome] {
	out := checkstyleReport{Version: "4.3"} // the version most readers were written for
	return Printer[Source, Outcome]{
		Begin: func(io.Writer) error { return nil },
		Item: func(_ io.Writer, f Source) error {
			file := checkstyleFile{Name: diag.Safe(f.Name)}
			for _, x := range f.Findings {
				if x.Suppressed == nil {
					file.Errors = append(file.Errors, checkstyleErrorOf(t, x.Diagnostic))
				}
			}
			for _, d := range f.Failures {
				file.Errors = append(file.Errors, checkstyleErrorOf(t, d))
			}
			out.Files = append(out.Files, file)
			return nil
		},
		End: func(w io.Writer, o Outcome) error {
			for _, d := range o.Failures {
				name := d.Source
				if name == "" {
					name = t.Name
				}
				out.Files = append(out.Files, checkstyleFile{Name: diag.Safe(name), Errors: []checkstyleError{checkstyleErrorOf(t, d)}})
			}
			return writeXML(w, out)
		},
	}
}

type checkstyleReport struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"`
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr,omitempty"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

func checkstyleErrorOf(t *Tool, d diag.Diagnostic) checkstyleError {
	return checkstyleError{
		Line: d.Range.Start.Line, Column: d.Range.Start.Column, Severity: d.Severity.String(),
		Message: sentence(d), Source: t.Name + "." + d.Rule,
	}
}
