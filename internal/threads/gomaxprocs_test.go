package threads

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/busy"
)

// maxProcs sets GOMAXPROCS for the test, which is skipped where it cannot be set: wasm has one thread.
func maxProcs(t *testing.T, n int) {
	t.Helper()
	before := runtime.GOMAXPROCS(n)
	t.Cleanup(func() { set(before) })
	if runtime.GOMAXPROCS(0) != n {
		t.Skipf("GOMAXPROCS cannot be %d here", n)
	}
}

// TestElbow: machines ask for room where goroutines wait for their turn, for no
// more than some, and give it back; unless the program has chosen another number.
func TestElbow(t *testing.T) {
	maxProcs(t, 2)
	defer busy.Goroutines(30)()
	for _, own := range []int{0, 3 + 4*runtime.NumCPU()} { // more than any machine asks for
		Reserve(1)
		for since := time.Now(); runtime.GOMAXPROCS(0) < 4 && time.Since(since) < 10*time.Second; time.Sleep(time.Millisecond) {
			Elbow()
		}
		if n, most := runtime.GOMAXPROCS(0), 2+4*runtime.NumCPU(); n < 4 || n > most {
			t.Errorf("with 30 busy goroutines GOMAXPROCS is %d, want 4 to %d", n, most)
		}
		want := 2
		if own > 0 {
			want = own
			runtime.GOMAXPROCS(own)
		}
		Unreserve(1)
		if n := runtime.GOMAXPROCS(0); n != want {
			t.Errorf("GOMAXPROCS is %d afterwards, want %d", n, want)
		}
	}
}

// TestProgramsOwnNumber: what the program sets within a Run stays, also where machines ask
// for room.
func TestProgramsOwnNumber(t *testing.T) {
	maxProcs(t, 2)
	defer busy.Goroutines(30)()
	Reserve(2)
	runtime.GOMAXPROCS(1)
	for since := time.Now(); time.Since(since) < 50*time.Millisecond; time.Sleep(time.Millisecond) {
		Elbow()
	}
	Unreserve(2)
	if n := runtime.GOMAXPROCS(0); n != 1 {
		t.Errorf("GOMAXPROCS is %d afterwards, and the program has set 1", n)
	}
}

// TestElbowUnderTest: who measures allocations within a Run sets GOMAXPROCS and puts it
// back, to what a machine had raised it to, even if others have raised it since.
func TestElbowUnderTest(t *testing.T) {
	maxProcs(t, 2)
	for _, meanwhile := range []int{1, 0} {
		Reserve(2)
		raised := runtime.GOMAXPROCS(meanwhile)
		Reserve(3)
		runtime.GOMAXPROCS(raised)
		Unreserve(3)
		Unreserve(2)
		if n := runtime.GOMAXPROCS(0); n != 2 {
			t.Errorf("GOMAXPROCS is %d after %d, want 2", n, meanwhile)
		}
	}
}

// set is what the program does.
func set(n int) { runtime.GOMAXPROCS(n) }

// step is what a machine or the program does, and what GOMAXPROCS and the program's number are then.
type step struct {
	when   string
	do     func(int)
	with   int // hosts, or the number that is set
	n, own int
}

// follow goes through steps, GOMAXPROCS being 2.
func follow(t *testing.T, steps []step) {
	t.Helper()
	maxProcs(t, 2)
	for _, s := range steps {
		s.do(s.with)
		if n, own := runtime.GOMAXPROCS(0), Procs(); n != s.n || own != s.own {
			t.Errorf("%s: GOMAXPROCS is %d, the program's number %d; want %d, %d", s.when, n, own, s.n, s.own)
		}
	}
}

// TestOpen: what open machines ask for is not the program's number, stays from Run to Run, and goes
// with the last of them. What Runs ask for stays until none goes on.
func TestOpen(t *testing.T) {
	follow(t, []step{
		{"one open that asks for nothing", Open, 0, 2, 2},
		{"one open", Open, 2, 3, 2},
		{"in its Run", Reserve, 2, 3, 2},
		{"after its Run", Unreserve, 2, 3, 2},
		{"two open", Open, 4, 5, 2},
		{"one runs", Reserve, 4, 5, 2},
		{"both run", Reserve, 2, 7, 2},
		{"one still runs", Unreserve, 4, 7, 2},
		{"the other closed", Close, 4, 7, 2},
		{"none runs", Unreserve, 2, 3, 2},

		{"another of two hosts", Open, 2, 3, 2},
		{"one of six", Open, 6, 7, 2},
		{"the first runs", Reserve, 2, 7, 2},
		{"the second runs", Reserve, 2, 7, 2},
		{"that of six closed meanwhile", Close, 6, 7, 2},
		{"one of nine opened meanwhile", Open, 9, 7, 2},
		{"one of two still runs", Unreserve, 2, 7, 2},
		{"neither runs", Unreserve, 2, 10, 2},
		{"that of nine closed", Close, 9, 3, 2},
		{"the first closed", Close, 2, 3, 2},
		{"the second closed", Close, 2, 2, 2},
		{"the one that asked for nothing closed", Close, 0, 2, 2},

		{"one of five", Open, 5, 6, 2},
		{"one that asks for less", Open, 2, 6, 2},
		{"that one left", Close, 5, 3, 2},
		{"none left", Close, 2, 2, 2},
	})
}

