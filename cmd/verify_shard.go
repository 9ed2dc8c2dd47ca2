package cmd

import (
	"context"
	"io"
	"os"
	"slices"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/diag"
)

// divisible refuses what --shard cannot divide, as far as the command line
// tells.
func (o *verifyOptions) divisible(digestGiven bool) (err error) {
	if o.shardText == "" {
		return nil
	}
	if o.shard, err = input.ParseShard(o.shardText); err != nil {
		return usagef("--shard %s: %s", diag.Quote(o.shardText, 40), err)
	}
	if digestGiven || slices.Contains(slices.Concat(o.args, o.checks, o.claims), "-") {
		return usagef("--shard divides files of lines, not standard input or records")
	}
	for _, name := range slices.Concat(o.args, o.checks, o.claims) {
		// A pipe would be opened first, and that waits for its other end.
		if info, err := os.Stat(o.input.path(name)); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
			return indivisible(name)
		}
	}
	return nil
}

func indivisible(name string) error {
	return usagef("--shard: %s is not a regular file, and no part of it can be read alone; copy it to one first", diag.Quote(name, 60))
}

// place finds where the judging of a stream of lines begins: with --shard at the
// first line of the part, with --resume where an earlier run stopped. text is
// what is read of the input; the text that is given back begins at the mark.
func (r *verifyRun) place(ctx context.Context, in *input.Opened, text io.Reader) (io.Reader, input.Mark, error) {
	var start input.Mark
	if r.shard.Count > 0 {
		switch {
		case in.Compressed():
			return nil, start, usagef("--shard: %s is compressed, and no part of it can be read alone; decompress it first", diag.Quote(in.Name, 60))
		case !in.Divisible():
			return nil, start, indivisible(in.Name)
		}
		r.divided = r.divided || in.Size > 0
		var err error
		if start, err = r.shard.Take(ctx, in); err != nil {
			return nil, start, err
		}
		text = in
	}
	if r.resume == nil {
		return text, start, nil
	}
	start, err := r.goOn(ctx, in, text, start)
	return text, start, err
}
