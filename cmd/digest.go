package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/store"
)

// digestOptions is what `evref digest` was asked to do. Fields that are
// strings are flag values before resolve has read them.
type digestOptions struct {
	args   []string
	input  inputFlags
	output outputFlags

	canonicalization string
	algorithm        string
	pointer          string
	allow            []string
	portable         bool
	verbose          bool

	bare, hex, diag      bool
	emit                 string
	typeName             string
	schema               string
	ref, refTemplate     string
	sensitive, untrusted string
	inject               string
	annotationKey        string
	noCheckScheme        bool
	schemes              []string
	config               configFlags
	storeDir             string
	storeIndex           bool

	// Read from the above by resolve.
	canonicalizations []digest.Canonicalization
	hash              digest.Algorithm
	allowed           []digest.HazardKind
	claims            evidence.Annotation
}

// What --emit can print instead of check lines.
const (
	emitEvidenceRef = "evidence-ref"
	emitAnnotation  = "annotation"
	emitCanonical   = "canonical"
)

var emits = []string{emitEvidenceRef, emitAnnotation, emitCanonical}

func newDigest(a *app) *cobra.Command {
	var o digestOptions
	c := &cobra.Command{
		Use:   "digest RECORD...",
		Short: "compute the canonical digests of evidence records",
		Long: `Compute the canonical digests of evidence records.

A record is JSON or CBOR. It is read strictly, brought into canonical form, and
hashed; the hash input is the canonical bytes and nothing else. Without -c both
canonicalizations are printed, one line each, because neither is a default:

  sha256:c509d629…cefb  jcs/rfc8785  advisory.json
  sha256:6a1836c1…5ed1  cbor/rfc8949  advisory.json

The lines are what 'evref verify --check' reads. A record that another reader
could understand differently is refused with its place and a way out.

With --store the canonical bytes are kept under their digest, in a folder that is
an OCI image layout, and are on the disk before their digest is printed.`,
		Example: `  evref digest advisory.json
  evref digest -c jcs --emit evidence-ref --type data-class.v1 label.json
  evref digest -c jcs --type data-class.v1 --sensitive=true --inject result.json label.json
  evref digest -c cbor --emit canonical --hex label.json
  evref digest -c jcs --store ./evidence --jsonl records.jsonl
  tail -f records.jsonl | evref digest -c jcs --jsonl -`,
		RunE: func(c *cobra.Command, args []string) error {
			o.args = args
			if err := o.resolve(); err != nil {
				return err
			}
			code, err := runDigest(c.Context(), a, &o)
			if err != nil {
				return err
			}
			return status(code)
		},
	}
	f := c.Flags()
	f.StringVarP(&o.canonicalization, "canonicalization", "c", "", "canonicalization: jcs/rfc8785 or cbor/rfc8949 (jcs and cbor for short)")
	f.StringVar(&o.algorithm, "algorithm", "sha256", "hash algorithm: sha256, sha384 or sha512")
	f.StringVar(&o.pointer, "pointer", "", "hash the part of the document at this JSON pointer")
	f.StringSliceVar(&o.allow, "allow", nil, "accept hazards: precision, underflow, noncharacter")
	f.BoolVar(&o.portable, "portable", false, "refuse what leaves the profile of the public conformance set")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "also say which numbers depend on the CBOR number mapping")
	f.BoolVar(&o.bare, "bare", false, "print the digest alone")
	f.StringVar(&o.emit, "emit", "", "print what to publish: evidence-ref, annotation, or the canonical bytes themselves")
	f.BoolVar(&o.hex, "hex", false, "with --emit canonical: hexadecimal, one line a record")
	f.BoolVar(&o.diag, "diag", false, "with --emit canonical -c cbor: CBOR diagnostic notation")
	f.StringVar(&o.typeName, "type", "", "scheme of the record, such as data-class.v1; a known one is checked first")
	f.StringVar(&o.schema, "schema", "", "with --emit: URI of the record's schema, put into the evidenceRef")
	f.StringVar(&o.ref, "ref", "", "with --emit: where the record can be found, put into the evidenceRef")
	f.StringVar(&o.refTemplate, "ref-template", "", "like --ref, with {hex} or {digest} filled in: 's3://ev/{hex}.json'")
	f.StringVar(&o.sensitive, "sensitive", "none", "with --emit annotation: the claim true, false or none")
	f.StringVar(&o.untrusted, "untrusted", "none", "with --emit annotation: the claim true, false or none")
	f.StringVar(&o.inject, "inject", "", "print this tool result with the annotation inserted, all other bytes untouched")
	f.StringVar(&o.annotationKey, "annotation-key", evidence.AnnotationKey, "_meta key of the annotation, for forks")
	f.BoolVar(&o.noCheckScheme, "no-check-scheme", false, "do not check the record against the scheme of --type")
	f.StringArrayVar(&o.schemes, "scheme", nil, "register a scheme of your own: TYPE=SCHEMA.json")
	o.config.register(f)
	f.StringVar(&o.storeDir, "store", "", "keep the canonical bytes of every record in this folder, an OCI image layout that is made if need be")
	f.BoolVar(&o.storeIndex, "store-index", false, "with --store: list all its records in its index.json at the end, for registry tools; takes no RECORD too")
	o.input.register(f)
	o.output.register(f, []string{"text", "json", "jsonl"})
	registerQuiet(a, f)
	completeValues(c, "canonicalization", canonicalizationNames())
	completeValues(c, "algorithm", []string{"sha256", "sha384", "sha512"})
	completeValues(c, "emit", emits)
	completeValues(c, "allow", hazardNames())
	completeValues(c, "format", o.output.known)
	completeValues(c, "sensitive", claimStates)
	completeValues(c, "untrusted", claimStates)
	return c
}

