package cmd

import (
	"errors"
	"fmt"
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

// ExitCode documents one exit code.
type ExitCode struct {
	Code    int
	Name    string
	Meaning string
}

// ExitCodes lists them all.
func ExitCodes() []ExitCode {
	return []ExitCode{
		{ExitOK, "ok", "all good"},
		{ExitNo, "no", "the answer is no: a mismatch, a malformed item in verify, a scheme violation, a finding at or above --fail-on, a changed fingerprint"},
		{ExitUsage, "usage", "the command line or the configuration is wrong: an unknown flag, rule or format, or options that do not go together"},
		{ExitUnreadable, "unreadable", "an argument could not be opened, read or recognised: a missing file, a record that digest cannot hash, a limit reached, not a tool file at all"},
		{ExitUnjudged, "unjudged", "it could not be judged: no record for a claim, an unsupported canonicalization or algorithm, no claim anywhere"},
		{ExitFault, "fault", "a fault of evref itself; one line says what to report"},
		{ExitInterrupted, "interrupted", "interrupted; the summary so far is printed"},
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