// TestOpenAtRandom: whatever machines do, those that run have room, and in the end the program has
// its number.
func TestOpenAtRandom(t *testing.T) {
	const own = 4
	maxProcs(t, own)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var idle, running []int
		hosts := 0
		for step := 0; step < 30 || len(idle)+len(running) > 0; step++ {
			switch k := rng.IntN(4); {
			case k == 0 && step < 30:
				idle = append(idle, 1+rng.IntN(9))
				Open(idle[len(idle)-1])
			case k == 1 && len(idle) > 0:
				Close(idle[0])
				idle = idle[1:]
			case k == 2 && len(idle) > 0 && step < 30:
				hosts += idle[0]
				Reserve(idle[0])
				idle, running = idle[1:], append(running, idle[0])
			case k == 3 && len(running) > 0:
				hosts -= running[0]
				Unreserve(running[0])
				idle, running = append(idle, running[0]), running[1:]
			}
			if n := runtime.GOMAXPROCS(0); hosts > 0 && n <= hosts || Procs() != own {
				t.Fatalf("GOMAXPROCS is %d with %d hosts, the program's number %d", n, hosts, Procs())
			}
		}
		if n := runtime.GOMAXPROCS(0); n != own {
			t.Fatalf("GOMAXPROCS is %d when all are closed, want %d", n, own)
		}
	}
}

// TestOpenAndOwnNumber: the program may set its number, and put it back, while machines are open.
func TestOpenAndOwnNumber(t *testing.T) {
	follow(t, []step{
		{"open", Open, 2, 3, 2},
		{"put back to what it was before", set, 2, 2, 2},
		{"then in a Run", Reserve, 2, 3, 2},
		{"and after it", Unreserve, 2, 3, 2},
		{"set to less", set, 1, 1, 1},
		{"then in a Run", Reserve, 2, 3, 1},
		{"and after it", Unreserve, 2, 1, 1},
		{"in a second Run", Reserve, 2, 3, 1},
		{"and after it", Unreserve, 2, 1, 1},
		{"put back to what it was raised to", set, 3, 3, 2},
		{"then closed", Close, 2, 2, 2},

		{"set to enough", set, 8, 8, 8},
		{"then open", Open, 2, 8, 8},
		{"set to less than enough", set, 1, 1, 1},
		{"then in a Run", Reserve, 2, 3, 1},
		{"and after it", Unreserve, 2, 1, 1},
		{"then closed", Close, 2, 1, 1},

		{"set again", set, 2, 2, 2},
		{"then open", Open, 2, 3, 2},
		{"set to more", set, 4, 4, 4},
		{"then in a Run", Reserve, 2, 4, 4},
		{"and after it", Unreserve, 2, 4, 4},
		{"another open that asks for more", Open, 4, 4, 4},
		{"one closed", Close, 2, 4, 4},
		{"both closed", Close, 4, 4, 4},
	})
}

// TestWithinQuota: fewer processors than cores are those next to where the process is.
func TestWithinQuota(t *testing.T) {
	cores := []int{2, 3, 5, 7}
	for _, c := range []struct {
		present, n int
		want       []int
	}{{5, 4, cores}, {5, 9, cores}, {5, 2, []int{5, 7}}, {7, 2, []int{2, 7}}, {7, 3, []int{2, 3, 7}}, {-1, 1, []int{2}}, {4, 2, []int{2, 3}}} {
		if got := Within(cores, c.present, c.n); !slices.Equal(got, c.want) {
			t.Errorf("%d of %v at %d: %v, want %v", c.n, cores, c.present, got, c.want)
		}
	}
}

// TestEnoughIsEnough: a machine that has as many threads as it asks for changes nothing.
func TestEnoughIsEnough(t *testing.T) {
	maxProcs(t, 8)
	Reserve(3)
	if n := runtime.GOMAXPROCS(0); n != 8 {
		t.Errorf("GOMAXPROCS is %d for three hosts, was 8", n)
	}
	Unreserve(3)
	if n := runtime.GOMAXPROCS(0); n != 8 {
		t.Errorf("GOMAXPROCS is %d afterwards, was 8", n)
	}
}
