package cmd

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/config"
	"github.com/mcp-evref/evref/pkg/fingerprint/lock"
	"github.com/mcp-evref/evref/pkg/fingerprint/surface"
)

// fingerprintOptions is what `evref fingerprint` was asked to do. Fields that
// are strings are flag values before resolve has read them.
type fingerprintOptions struct {
	args   []string
	input  inputFlags
	output outputFlags

	versionName string
	as          string
	root        string
	bare        bool
	validate    bool
	trace       bool
	preimage    bool
	emit        string
	showSecrets bool
	resolvePath bool
	expect      string

	lockPath    string
	writeLock   bool
	checkLock   bool
	baseLock    string
	allowSelf   bool
	approve     string
	by          string
	expires     string
	reason      string
	tools       []string
	failOnClass string

	// Read from the above by resolve.
	client     config.Client
	definition bool // --as definition
	failOn     surface.Class
}

// asDefinition is the value of --as that is no client.
const asDefinition = "definition"

func newFingerprint(a *app) *cobra.Command {
	var o fingerprintOptions
	c := &cobra.Command{
		Use:   "fingerprint DEFINITION|CONFIG...",
		Short: "fingerprint MCP server definitions; lock, check and show what changed",
		Long: `Compute the trust fingerprint of MCP server definitions, so that an approval is
bound to what was reviewed and not to a name.

    $ evref fingerprint payments.json
    dcc-mcp-trust-fingerprint-v1  d31e41818ecbe1fbbdc84459f68ab8a85bf7513b864c87d2a354d22b55847b7f  payments

That is the published golden case: id payments, npx @example/payments-mcp@1.2.3
in /workspace, from .mcp.json, PAYMENTS_TOKEN bound to credential:payments.

An argument is a definition in DCC's form, or the configuration of a client,
found out by its content. Of a configuration every entry is shown with its
fingerprint and each of its members as hashed, not hashed or unknown. Literal
values of variables and headers are never hashed, stored or shown.

A lock, mcp-trust.lock.json, keeps approvals in the project and tells later what
is not what was approved. Nothing in a definition's own file counts as approval.`,
		Example: `  evref fingerprint .mcp.json
  evref fingerprint --expect d31e…7b7f payments.json
  evref fingerprint --trace payments.json
  evref fingerprint --preimage payments.json | sha256sum
  evref fingerprint --write-lock .mcp.json .vscode/mcp.json
  evref fingerprint --approve payments --expect d31e…7b7f --by 'Ada <ada@example.com>' .mcp.json
  evref fingerprint --check-lock --base-lock main.lock.json`,
		RunE: func(c *cobra.Command, args []string) error {
			o.args = args
			if err := o.resolve(a); err != nil {
				return err
			}
			code, err := runFingerprint(c.Context(), a, &o)
			if err != nil {
				return err
			}
			return status(code)
		},
	}
	f := c.Flags()
	f.StringVar(&o.versionName, "fingerprint-version", fingerprint.V1Name, "encoding of the fingerprint")
	f.StringVar(&o.as, "as", "", "read files as those of this client, or as "+asDefinition+" (default: by their content)")
	f.StringVar(&o.root, "root", "", "root of the project, from which locators are written (default: the nearest folder with .git, else the current one)")
	f.BoolVar(&o.bare, "bare", false, "print the fingerprint alone")
	f.StringVar(&o.expect, "expect", "", "fingerprint that was reviewed; exit code 1 when the definition has another")
	f.BoolVar(&o.validate, "validate", false, "also check the fingerprint that a definition stores of itself")
	f.BoolVar(&o.trace, "trace", false, "list the preimage field by field")
	f.BoolVar(&o.preimage, "preimage", false, "print the bytes that are hashed, with secrets as written")
	f.StringVar(&o.emit, "emit", "", "print the definition as an import begins: read-only, disabled, untrusted (definition)")
	f.BoolVar(&o.showSecrets, "show-secrets", false, "with --emit: also when an argument or the URL looks like a secret")
	f.BoolVar(&o.resolvePath, "resolve", false, "also say which program a name stands for on this machine")
	f.StringVar(&o.lockPath, "lock", "", "the lock (default: "+lock.DefaultName+" in the root)")
	f.BoolVar(&o.writeLock, "write-lock", false, "write the definitions into the lock; an approval stays only for what is unchanged")
	f.BoolVar(&o.checkLock, "check-lock", false, "compare with the lock; without arguments, the files the lock names")
	f.StringVar(&o.baseLock, "base-lock", "", "with --check-lock: the lock before this change, or none; an approval that arrives with its definition is refused")
	f.BoolVar(&o.allowSelf, "allow-self-approval", false, "with --base-lock: accept such an approval")
	f.StringVar(&o.approve, "approve", "", "approve the definition with this id in the lock; needs --expect and --by")
	f.StringVar(&o.by, "by", "", "with --approve: who approves")
	f.StringVar(&o.expires, "expires", "", "with --approve: the last day it holds, YYYY-MM-DD")
	f.StringVar(&o.reason, "reason", "", "with --approve: why")
	f.StringArrayVar(&o.tools, "tools", nil, "tools the server lists, as [ID=]FILE; with the lock commands")
	f.StringVar(&o.failOnClass, "fail-on-change", surface.Text.String(), "with --check-lock --tools: lowest class of change that counts: "+oneOf(surface.Classes()))
	f.StringVarP(&o.input.dir, "directory", "C", "", "read names relative to this directory")
	f.StringVar(&o.input.stdinName, "stdin-name", "", "what standard input is called in output, and the locator of what it holds")
	o.input.registerLimits(f)
	o.output.register(f, []string{"text", "json", "jsonl", "sarif", "github"})
	registerQuiet(a, f)
	completeValues(c, "as", append(clientNames(), asDefinition))
	completeValues(c, "emit", []string{"definition"})
	completeValues(c, "fail-on-change", surface.Classes())
	completeValues(c, "format", o.output.known)
	return c
}

