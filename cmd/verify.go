package cmd

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/evidence"
)

// verifyOptions is what `evref verify` was asked to do.
type verifyOptions struct {
	args   []string
	input  inputFlags
	output outputFlags

	as, digest, canonicalization string
	checks, claims               []string
	mapping                      string
	evidence, refMaps            []string
	storeDir                     string
	failuresPath                 string
	failuresLimit                int
	annotationKey                string
	schemes                      []string
	config                       configFlags
	checkScheme, noCheckScheme   bool
	crossCheck, noDiagnosis      bool
	failOn                       []string
	requireClaim, allowNoClaims  bool
	exitZero                     bool
	statusOnly, onlyFailures     bool
	skipNonJSON                  bool
	summaryPath                  string // file for what the whole run found
	resumePath                   string // file of the checkpoint
	checkpointEvery              time.Duration
	shardText                    string
	progress                     string

	baselinePath string

	settings map[string]string // flags that matter when a run is resumed
	shard    input.Shard       // read from shardText; Count 0 is the whole
	fields   evidence.Fields   // read from mapping by resolve
}

// What an input can be taken for.
const (
	asResult     = "result"
	asAnnotation = "annotation"
	asClaims     = "claims"
	asCheck      = "check"
	asSession    = "session"
)

var inputKinds = []string{asResult, asAnnotation, asClaims, asCheck, asSession}

// What --fail-on can add to the failures.
const (
	failHazard      = "hazard"
	failWarning     = "warning"
	failUnresolved  = "unresolved"
	failUnsupported = "unsupported"
)

var failKinds = []string{failHazard, failUnresolved, failUnsupported, failWarning}

