package peers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cayleycoll/cayleycoll/bench"
)

// Plan is what to measure.
type Plan struct {
	Colls    []string
	Procs    []int
	Sizes    []int         // bytes of a block
	Rounds   int           // turns of each peer
	Case     time.Duration // for one peer's turns at one case; it has at least one turn
	Peer     time.Duration // for one peer's turns with one number of processors
	MaxBytes int64         // of the vectors of a case
	// Fresh makes every rank write its vector before each call and read its result
	// after it, a word of every cache line, as programs do. Otherwise a call finds each
	// line where the previous one left it: for instance, half of every vector in the cache
	// of the core that adds it.
	Fresh bool
	// Programs are the peers to measure, by name; empty: all.
	Programs []string
	// Tick, if not nil, is told between two measurements how many of the cases
	// with this number of processors are done.
	Tick func(done, total int)
}

// Full is what collbench peers measures, in some ten minutes.
func Full() Plan {
	return Plan{
		Colls: []string{"barrier", "allreduce", "allgather", "reducescatter", "alltoall", "broadcast"},
		Procs: []int{2, 8}, Sizes: []int{8, 64, 512, 4 << 10, 32 << 10, 256 << 10, 2 << 20, 16 << 20, 64 << 20},
		Rounds: 11, Case: time.Second, Peer: 30 * time.Second, MaxBytes: 400 << 20,
	}
}

// Quick is Full cut down to less than a minute.
func Quick() Plan {
	pl := Full()
	pl.Sizes = []int{8, 4 << 10, 32 << 10, 2 << 20}
	pl.Rounds, pl.Case, pl.Peer = 9, 80*time.Millisecond, 2*time.Second
	return pl
}

// compiles reports whether any peer that is asked for is a program in C.
func (pl *Plan) compiles() bool {
	own := Programs()
	return len(pl.Programs) == 0 || slices.ContainsFunc(pl.Programs, func(name string) bool { return !slices.Contains(own, name) })
}

// idle are the peers that are asked for by name and have none of the collectives: without
// a word of them, ours alone would pass for a comparison. C and MPI programs have all.
func (pl *Plan) idle() (none []Absent) {
	for _, g := range programs() {
		if slices.Contains(pl.Programs, g.name()) && !slices.ContainsFunc(pl.Colls, g.offers) {
			none = append(none, Absent{g.name(), "it has no " + strings.Join(pl.Colls, " and no ")})
		}
	}
	return none
}

// Check is an error, worded for the command line, if the plan asks for peers by name and none
// of them has any of its collectives.
func (pl *Plan) Check() error {
	idle := pl.idle()
	if len(idle) == 0 || len(idle) < len(pl.Programs) {
		return nil
	}
	for _, g := range programs() {
		if g.name() == idle[0].Peer {
			return fmt.Errorf("--peer %s: %s; want --coll %s", g.name(), idle[0].Why, strings.Join(g.colls, " or "))
		}
	}
	return nil
}

// cases are the rows for p processors, small ones first, and what is too large.
func (pl *Plan) cases(p int) (rows []bench.Row, left []Absent) {
	for i, bytes := range pl.Sizes {
		for _, c := range pl.Colls {
			r := bench.Row{Coll: c, Procs: p, Bytes: bytes}
			if c == "barrier" {
				if i > 0 {
					continue
				}
				r.Bytes = 0
			}
			if need := r.Memory(); need > pl.MaxBytes {
				left = append(left, Absent{"all", caseName(&r) + ": needs " + bench.Size((need+1<<20-1)>>20<<20) + " of vectors for each peer, more than " + bench.Size(pl.MaxBytes)})
				continue
			}
			rows = append(rows, r)
		}
	}
	return rows, left
}

func caseName(r *bench.Row) string {
	return r.Coll + ", P=" + strconv.Itoa(r.Procs) + ", " + bench.Size(r.Bytes)
}
