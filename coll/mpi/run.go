package mpi

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strconv"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/coll/transport"
)

// Run runs f on p processors in every process of the job, one for every core that the process may
// use if p is 0, and returns when all have returned. All processes must call it alike. The error is
// what coll.Run would return, or one that wraps coll.ErrUsage if this program was built without
// MPI. It is the same in all processes, except that only the receiver's process knows of a message
// by Exchange that nobody received.
func Run(p int, f func(*coll.Proc) error) error {
	return RunContext(context.Background(), p, f)
}

// RunContext is Run with a context. If the context of any process ends, the Run ends in all.
func RunContext(ctx context.Context, p int, f func(*coll.Proc) error) (err error) {
	if p < 0 {
		return fmt.Errorf("%w: mpi.Run on %d processors of each process; want 1 or more, or 0 for one a core", coll.ErrUsage, p)
	}
	free, err := Hold()
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, free()) }()
	c := coll.Config{Remote: World()}
	if p > 0 {
		n, err := processes()
		if err != nil {
			return err
		}
		c.P = p * n
	}
	m, err := coll.New(c)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, m.Close()) }()
	return m.Run(ctx, f)
}

// Launched returns this process's rank among those that a launcher started, and their number. It
// reads the launcher's environment, so it works before MPI is initialised, and without it. ok is
// false without a known launcher (mpirun of Open MPI or MPICH, srun), and so in a batch script of
// Slurm that starts the program itself.
func Launched() (rank, size int, ok bool) {
	for _, names := range [][2]string{
		{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"PMI_RANK", "PMI_SIZE"},
		{"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}} { // the first of the two a batch script has as well
		rank, err1 := strconv.Atoi(os.Getenv(names[0]))
		size, err2 := strconv.Atoi(os.Getenv(names[1]))
		if err1 == nil && err2 == nil {
			return rank, size, true
		}
	}
	return 0, 1, false
}

// World is all processes of the job, for coll.Config. The first machine initialises MPI, and
// closing the last one finalises it, which MPI allows once in a process: a program that makes
// machines one after another calls Hold first.
func World() transport.Remote { return world{} }
