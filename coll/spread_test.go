package coll

import (
	"flag"
	"fmt"
	"testing"
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

var stay = flag.Bool("stay", false, "under mpirun: do not finalise MPI")

// launched is the job that the test is a process of, if it was started by mpirun.
var launched struct {
	rank, processes int // 0: there is none
	hold            func() (free func() error, err error)
}

// Across is for a test outside the package that knows MPI.
func Across(rank, processes int, hold func() (func() error, error)) {
	launched.rank, launched.processes, launched.hold = rank, processes, hold
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

// spans says whether a machine of p processors can be made.
func spans(p int) bool { return p >= launched.processes }

// alone is a machine, or one like it in this process alone where it spans several,
// with two teams: so the same calls are made on both.
func (m *Machine) alone(t *testing.T) *Machine {
	if m.links == nil {
		return m
	}
	defer UseRemote(*everywhere.Swap(nil))
	c := m.cfg
	c.Remote, c.Cores = nil, nil
	return teamed(t, c, 2)
}
