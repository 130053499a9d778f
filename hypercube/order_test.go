package hypercube

import (
	"math/bits"
	"testing"

	"github.com/cayleycoll/cayleycoll/sched"
)

func TestBroadcastMeetsItsBound(t *testing.T) {
	for d := 1; d <= 20; d++ {
		for _, maker := range []func(int) (*sched.Template, error){Broadcast, Accumulate} {
			tm, err := maker(d)
			if err != nil {
				t.Fatal(err)
			}
			if err := tm.Verify(); err != nil {
				t.Errorf("d=%d: %v", d, err)
			}
			if want := (1<<d - 1 + d - 1) / d; tm.Steps != want {
				t.Errorf("d=%d: %d steps, want %d", d, tm.Steps, want)
			}
		}
	}
}

func TestWithinMeetsItsBound(t *testing.T) {
	top := 15
	if testing.Short() {
		top = 10
	}
	for d := 1; d <= top; d++ {
		for l := 1; l <= d; l++ {
			n := 0
			for v := 1; v < 1<<d; v++ {
				if bits.OnesCount(uint(v)) <= l {
					n++
				}
			}
			for _, maker := range []func(d, l int) (*sched.Template, error){BroadcastWithin, AccumulateWithin} {
				tm, err := maker(d, l)
				if err != nil {
					t.Fatal(err)
				}
				if err := tm.Verify(); err != nil {
					t.Errorf("d=%d l=%d: %v", d, l, err)
				}
				if want := (n + d - 1) / d; tm.Steps != want || n != Ball(d, l) {
					t.Errorf("d=%d l=%d: %d steps, want %d", d, l, tm.Steps, want)
				}
			}
		}
	}
}

// TestFullExpansion writes every send of every source out and checks them all.
func TestFullExpansion(t *testing.T) {
	for d := 1; d <= 8; d++ {
		for l := 1; l <= d; l++ {
			for _, maker := range []func(d, l int) (*sched.Template, error){BroadcastWithin, AccumulateWithin} {
				tm, err := maker(d, l)
				if err != nil {
					t.Fatal(err)
				}
				e, err := tm.Expand()
				if err != nil {
					t.Fatal(err)
				}
				if err := e.Verify(); err != nil {
					t.Errorf("d=%d l=%d: %v", d, l, err)
				}
				if want := Ball(d, l) << d; len(e.Sends) != want {
					t.Errorf("d=%d l=%d: %d sends, want %d", d, l, len(e.Sends), want)
				}
			}
		}
	}
}

func TestNecklacesPartition(t *testing.T) {
	for d := 1; d <= 14; d++ {
		seen := make([]bool, 1<<d)
		necklaces(d, func(x uint32, members int) {
			if members != period(x, d) {
				t.Fatalf("d=%d: necklace %b has %d members, said %d", d, x, period(x, d), members)
			}
			for i := range members {
				v := rotl(x, i, d)
				if seen[v] || v < x {
					t.Fatalf("d=%d: %b twice, or less than its representative %b", d, v, x)
				}
				seen[v] = true
			}
		})
		for v := 1; v < 1<<d; v++ {
			if !seen[v] {
				t.Fatalf("d=%d: %b is in no necklace", d, v)
			}
		}
	}
}
