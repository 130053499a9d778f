//go:build mpi && cgo

// Conformance lets Runs across the processes of a job fail in every way, and New as
// well, and wants the same error in all processes and a machine that runs again:
//
//	CC=mpicc go build -tags mpi ./coll/mpi/internal/conformance
//	mpirun -np 4 ./conformance -p 2
//
// run.sh beside it runs it on all shapes for the MPIs that are installed, and on
// the same shapes the tests of results, groups and order of the package coll, which
// are those of a machine in one process.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/coll/mpi"
)

var tries = flag.Int("tries", 8, "how often a long call is cancelled")

var share = flag.Bool("share", false, "processes do not divide the cores, so that each has several teams")

var stay = flag.Bool("stay", false, "do not finalise MPI")

// patience is longer than the system keeps processes from their cores: where those that
// spin share them with busy programs, a Run that was cancelled has taken 40 s.
const patience = 2 * time.Minute

var measuring = flag.Bool("measure", false, "time allreduce beside MPI's own, in turn")

func main() {
	p := flag.Int("p", 1, "processors for each process")
	failure := flag.String("fail", "", "end in this way: "+strings.Join(ways, ", "))
	flag.Parse()
	free, err := mpi.Hold()
	if err != nil {
		os.Exit(code(err))
	}
	// Each rank says its error before it comes to MPI_Finalize, where all meet: mpirun ends
	// the others when one has exited with an error.
	status := code(run(*p, *failure))
	if !*stay {
		status = max(status, code(finalised(free, *failure)))
	}
	os.Exit(status)
}

// finalised lets go of MPI, which finalises it unless a machine holds it yet; one whose
// New failed does not.
func finalised(free func() error, failure string) error {
	err := free()
	if _, e := mpi.Hold(); failure == "config" && e == nil {
		return fmt.Errorf("New failed, and MPI is not finalised (%v)", err)
	}
	return err
}

// code tells an error and is the exit code that it means.
func code(err error) int {
	if err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		return 1
	}
	return 0
}

func run(p int, failure string) error {
	if failure != "" && !slices.Contains(ways, failure) {
		return fmt.Errorf("-fail is %q, want one of %s", failure, strings.Join(ways, ", "))
	}
	rank, processes, ok := mpi.Launched()
	if !ok {
		return errors.New("not started by mpirun")
	}
	if *measuring {
		return measure(p*processes, rank)
	}
	if failure != "" {
		err := fail(p*processes, rank, failure)
		for range 3 { // what MPI may still write to stays where it is
			runtime.GC()
		}
		return err
	}
	begun := time.Now()
	if err := syscall.Kill(os.Getpid(), syscall.SIGUSR1); err != nil { // as MPICH's launcher does where another is gone
		return err
	}
	if err := unsized(); err != nil || processes == 1 { // there are no others to agree with
		return err
	}
	cores, err := shared(rank)
	if err != nil {
		return err
	}
	m, err := coll.New(coll.Config{P: p * processes, Remote: mpi.World(), Stall: patience, Cores: cores, RefuseNaN: true})
	if err != nil {
		return err
	}
	defer m.Close()
	for _, check := range []func() error{
		func() error { return refuses(p*processes, rank, processes) },
		func() error { return inObjects(m, rank) },
		func() error { return recovers(m) },
		func() error { return interrupted(m, rank, processes, *tries) },
		func() error { return stalls(p * processes) },
		func() error { return together(m, p*processes) },
		func() error { return unwound(m, p*processes) },
		func() error { return unwoundLong(m, p*processes) },
		func() error { return forgets(m) },
		func() error { return agreed(m) },
	} {
		if err := check(); err != nil {
			return err
		}
	}
	if rank == 0 {
		fmt.Printf("conformance: %d processes of %d processors: every failure is the same in all, in %v\n", processes, p, time.Since(begun).Round(time.Millisecond))
	}
	return agreed(m) // it is said before any is gone
}

// shared is all cores that the process may run on, in another order in every second
// process, if -share is given.
func shared(rank int) ([]int, error) {
	if !*share {
		return nil, nil
	}
	m, err := coll.New(coll.Config{})
	if err != nil {
		return nil, err
	}
	cores := m.Config().Cores
	if rank%2 == 1 {
		slices.Reverse(cores)
	}
	return cores, m.Close()
}

// agreed returns when every process is content: what rank 0 prints then holds
// for all.
func agreed(m *coll.Machine) error {
	return m.Run(context.Background(), func(p *coll.Proc) error {
		coll.Barrier(p)
		return nil
	})
}
