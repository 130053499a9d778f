package coll

import (
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/coll/transport"
)

var modes = []HostMode{Threads, Goroutines}

// machine is a machine that a test closes at its end.
func machine(t testing.TB, c Config) *Machine {
	t.Helper()
	if *sharing && c.Cores == nil {
		c.Cores = everyCore()
	}
	m, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	if *waysLike != "" {
		like, known := cpuNamed[*waysLike]
		if !known {
			t.Fatalf("-ways %s: want other, intel, server, zen3, zen4 or zen5", *waysLike)
		}
		m.ways = waysOf(like)
	}
	if launched.processes > 0 && c.P > 1 && m.links == nil && transport.Used() != nil {
		t.Fatal("the machine does not span the processes of the job")
	}
	if *sharing && len(m.fibers) > 1 && len(m.cfg.Cores) > 1 && len(m.hosts) < 2 {
		t.Fatal("the machine has one team in this process")
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

// waysLike has machines go the ways of another CPU: each of them is right on all, and CI takes them in turn.
var waysLike = flag.String("ways", "", "the CPU whose ways machines go: other, intel, server, zen3, zen4 or zen5; this one's if empty")

var cpuNamed = map[string]cpu{"other": otherCPU, "intel": intelCPU, "server": intelServer, "zen3": zen3, "zen4": zen4, "zen5": zen5}

// maxProcs sets GOMAXPROCS for the machines that the test makes after it.
func maxProcs(t *testing.T, n int) {
	before := runtime.GOMAXPROCS(n)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

// asInRun lets the test itself do what processors do in a Run.
func asInRun(t testing.TB, m *Machine) {
	m.hot.stop.Store(false)
	t.Cleanup(func() { m.hot.stop.Store(true) })
}

// teamed is a machine of at least two teams, also where there is one core only.
// Goroutines may be dealt to any number of them.
func teamed(t *testing.T, c Config, teams int) *Machine {
	t.Helper()
	c.Host = Goroutines
	m := machine(t, c)
	for i := range teams {
		for r := share(c.P, teams, i); r < share(c.P, teams, i+1); r++ {
			m.fibers[r].team = i
		}
	}
	regroup(m)
	if n := len(m.world.teams); n != min(teams, c.P) || n < 2 {
		t.Fatalf("%d teams of %d processors, want %d", n, c.P, teams)
	}
	return m
}

// regroup makes the world of a machine anew, as its teams are now.
func regroup(m *Machine) {
	m.world = newGroup(m, m.fibers)
	m.world.countCalls()
}

// plain says what is wrong with an error about bad input: it is one line, wraps
// ErrUsage and names what it got.
func plain(err error, got string) string {
	switch {
	case !errors.Is(err, ErrUsage):
		return "is no ErrUsage"
	case strings.Contains(strings.Split(err.Error(), " (rank ")[0], "\n"):
		return "is several lines"
	case !strings.Contains(err.Error(), got):
		return "does not name " + got
	}
	return ""
}

// lengths are around every boundary: the line, the bank, the cuts, the blocks.
func lengths(p int) []int {
	team := max(1, p/2)
	return []int{0, 1, 2, 7, 8, 9, 15, 16, 17, buffers.LineWords / team, buffers.LineWords/team + 1, p, 8*p + 1, wideElems / team, wideElems/team + 1, 2 * wideElems / team, 2*wideElems/team + 1, 4 * wideElems / team, 4*wideElems/team + 1, 5000}
}

// kind is what elements are like.
type kind int

const (
	rough   kind = iota // their sum depends on the order of the additions
	near1               // so does their product, and it neither over- nor underflows
	special             // NaN, infinities, zeros of both signs, the largest and smallest
	kinds
)

// pool is a long vector of one kind, of which every rank takes its own piece.
type pool[T Elem] [kinds]func() []T

const poolSize = 65521 // a prime: no boundary divides it

func newPool[T Elem]() (p pool[T]) {
	for k := range kinds {
		p[k] = sync.OnceValue(func() []T {
			rng := rand.New(rand.NewPCG(uint64(k), 7))
			x := make([]T, poolSize)
			for i := range x {
				x[i] = element[T](k, rng)
			}
			return x
		})
	}
	return p
}

var (
	pool64 = newPool[float64]()
	pool32 = newPool[float32]()
	poolI  = newPool[int64]()
	poolI3 = newPool[int32]()
)

// element is one element: of integers every bit is random, since their sums and
// products wrap round in any order alike.
func element[T Elem](k kind, rng *rand.Rand) T {
	var v float64
	switch any(T(0)).(type) {
	case int64:
		return T(int64(rng.Uint64()))
	case int32:
		return T(int32(rng.Uint32()))
	case float32:
		v = specials[rng.IntN(len(specials))]
		if v == math.MaxFloat64 {
			v = math.MaxFloat32
		}
	case float64:
		v = specials[rng.IntN(len(specials))]
	}
	sign := float64(1 - 2*rng.IntN(2))
	switch {
	case k == rough:
		v = sign * math.Ldexp(0.5+rng.Float64(), rng.IntN(40))
	case k == near1:
		v = sign * (0.7 + 0.7*rng.Float64())
	case rng.IntN(40) == 0: // rare, or nothing else would be left of a sum
		v = []float64{math.NaN(), math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}[rng.IntN(5)]
	}
	return T(v)
}

var specials = []float64{0, math.Copysign(0, -1), math.Copysign(0, -1), math.Copysign(0, -1), math.Copysign(0, -1),
	1, -1, math.MaxFloat64, -1e-45, 0x1p-149, 3}

// dataOf are n elements of a rank.
func dataOf[T Elem](k kind, rank, n int) []T {
	var p any
	switch any(T(0)).(type) {
	case float64:
		p = &pool64
	case float32:
		p = &pool32
	case int64:
		p = &poolI
	default:
		p = &poolI3
	}
	from, x := p.(*pool[T])[k](), make([]T, n)
	for i, at := 0, rank*1009%poolSize; i < n; at = 0 {
		i += copy(x[i:], from[at:])
	}
	return x
}

// data is elements whose sum depends on the order of the additions.
func data[T Elem](rank, n int) []T { return dataOf[T](rough, rank, n) }

func reference[T Elem](op Op, a, b T) T {
	x := [1]T{a}
	combine(op, x[:], []T{b})
	return x[0]
}

// combine is acc = acc op x, element by element.
func combine[T Elem](op Op, acc, x []T) {
	x = x[:len(acc)]
	switch op {
	case Sum:
		for i, v := range x {
			acc[i] += v
		}
	case Prod:
		for i, v := range x {
			acc[i] *= v
		}
	case Min:
		for i, v := range x {
			acc[i] = min(acc[i], v)
		}
	case Max:
		for i, v := range x {
			acc[i] = max(acc[i], v)
		}
	}
}

func bitsOf[T Elem](x T) uint64 {
	switch v := any(x).(type) {
	case float64:
		return math.Float64bits(v)
	case float32:
		return uint64(math.Float32bits(v))
	}
	return uint64(int64(x))
}

// differ is the first place where two vectors have different bits, all NaNs
// being one; -1 where there is none.
func differ[T Elem](a, b []T) int {
	for i, v := range a {
		if w := b[i]; v != w && (v == v || w == w) || v == 0 && bitsOf(v) != bitsOf(w) {
			return i
		}
	}
	return -1
}
