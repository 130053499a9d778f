package coll

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/internal/race"
)

// TestProtocols: spectral and doubling give the same bits by whatever way their
// words move, on graphs of every kind, in place or not.
func TestProtocols(t *testing.T) {
	lengths := []int{1, 2, 30, 1023, 1024, 3001}
	if race.Enabled {
		lengths = []int{1, 1024}
	}
	for _, name := range []string{"hypercube:1", "hypercube:3", "complete:8", "ring:9", "petersen", "star:4", "torus:3x5", "ccc:3", "circulant:7:1", "circulant:8:1,4", "circulant:3:1", "dihedral:4:f,r"} {
		g, err := cayley.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, host := range modes {
			protocols := []Protocol{ProtocolDirect, ProtocolLine, ProtocolRing, ProtocolByLength}
			machines := map[Protocol]*Machine{}
			for _, protocol := range protocols {
				machines[protocol] = machine(t, Config{P: g.Order(), Graph: g, Host: host, Protocol: protocol})
			}
			for _, n := range lengths {
				for _, inPlace := range []bool{false, true} {
					want := map[Algorithm][][]float64{}
					for _, protocol := range protocols {
						m := machines[protocol]
						for _, a := range []Algorithm{Spectral, Doubling} {
							fits := m.world.mediumOf(n) == inLine
							if protocol == ProtocolLine && !fits || protocol == ProtocolRing && a == Doubling {
								continue
							}
							got, err := sums(m, a, n, inPlace)
							if err != nil {
								t.Fatalf("%s %v n=%d by %s on %q: %v", name, host, n, a, protocol, err)
							}
							if want[a] == nil {
								want[a] = got
							}
							for r := range got {
								if !slices.EqualFunc(got[r], want[a][r], func(x, y float64) bool { return bitsOf(x) == bitsOf(y) }) {
									t.Fatalf("%s %v n=%d in place %v by %s on %q: rank %d has %v, directly %v", name, host, n, inPlace, a, protocol, r, got[r][:1], want[a][r][:1])
								}
							}
							usedLine := m.world.teams[0].staged > 0 // in this Run
							if steps, _, _ := m.Steps("allreduce", a); usedLine != (protocol == ProtocolLine || protocol == ProtocolByLength && fits) && steps > 0 {
								t.Errorf("%s %v n=%d by %s on %q: lines used: %v", name, host, n, a, protocol, usedLine)
							}
						}
					}
				}
			}
		}
	}
}

// sums is three sums one after another, each of the results before.
func sums(m *Machine, a Algorithm, n int, inPlace bool) ([][]float64, error) {
	results := make([][]float64, m.cfg.P)
	err := m.Run(context.Background(), func(q *Proc) error {
		x := data[float64](q.Rank(), n)
		y := x
		if !inPlace {
			y = make([]float64, n)
		}
		for range 3 {
			Allreduce(q.Using(a), y, x, Sum)
			for i := range x {
				x[i] = y[i] / float64(i+q.Rank()+1)
			}
		}
		results[q.Rank()] = y
		return nil
	})
	return results, err
}

func TestProtocolRefused(t *testing.T) {
	if _, err := New(Config{P: 2, Protocol: "tcp"}); !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), `unknown protocol "tcp"`) {
		t.Error(err)
	}
	for _, c := range []struct {
		Protocol
		a    Algorithm
		n    int
		text string
	}{
		{ProtocolLine, Spectral, 7, "7 elements of each of 2 processors do not fit, a team has room for 13"},
		{ProtocolLine, Doubling, 100, "do not fit, a team has room for 13"},
		{ProtocolRing, Doubling, 1, "does not run on rings"},
	} {
		m := teamed(t, Config{P: 4, Protocol: c.Protocol}, 2)
		if _, err := sums(m, c.a, c.n, false); !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s on %s: %v", c.a, c.Protocol, err)
		}
	}
	m := machine(t, Config{P: 1 << 10, Protocol: ProtocolRing})
	if _, err := sums(m, Spectral, 1, false); !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), fmt.Sprintf("at most %d", maxRings)) {
		t.Error(err)
	}
}
