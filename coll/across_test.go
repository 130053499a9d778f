//go:build mpi

package coll_test

import (
	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/coll/mpi"
	_ "github.com/cayleycoll/cayleycoll/coll/mpi/auto" // every machine of the tests spans all processes
)

func init() {
	if process, n, ok := mpi.Launched(); ok {
		coll.Across(process, n, mpi.Hold)
	}
}
