package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/coll"
)

func benchCommand() *cobra.Command {
	var colls, algs, procs, sizes, elem, format, meta string
	var quick, check, overMPI bool
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure collectives × algorithms × processors × sizes, every result checked",
		Long: `Measure collectives on real processors: every algorithm in turn within one run,
every result checked (column wrong), each time beside the schedule's steps in the
paper's model, the fewest possible, and the physical limit. bytes are those of one
processor's vector: of its block for gather, scatter, allgather, reducescatter and
alltoall. Interrupted, it writes what was measured so far and exits with 2.`,
		Example: `  collbench bench --quick
  collbench bench --coll allreduce --alg all --procs 2,8 --sizes 8B:64MiB:8
  collbench bench --coll allgather --alg cayley,tree --format json > allgather.json
  collbench bench --coll allreduce --type float32 --format benchfmt | benchstat -col /alg -`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := notEmpty(cmd, "coll", "sizes", "meta"); err != nil {
				return err
			}
			pl, err := plan(colls, algs, procs, sizes, elem, quick)
			if err != nil {
				return err
			}
			if !slices.Contains(bench.Formats, format) {
				return fmt.Errorf("--format %q, want one of %s", format, strings.Join(bench.Formats, ", "))
			}
			if overMPI {
				switch {
				case !check:
					return errors.New("--check=false: bench --mpi always checks; leave it out")
				case meta != "":
					return errors.New("--meta with --mpi, which measures no round trip")
				}
				if !cmd.Flags().Changed("procs") {
					pl.Procs = enough(pl.Procs)
				}
				return benchMPI(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), &pl, format)
			}
			if meta == "-" {
				return errors.New("--meta: want a file, not -: the results are on stdout")
			}
			if meta != "" {
				if err := writable(meta); err != nil {
					return fmt.Errorf("--meta: %w", err)
				}
			}
			pl.NoCheck = !check
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
			if werr := bench.Write(cmd.OutOrStdout(), format, res.Rows); werr != nil {
				return werr
			}
			if meta != "" {
				if werr := writeWhole(context.WithoutCancel(cmd.Context()), meta, res.Meta.Write); werr != nil {
					return fmt.Errorf("--meta: %w", werr)
				}
			}
			return verdict(cmd.Context(), cmd.ErrOrStderr(), &res, err)
		},
	}
	f := c.Flags()
	f.StringVar(&colls, "coll", "", "collectives, such as allreduce,allgather, or all (default all)")
	f.StringVar(&algs, "alg", "all", "algorithms, such as direct,cayley, or all; auto is the library's own choice")
	f.StringVar(&procs, "procs", "2,8,64", "numbers of processors")
	f.StringVar(&sizes, "sizes", "", "bytes of one processor's vector: 8B,4KiB or MIN:MAX:FACTOR (default 8B:64MiB:8)")
	f.StringVar(&elem, "type", "float64", "element type, one of "+strings.Join(bench.Types, ", "))
	f.StringVar(&format, "format", "text", "one of "+strings.Join(bench.Formats, ", "))
	f.BoolVar(&quick, "quick", false, "fewer sizes and shorter measurements, within a minute")
	f.BoolVar(&check, "check", true, "check every result; with --check=false the column wrong stays 0")
	f.BoolVar(&overMPI, "mpi", false, "on all processes that mpirun started, out of place; --procs counts the processors of all")
	f.StringVar(&meta, "meta", "", "JSON file of facts about the whole run: round trip, noise, whether it is complete")
	return c
}

// listed are the words of a list, each once.
func listed(list string) []string {
	all := strings.Split(list, ",")
	for i, w := range all {
		all[i] = strings.TrimSpace(w)
	}
	return unique(all)
}

// unique is a list without what it has already.
func unique[T comparable](list []T) (once []T) {
	for _, x := range list {
		if !slices.Contains(once, x) {
			once = append(once, x)
		}
	}
	return once
}

// plan reads the flags; the errors name the flag.
func plan(colls, algs, procs, sizes, elem string, quick bool) (bench.Plan, error) {
	pl := bench.Plan{Budget: 300, MaxBytes: 4 << 30, Type: elem}
	if quick {
		pl.Budget, pl.MaxBytes = 10, 128<<20
	}
	if !slices.Contains(bench.Types, elem) {
		return pl, fmt.Errorf("--type %q, want one of %s", elem, strings.Join(bench.Types, ", "))
	}
	if sizes == "" {
		sizes = "8B:64MiB:8"
		if quick {
			sizes = "8B,512B,32KiB,2MiB"
		}
	}
	var err error
	if pl.Sizes, err = bench.ParseSizes(sizes); err != nil {
		return pl, fmt.Errorf("--sizes: %w", err)
	}
	if pl.Procs, err = bench.ParseProcs(procs); err != nil {
		return pl, fmt.Errorf("--procs: %w", err)
	}
	if colls != "" && colls != "all" {
		pl.Colls = listed(colls)
	}
	if algs == "all" {
		pl.AllAlgs = true
	} else {
		for _, a := range listed(algs) {
			pl.Algs = append(pl.Algs, coll.Algorithm(a))
		}
	}
	pl.Sizes, pl.Procs = unique(pl.Sizes), unique(pl.Procs)
	return pl, pl.Check()
}
