//go:build mpi

// Conformance runs, under mpirun, every collective by every algorithm, with every
// type and operator, in the world and in groups that Split makes, on every process
// of the job, and compares every result with that of one process, bit by bit:
//
//	CC=mpicc go build -tags mpi ./coll/mpi/internal/conformance
//	mpirun -np 4 ./conformance -p 2
//
// run.sh beside it builds it for the MPIs that are installed and runs all shapes.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/coll/mpi"
)

var recovery = flag.Bool("recovery", false, "only let Runs fail, and run again")

var complete = flag.Bool("full", false, "all types and operators in full")

var sample = flag.Bool("sample", false, "fewer trials")

var stay = flag.Bool("stay", false, "do not finalise MPI")

var measuring = flag.Bool("measure", false, "time allreduce beside MPI's own, in turn")

func main() {
	p := flag.Int("p", 1, "processors for each process")
	failure := flag.String("fail", "", "end in this way: "+strings.Join(ways[:], ", "))
	flag.Parse()
	os.Exit(code(run(*p, *failure)))
}

// code tells an error and is the exit code that it means.
func code(err error) int {
	if err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		return 1
	}
	return 0
}

func run(p int, failure string) (err error) {
	free, err := mpi.Hold()
	if err != nil {
		return err
	}
	defer func() {
		if *stay {
			os.Exit(code(err))
		}
		if e := free(); err == nil {
			err = e
		}
		if _, e := mpi.Hold(); failure == "config" && e == nil {
			err = fmt.Errorf("New failed, and MPI is not finalised, with %w", err)
		}
	}()
	if failure != "" && !slices.Contains(ways[:], failure) {
		return fmt.Errorf("-fail is %q, want one of %s", failure, strings.Join(ways[:], ", "))
	}
	rank, processes, ok := mpi.Launched()
	if !ok {
		return fmt.Errorf("not started by mpirun")
	}
	if *measuring {
		return measure(p*processes, rank)
	}
	if failure != "" {
		return fail(p*processes, rank, failure)
	}
	begun := time.Now()
	far, err := coll.New(coll.Config{P: p * processes, Remote: mpi.World(), Stall: 20 * time.Second})
	if err != nil {
		return err
	}
	defer far.Close()
	near, err := coll.New(coll.Config{P: p * processes, Host: coll.Goroutines})
	if err != nil {
		return err
	}
	defer near.Close()
	n := 0
	if !*recovery {
		n, err = all(far, near)
	}
	if err == nil {
		err = choices(p * processes)
	}
	if err == nil && !*sample {
		err = refuses(p*processes, rank, processes)
	}
	if err == nil {
		err = recovers(far)
	}
	if err == nil {
		tries := 8
		if *sample {
			tries = 1
		}
		err = interrupted(far, rank, processes, tries)
	}
	if err == nil {
		err = stalls(p * processes)
	}
	if err == nil {
		err = agreed(far)
	}
	if err == nil && rank == 0 {
		fmt.Printf("conformance: %d processes of %d processors: %d calls with the bits of one process, in %v\n", processes, p, n, time.Since(begun).Round(time.Millisecond))
	}
	return err
}

// agreed returns when every process is content: what rank 0 prints then holds
// for all.
func agreed(m *coll.Machine) error {
	return m.Run(context.Background(), func(p *coll.Proc) error {
		coll.Barrier(p)
		return nil
	})
}

// all makes all trials, many in one Run.
func all(far, near *coll.Machine) (n int, err error) {
	p := far.Config().P
	var trials []trial
	for _, c := range coll.Collectives() {
		for _, a := range coll.Algorithms(c) {
			if a == coll.Spectral || a == coll.File {
				continue
			}
			for _, size := range []int{0, 1, 5, 64, 700, 9000} {
				if c == "alltoall" || c == "alltoallv" || a != coll.Direct && a != coll.Cayley {
					size /= 4
				}
				for _, inPlace := range []bool{false, true} {
					for _, root := range []int{0, p - 1} {
						t := trial{collective: c, by: a, n: size, root: root, inPlace: inPlace}
						if root == 0 || t.rooted() {
							trials = append(trials, t)
						}
					}
				}
			}
		}
	}
	for kind, check := range []func(*coll.Machine, *coll.Machine, []trial, coll.Op) error{
		compare[float64], compare[float32], compare[int64], compare[int32]} {
		for _, op := range []coll.Op{coll.Sum, coll.Prod, coll.Min, coll.Max} {
			// Sums of float64 in full, the other types and operators by a sample,
			// another one for each.
			var list []trial
			every := 7
			if *sample && (kind > 0 || op != coll.Sum) {
				every = 21
			}
			for i, t := range trials {
				full := *complete || kind == 0 && op == coll.Sum && !*sample
				if (op == coll.Sum || t.folds()) && (full || i%every == (2*kind+int(op))%every) {
					list = append(list, t)
				}
			}
			if err := check(far, near, list, op); err != nil {
				return n, err
			}
			n += 3 * len(list)
		}
	}
	return n, nil
}

// compare makes the trials on both machines: in the world, in two groups of ranks
// in turn, backwards, and in groups of neighbours.
func compare[T coll.Elem](far, near *coll.Machine, trials []trial, op coll.Op) error {
	p := far.Config().P
	make3 := func(m *coll.Machine) (results [][][]T, err error) {
		results = make([][][]T, p)
		err = m.Run(context.Background(), func(q *coll.Proc) error {
			r := q.Rank()
			odd, pairs := q.Split(r%2, -r), q.Split(r/3, r)
			for _, t := range trials {
				t.op = op
				results[r] = append(results[r], perform[T](q, t))
				for _, g := range []*coll.Proc{odd, pairs} {
					t := t
					if t.n > 1000 {
						t.n = 1000
					}
					t.root %= g.Size()
					results[r] = append(results[r], perform[T](g, t))
				}
			}
			return nil
		})
		return results, err
	}
	got, err := make3(far)
	if err != nil {
		return err
	}
	want, err := make3(near)
	if err != nil {
		return fmt.Errorf("in one process: %w", err)
	}
	for r := range got {
		for i := range got[r] { // none for the ranks of other processes
			if err := differ(got[r][i], want[r][i]); err != nil {
				t := trials[i/3]
				t.op = op
				return fmt.Errorf("rank %d, %s of %T in group %d: %w", r, t, *new(T), i%3, err)
			}
		}
	}
	return nil
}
