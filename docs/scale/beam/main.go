// Command beam judges files of claims on an Apache Beam runner: the same
// verdicts as `evref verify --claims`, on as many machines as the runner has.
//
//	go run . -claims 'night/*.jsonl' -verdicts out/verdicts.jsonl -counts out/counts.json
//
// Without more flags it runs in this process, on Beam's prism runner, and needs
// no network. The usual flags of Beam take it to a cluster:
//
//	go run . -claims gs://… -verdicts gs://… -counts gs://… \
//	    --runner=flink --endpoint=HOST:8099
//	    --runner=spark --endpoint=HOST:8099
//	    --runner=dataflow --project=P --region=R --staging_location=gs://…
//
// The files have to be where every worker can reach them: a shared folder, or a
// file system that Beam knows by its scheme. Records stand in the lines
// themselves (record, recordText, recordBase64); a claim without one is
// unresolved, and so is one that names a path.
//
// Beam promises no order, and knows no line numbers: verdicts come in any order,
// each with the file and the byte offset of its line.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/mcp-evref/evref/pkg/evidence"
)

// job is what to judge, and where the answers go.
type job struct {
	Claims       string // path or pattern
	Verdicts     string // file, one JSON object a line
	Counts       string // file, one JSON object
	Map          string // as for evref verify --map; "" is evref's own form of a line
	OnlyFailures bool
}

func main() {
	var j job
	flag.StringVar(&j.Claims, "claims", "", "files of claims, one JSON object a line: a path or a pattern such as 'night/*.jsonl'")
	flag.StringVar(&j.Verdicts, "verdicts", "", "file for the verdicts, one JSON object a line")
	flag.StringVar(&j.Counts, "counts", "", "file for the counts")
	flag.StringVar(&j.Map, "map", "", "where a line keeps what, as for evref verify --map")
	flag.BoolVar(&j.OnlyFailures, "only-failures", false, "write only verdicts other than verified; everything is counted")
	flag.Parse()
	beam.Init() // on a worker this does the work and never returns

	code, err := j.run(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
	}
	os.Exit(code)
}

// run gives the exit codes of evref: 0, 1 and 4 for what the claims are, 2 and 3
// when there is no answer.
func (j job) run(ctx context.Context) (int, error) {
	if err := j.check(ctx); err != nil {
		return 2, err
	}
	p, s := beam.NewPipelineWithRoot()
	j.build(s, defaultBlock)
	if err := beamx.Run(ctx, p); err != nil {
		return 3, err
	}
	if *jobopts.Async {
		return 0, nil // the cluster is still at work; the counts will say
	}
	counts, err := readCounts(ctx, j.Counts)
	if err != nil {
		return 3, fmt.Errorf("the run is over and its counts cannot be read here: %w", err)
	}
	fmt.Println(counts)
	return counts.exitCode(), nil
}

// check refuses what would fail late, or give last night's answer for tonight's.
func (j job) check(ctx context.Context) error {
	if j.Claims == "" || j.Verdicts == "" || j.Counts == "" {
		return errors.New("give -claims, -verdicts and -counts")
	}
	if j.Verdicts == j.Counts {
		return errors.New("-verdicts and -counts name the same file; give each a name of its own")
	}
	if _, err := j.fields(); err != nil {
		return fmt.Errorf("-map: %w", err)
	}
	for _, name := range []string{j.Verdicts, j.Counts} {
		fs, err := filesystem.New(ctx, name)
		if err != nil {
			return err
		}
		found, err := fs.List(ctx, name)
		fs.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if len(found) > 0 {
			return fmt.Errorf("%s exists; remove it or name another file", name)
		}
	}
	return nil
}

func (j job) fields() (evidence.Fields, error) {
	if j.Map == "" {
		return evidence.Fields{}, nil
	}
	return evidence.ParseFields(j.Map)
}

// build makes the pipeline: lines, their verdicts, and the sum over all of them.
// block is how many bytes of a file are one piece of work to begin with.
func (j job) build(s beam.Scope, block int64) {
	matches := fileio.MatchFiles(s, j.Claims, fileio.MatchEmptyDisallow())
	files := fileio.ReadMatches(s, matches, fileio.ReadUncompressed())
	lines := beam.ParDo(s, &readFn{Block: block}, files)
	verdicts, counts := beam.ParDo2(s, &judgeFn{Job: j}, lines)
	textio.Write(s, j.Verdicts, verdicts)

	// The zero makes a sum also where there is no line. Sums are made of elements
	// and not of Beam's metrics, which may count a line again that was retried.
	all := beam.Flatten(s, counts, beam.Create(s, Counts{}))
	textio.Write(s, j.Counts, beam.ParDo(s, Counts.String, beam.Combine(s, addCounts, all)))
}

func readCounts(ctx context.Context, name string) (c Counts, err error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return c, err
	}
	defer fs.Close()
	data, err := filesystem.Read(ctx, fs, name)
	if err != nil {
		return c, err
	}
	return c, json.Unmarshal(data, &c)
}
