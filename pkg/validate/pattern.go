package validate

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// pattern refuses what the regexp package cannot run, or not cheaply. A lenient
// reading leaves the keyword out instead.
func (b *bundle) pattern(doc *document, text string, at record.Value) error {
	states, err := runnable(text)
	if err != nil {
		if b.lenient {
			doc.dropped[at.Node()] = true
			return nil
		}
		err.at = at
		return err
	}
	b.states += states
	return nil
}

// Pattern compiles a pattern of a schema for matching here. The error is one
// line: what RE2 does not have, or a pattern over the bounds of this package.
func Pattern(text string) (*regexp.Regexp, error) {
	if _, err := runnable(text); err != nil {
		return nil, err
	}
	return regexp.Compile(text)
}

// runnable gives the size of a pattern, or why it is not run.
func runnable(text string) (states int, _ *fault) {
	if len(text) > maxPattern {
		return 0, &fault{message: fmt.Sprintf("pattern is longer than %d bytes", maxPattern), help: "shorten it"}
	}
	cannot := &fault{
		message: fmt.Sprintf("pattern %s cannot be run", diag.Quote(text, 60)),
		help:    "use what RE2 has: no lookaround and no backreference",
	}
	large := &fault{message: fmt.Sprintf("pattern %s repeats or nests too much", diag.Quote(text, 60)), help: "use smaller repetition counts"}
	tree, err := syntax.Parse(text, syntax.Perl)
	var broken *syntax.Error
	switch {
	case errors.As(err, &broken) && slices.Contains([]syntax.ErrorCode{syntax.ErrInvalidRepeatSize, syntax.ErrLarge, syntax.ErrNestingDepth}, broken.Code):
		return 0, large
	case err != nil:
		return 0, cannot
	}
	if states = size(tree); states > maxStates {
		return 0, large
	}
	if _, err := regexp.Compile(text); err != nil {
		return 0, cannot
	}
	return states, nil
}

// size counts the states of a pattern with its repetitions written out.
func size(re *syntax.Regexp) int {
	n := 1 + len(re.Rune)
	for _, sub := range re.Sub {
		n += size(sub)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(re.Max, re.Min, 1)
	}
	return min(n, maxStates+1)
}
