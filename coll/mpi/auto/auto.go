// Package auto lets programs run under mpirun unchanged: a blank import makes every machine that
// names no Remote span all processes that the launcher started. Without a launcher nothing changes.
// If a program built without MPI is launched as several processes, coll.New returns an error that
// says how to build it; otherwise it would run as so many separate copies of itself.
//
// Every process runs main: what f prints appears once, what main prints once from each process. MPI
// is finalised when the last machine is closed; a program that makes one after another also calls
// mpi.Hold.
package auto

import (
	"github.com/cayleycoll/cayleycoll/coll/mpi"
	"github.com/cayleycoll/cayleycoll/coll/transport"
)

func init() {
	if _, size, ok := mpi.Launched(); ok && size > 1 {
		transport.Use(mpi.World())
	}
}
