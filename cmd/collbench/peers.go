package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/bench/peers"
	"github.com/cayleycoll/cayleycoll/coll"
)

// peersFlags are the flags of peers.
type peersFlags struct {
	colls, names, procs, sizes, format string

	fresh, quick bool
}

func peersCommand() *cobra.Command {
	var in peersFlags
	c := &cobra.Command{
		Use:   "peers",
		Short: "Measure the same cases with the alternatives on this machine, in turn with ours",
		Long: `Measure the same cases with what a user would write instead: Go programs with
channels, with sync.Cond, with a WaitGroup and a mutex, with atomics, or with
goroutines started for each call; gonum's BLAS for the sums; OpenMP and pthreads in C
if there is a C compiler; Open MPI and MPICH if there is an mpirun, both as installed
and with their best-known settings. Ours and theirs take turns; "ratio" is their time
over ours.

In calls that follow each other with nothing in between, every cache line is still where
the previous call left it: for example, half of every vector is in the cache of the core
that adds it, whichever rank owns the vector. With --fresh, as in real programs, every
rank writes a new value to each line of its vector before each call and reads a word of
each line of its result after it; the time includes this.

Peers that are missing are named. So are peers that --peer asks for but that have none of
the collectives; if that is so for all it asks for, nothing is measured. If interrupted,
peers writes what was measured so far and exits with 2.`,
		Example: `  collbench peers --quick
  collbench peers --coll allreduce --sizes 8B:64MiB:8 --procs 2 --format json > peers.json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return in.run(cmd) },
	}
	in.register(c)
	return c
}

func (in *peersFlags) register(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&in.colls, "coll", "", "collectives, some of "+strings.Join(peers.Full().Colls, ", ")+" (default all)")
	f.StringVar(&in.names, "peer", "", "peers, some of "+strings.Join(peers.Names(), ", ")+" (default all)")
	f.StringVar(&in.procs, "procs", "2,8", "numbers of processors")
	f.StringVar(&in.sizes, "sizes", "", "bytes of one processor's vector: 8B,4KiB or MIN:MAX:FACTOR (default 8B to 64MiB)")
	f.StringVar(&in.format, "format", "text", "one of "+strings.Join(peers.Formats, ", "))
	f.BoolVar(&in.fresh, "fresh", false, freshUsage)
	f.BoolVar(&in.quick, "quick", false, "fewer sizes and shorter measurements, within a minute")
}

func (in *peersFlags) run(cmd *cobra.Command) error {
	pl, err := in.plan()
	if err != nil {
		return err
	}
	show := newProgress(cmd.ErrOrStderr())
	pl.Tick = show.tick()
	res, err := peers.Measure(cmd.Context(), pl, show.machine)
	show.end()
	if errors.Is(err, coll.ErrUsage) && len(res.Rows) == 0 {
		return err
	}
	if werr := peers.Write(cmd.OutOrStdout(), in.format, res.Rows); werr != nil {
		return werr
	}
	for _, a := range res.Absent {
		fmt.Fprintf(cmd.ErrOrStderr(), "not measured: %s: %s\n", a.Peer, a.Why)
	}
	var rows []bench.Row
	for _, r := range res.Rows {
		rows = append(rows, r.Row)
	}
	return verdict(cmd.Context(), cmd.ErrOrStderr(), &bench.Result{Rows: rows, Meta: res.Meta}, err)
}

// plan reads the flags; the errors name the flag.
func (in *peersFlags) plan() (pl peers.Plan, err error) {
	pl = peers.Full()
	if in.quick {
		pl = peers.Quick()
	}
	if in.colls != "" && in.colls != "all" {
		all := pl.Colls
		pl.Colls = listed(in.colls)
		for _, c := range pl.Colls {
			if _, err := oneOf("--coll", c, all...); err != nil {
				return pl, err
			}
		}
	}
	if in.names != "" && in.names != "all" {
		pl.Programs = listed(in.names)
		for _, n := range pl.Programs {
			if _, err := oneOf("--peer", n, peers.Names()...); err != nil {
				return pl, err
			}
		}
	}
	const most = 256
	if pl.Procs, err = bench.ParseProcs(in.procs, most); err != nil {
		return pl, err
	}
	for _, p := range pl.Procs {
		if p < 1 || p > most {
			return pl, fmt.Errorf("--procs is %d, want 1 to %d: each is one MPI process", p, most)
		}
	}
	if in.sizes != "" {
		if pl.Sizes, err = bench.ParseSizes(in.sizes); err != nil {
			return pl, err
		}
	}
	for _, s := range pl.Sizes {
		if s%8 != 0 {
			return pl, fmt.Errorf("--sizes is %d B, want multiples of 8 B, one float64", s)
		}
	}
	pl.Sizes, pl.Procs, pl.Fresh = unique(pl.Sizes), unique(pl.Procs), in.fresh
	if _, err := oneOf("--format", in.format, peers.Formats...); err != nil {
		return pl, err
	}
	return pl, pl.Check()
}
