package cmd

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

// argument works through one INPUT: a directory, or a file that is recognised by
// how it begins.
func (r *verifyRun) argument(ctx context.Context, name string) error {
	reader := *r.reader
	reader.Stream = func(in *input.Opened) error {
		return r.read(in, func() error { return r.content(ctx, in) })
	}
	counts, err := reader.Each(ctx, []string{name}, func(item input.Item) error { // what could not be opened
		r.refuseInput(item.Locator.Path, item.Err)
		return nil
	})
	r.summary.Unrecognized += counts.Unrecognized
	r.summary.Links += counts.Links
	return err
}

// peekSize is how much of an input is looked at to recognise it.
const peekSize = 1 << 20

// content recognises an input and reads it.
func (r *verifyRun) content(ctx context.Context, in *input.Opened) error {
	name := in.Name
	if err := guard(r.outputs(), r.reader.Path(name)); in.Walked && err != nil {
		return err
	}
	b := bufio.NewReaderSize(in, peekSize)
	kind := r.as
	if r.skipNonJSON {
		kind = asSession
	}
	if kind == "" && !r.input.jsonl {
		head, err := b.Peek(peekSize)
		kind = recognise(head, err != nil, r.annotationKey)
	}
	switch {
	case kind == asClaims, kind == asCheck:
		return r.lines(ctx, in, b, kind)
	case r.resume != nil, r.shard.Count > 0:
		return r.errNoStream(name)
	case kind == asSession:
		return r.sessionLog(ctx, name, b)
	case r.input.jsonl || kind == documentLines:
		return r.documentLines(ctx, name, b, kind)
	}
	data, err := record.ReadAll(b, -1, r.input.limits())
	if interrupted(ctx, err) {
		return err
	}
	if err != nil {
		r.refuse(errorDiagnostic(name, readError(err)))
		return nil
	}
	return r.document(input.Item{Locator: record.Locator{Path: name}, Data: data, Walked: in.Walked}, kind)
}

func readError(err error) error {
	var syntax *record.SyntaxError
	if errors.As(err, &syntax) {
		return err
	}
	return &input.OpenError{Err: err}
}

