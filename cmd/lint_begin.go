package cmd

import (
	"encoding/json"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/diag"
)

// projectURL is where this project lives.
const projectURL = "https://github.com/mcp-evref/evref"

// begin reads what a run stands on and resolves the flags. done reports that
// there is nothing left to do.
func (c *lintControl) begin(a *app, o *lintOptions) (done bool, err error) {
	problems, err := c.load(a, o)
	if len(problems) > 0 {
		if broken := brokenRun(a, o, problems); broken != nil {
			return true, broken
		}
	}
	switch {
	case err != nil:
		return true, err
	case c.show:
		return true, c.showConfig(a)
	case c.addIgnore != "":
		return true, c.addIgnoreTo(a, o)
	}
	o.fromConfig = len(o.args) == 0 && !o.capture.asked() && len(c.config.Servers) > 0
	if o.fromConfig {
		o.args, c.unmatched = c.serverFiles(o)
	}
	c.coverage.Whole = c.wholeFolders(o)
	return false, o.resolve()
}

// showConfig prints the configuration as it applies; the files behind it are
// named on stderr.
func (c *lintControl) showConfig(a *app) error {
	for _, file := range c.config.Files {
		a.messages().note("from %s", diag.Safe(file))
	}
	if c.config.Path == "" {
		a.messages().note("no configuration file found")
	}
	text, err := json.MarshalIndent(c.config, "", "  ")
	if err != nil {
		return failure("configuration cannot be shown: %s", err)
	}
	_, err = a.Out.Write(append(text, '\n'))
	return err
}

// unmatched reports the patterns of the configuration that name no file.
func (r *lintRun) unmatched() error {
	for _, d := range r.control.unmatched {
		out := &lintFile{source: d.Source}
		out.fail(d)
		if err := r.print(out); err != nil {
			return err
		}
	}
	return nil
}

// excluded passes over a file that the configuration excludes: one that is met,
// and with --force-exclude one that is named too.
func (r *lintRun) excluded(in input.Item) bool {
	c := &r.control
	if !in.Walked && !c.forceExclude || in.Locator.Path == "-" {
		return false
	}
	if !c.config.Excluded(c.nameOf(r.lintOptions, in.Locator.Path)) {
		return false
	}
	c.excluded++
	return true
}

// noteNothing records in the outputs that nothing was judged.
func (r *lintRun) noteNothing() {
	if r.summary.Files == 0 && len(r.summary.Failures) == 0 && r.summary.ExitCode == ExitUnreadable {
		r.summary.failures = []diag.Diagnostic{{Rule: "no-tool-file", Severity: diag.Error, Message: "no tool file found"}}
	}
}

// controlNotes says on stderr what was fixed and what does not count.
func (r *lintRun) controlNotes() {
	c := &r.control
	if c.fix != "" {
		verb := "made"
		if c.diff || c.fixToStdout {
			verb = "would be made"
		}
		r.say.note("%s %s in %s", count(c.changed.fixes, "change"), verb, count(c.changed.files, "file"))
	}
	if c.against != nil && c.changes == 0 && r.summary.Files > 0 {
		r.say.note("no tool changed since %s", diag.Safe(c.againstPath))
	}
	if r.summary.Ignored > 0 {
		r.say.note("%s ignored by the configuration", count(r.summary.Ignored, "finding"))
	}
	if r.summary.Baselined > 0 && !c.writeBaseline {
		r.say.note("%s in the baseline", count(r.summary.Baselined, "finding"))
	}
	if c.excluded > 0 {
		r.say.note("%s excluded by the configuration", count(c.excluded, "file"))
	}
}

// text is what the findings of an input point into.
func (f *lintFile) text() []byte {
	if f.file != nil {
		return f.file.Raw
	}
	return f.control
}
