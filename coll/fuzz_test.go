package coll

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/internal/race"
)

// go test -fuzz FuzzProgram ./coll draws programs from the fuzzer's bytes,
// TestRapidProgram from rapid, which shrinks what fails.

// fuzzGraphs are the machines of the fuzz tests: groups of every family.
var fuzzGraphs = []string{
	"complete:1", "complete:2", "complete:3", "ring:4", "hypercube:2", "circulant:5:1,4", "star:3", "complete:6", "circulant:7:1,2,3,4,5,6",
	"hypercube:3", "ring:8", "hamming:2,3", "circulant:9:1,3,4,6", "dihedral:5:r,r-1,f", "petersen", "bipartite:6", "torus:4x4", "hypercube:4",
	"circulant:17:1,2,4,8,16,15,13,9", "star:4", "ccc:3", "hypercube:5", "",
}

// sequenceBases are where the numbering of collectives begins. 2³² and 2⁶³ are
// passed on the way, as are the numbers of the four banks of a line. The wrap of
// 64 bits is not: at a collective every 10 ns it takes 5,800 years.
var sequenceBases = []uint64{0, 1<<32 - 5, 1<<63 - 5, 1<<63 + 1<<62}

// startAt makes the processor count collectives, steps and bells from a number
// on. Every processor of the Run calls it before its first collective.
func startAt(q *Proc, base uint64) {
	q.seq = base
	q.bell.Add(base)
	switch both := q.g.both; {
	case q.place != 0:
	case both != nil: // which counts twice as fast, and lasts half as long
		q.t.steps = base / 2
		both.Add(base / 2)
	default:
		q.t.steps = base
	}
}

// runProgram makes every processor walk through the steps.
func runProgram(m *Machine, steps []step, base uint64, pausing func(rank int) func()) error {
	return m.Run(context.Background(), func(q *Proc) error {
		startAt(q, base)
		w, last, pause := walk(q), later(nil), pausing(q.Rank())
		for k := range steps {
			pause()
			again, err := w.do(&steps[k])
			if err == nil && last != nil {
				err = last()
			}
			if err != nil {
				return fmt.Errorf("step %d, %v: %w", k, &steps[k], err)
			}
			last = again
		}
		return nil
	})
}

func never(int) func() { return func() {} }

// fuzzMachines makes machines at first use and closes them at the end.
type fuzzMachines map[string]*Machine

func (made fuzzMachines) get(t testing.TB, name string, host HostMode) *Machine {
	key := fmt.Sprint(name, host)
	if made[key] == nil {
		// Workers of the fuzzer share the cores: spin little. Where there is no
		// name the machine has the default graph.
		c := Config{Host: host, P: 13, SpinFor: time.Microsecond}
		if name != "" {
			g, err := cayley.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			c.Graph, c.P = g, g.Order()
		}
		m, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		made[key] = m
	}
	return made[key]
}

func (made fuzzMachines) close() {
	for _, m := range made {
		m.Close()
	}
}

// program draws a machine and a program for it and runs them.
func (made fuzzMachines) program(t testing.TB, from draw, length int) error {
	m := made.get(t, fuzzGraphs[from(len(fuzzGraphs))], modes[from(len(modes))])
	base := sequenceBases[from(len(sequenceBases))]
	return runProgram(m, makeProgram(from, m.cfg.P, length), base, never)
}

// drawBytes is a source of choices from bytes, all 0 after their end.
func drawBytes(data []byte) draw {
	return func(n int) int {
		var word [4]byte
		size := 1
		if n > 256 {
			size = 4
		}
		data = data[copy(word[:size], data):]
		return int(binary.LittleEndian.Uint32(word[:]) % uint32(n))
	}
}

func FuzzProgram(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		data := make([]byte, 20+rng.IntN(300))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		f.Add(data)
	}
	made := fuzzMachines{}
	f.Cleanup(made.close)
	f.Fuzz(func(t *testing.T, data []byte) {
		const most = 20 // bytes a step, about
		if err := within(t, func() error { return made.program(t, drawBytes(data), min(1+len(data)/most, 60)) }); err != nil {
			t.Error(err)
		}
	})
}

func TestRapidProgram(t *testing.T) {
	made := fuzzMachines{}
	defer made.close()
	programs := 0
	rapid.Check(t, func(r *rapid.T) {
		from := func(n int) int { return rapid.IntRange(0, n-1).Draw(r, "choice") }
		if err := made.program(t, from, from(30)); err != nil {
			r.Fatal(err)
		}
		programs++
	})
	t.Logf("%d programs", programs)
}

// TestSequenceNumbers passes through every base in both host modes.
func TestSequenceNumbers(t *testing.T) {
	programs := 4
	if testing.Short() || race.Enabled {
		programs = 1
	}
	for _, host := range modes {
		for _, p := range sizes(2, 5, 8) {
			m := machine(t, Config{P: p, Host: host})
			for _, base := range sequenceBases {
				rng := rand.New(rand.NewPCG(base, 7))
				for range programs {
					if err := within(t, func() error { return runProgram(m, makeProgram(rng.IntN, p, 40), base, never) }); err != nil {
						t.Errorf("%v P=%d from %d: %v", host, p, base, err)
					}
				}
			}
		}
	}
}
