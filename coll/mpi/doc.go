// Package mpi makes one machine of the processes that mpirun started: the same
// func(p *coll.Proc) error runs on all processors of all of them. It is a thin
// layer of C over any MPI (3.0 or later), behind a build tag:
//
//	CC=mpicc go build -tags mpi -o prog . && mpirun -np 4 ./prog
//
// Without the tag, or without cgo, the package builds everywhere and its
// functions return an error that says how to build. docs/mpi.md leads from a
// laptop to a cluster.
package mpi
