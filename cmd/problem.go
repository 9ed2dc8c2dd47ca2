package cmd

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/mcp"
	"github.com/mcp-evref/evref/pkg/record"
)

func sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// count gives "1 file" or "3 files".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// errorDiagnostic makes an error of reading a diagnostic about its source.
func errorDiagnostic(source string, err error) diag.Diagnostic {
	var syntax *record.SyntaxError
	if errors.As(err, &syntax) {
		return syntax.Diagnostic(source)
	}
	var server *mcp.Error
	if errors.As(err, &server) {
		return captureDiagnostic(source, server)
	}
	d := diag.Diagnostic{Rule: "unreadable", Severity: diag.Error, Source: source, Message: "cannot be read: " + err.Error()}
	var open *input.OpenError
	var fault *input.DecodeError
	if errors.Is(err, input.ErrShorter) {
		d.Message, d.Help = "cannot be read: "+input.ErrShorter.Error(), "give it again when nothing writes to it"
	} else if errors.As(err, &fault) {
		what, help, _ := strings.Cut(fault.Error(), "; ")
		d.Message, d.Help = "cannot be read: "+what, help
	} else if errors.As(err, &open) {
		d.Message = "cannot be opened: " + open.Error()
		if !errors.Is(err, context.Canceled) {
			d.Help = "check the name"
		}
	}
	return d
}

// errorClass is the machine-readable group of an error of reading.
func errorClass(err error) string {
	var syntax *record.SyntaxError
	if errors.As(err, &syntax) {
		return syntax.Class
	}
	return "unreadable"
}

// lineName calls a record in messages: the file, and the line for JSON Lines.
func lineName(l record.Locator) string {
	if l.Line > 0 {
		return l.Path + ":" + strconv.Itoa(l.Line)
	}
	return l.Path
}

// shifted moves a position within a line of a JSON Lines file to its place in
// the file.
func shifted(d diag.Diagnostic, in input.Item) diag.Diagnostic {
	if in.Locator.Line == 0 {
		return d
	}
	d.Source = in.Locator.Path
	for _, p := range []*diag.Position{&d.Range.Start, &d.Range.End} {
		if p.IsValid() {
			p.Line += in.Locator.Line - 1
		} else {
			*p = diag.Position{Line: in.Locator.Line, Column: 1}
		}
		p.Offset += int(in.Offset)
	}
	return d
}

// atByte says also in words which byte of a JSON Lines file an error is about,
// where the line may be one of millions.
func atByte(d diag.Diagnostic, in input.Item) diag.Diagnostic {
	if in.Locator.Line > 0 && d.Severity == diag.Error && d.Source == in.Locator.Path {
		d.Message += fmt.Sprintf(" (byte %d of the file)", d.Range.Start.Offset)
	}
	return d
}

// cutOff is said about the last line of a file when it has no line end and what
// is wrong with it, at this offset, reaches up to its end.
func cutOff(in input.Item, code string, offset int) (d diag.Diagnostic, ok bool) {
	return diag.Diagnostic{Rule: evidence.CodeLine, Severity: diag.Warning,
		Message: "the file ends in the middle of this line", Help: "it seems cut off: fetch it again"}, in.Open && record.CutOff(in.Data, code, offset)
}

// inFile moves the places of an error about a line of a JSON Lines file to
// their place in the file.
func inFile(err error, in input.Item) error {
	var syntax *record.SyntaxError
	if in.Locator.Line > 0 && errors.As(err, &syntax) {
		return syntax.Moved(in.Locator.Line-1, int(in.Offset))
	}
	return err
}