// claimStates are the three states of a boolean claim.
var claimStates = []string{"true", "false", "none"}

// resolve reads the flag values and refuses combinations that contradict.
func (o *digestOptions) resolve() error {
	if len(o.args) == 0 && !o.storeIndex {
		return usagef("digest needs a record; name a file, a directory, or - for standard input")
	}
	if err := o.input.resolve(o.args); err != nil {
		return err
	}
	if err := o.resolveHash(); err != nil {
		return err
	}
	if o.pointer != "" {
		if _, ok := record.SplitPointer(o.pointer); !ok {
			return usagef("--pointer %s is not a JSON pointer; it begins with / and writes ~ as ~0 and / as ~1", o.pointer)
		}
	}
	for _, name := range o.allow {
		if !slices.Contains(hazardNames(), name) {
			return unknown("hazard", name, hazardNames())
		}
		o.allowed = append(o.allowed, digest.HazardKind(name))
	}
	if err := o.resolveEmit(); err != nil {
		return err
	}
	o.output.beside = []place{{flag: "--store", name: o.storeDir, path: o.input.path(o.storeDir)}}
	_, err := o.output.destinations()
	return err
}

func (o *digestOptions) resolveHash() error {
	o.canonicalizations = digest.All()
	if o.canonicalization != "" {
		c, ok := lookupCanonicalization(o.canonicalization)
		if !ok {
			return unknown("canonicalization", o.canonicalization, canonicalizationNames())
		}
		o.canonicalizations = []digest.Canonicalization{c}
	}
	var ok bool
	if o.hash, ok = digest.LookupAlgorithm(o.algorithm); !ok {
		return unknown("algorithm", o.algorithm, []string{"sha256", "sha384", "sha512"})
	}
	switch {
	case o.storeIndex && o.storeDir == "":
		return usagef("--store-index needs --store, the folder to list")
	case o.storeDir != "" && !store.Registered(o.hash):
		return usagef("a store holds sha256 and sha512, which OCI registers; drop --algorithm %s or --store", o.algorithm)
	}
	return nil
}

