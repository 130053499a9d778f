package coll

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// The tests of results, of groups and of order run across processes as they stand.
// Built with the tag mpi and started by mpirun, a test's machine spans all
// processes, which make the same tests in the same order:
//
//	CC=mpicc go test -tags mpi -c ./coll
//	mpirun -np 4 ./coll.test -test.run 'TestEveryResult|TestSplit$' -each 2
//
// coll/mpi/internal/conformance/run.sh does that with those that are meant.

var each = flag.Int("each", 1, "under mpirun: processors for each process")

var hosts = flag.String("hosts", "", "threads or goroutines: only machines of these")

var sharing = flag.Bool("share", false, "under mpirun: processes do not divide the cores, so that each has several teams")

var stay = flag.Bool("stay", false, "under mpirun: do not finalise MPI")

// launched is the job that the test is a process of, if it was started by mpirun.
var launched struct {
	process   int
	processes int // 0: there is none
	hold      func() (free func() error, err error)
}

// Across is for a test outside the package that knows MPI.
func Across(process, processes int, hold func() (func() error, error)) {
	launched.process, launched.processes, launched.hold = process, processes, hold
}

// everyCore is all cores, in another order in every second process: then the processes do
// not divide them, and each has a team for every core.
func everyCore() []int {
	cores := threads.Cores()
	if launched.process%2 == 1 {
		slices.Reverse(cores)
	}
	return cores
}

// chooseHosts obeys -hosts.
func chooseHosts() error {
	for _, m := range modes {
		if m.String() == *hosts {
			modes = []HostMode{m}
			return nil
		}
	}
	if *hosts != "" {
		return fmt.Errorf("-hosts is %q, want one of %v", *hosts, modes)
	}
	return nil
}

// sizes are the P of a test: those given, or in a job as many as it has.
func sizes(list ...int) []int {
	if launched.processes > 0 {
		return []int{launched.processes * *each}
	}
	return list
}

// spans reports whether a test makes a machine of p processors: in a job, one that has
// ranks in every process, and where processes share cores, which takes its time, of a
// dozen at most unless all calls are to be made.
func spans(p int) bool {
	n := launched.processes
	return p >= n && (n <= 2 || p <= 12 || wholeSweep())
}

// wholeSweep reports whether the sweeps make all calls, not a sample of them.
func wholeSweep() bool { return os.Getenv("CAYLEYCOLL_SWEEP") != "" }

// sampled is the number of the sample that is asked for. Samples of successive numbers
// have no call in common until all have been made.
func sampled(t *testing.T) uint64 {
	s := os.Getenv("CAYLEYCOLL_SAMPLE")
	if s == "" {
		return 0
	}
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil {
		t.Fatalf("CAYLEYCOLL_SAMPLE is %q, want a number", s)
	}
	return n
}

// seeds are those of the sample that is asked for, so few, or so many of a whole sweep.
func seeds(t *testing.T, few, many uint64) (list []uint64) {
	if wholeSweep() {
		few = many
	}
	for i := range few {
		list = append(list, few*sampled(t)+i)
	}
	return list
}
