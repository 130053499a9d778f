// Package auto is for programs that shall run under mpirun without a change: a
// blank import makes every machine that names no Remote span all processes that
// the launcher started. Without a launcher nothing changes. A program built
// without MPI that is launched as several processes gets an error from coll.New
// that says how to build it, rather than so many copies of itself.
//
// Every process runs main: what f prints comes once, what main prints once from
// each process. MPI is finalised when the last machine is closed; a program that
// makes one after another also calls mpi.Hold.
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
