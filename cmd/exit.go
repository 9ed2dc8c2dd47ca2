package cmd

import (
	"errors"
	"fmt"

	"github.com/mcp-evref/evref/pkg/explain"
)

// Exit codes. Each means one thing in every verb; docs/exit-codes.md is made
// from [ExitCodes].
const (
	ExitOK          = 0
	ExitNo          = 1
	ExitUsage       = 2
	ExitUnreadable  = 3
	ExitUnjudged    = 4
	ExitFault       = 70
	ExitInterrupted = 130
)

// ExitCodes documents them all.
func ExitCodes() []explain.ExitCode {
	return []explain.ExitCode{
		{Code: ExitOK, Name: "ok", Meaning: "all good", Do: "nothing has to be done"},
		{
			Code: ExitNo, Name: "no",
			Meaning: "the answer is no: a mismatch, a malformed item in verify, a scheme violation, a finding at or above --fail-on, a changed fingerprint",
			Do:      "read what was reported, and look a name up with evref explain NAME",
		},
		{
			Code: ExitUsage, Name: "usage",
			Meaning: "the command line or the configuration is wrong: an unknown flag, rule or format, or options that do not go together",
			Do:      "correct the command; the message says how, and --help lists the flags",
		},
		{
			Code: ExitUnreadable, Name: "unreadable",
			Meaning: "an argument could not be opened, read or recognised: a missing file, a record that digest cannot hash, a limit reached, not a tool file at all",
			Do:      "correct the file at the place that is named, or name another one",
		},
		{
			Code: ExitUnjudged, Name: "unjudged",
			Meaning: "it could not be judged: no record for a claim, an unsupported canonicalization or algorithm, no claim anywhere",
			Do:      "give what is missing, such as the records with --evidence DIR; it is neither good nor bad until then",
		},
		{Code: ExitFault, Name: "fault", Meaning: "a fault of evref itself; one line says what to report", Do: "report that line with the input"},
		{Code: ExitInterrupted, Name: "interrupted", Meaning: "interrupted; the summary so far is printed", Do: "run it again: what was printed is not complete; with verify --resume the same command goes on"},
	}
}

// Worse combines the codes of two items of a batch: 1 beats 3 beats 4 beats 0.
// Interruption beats them all, since it says that the batch is not complete.
func Worse(a, b int) int {
	for _, code := range []int{ExitFault, ExitInterrupted, ExitUsage, ExitNo, ExitUnreadable, ExitUnjudged} {
		if a == code || b == code {
			return code
		}
	}
	return ExitOK
}

// exitStatus ends a command with a code after everything has been said.
type exitStatus int

func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// status turns a code into the error a cobra command returns.
func status(code int) error {
	if code == ExitOK {
		return nil
	}
	return exitStatus(code)
}

// usageError is a mistake on the command line.
type usageError struct{ message string }

func (e *usageError) Error() string { return e.message }

// usagef makes a usage error: what is wrong; what to do.
func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

func isUsage(err error) bool {
	var u *usageError
	return errors.As(err, &u)
}
