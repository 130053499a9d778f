package main

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/exact"
	_ "github.com/cayleycoll/cayleycoll/internal/untuned"
)

// serial is simulate without processors.
func serial(b bodies, steps int, dt float64) (r result) {
	n := len(b.at) / 3
	at := slices.Clone(b.at)
	s := newShare(0, slices.Clone(b.velocity))
	energy := func() float64 {
		var sum exact.Sum
		for k := range n {
			sum.Add(s.energy(k, n))
		}
		return sum.Float64()
	}
	s.look(at)
	r.before = energy()
	for range steps {
		s.kick(dt / 2)
		s.drift(at, dt)
		s.look(at)
		s.kick(dt / 2)
	}
	r.bodies, r.after = bodies{at, s.velocity}, energy()
	return r
}

func TestEqualsSerial(t *testing.T) {
	for _, n := range []int{1, 2, 10, 101} {
		b := cluster(n, 3)
		given := bodies{slices.Clone(b.at), slices.Clone(b.velocity)}
		want := serial(b, 20, 1e-2)
		for _, p := range []int{1, 2, 3, 8, 17} {
			for _, host := range []coll.HostMode{coll.Auto, coll.Goroutines} {
				got, err := simulate(context.Background(), coll.Config{P: p, Host: host}, b, 20, 1e-2)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got.at, want.at) || !slices.Equal(got.velocity, want.velocity) {
					t.Errorf("n=%d P=%d: the bodies are not where the serial program has them", n, p)
				}
				if got.before != want.before || got.after != want.after {
					t.Errorf("n=%d P=%d: energies %v and %v, serially %v and %v", n, p, got.before, got.after, want.before, want.after)
				}
				if !slices.Equal(b.at, given.at) || !slices.Equal(b.velocity, given.velocity) {
					t.Fatalf("n=%d P=%d: changed what it was given", n, p)
				}
			}
		}
	}
}

// TestOrbit: two bodies of mass 1/2, one apart, go round each other in a circle, whose period
// Newton's law tells.
func TestOrbit(t *testing.T) {
	square := 1 + softening*softening
	speed := math.Sqrt(0.5 * 0.5 / (square * math.Sqrt(square))) // v²/r is the pull; r is 1/2
	b := bodies{at: []float64{0.5, 0, 0, -0.5, 0, 0}, velocity: []float64{0, speed, 0, 0, -speed, 0}}
	const steps = 2000
	r, err := simulate(context.Background(), coll.Config{P: 2}, b, steps, math.Pi/speed/steps)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range r.at {
		if d := math.Abs(x - b.at[i]); !(d < 1e-4) {
			t.Errorf("coordinate %d is %v after a turn, and was %v", i, x, b.at[i])
		}
	}
	half, err := simulate(context.Background(), coll.Config{P: 2}, b, steps/2, math.Pi/speed/steps)
	if err != nil {
		t.Fatal(err)
	}
	if d := math.Abs(half.at[0] + 0.5); !(d < 1e-4) {
		t.Errorf("after half a turn the first body is at x = %v, want -0.5", half.at[0])
	}
}

// TestEnergy: of a cluster the energy stays, the better the shorter the steps: the method is of
// the second order.
func TestEnergy(t *testing.T) {
	drift := func(steps int) float64 {
		r, err := simulate(context.Background(), coll.Config{P: 3}, cluster(60, 5), steps, 0.5/float64(steps))
		if err != nil {
			t.Fatal(err)
		}
		if !(r.before < 0) {
			t.Errorf("energy %v: the cluster flies apart", r.before)
		}
		return math.Abs(r.after - r.before)
	}
	long, short := drift(50), drift(200)
	if !(long < 1e-3 && short < long/8) {
		t.Errorf("the energy changes by %v in 50 steps and by %v in 200", long, short)
	}
}

func TestCommand(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"-n 30 -p 3 -steps 5", 0, "30 bodies on 3 processors: 5 steps"},
		{"-help", 0, "usage: nbody"},
		{"-n 0", 2, "-n is 0"},
		{"-p -1", 2, "-p is -1"},
		{"-dt NaN", 2, "-dt is NaN"},
		{"-steps 0", 2, "-steps is 0"},
		{"-x", 2, "not defined"},
		{"bodies", 2, "unexpected argument"},
	} {
		var out, err bytes.Buffer
		if code := run(&out, &err, strings.Fields(c.args)); code != c.code || !strings.Contains(out.String()+err.String(), c.want) {
			t.Errorf("nbody %s: exit %d, %s%s", c.args, code, &out, &err)
		}
	}
}