func clientNames() []string {
	var names []string
	for _, c := range config.Clients() {
		names = append(names, c.Name)
	}
	return names
}

// resolve reads the flag values and refuses combinations that contradict.
func (o *fingerprintOptions) resolve(a *app) error {
	if len(o.args) == 0 && !o.checkLock {
		return usagef("fingerprint needs a definition or a configuration; name a file, a directory, or - for standard input")
	}
	if err := o.input.resolve(o.args); err != nil {
		return err
	}
	if o.as == asDefinition {
		o.definition = true
	} else if o.as != "" {
		client, ok := config.LookupClient(o.as)
		if !ok {
			return unknown("client", o.as, append(clientNames(), asDefinition))
		}
		o.client = client
	}
	var ok bool
	if o.failOn, ok = surface.ParseClass(o.failOnClass); !ok {
		return unknown("class of change", o.failOnClass, surface.Classes())
	}
	if o.emit != "" && o.emit != "definition" {
		return unknown("value of --emit", o.emit, []string{"definition"})
	}
	if err := o.resolveModes(); err != nil {
		return err
	}
	if err := o.resolveExpect(); err != nil {
		return err
	}
	return o.resolveApproval(a.Now())
}

// resolveModes allows one thing at a time.
func (o *fingerprintOptions) resolveModes() error {
	var modes []string
	for _, m := range []struct {
		on   bool
		name string
	}{
		{o.bare, "--bare"}, {o.trace, "--trace"}, {o.preimage, "--preimage"}, {o.emit != "", "--emit"},
		{o.writeLock, "--write-lock"}, {o.approve != "", "--approve"}, {o.checkLock, "--check-lock"},
	} {
		if m.on {
			modes = append(modes, m.name)
		}
	}
	switch {
	case len(modes) > 1:
		return usagef("%s and %s exclude each other", modes[0], modes[1])
	case (o.bare || o.preimage || o.emit != "") && o.output.format != "text":
		return usagef("%s has its own form; drop --format %s", modes[0], o.output.format)
	case (o.writeLock || o.approve != "") && (o.output.format != "text" || len(o.output.outputs) > 0):
		return usagef("%s writes the lock and nothing else; drop --format and -o", modes[0])
	case o.showSecrets && o.emit == "":
		return usagef("--show-secrets belongs to --emit")
	case o.baseLock != "" && !o.checkLock, o.allowSelf && o.baseLock == "":
		return usagef("--base-lock belongs to --check-lock, and --allow-self-approval to --base-lock")
	case len(o.tools) > 0 && !o.writeLock && !o.checkLock && o.approve == "":
		return usagef("--tools belongs to --write-lock, --check-lock or --approve")
	case o.expect != "" && (o.writeLock || o.checkLock):
		return usagef("--expect belongs to --approve or to one definition")
	}
	return nil
}

func (o *fingerprintOptions) resolveExpect() error {
	if o.expect == "" {
		return nil
	}
	if _, err := fingerprint.ParseFingerprint(strings.ToLower(o.expect)); err != nil {
		return usagef("--expect takes a fingerprint: 64 hexadecimal digits without a prefix")
	}
	return nil
}

func (o *fingerprintOptions) resolveApproval(now time.Time) error {
	switch {
	case o.approve == "" && (o.by != "" || o.expires != "" || o.reason != ""):
		return usagef("--by, --expires and --reason belong to --approve")
	case o.approve == "":
		return nil
	case o.expect == "":
		return usagef("--approve needs --expect, the fingerprint that you have reviewed")
	case strings.TrimSpace(o.by) == "":
		return usagef("--approve needs --by, the name of the person who approves; it is never taken from the system")
	case diag.Safe(o.by) != o.by:
		return usagef("--by holds control or invisible characters; write the name without them")
	case diag.Safe(o.reason) != o.reason:
		return usagef("--reason holds control or invisible characters; write it without them")
	}
	if o.expires == "" {
		return nil
	}
	if _, err := time.Parse(lock.DateFormat, o.expires); err != nil {
		return usagef("--expires takes a date such as 2027-01-31")
	}
	if (lock.Approval{Expires: o.expires}).Expired(now) {
		return usagef("--expires %s is over already", o.expires)
	}
	return nil
}

// lockFile is where the lock is.
func (o *fingerprintOptions) lockFile(root string) string {
	if o.lockPath != "" {
		return o.input.path(o.lockPath)
	}
	return joinPath(root, lock.DefaultName)
}

// isPlain reports that fingerprints are printed and nothing is locked.
func (o *fingerprintOptions) isPlain() bool {
	return !o.writeLock && !o.checkLock && o.approve == ""
}

// describeFingerprint tells formats for platforms about the program and what it
// can say here.
func describeFingerprint() *report.Tool {
	t := &report.Tool{Name: "evref", Version: buildVersion(), FailOn: severityOfStatus(lock.Changed)}
	for _, s := range lock.Statuses() {
		t.Rules = append(t.Rules, report.Rule{ID: string(s.Status), Name: string(s.Status), Summary: s.Meaning, Details: s.Fix, Severity: severityOfStatus(s.Status)})
	}
	t.Rules = append(t.Rules, warningDocs()...)
	slices.SortFunc(t.Rules, func(a, b report.Rule) int { return strings.Compare(a.ID, b.ID) })
	return t
}
