package cmd

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/store"
)

// digester answers records one after the other, with memory of its own.
type digester struct {
	*digestOptions
	parser  record.Parser
	encoder digest.Encoder
	schemes schemeChecker
	// keep makes answers outlive the next record.
	keep  bool
	batch *store.Batch // of --store; nil is none
}

func newDigester(o *digestOptions, schemes schemeChecker) *digester {
	d := &digester{digestOptions: o, schemes: schemes}
	d.parser.Limits = o.input.limits()
	if len(o.canonicalizations) == 1 {
		d.parser.MemberOrder = o.canonicalizations[0].MemberOrder()
	}
	return d
}

// answer gives a record its digests, or what keeps it from having them.
func (d *digester) answer(in input.Item) digestItem {
	item := digestItem{Source: in.Locator.Path}
	in.Locator.Pointer = d.pointer
	item.source, item.locator = in, in.Locator
	item.Locator = in.Locator.String()
	if value, found := d.read(in, &item); found {
		d.compute(value, &item)
	}
	item.source.Data = nil // it may be large, and the answer may wait for others
	return item
}

// read parses the record and finds the part of it that is asked for.
func (d *digester) read(in input.Item, item *digestItem) (v record.Value, ok bool) {
	name := in.Locator.Path
	if in.Err != nil {
		item.refuse(shifted(errorDiagnostic(name, in.Err), in), errorClass(in.Err))
		return v, false
	}
	rec, err := d.parser.Parse(in.Data, d.input.formatOf(name, in.Data))
	if err != nil {
		d := errorDiagnostic(name, err)
		item.refuse(errorDiagnostic(name, inFile(err, in)), errorClass(err))
		if end, ok := cutOff(in, d.Rule, d.Range.Start.Offset); ok {
			end.Rule = d.Rule
			item.warn(shifted(end, in))
		}
		return v, false
	}
	if v, ok = rec.Root().Find(d.pointer); !ok {
		item.refuse(diag.Diagnostic{
			Rule: "pointer-not-found", Severity: diag.Error, Source: lineName(in.Locator),
			Message: "record has nothing at " + diag.Quote(d.pointer, 80), Help: "check --pointer against the document",
		}, "pointer")
		return v, false
	}
	if odd := rec.Oddities(); len(odd) > 0 {
		item.NotDeterministic = odd
		item.warn(diag.Diagnostic{
			Rule: "not-deterministic", Severity: diag.Warning, Source: lineName(in.Locator),
			Message: "input is not deterministic CBOR: " + oneOf(odd), Help: "its canonical encoding is hashed, not the bytes as given",
		})
	}
	return v, true
}

// compute checks the record and gives it its digests.
func (d *digester) compute(v record.Value, item *digestItem) {
	if d.portable {
		for _, note := range digest.NotPortable(v) {
			item.refuseAt(note.Value, "not-portable", "profile", note.Message+" is outside the portable profile", "leave it out, write it as a string, or drop --portable")
		}
	}
	d.schemes.check(v, item)
	if len(item.Errors) > 0 {
		return
	}
	for _, c := range d.canonicalizations {
		if d.hazards(c, v, item) {
			continue
		}
		entry, canonical, err := d.sum(c, v)
		if err != nil {
			var e *digest.RepresentationError
			if errors.As(err, &e) {
				item.refuse(e.Diagnostic(lineName(item.locator)), "not-representable")
			}
			continue
		}
		item.Digests = append(item.Digests, entry)
		d.put(item, entry.Digest, canonical)
		if d.emit == emitCanonical {
			item.canonical = canonical
			if d.keep {
				item.canonical = slices.Clone(canonical)
			}
		}
		if c == digest.CBOR {
			item.CBORMapping = digest.CBORMapping
		}
	}
	if d.verbose && slices.Contains(d.canonicalizations, digest.CBOR) {
		d.mapping(v, item)
	}
}

// sum gives the digest of a record, and its canonical bytes if somebody needs
// them; otherwise those of a large one are never held.
func (d *digester) sum(c digest.Canonicalization, v record.Value) (entry digestEntry, canonical []byte, err error) {
	entry.Canonicalization = c
	if d.emit != emitCanonical && d.batch == nil {
		entry.Digest, entry.Bytes, err = d.encoder.SumSize(c, d.hash, v)
		return entry, nil, err
	}
	if canonical, err = d.encoder.Canonical(c, v); err == nil {
		entry.Digest, entry.Bytes = digest.Of(d.hash, canonical), len(canonical)
	}
	return entry, canonical, err
}

// hazards records what was met and reports whether one of them is not allowed.
func (d *digester) hazards(c digest.Canonicalization, v record.Value, item *digestItem) (refused bool) {
	for _, h := range digest.Hazards(c, v) {
		problem := diag.Diagnostic{
			Rule: string(h.Kind), Severity: diag.Error, Source: lineName(item.locator), Pointer: h.Pointer,
			Range: h.Range, Message: h.Message, Help: h.Help + ", or accept it with --allow " + string(h.Kind),
		}
		problem = shifted(problem, item.source)
		if slices.Contains(d.allowed, h.Kind) {
			problem.Severity, problem.Help = diag.Warning, h.Help
			item.warn(problem)
		} else {
			refused = true
			item.refuse(problem, "hazard")
		}
		item.addHazard(h, problem)
	}
	return refused
}

// mapping lists the numbers whose CBOR bytes depend on the mapping.
func (d *digester) mapping(v record.Value, item *digestItem) {
	numbers, places := digest.MappingDependent(v), v.Record().Places()
	for i, number := range numbers {
		message := "CBOR bytes of " + diag.Quote(number.Literal(), 40) + " depend on the number mapping (" + digest.CBORMapping + ")"
		if i == digest.MaxListed {
			message += fmt.Sprintf(" (the first of %d more)", len(numbers)-i)
		}
		at := places.Pointer(number)
		item.MappingDependent = append(item.MappingDependent, mappingNote{Pointer: at, Literal: number.Literal()})
		item.warn(shifted(diag.Diagnostic{
			Rule: "mapping-dependent", Severity: diag.Info, Source: lineName(item.locator), Pointer: at, Range: number.Range(), Message: message,
		}, item.source))
		if i == digest.MaxListed {
			break
		}
	}
}
