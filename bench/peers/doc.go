// Package peers measures what a user would do instead: programs in Go with
// channels, sync.Cond, WaitGroups, atomics and goroutines started for each call,
// sums by gonum's BLAS, OpenMP and pthreads in C, Open MPI and MPICH. Ours and
// theirs take turns within one run, and the result is the ratio.
package peers
