package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/coll"
)

// benchFlags are the flags of bench.
type benchFlags struct {
	casesFlags
	format, meta string
	schedules    []string

	check, overMPI bool
}

func benchCommand() *cobra.Command {
	var in benchFlags
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure collectives × algorithms × processors × sizes, every result checked",
		Long: `Measure collectives on real processors. All algorithms take turns within one run, and
every result is checked (column wrong). Beside each time stand the schedule's steps in
the paper's model, a lower bound on them, and the physical limit.

bytes is the size of one processor's vector, or of its block for gather, scatter,
allgather, reducescatter and alltoall. algbw is bytes over time, in GB/s; for these five
collectives it counts the bytes of all blocks. busbw is algbw times the factor that
nccl-tests uses.

A time is the mean of a batch of calls, which last up to 0.2 ms together, or of one longer
call. p50, min and p99 are over the batches, not over single calls; of up to a hundred
batches, p99 is the slowest.

No schedule of its kind takes fewer steps than the bound. For cayley, chunked and spectral,
these are the schedules on the links of the graph they follow, which column graph shows.
(With --procs, if P is not a power of two, cayley and chunked follow another graph than the
machine's for allgather, reducescatter and allreduce.) By ring, words go round a ring; an
allreduce by tree sums at a root first, and may take more steps than one by doubling. For
the others, a processor takes one word a step (see go doc coll.Machine.Steps).
If an algorithm has no schedule, steps and bound are 0, in text "-".

Calls follow each other with nothing in between, so every cache line is still where the
previous call left it. With --fresh, each processor writes a new value to each line of what
it sends before each call and reads a word of each line of its result after it. The time
includes this, and so does the limit, as if each vector were in the cache of the core that
uses it.

If interrupted, bench writes what was measured so far and exits with 2.

With --graph the machine has that graph, with one processor for each vertex. With
--schedule it has the graph of the schedules in these files, which it first verifies and
then carries out as algorithm file, beside the others: a universal broadcast as allgather,
an accumulation as reducescatter, the two together as allreduce, an exchange as alltoall,
and schedules of root 0 as broadcast and reduce. Without --coll, that machine measures
only the collectives that its schedules serve.

The v-forms and allreducefunc are measured only if --coll names them: all leaves them out.
For a v-form, bytes is the size of the mean block. Its blocks have from half to one and a
half times as many bytes (with two processors, all have as many) and add up to those of
the even form; in an alltoallv, so do the blocks that each processor gives and those it
gets. So its row compares with that of the even form: as many words, algbw and busbw
defined alike, and the limit of its own loads and stores. allreducefunc adds with a loop
in Go. For AlltoallCounts, see alltoall of 8B.`,
		Example: `  collbench bench --quick
  collbench bench --coll allreduce --alg all --procs 2,8 --sizes 8B:64MiB:8
  collbench bench --coll alltoall,alltoallv --alg direct --sizes 8B:1MiB:8
  collbench bench --coll allgather --alg cayley,tree --format json > allgather.json
  collbench bench --coll allreduce,reduce --alg all --fresh --sizes 4KiB:1MiB:4
  collbench bench --graph star:4 --coll allgather --alg direct,cayley,tree
  collbench bench --schedule my.json --sizes 8B:1MiB:8
  collbench bench --coll allreduce --type float32 --format benchfmt | benchstat -col /alg -`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return in.run(cmd) },
	}
	in.register(c)
	return c
}

