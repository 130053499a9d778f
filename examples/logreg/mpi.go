//go:build mpi

package main

import (
	"os"

	"github.com/cayleycoll/cayleycoll/coll/mpi"
	_ "github.com/cayleycoll/cayleycoll/coll/mpi/auto" // mpirun -np 4 ./logreg -p 8
)

// One process prints.
func init() {
	if rank, _, ok := mpi.Launched(); ok && rank > 0 {
		if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
			os.Stdout = null
		}
	}
}