func newVerify(a *app) *cobra.Command {
	var o verifyOptions
	c := &cobra.Command{
		Use:   "verify INPUT...",
		Short: "recompute claimed digests and give a verdict for each",
		Long: `Recompute claimed digests and give a verdict for each.

An INPUT is a tool result (a CallToolResult or the JSON-RPC response around it),
trust annotations alone, a file of claims, a log of a session with one JSON-RPC
message a line, or what 'evref digest' printed; it is recognised by its content,
--as decides. The record behind each claim stands beside it, or is found: what is
named for the claim first, by its ref through --ref-map or by a file name in
--evidence, then by digest, in --evidence before --store. Inputs and records may
be gzip or zstd.

  result.json#/_meta/…/evidenceRef: verified: ev/label.json …
  claims.jsonl#L2 (id 8): mismatch
    claimed     sha256:c509d629…cefb jcs/rfc8785
    recomputed  sha256:363f8628…5bcf
    diagnosis   digest of Python's json.dumps with sort_keys …
    corrected   {"type":"data-class.v1","digest":"sha256:363f8628…5bcf",…}
    next        give separators=(",", ":") and ensure_ascii=False, …

A long run on lines shows how far it is (--progress), can be stopped and gone on
with (--resume FILE, the same command again), divided (--shard I/N), and tells at
its end what it found (--summary FILE).

A verified digest says that the record is the one that was meant. It says
nothing about whether the record, or the result it stands behind, is true.`,
		Example: `  evref verify result.json --evidence ./records
  evref verify result.json --ref-map s3://audit/=./mirror
  evref verify --digest sha256:c509…cefb -c jcs/rfc8785 advisory.json
  evref digest *.json | evref verify --check -
  evref verify --skip-non-json session.log --evidence ./records
  evref verify --claims claims.jsonl --jobs 8 --only-failures
  evref verify --claims claims.jsonl --resume night.ckpt --summary night.json -o failures.txt
  evref verify --claims claims.jsonl --baseline night.json --summary next.json
  evref verify --claims claims.jsonl --shard 0/4
  evref verify --claims export.jsonl --map digest=/sha,canonicalization=/canon,record-text=/payload,id=/pk`,
		RunE: func(c *cobra.Command, args []string) error {
			o.args = args
			if err := o.resolve(c.Flags().Changed("digest")); err != nil {
				return err
			}
			o.settings = settings(c.Flags(), args)
			code, err := runVerify(c.Context(), a, &o)
			if err != nil {
				return err
			}
			return status(code)
		},
	}
	f := c.Flags()
	f.StringVar(&o.as, "as", "", "take every INPUT for: "+oneOf(inputKinds))
	f.StringVar(&o.digest, "digest", "", "check each INPUT, a record, against this digest; needs -c")
	f.StringVarP(&o.canonicalization, "canonicalization", "c", "", "with --digest: the claim's canonicalization, as it writes it")
	f.StringArrayVar(&o.checks, "check", nil, "check the lines of this file, as 'evref digest' prints them; may repeat")
	f.StringArrayVar(&o.claims, "claims", nil, "check the claims in this file, one JSON object a line; may repeat")
	f.StringVar(&o.mapping, "map", "", "where a claims line keeps what, as NAME=POINTER: "+strings.Join(evidence.FieldNames(), ", "))
	f.StringArrayVar(&o.evidence, "evidence", nil, "file or directory with records; may repeat")
	f.StringArrayVar(&o.refMaps, "ref-map", nil, "look for refs that begin with PREFIX below a directory: PREFIX=DIR; may repeat")
	f.StringVar(&o.storeDir, "store", "", "folder that 'evref digest --store' keeps records in; it is read, never written")
	f.StringVar(&o.failuresPath, "failures-dir", "", "keep in this folder, for each failure, the claim, the record, the verdict and the command that gives it again")
	f.IntVar(&o.failuresLimit, "failures-limit", defaultFailures, "with --failures-dir: how many failures are kept, the first ones")
	f.StringVar(&o.annotationKey, "annotation-key", evidence.AnnotationKey, "_meta key of the annotation, for forks")
	o.config.register(f)
	f.StringArrayVar(&o.schemes, "scheme", nil, "register a scheme of your own: TYPE=SCHEMA.json; may repeat")
	f.BoolVar(&o.checkScheme, "check-scheme", false, "check records against their schemes in claims files too")
	f.BoolVar(&o.noCheckScheme, "no-check-scheme", false, "do not check records against their schemes")
	f.BoolVar(&o.crossCheck, "cross-check", false, "recompute every digest with a second implementation too; another result is an error, exit code 1")
	f.BoolVar(&o.noDiagnosis, "no-diagnosis", false, "do not look for the cause of a mismatch")
	f.StringSliceVar(&o.failOn, "fail-on", nil, "also exit 1 on: "+strings.Join(failKinds, ", "))
	f.BoolVar(&o.requireClaim, "require-claim", false, "a result without a claim is a failure")
	f.BoolVar(&o.allowNoClaims, "allow-no-claims", false, "a run without any claim is not a failure")
	f.BoolVar(&o.exitZero, "exit-zero", false, "exit 0 where the code would be 1, and say so")
	f.BoolVar(&o.statusOnly, "status", false, "print nothing, the exit code is the answer")
	f.BoolVar(&o.onlyFailures, "only-failures", false, "print only what is not verified")
	f.BoolVar(&o.skipNonJSON, "skip-non-json", false, "take every INPUT for a session log and pass over what is no message in it, with a count")
	f.StringVar(&o.baselinePath, "baseline", "", "compare with what --summary wrote in an earlier run: only failures that are new count for the exit code")
	f.StringVar(&o.summaryPath, "summary", "", "write what the whole run found to this file, as JSON: inputs with their SHA-256, and every count")
	f.StringVar(&o.progress, "progress", progressAuto, "how far a stream of lines is, on standard error: auto (a line on a terminal), plain (a line every 30 s) or never")
	f.StringVar(&o.resumePath, "resume", "", "keep in this file how far the run is, and go on from there when the file exists")
	f.DurationVar(&o.checkpointEvery, "checkpoint-interval", defaultCheckpoint, "with --resume: how often the file is written")
	f.StringVar(&o.shardText, "shard", "", "judge only the lines of part I of N, as I/N with I from 0, of each file")
	o.input.register(f)
	o.output.register(f, []string{"text", "json", "jsonl", "html"})
	f.BoolVarP(&a.quiet, "quiet", "q", false, "print nothing for what is verified, and no warnings")
	f.Lookup("jsonl").Usage = "every line of an INPUT is a document of its own"
	completeValues(c, "as", inputKinds)
	completeValues(c, "progress", progressModes)
	completeValues(c, "canonicalization", canonicalizationNames())
	completeValues(c, "fail-on", failKinds)
	completeValues(c, "format", o.output.known)
	return c
}

