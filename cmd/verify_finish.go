package cmd

import (
	"fmt"
)

// withoutClaims says what to do about a run that found no claim.
func (r *verifyRun) withoutClaims() string {
	if r.requireClaim {
		return "--require-claim asks for one in every result"
	}
	return "--allow-no-claims accepts that"
}

// finish closes the output and says what there was.
func (r *verifyRun) finish(stopped bool) (code int, err error) {
	s := &r.summary
	s.setTally(r.tally)
	r.compared(stopped)
	if s.Items == s.NoClaim && s.NotRead == 0 && !stopped && !r.allowNoClaims && !r.divided {
		r.say.fail("no claim anywhere; %s", r.withoutClaims())
		r.code = Worse(r.code, ExitUnjudged)
	}
	if stopped {
		r.code = ExitInterrupted
	}
	if r.code == ExitNo && r.exitZero {
		s.Masked = true
		r.code = ExitOK
		r.say.note("exit code 1 masked by --exit-zero")
	}
	s.ExitCode = r.code
	if err := r.endOutputs(); err != nil {
		return 0, err
	}
	if err := r.writeReport(stopped); err != nil {
		return 0, err
	}
	if r.failures != nil && (r.resume == nil || !r.resume.done()) {
		if err := r.failures.finish(r.say, !stopped && s.NotRead == 0); err != nil {
			return 0, err
		}
	}
	if err := commit(r.outputs()); err != nil {
		return 0, err
	}
	if err := r.completed(); err != nil {
		return 0, err
	}
	r.closing(stopped)
	return s.ExitCode, nil
}

// endOutputs writes what stands behind the items: nothing where another run
// goes on, or has done so.
func (r *verifyRun) endOutputs() error {
	if r.resume != nil && (!r.resume.ended || r.resume.done()) {
		return nil
	}
	for i, sink := range r.sinks {
		if sink.format == "text" && !r.statusOnly && !r.quiet {
			if err := r.printer[i].Item(sink, []byte(r.summary.Baseline.list())); err != nil {
				return err
			}
		}
		if sink.format == "text" && sink.path != "" && r.summary.ExitCode == ExitInterrupted { // standard error has it too, and is elsewhere
			if err := r.printer[i].Item(sink, []byte("interrupted: what stands behind this was not judged\n")); err != nil {
				return err
			}
		}
		if err := r.printer[i].End(sink, &r.summary); err != nil {
			return err
		}
	}
	if r.resume == nil {
		return nil
	}
	return r.settle()
}

// closing prints the warnings that belong to no item and, as the last line, the
// counts.
func (r *verifyRun) closing(stopped bool) {
	if r.index != nil {
		for _, d := range r.index.Unread() {
			r.say.diagnostic(d)
		}
	}
	s := &r.summary
	notRead(r.say, s.Unrecognized, s.Links, 0)
	r.howToGoOn()
	clean := s.ExitCode == ExitOK && s.Items == s.Verified+s.NoClaim
	if r.statusOnly || r.quiet && clean {
		return
	}
	fmt.Fprintln(r.Err, s.line(stopped))
}
