package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/coll/mpi"
)

// benchMPI measures the plan on machines of all processes that mpirun started; --procs
// counts the processors of all of them together. The process of rank 0 writes the rows,
// also those measured before an error, and says what was left out.
func benchMPI(ctx context.Context, w, notes io.Writer, pl *bench.Plan, format string) (err error) {
	free, err := mpi.Hold()
	if err != nil {
		return fmt.Errorf("--mpi: %w", err)
	}
	defer func() { err = cmp.Or(err, free()) }()
	rank, processes, _ := mpi.Launched()
	if p := slices.Min(pl.Procs); p < processes {
		if rank > 0 {
			return errSaid
		}
		return fmt.Errorf("--procs is %d, want at least %d, one for each process", p, processes)
	}
	res, err := bench.MeasureRemote(ctx, pl, mpi.World())
	if rank > 0 {
		if errors.Is(err, coll.ErrUsage) {
			return errSaid // all have the same, and rank 0 says it
		}
		if err != nil {
			return unfinished(ctx, err, "rank 0 writes what was measured so far")
		}
		return nil
	}
	if err := anything(notes, &res, err); err != nil {
		return err
	}
	if err != nil && ctx.Err() == nil && len(res.Rows) == 0 {
		return fmt.Errorf("--mpi: %w", err)
	}
	if werr := bench.Write(w, format, res.Rows); werr != nil {
		return werr
	}
	return verdict(ctx, notes, &res, err)
}

// enough is those of the numbers of processors that give every process at least one, or
// if there are none the number of processes.
func enough(procs []int) []int {
	_, processes, _ := mpi.Launched()
	procs = slices.DeleteFunc(procs, func(p int) bool { return p < processes })
	if len(procs) == 0 {
		return []int{processes}
	}
	return procs
}