// resolve refuses combinations that contradict. digestGiven tells an empty
// --digest, which is a malformed claim, from none.
func (o *verifyOptions) resolve(digestGiven bool) error {
	streams := slices.Concat(o.args, o.checks, o.claims)
	if len(streams) == 0 && !digestGiven {
		return usagef("verify needs an input; name a tool result, or use --claims, --check or --digest")
	}
	if err := o.input.resolve(streams); err != nil {
		return err
	}
	for _, kind := range o.failOn {
		if !slices.Contains(failKinds, kind) {
			return unknown("value of --fail-on", kind, failKinds)
		}
	}
	switch {
	case o.as != "" && !slices.Contains(inputKinds, o.as):
		return unknown("kind of input", o.as, inputKinds)
	case !slices.Contains(progressModes, o.progress):
		return unknown("value of --progress", o.progress, progressModes)
	case digestGiven && o.canonicalization == "":
		return usagef("--digest needs -c; write -c jcs/rfc8785 or -c cbor/rfc8949, neither is a default")
	case !digestGiven && o.canonicalization != "":
		return usagef("-c belongs to --digest; other inputs name their canonicalization themselves")
	case digestGiven && (len(o.checks) > 0 || len(o.claims) > 0 || o.as != ""):
		return usagef("--digest takes records; drop --check, --claims and --as")
	case digestGiven && len(o.args) == 0:
		return usagef("--digest needs the record to check; name a file, or - for standard input")
	case o.skipNonJSON && (digestGiven || len(o.checks) > 0 || len(o.claims) > 0 || o.as != "" && o.as != asSession):
		return usagef("--skip-non-json belongs to session logs")
	case o.checkScheme && o.noCheckScheme:
		return usagef("--check-scheme and --no-check-scheme exclude each other")
	case o.noCheckScheme && len(o.schemes) > 0:
		return usagef("--scheme and --no-check-scheme exclude each other")
	case o.requireClaim && o.allowNoClaims:
		return usagef("--require-claim and --allow-no-claims exclude each other")
	case o.statusOnly && (o.output.format != "text" || len(o.output.outputs) > 0):
		return usagef("--status prints nothing; drop --format and -o")
	case slices.Contains(o.evidence, "-"):
		return usagef("--evidence takes files and directories, not standard input")
	case o.summaryPath == "-":
		return usagef("--summary takes a file; --format json has the counts at its end")
	case o.failuresPath == "-":
		return usagef("--failures-dir takes a folder, not standard output")
	case o.failuresLimit < 1:
		return usagef("--failures-limit takes a number from 1")
	case o.failuresPath == "" && o.failuresLimit != defaultFailures:
		return usagef("--failures-limit belongs to --failures-dir")
	}
	if err := cmp.Or(o.resumable(digestGiven), o.divisible(digestGiven), o.comparable(), o.placed()); err != nil {
		return err
	}
	if o.mapping == "" {
		return nil
	}
	var err error
	if o.fields, err = evidence.ParseFields(o.mapping); err != nil {
		return usagef("--map: %s", err)
	}
	return nil
}

// placed refuses outputs that get into each other's way.
func (o *verifyOptions) placed() error {
	o.output.beside = []place{
		{flag: "--summary", name: o.summaryPath, path: o.summaryPath},
		{flag: "--resume", name: o.resumePath, path: o.resumePath},
		{flag: "--failures-dir", name: o.failuresPath, path: o.failuresPath},
		{flag: "--baseline", name: o.baselinePath, path: o.input.path(o.baselinePath), read: true},
		{flag: "--store", name: o.storeDir, path: o.input.path(o.storeDir), read: true},
	}
	for _, name := range o.inputPaths() {
		if o.failuresPath != "" && liesIn(name, o.failuresPath) {
			return usagef("%s lies in --failures-dir %s, whose failures are removed first; name another folder", name, o.failuresPath)
		}
	}
	_, err := o.output.destinations()
	return err
}

// fails reports whether --fail-on names a kind.
func (o *verifyOptions) fails(kind string) bool { return slices.Contains(o.failOn, kind) }

// indifferent are the flags that may change when a run is resumed.
var indifferent = []string{"checkpoint-interval", "color", "jobs", "progress", "resume", "summary"}

// settings lists what was asked for as far as it matters for the answers or for
// how they are written.
func settings(f *pflag.FlagSet, args []string) map[string]string {
	out := map[string]string{}
	f.VisitAll(func(f *pflag.Flag) {
		if f.Changed && f.Value.String() != f.DefValue && !slices.Contains(indifferent, f.Name) {
			out["--"+f.Name] = asJSON(f.Value.String())
		}
	})
	if len(args) > 0 {
		out["INPUT"] = asJSON(strings.Join(args, " "))
	}
	return out
}
