//go:build !mpi || !cgo

package mpi

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/coll/transport"
)

// Available reports whether this program was built with MPI.
const Available = false

var errNone = fmt.Errorf("%w: coll/mpi was built without MPI; build with CC=mpicc CGO_ENABLED=1 go build -tags mpi", coll.ErrUsage)

type world struct{}

func (world) Join([]int) (transport.Peers, error) { return nil, errNone }

func processes() (int, error) { return 0, errNone }

// Hold keeps MPI initialised until free is called, whatever machines are made and closed meanwhile.
func Hold() (free func() error, err error) { return nil, errNone }