func (o *digestOptions) resolveEmit() error {
	if o.inject != "" {
		if o.emit != "" && o.emit != emitAnnotation {
			return usagef("--inject inserts an annotation; drop --emit %s", o.emit)
		}
		o.emit = emitAnnotation
	}
	if o.emit != "" && !slices.Contains(emits, o.emit) {
		return unknown("value of --emit", o.emit, emits)
	}
	if (o.emit != "" || o.bare) && o.canonicalization == "" {
		what := "--bare"
		if o.emit != "" {
			what = "--emit " + o.emit
		}
		return usagef("%s needs -c; write -c jcs/rfc8785 or -c cbor/rfc8949, neither is a default", what)
	}
	switch {
	case o.bare && o.emit != "":
		return usagef("--bare and --emit %s exclude each other", o.emit)
	case o.emit != "" && o.output.format != "text":
		return usagef("--emit %s has its own form; drop --format %s", o.emit, o.output.format)
	case o.bare && o.output.format != "text":
		return usagef("--bare prints text; drop --format %s", o.output.format)
	case (o.hex || o.diag) && o.emit != emitCanonical:
		return usagef("--hex and --diag belong to --emit canonical")
	case o.hex && o.diag:
		return usagef("--hex and --diag exclude each other")
	case o.diag && o.canonicalizations[0] != digest.CBOR:
		return usagef("--diag shows CBOR; use it with -c cbor/rfc8949")
	case o.ref != "" && o.refTemplate != "":
		return usagef("--ref and --ref-template exclude each other")
	case o.publishes() && o.typeName == "":
		return usagef("--emit %s needs --type, the scheme of the record, such as --type data-class.v1", o.emit)
	case !o.publishes() && (o.schema != "" || o.ref != "" || o.refTemplate != ""):
		return usagef("--schema, --ref and --ref-template belong to --emit evidence-ref or annotation")
	case o.emit == emitCanonical && !o.hex && !o.diag && (len(o.args) > 1 || o.input.jsonl):
		return usagef("--emit canonical writes the bytes of one record; use --hex for one line a record")
	case o.inject != "" && (len(o.args) > 1 || o.input.jsonl):
		return usagef("--inject takes one record")
	case o.inject == "-" && slices.Contains(o.args, "-"):
		return usagef("standard input cannot be both the record and the result")
	}
	if o.refTemplate != "" {
		if _, err := evidence.ExpandTemplate(o.refTemplate, digest.Of(o.hash, nil)); err != nil {
			return usagef("%s", err)
		}
	}
	return o.resolveClaims()
}

func (o *digestOptions) resolveClaims() error {
	for _, claim := range []struct {
		flag, value string
		into        **bool
	}{{"sensitive", o.sensitive, &o.claims.Sensitive}, {"untrusted", o.untrusted, &o.claims.Untrusted}} {
		switch claim.value {
		case "true", "false":
			value := claim.value == "true"
			*claim.into = &value
		case "none":
		default:
			return usagef("--%s takes true, false or none, not %q", claim.flag, claim.value)
		}
		if claim.value != "none" && o.emit != emitAnnotation {
			return usagef("--%s belongs to --emit annotation or --inject", claim.flag)
		}
	}
	return nil
}

// publishes reports that an evidenceRef is written.
func (o *digestOptions) publishes() bool {
	return o.emit == emitEvidenceRef || o.emit == emitAnnotation
}

// lookupCanonicalization reads a flag value: an ID or its short name.
func lookupCanonicalization(value string) (digest.Canonicalization, bool) {
	for _, c := range digest.All() {
		if value == c.ID() || value == c.ShortName() {
			return c, true
		}
	}
	return 0, false
}

func canonicalizationNames() []string {
	var names []string
	for _, c := range digest.All() {
		names = append(names, c.ID())
	}
	return names
}

func hazardNames() []string {
	var names []string
	for _, kind := range digest.HazardKinds() {
		names = append(names, string(kind))
	}
	return names
}

// completeValues offers fixed values for a flag to shell completion.
func completeValues(c *cobra.Command, flag string, values []string) {
	err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(fmt.Sprintf("cmd: completion of %s --%s: %v", c.Name(), flag, err)) // a flag that does not exist
	}
}

func registerQuiet(a *app, f *pflag.FlagSet) {
	f.BoolVarP(&a.quiet, "quiet", "q", false, "no notes and warnings on stderr")
}

// oneOf joins names for a sentence: "a, b or c".
func oneOf(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
