package cmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

// loadAgainst reads the older capture of --against.
func (c *lintControl) loadAgainst(a *app, o *lintOptions) error {
	if c.againstPath == "" {
		return nil
	}
	raw, err := input.ReadAside(joinBase(workDir(o), c.againstPath), o.input.maxBytes)
	if err != nil {
		return a.saidFailure(diag.Diagnostic{
			Rule: "unreadable", Severity: diag.Error, Source: c.againstPath, Message: "older capture cannot be read: " + err.Error(), Help: "check the name",
		})
	}
	if c.against, err = lint.Load(c.againstPath, raw, o.loadOptions()); err != nil {
		return a.saidFailure(loadDiagnostic(c.againstPath, err))
	}
	if n := len(c.against.Broken); n > 0 {
		return a.saidFailure(diag.Diagnostic{
			Rule: "unreadable", Severity: diag.Error, Source: c.againstPath, Range: c.against.Broken[0].Range,
			Message: "a line of the older capture cannot be read, so that tools would seem new", Help: "capture it again",
		})
	}
	return nil
}

// checkAgainst: an older capture is compared with one new one.
func (o *lintOptions) checkAgainst() error {
	if o.control.againstPath == "" || o.capture.asked() {
		return nil
	}
	if len(o.args) != 1 || o.isDir(o.args[0]) {
		return usagef("--against compares with one newer capture; name one file")
	}
	return nil
}

// isChange reports a finding about a change since an older capture.
func isChange(f *lint.Finding) bool {
	_, ok := lint.IsChange(f.Rule)
	return ok
}

// changesText prints the changes of a file, each on its line: none is rolled
// up, because each is something to look at.
func (t *lintText) changesText(w io.Writer, f *lintFile) error {
	var b strings.Builder
	announce := 0
	for i := range f.findings {
		x := &f.findings[i]
		needed, ok := lint.IsChange(x.Rule)
		if !ok {
			continue
		}
		if needed {
			announce++
		}
		fmt.Fprintf(&b, "%s:%s: %s %s %s: %s\n", diag.Safe(x.Source), x.Range.Start, t.severity(x.Severity),
			t.paint.strong.Sprint(x.Rule), diag.Safe(x.Record), diag.Safe(x.Message))
	}
	if announce > 0 {
		fmt.Fprintf(&b, "%s the server has to announce with notifications/tools/list_changed\n", count(announce, "change"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
