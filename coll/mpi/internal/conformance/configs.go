//go:build mpi && cgo

package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/coll/mpi"
)

// refuses wants no machine in any process where one cannot make its part, or has
// another Config, an error that names that process, and MPI as before.
func refuses(p, rank, processes int) error {
	tuning := func(below int64) *coll.Tuning {
		return &coll.Tuning{Rules: []coll.Rule{{Collective: "allreduce", Procs: [2]int{2, 64}, Bytes: [2]int64{0, below}, Algorithm: coll.Doubling}}}
	}
	graph := func(step int) cayley.Graph { // under one name, as files of one path are on every node
		var arcs [][2]int
		for v := range p {
			arcs = append(arcs, [2]int{v, (v + step + p) % p})
		}
		g, err := cayley.NewGraph("file:graph.json", p, arcs)
		if err != nil {
			panic(err)
		}
		return g
	}
	odd := rank == processes-1
	for _, c := range []struct {
		name, want string
		change     func(*coll.Config)
	}{
		{"another P", "P is", func(c *coll.Config) { c.P = 2 * p }},
		{"another tuning table", fmt.Sprintf("the Tuning of process %d", processes-1), func(c *coll.Config) { c.Tuning = tuning(300) }},
		{"another protocol", fmt.Sprintf("the Protocol of process %d", processes-1), func(c *coll.Config) { c.Protocol = coll.ProtocolDirect }},
		{"another graph of that name", fmt.Sprintf("the Graph of process %d", processes-1), func(c *coll.Config) {
			if c.Graph = graph(-1); p == 2 { // there is but one
				c.Graph = nil
			}
		}},
		{"a core that is none", "Cores[0] is 5000", func(c *coll.Config) { c.Cores = []int{5000} }},
	} {
		config := coll.Config{P: p, Remote: mpi.World(), Tuning: tuning(200), Graph: graph(1)}
		if odd {
			c.change(&config)
		}
		m, err := coll.New(config)
		if err == nil {
			m.Close()
		}
		if !errors.Is(err, coll.ErrUsage) || !strings.Contains(err.Error(), c.want) || !odd && !strings.Contains(err.Error(), fmt.Sprintf("process %d", processes-1)) {
			return fmt.Errorf("%s in one process: New returned %v, want %q", c.name, err, c.want)
		}
	}
	return nil
}

// unsized wants machines of one program that ask for no number of processors to have the
// same, whatever was made before, and GOMAXPROCS to be the program's after them.
func unsized() error {
	before := runtime.GOMAXPROCS(0)
	sizes := func() (all [2]int, err error) {
		for i := range all {
			m, err := coll.New(coll.Config{Remote: mpi.World()})
			if err != nil {
				return all, err
			}
			defer func() { m.Close() }()
			all[i] = m.Config().P
		}
		return all, nil
	}
	first, err := sizes()
	if err != nil {
		return err
	}
	second, err := sizes()
	if err != nil {
		return err
	}
	if first[0] != first[1] || first != second {
		return fmt.Errorf("machines of any size have %d and %d processors", first, second)
	}
	if now := runtime.GOMAXPROCS(0); now != before {
		return fmt.Errorf("GOMAXPROCS was %d before any machine, and is %d after them", before, now)
	}
	return nil
}
