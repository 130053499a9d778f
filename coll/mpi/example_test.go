package mpi_test

import (
	"fmt"
	"log"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/coll/mpi"
)

// One processor for every core of every process of the job. Built without the tag mpi, Run
// returns an error that says how to build.
func ExampleRun() {
	err := mpi.Run(0, func(p *coll.Proc) error {
		x := []float64{1}
		coll.Allreduce(p, x, x, coll.Sum)
		if p.Rank() == 0 {
			fmt.Println(x[0], "processors")
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
}

// A machine for many Runs, with its own choices for the rest of Config.
func ExampleWorld() {
	m, err := coll.New(coll.Config{Remote: mpi.World(), Algorithm: coll.Tree})
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	fmt.Println(m)
}
