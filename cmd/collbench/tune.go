package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/coll"
)

// tuneFlags are the flags of tune.
type tuneFlags struct {
	casesFlags
	types, out string
}

func tuneCommand() *cobra.Command {
	var in tuneFlags
	c := &cobra.Command{
		Use:   "tune",
		Short: "Measure which algorithm is fastest where, and write the tuning table",
		Long: `Measure every algorithm of every collective on this machine and write the tuning
table that coll reads. It says which algorithm to take for which number of processors,
bytes and type, and, if --coll has a collective that sums, from what size on to write
results past the caches. With a single --type the rules apply to every type. They end just
below twice the largest size and twice the largest number of processors measured. If
interrupted, tune writes no table and exits with 2. Programs use their vectors between
calls; with --fresh (see bench) so does tune.

The table takes effect where coll finds it: in the file that the environment variable
CAYLEYCOLL_TUNING names, or else in cayleycoll/tuning.json in the user's configuration
directory` + tuningHere(),
		Example: `  collbench tune -o tuning.json
  CAYLEYCOLL_TUNING=tuning.json collbench bench --alg auto`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return in.run(cmd) },
	}
	in.register(c)
	return c
}

// tuningHere says which file that is now, if there can be one.
func tuningHere() string {
	path := coll.TuningPath()
	if path == "" {
		return "."
	}
	return ". Here that is\n  " + path
}

func (in *tuneFlags) register(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&in.out, "output", "o", "", outputUsage)
	f.StringVar(&in.colls, "coll", "", "collectives, such as allreduce,allgather, or all (default all)")
	f.StringVar(&in.procs, "procs", "2,8,64", "numbers of processors")
	f.StringVar(&in.sizes, "sizes", "", "bytes of one processor's vector: 8B,4KiB or MIN:MAX:FACTOR (default 8B:1MiB:8)")
	f.StringVar(&in.types, "type", "float64", "element types, some of "+strings.Join(bench.Types, ","))
	f.BoolVar(&in.fresh, "fresh", false, freshUsage)
	f.BoolVar(&in.quick, "quick", false, "fewer sizes and shorter measurements, within a minute")
}

// read returns what the flags ask for, and the types, of which the plan has the last.
func (in *tuneFlags) read() (pl bench.Plan, types []string, err error) {
	in.algs, types = "all", listed(in.types)
	if in.sizes == "" && !in.quick {
		in.sizes = "8B:1MiB:8"
	}
	for _, t := range types {
		in.elem = t
		if pl, err = in.plan(); err != nil {
			return pl, nil, err
		}
	}
	if !in.quick {
		pl.Budget = 60 // milliseconds a case: the table needs ratios only
	}
	return pl, types, receives(in.out)
}

func (in *tuneFlags) run(cmd *cobra.Command) error {
	pl, types, err := in.read()
	if err != nil {
		return err
	}
	info, err := bench.Inspect()
	if err != nil {
		return err
	}
	show := newProgress(cmd.ErrOrStderr())
	pl.Tick = show.tick()
	table, res, err := bench.Tune(cmd.Context(), pl, types, show.machine)
	show.end()
	if err := anything(cmd.ErrOrStderr(), &res, err); err != nil {
		return err
	}
	switch {
	case cmd.Context().Err() != nil && err != nil:
		return interrupted("no table was written")
	case err != nil:
		return err
	}
	machine := fmt.Sprintf("%s, %d cores, %s", info.CPU, len(info.Cores), info.Kernel)
	if in.fresh {
		machine += ", vectors in use"
	}
	write := func(w io.Writer) error { return table.Write(w, machine) }
	if err := emit(cmd, in.out, write); err != nil {
		return err
	}
	fmt.Fprintln(cmd.ErrOrStderr(), findings(&pl, table))
	return verdict(cmd.Context(), cmd.ErrOrStderr(), &res, nil)
}

// findings says in a line what the table says.
func findings(pl *bench.Plan, table *coll.Tuning) string {
	switch n := len(table.Rules); n {
	case 0:
	case 1:
		return "one rule, for cases where the default algorithm is not the fastest"
	default:
		return fmt.Sprintf("%d rules, for cases where the default algorithm is not the fastest", n)
	}
	colls, defaults := pl.Colls, []string(nil)
	if len(colls) == 0 {
		colls = bench.Measured()
	}
	for _, c := range colls {
		if algs := coll.Algorithms(c); len(algs) > 1 { // there is a choice
			defaults = append(defaults, string(algs[0]))
		}
	}
	fastest := "the default"
	if names := unique(defaults); len(names) == 1 {
		fastest = names[0]
	}
	return fastest + " is fastest everywhere, or within 5 %: no rules"
}