// documentLines reads a document a line.
func (r *verifyRun) documentLines(ctx context.Context, name string, in io.Reader, kind string) error {
	lines := input.NewLines(in, r.input.limits())
	for ctx.Err() == nil {
		line, err := lines.Next()
		if err == io.EOF {
			return nil
		}
		item := line.Item(name, nil)
		var syntax *record.SyntaxError
		switch {
		case interrupted(ctx, err):
			return err
		case errors.As(err, &syntax):
			r.summary.Lines++
			if err := r.broken(item, syntax); err != nil {
				return err
			}
		case err != nil:
			r.refuse(errorDiagnostic(name, readError(err)))
			return nil
		case line.Blank():
			r.summary.Lines++
			r.summary.BlankLines++
		default:
			r.summary.Lines++
			if err := r.document(item, kind); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// document judges every claim of one document.
func (r *verifyRun) document(in input.Item, kind string) error {
	rec, err := r.parser.Parse(in.Data, record.JSON)
	var syntax *record.SyntaxError
	if errors.As(err, &syntax) {
		// What is JSON and can be read in two ways is an item with an answer; what is
		// no JSON is no input.
		if in.Locator.Line > 0 || slices.Contains([]string{"duplicate", "surrogate", "range"}, syntax.Class) {
			return r.broken(in, syntax)
		}
		r.refuse(shifted(syntax.Diagnostic(lineName(in.Locator)), in))
		return nil
	}
	root := rec.Root()
	shape := evidence.DetectShape(root, r.annotationKey)
	var results []evidence.ToolResult
	switch {
	case kind == "" && shape == evidence.ShapeClaim:
		return r.claimDocument(in)
	case kind == asResult:
		results = []evidence.ToolResult{evidence.ReadResult(root, r.annotationKey)}
	case kind == asAnnotation:
		results = []evidence.ToolResult{evidence.ReadAnnotation(root, r.annotationKey)}
	default:
		var ok bool
		if results, ok = evidence.ReadResults(root, r.annotationKey); !ok {
			r.unrecognised(in, root, shape)
			return nil
		}
	}
	r.batch.reset()
	for i := range results {
		r.result(in, &results[i], shape != evidence.ShapeRef && shape != evidence.ShapeAnnotation)
	}
	return r.take(&r.batch)
}

// claimDocument judges a claims line that is laid out as a document.
func (r *verifyRun) claimDocument(in input.Item) error {
	r.batch.reset()
	result := r.single.Judge(in.Data)
	r.batch.add(&judged{Result: result.Result, id: result.ID, in: in, kind: asClaims})
	return r.take(&r.batch)
}

// broken is the answer for a document that can be read in two ways.
func (r *verifyRun) broken(in input.Item, syntax *record.SyntaxError) error {
	r.batch.reset()
	j := judged{Result: evidence.BrokenLine(syntax).Result, in: in}
	if r.inSession {
		j.kind = asSession
	}
	r.batch.add(&j)
	return r.take(&r.batch)
}

// result judges the claims of one tool result.
func (r *verifyRun) result(in input.Item, t *evidence.ToolResult, inResult bool) {
	claims := t.Claims()
	if len(claims) == 0 {
		r.batch.add(&judged{
			Result: evidence.Result{Verdict: evidence.NoClaim, Claim: &evidence.Claim{}},
			in:     in, claim: t.Value, document: t.Findings,
		})
		return
	}
	verdicts := r.judge(claims)
	document := t.Findings
	for i := range t.Levels {
		l := &t.Levels[i]
		if l.Claim == nil {
			continue
		}
		j := judged{Result: verdicts[0], in: in, claim: l.Claim.Value, inResult: inResult, document: document}
		verdicts, document = verdicts[1:], nil
		if j.NotPublic != "" {
			sensitive, _ := t.Effective(l.Block)
			j.document = append(slices.Clip(j.document), evidence.CheckSensitive(*l, sensitive, j.NotPublic)...)
		}
		r.batch.add(&j)
	}
}

// judge finds the verdicts of one result's claims. A single explicit record is
// taken for the one that a claim means, unless it is the record of another
// claim of the same result.
func (r *verifyRun) judge(claims []*evidence.Claim) []evidence.Result {
	out := make([]evidence.Result, len(claims))
	taken := false
	r.single.Resolver.Only = true
	for i, c := range claims {
		out[i] = r.single.Resolver.Judge(c)
		taken = taken || out[i].Record.By == evidence.ByOnly && (out[i].Verdict == evidence.Verified || out[i].Verdict == evidence.Invalid)
	}
	r.single.Resolver.Only = false
	for i, c := range claims {
		if taken && out[i].Record.By == evidence.ByOnly && out[i].Verdict == evidence.Mismatch {
			out[i] = r.single.Resolver.Judge(c)
		}
	}
	return out
}

// unrecognised says what an input looks like.
func (r *verifyRun) unrecognised(in input.Item, root record.Value, shape evidence.Shape) {
	if in.Walked {
		r.summary.Unrecognized++
		return
	}
	d := diag.Diagnostic{Rule: "not-recognised", Severity: diag.Error, Source: lineName(in.Locator),
		Message: "neither a tool result nor a claim", Help: "to check a record against a digest give --digest and -c"}
	switch {
	case shape == evidence.ShapeRPCError:
		d.Message, d.Help = "a JSON-RPC error response, which carries no result", "verify the response of a call that succeeded"
	case !root.Get("tools").IsZero() || !root.Get("result").Get("tools").IsZero():
		d.Message, d.Help = "a list of tools, not a tool result", "use evref lint-tool"
	}
	r.refuse(shifted(d, in))
}

// records checks each argument, a record, against --digest.
func (r *verifyRun) records(ctx context.Context) error {
	counts, err := r.reader.Each(ctx, r.args, func(item input.Item) error {
		r.report.add(inputNote{Name: item.Locator.Path}, item.Stored)
		if errors.As(item.Err, new(*input.OpenError)) {
			r.refuse(errorDiagnostic(lineName(item.Locator), item.Err))
			return nil
		}
		claim := evidence.NewClaim(r.digest, r.verifyOptions.canonicalization)
		source := evidence.Source{Name: item.Locator.String(), By: evidence.ByPath}
		j := judged{in: item, kind: aRecord}
		var syntax *record.SyntaxError
		if errors.As(item.Err, &syntax) {
			j.Result = evidence.Unread(&claim, source, syntax)
		} else {
			j.Result = r.single.Resolver.Record(&claim, source, item.Locator.Path, item.Data, "")
		}
		r.batch.reset()
		r.batch.add(&j)
		return r.take(&r.batch)
	})
	r.summary.Unrecognized, r.summary.Links = counts.Unrecognized, counts.Links
	return err
}
