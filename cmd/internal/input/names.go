package input

import (
	"context"
)

// Names is Each without the reading: it gives the name of every file that the
// arguments lead to, for callers that read several at once with Load. The error
// of an item says that the name leads to nothing.
func (o *Options) Names(ctx context.Context, args []string, visit func(Item) error) (Counts, error) {
	w := walker{Options: o, ctx: ctx, visit: visit, names: true}
	for _, name := range args {
		if err := w.argument(name); err != nil {
			return w.counts, err
		}
	}
	return w.counts, nil
}

// Load reads a file that Names gave. The error is an [*OpenError] or a
// [*record.SyntaxError]. It may be called by several goroutines at once if Opens
// may.
func (o *Options) Load(name string) ([]byte, error) {
	in, err := o.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	item := Item{}
	item.Data, item.Err = in.readAll(o.Limits)
	return item.Data, wrap(item).Err
}
