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

// Run runs f on p processors in every process of the job, one for every core
// that the process may use if p is 0, and returns when all have returned. All
// processes call it alike. The error is the same in all of them, but for a message by
// Exchange that nobody received, which only the receiver's process knows of: what coll.Run
// would return, or one that wraps coll.ErrUsage where this program was built
// without MPI.
func Run(p int, f func(*coll.Proc) error) error {
	return RunContext(context.Background(), p, f)
}

// RunContext is Run with a context. Whichever process's context ends, the Run
// ends in all.
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

// Launched is this process's rank among those that a launcher started, and their
// number, as the launcher's environment tells: before MPI is initialised, and
// without it. ok is false where there is no launcher that is known (mpirun of Open
// MPI or MPICH, srun), so in a batch script of Slurm that starts the program itself.
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

// World is all processes of the job, for coll.Config. The first machine
// initialises MPI, and the last one to be closed finalises it: MPI allows that
// once in a process. A program that makes machines one after another calls Hold
// first.
func World() transport.Remote { return world{} }