func (in *benchFlags) register(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&in.colls, "coll", "", "collectives, such as allreduce,alltoallv, or all (default all)")
	f.StringVar(&in.algs, "alg", "all", "algorithms, such as direct,cayley, or all; auto is the library's own choice")
	f.StringVar(&in.procs, "procs", "2,8,64", "numbers of processors; if not given, --graph and --schedule measure only their own machines")
	f.StringArrayVar(&in.graphs, "graph", nil, "a graph to measure on, such as star:4, with one processor for each vertex; may be repeated")
	f.StringArrayVar(&in.schedules, "schedule", nil, "a schedule file to carry out as algorithm file; repeat it for collectives that take two, such as allreduce")
	f.StringVar(&in.sizes, "sizes", "", "bytes of one processor's vector: 8B,4KiB or MIN:MAX:FACTOR (default 8B:64MiB:8)")
	f.StringVar(&in.elem, "type", "float64", "element type, one of "+strings.Join(bench.Types, ", "))
	f.StringVar(&in.format, "format", "text", "one of "+strings.Join(bench.Formats, ", "))
	f.BoolVar(&in.fresh, "fresh", false, freshUsage+"; only out of place")
	f.BoolVar(&in.quick, "quick", false, "fewer sizes and shorter measurements, within a minute")
	f.BoolVar(&in.check, "check", true, "check every result; with --check=false the column wrong stays 0")
	f.BoolVar(&in.overMPI, "mpi", false, "measure on all processes that mpirun started, only out of place; --procs counts the processors of all processes together")
	f.StringVar(&in.meta, "meta", "", "JSON file to write facts about the whole run to: round trip, noise, whether it is complete")
}

// read returns what the flags ask for.
func (in *benchFlags) read(cmd *cobra.Command) (pl bench.Plan, err error) {
	if cmd.Flags().Changed("graph") || cmd.Flags().Changed("schedule") {
		if in.overMPI {
			return pl, errors.New("--graph or --schedule with --mpi, which measures only machines of --procs; leave one of the two out")
		}
		if !cmd.Flags().Changed("procs") {
			in.procs = ""
		}
		if in.filed, err = await(cmd, func() (*coll.Config, error) { return readSchedules(cmd.Context(), in.schedules, cmd.InOrStdin()) }); err != nil {
			return pl, err
		}
	}
	if pl, err = in.plan(); err != nil {
		return pl, err
	}
	if pl.Filed != nil && in.colls == "all" {
		pl.Colls = bench.Measured() // not only what the schedules serve
	}
	if _, err := oneOf("--format", in.format, bench.Formats...); err != nil {
		return pl, err
	}
	switch {
	case in.overMPI && !in.check:
		return pl, errors.New("--check=false: bench --mpi always checks; leave it out")
	case in.overMPI && in.meta != "":
		return pl, errors.New("--meta with --mpi, which measures no round trip: leave one out")
	case in.meta == "-":
		return pl, errors.New("--meta: want a file, not -: the results are on stdout")
	case isResults(in.meta):
		return pl, fmt.Errorf("--meta: want a file other than %s: stdout, where the results are, goes there", shown(in.meta))
	case in.meta != "":
		if err := writable(in.meta); err != nil {
			return pl, fmt.Errorf("--meta: %w", err)
		}
	}
	if in.overMPI && !cmd.Flags().Changed("procs") {
		pl.Procs = enough(pl.Procs)
	}
	pl.NoCheck = !in.check
	return pl, nil
}

func (in *benchFlags) run(cmd *cobra.Command) error {
	pl, err := in.read(cmd)
	if err != nil {
		return err
	}
	if in.overMPI {
		return benchMPI(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), &pl, in.format)
	}
	show := newProgress(cmd.ErrOrStderr())
	pl.Tick = show.tick()
	res, err := bench.Measure(cmd.Context(), pl, show.machine)
	show.end()
	if errors.Is(err, coll.ErrUsage) && len(res.Rows) == 0 {
		return err
	}
	if err := anything(cmd.ErrOrStderr(), &res, err); err != nil {
		return err
	}
	if werr := bench.Write(cmd.OutOrStdout(), in.format, res.Rows); werr != nil {
		return werr
	}
	if in.meta != "" {
		switch werr := writeWhole(cmd.Context(), in.meta, res.Meta.Write); { // a few lines: patience is ample, unless it is a pipe that nobody reads
		case errors.Is(werr, errInterrupted):
			return interrupted(soFar(len(res.Rows)) + ", and nothing to " + shown(in.meta))
		case werr != nil:
			return fmt.Errorf("--meta: %w", werr)
		}
	}
	return verdict(cmd.Context(), cmd.ErrOrStderr(), &res, err)
}
