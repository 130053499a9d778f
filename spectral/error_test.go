package spectral

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/cayleycoll/cayleycoll/internal/race"
)

type vector struct {
	name string
	x    []float64
}

// vectors are even ones, and adversaries: 16 decades at random and in order,
// signs that cancel; the first few of them.
func vectors(n, first int) (list []vector) {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	add := func(name string, f func(i int) float64) {
		if len(list) == first {
			return
		}
		x := make([]float64, n)
		for i := range x {
			x[i] = f(i)
		}
		list = append(list, vector{name, x})
	}
	decade := func(i int) float64 { return math.Pow(10, 16*float64(i)/float64(n)) }
	add("random", func(int) float64 { return 2*r.Float64() - 1 })
	add("16 decades at random", func(int) float64 { return (2*r.Float64() - 1) * math.Pow(10, 16*r.Float64()) })
	add("16 decades rising", func(i int) float64 { return decade(i) })
	add("16 decades, alternating", func(i int) float64 { return decade(i) * float64(1-i&1*2) })
	add("cancelling pairs", func(i int) float64 { return math.Pow(10, float64(i/2%17)) / 3 * float64(1-i&1*2) })
	add("cancelling halves", func(i int) float64 {
		if i < n/2 {
			return decade(2 * i)
		}
		return -decade(2 * (i - n/2))
	})
	return list
}

func TestError(t *testing.T) {
	for _, name := range []string{
		"hypercube:3", "hypercube:6", "hypercube:12", "hypercube:16", "ring:512", "ring:511", "ring:100", "hamming:3,4", "hamming:4,3", "hamming:2,16",
		"johnson:8,3", "johnson:10,5", "johnson:16,4", "kneser:8,3", "kneser:9,2", "kneser:10,4", "odd:5", "petersen", "ccc:3", "ccc:4", "ccc:6", "complete:64", "bipartite:16",
		"torus:16x16", "star:6", "pancake:5", "butterfly:4",
	} {
		checkSums(t, plan(t, name))
	}
}

// TestErrorOfTheLargestCube: an adversary; CAYLEYCOLL_SWEEP=1: even values as well.
func TestErrorOfTheLargestCube(t *testing.T) {
	if testing.Short() || race.Enabled {
		t.Skip("16,777,216 processors")
	}
	const d = 24
	p := plan(t, fmt.Sprintf("hypercube:%d", d))
	if p.Steps() != d || !p.Proof.Exact {
		t.Errorf("%d steps, %s", p.Steps(), p.Proof.Text)
	}
	const limit = 2e-15 * d
	list := vectors(1<<d, 2)
	if os.Getenv("CAYLEYCOLL_SWEEP") == "" {
		list = list[1:]
	}
	for _, v := range list {
		y, err := p.Simulate(v.x)
		if err != nil {
			t.Fatal(err)
		}
		e := RelativeError(y, v.x)
		t.Logf("hypercube:%d, %s: error %.1e; limit %.1e, predicted at most %.1e", d, v.name, e, limit, p.Leja.Bound)
		if !(e <= limit) {
			t.Errorf("error %.1e", e)
		}
	}
}

// The worst x of all is a unit vector: the predicted bound must cover it.
func TestBoundCoversUnitVectors(t *testing.T) {
	for _, name := range []string{"hypercube:8", "ring:512", "ring:77", "ccc:4", "johnson:8,3", "johnson:16,4", "folded:9", "circulant:64:1,5", "dihedral:9:r,r2,f", "product(petersen;ring:4)"} {
		p := plan(t, name)
		for _, v := range []int{0, p.Graph.Order() / 3} {
			x := make([]float64, p.Graph.Order())
			x[v] = 1.0 / 3
			y, err := p.Simulate(x)
			if err != nil {
				t.Fatal(err)
			}
			e := RelativeError(y, x)
			t.Logf("%s: error %.1e, predicted at most %.1e", name, e, p.Leja.Bound)
			if !(e <= p.Leja.Bound) {
				t.Errorf("%s: error %.1e, predicted at most %.1e", name, e, p.Leja.Bound)
			}
		}
	}
}

// Blocks are only a way to go through memory.
func TestCubeBlocksKeepTheBits(t *testing.T) {
	p := plan(t, "hypercube:13")
	x := vectors(1<<13, 2)[1].x
	fast, err := p.Simulate(x)
	if err != nil || !p.shape.xor {
		t.Fatal(err, p.shape.xor)
	}
	p.shape.xor = false
	slow, _ := p.Simulate(x)
	for v := range fast {
		if fast[v] != slow[v] {
			t.Fatalf("processor %d: %v in blocks, %v arc by arc", v, fast[v], slow[v])
		}
	}
}

func TestRelativeErrorOfSpecials(t *testing.T) {
	if !math.IsNaN(RelativeError([]float64{1}, []float64{math.Inf(1)})) || !math.IsInf(RelativeError([]float64{math.Inf(-1)}, []float64{1}), 1) {
		t.Error("what is not finite must not look like a small error")
	}
	if e := RelativeError(nil, []float64{1}); e != 0 {
		t.Errorf("no results are off by %v", e)
	}
	zeros := make([]float64, 2)
	if e := RelativeError(zeros[:1], zeros); e != 0 {
		t.Errorf("nothing for nothing is off by %v", e)
	}
	if e := RelativeError([]float64{0, 1}, zeros); !math.IsInf(e, 1) {
		t.Errorf("something for nothing is off by %v", e)
	}
}

func TestSimulateRefuses(t *testing.T) {
	if _, err := plan(t, "ring:5").Simulate(make([]float64, 4)); err == nil {
		t.Error("four numbers for five processors")
	}
}

// TestNoGraph: a plan needs a graph.
func TestNoGraph(t *testing.T) {
	if _, err := New(nil); err == nil || err.Error() != "spectral: plan without a graph" {
		t.Errorf("error %v", err)
	}
}
