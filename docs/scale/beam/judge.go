package main

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

func init() {
	register.DoFn3x1[Line, func(string), func(Counts), error](&judgeFn{})
	register.Emitter1[string]()
	register.Emitter1[Counts]()
}

// judgeFn gives every line its verdict.
type judgeFn struct {
	Job job

	// An [evidence.Lines] uses its memory again for every line, so it must not be
	// shared: every instance of the DoFn makes its own in Setup.
	lines *evidence.Lines
}

// verdict is what is written about one line.
type verdict struct {
	Source    string           `json:"source"`
	Offset    int64            `json:"offset"` // of the line, in bytes
	ID        json.RawMessage  `json:"id,omitempty"`
	Verdict   evidence.Verdict `json:"verdict"`
	Claimed   string           `json:"claimed,omitempty"`
	Computed  string           `json:"computed,omitempty"`
	Diagnosis string           `json:"diagnosis,omitempty"`
	Next      string           `json:"next,omitempty"`
	Findings  []finding        `json:"findings,omitempty"`
}

type finding struct {
	Code     string        `json:"code"`
	Severity diag.Severity `json:"severity"`
	Message  string        `json:"message"`
	Help     string        `json:"help,omitempty"`
}

// Setup is called once for each instance, on the machine where it works.
func (fn *judgeFn) Setup() error {
	fields, err := fn.Job.fields()
	if err != nil {
		return err
	}
	fn.lines = &evidence.Lines{Fields: fields, Resolver: &evidence.Resolver{Verifier: &evidence.Verifier{}}}
	return nil
}

// ProcessElement judges one line. A broken line is a malformed item and no
// error: an error would make Beam try the same line again, and then give up.
func (fn *judgeFn) ProcessElement(line Line, verdicts func(string), counts func(Counts)) error {
	if !line.TooLong && len(bytes.TrimSpace(line.Text)) == 0 {
		counts(Counts{Lines: 1, BlankLines: 1})
		return nil
	}
	result, err := fn.judge(line)
	if err != nil {
		return err
	}
	counts(countOf(result.Verdict))
	if fn.Job.OnlyFailures && result.Verdict == evidence.Verified {
		return nil
	}
	text, err := json.Marshal(describe(line, &result))
	if err != nil {
		return err
	}
	verdicts(string(text))
	return nil
}

func (fn *judgeFn) judge(line Line) (evidence.LineResult, error) {
	if !line.TooLong {
		return fn.lines.Judge(line.Text), nil
	}
	_, err := record.ReadAll(nil, line.Size, record.Limits{MaxBytes: maxLine}) // says that it is too long
	var syntax *record.SyntaxError
	if !errors.As(err, &syntax) {
		return evidence.LineResult{}, errors.New("a line over the limit is not over the limit")
	}
	return evidence.BrokenLine(syntax), nil
}

// describe copies out of the result, which is valid until the next line only.
func describe(line Line, result *evidence.LineResult) verdict {
	v := verdict{Source: line.File, Offset: line.Offset, Verdict: result.Verdict, Computed: result.Computed.String()}
	if !result.ID.IsZero() {
		v.ID = result.ID.Raw()
	}
	if d := result.Diagnosis; d != nil {
		v.Diagnosis, v.Next = d.Message, d.Help
	}
	findings := result.Findings
	if c := result.Claim; c != nil {
		v.Claimed = c.DigestText()
		findings = append(c.Findings[:len(c.Findings):len(c.Findings)], findings...)
	}
	for _, d := range findings {
		v.Findings = append(v.Findings, finding{d.Rule, d.Severity, d.Message, d.Help})
	}
	return v
}
