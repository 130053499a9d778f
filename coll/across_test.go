//go:build mpi

package coll_test

import (
	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/coll/mpi"
	_ "github.com/cayleycoll/cayleycoll/coll/mpi/auto" // every machine of the tests spans all processes
)

func init() {
	if _, n, ok := mpi.Launched(); ok {
		coll.Across(n, mpi.Hold)
	}
}
