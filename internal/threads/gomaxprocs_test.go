package threads

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/busy"
)

// TestElbow: machines ask for room where goroutines wait for their turn, for no
// more than some, and give it back; unless the program has chosen another number.
func TestElbow(t *testing.T) {
	before := runtime.GOMAXPROCS(2)
	defer runtime.GOMAXPROCS(before)
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
	before := runtime.GOMAXPROCS(2)
	defer runtime.GOMAXPROCS(before)
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
	before := runtime.GOMAXPROCS(2)
	defer runtime.GOMAXPROCS(before)
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

// want reports whether GOMAXPROCS, and the program's number, are these.
func want(t *testing.T, when string, n, own int) {
	t.Helper()
	if now := runtime.GOMAXPROCS(0); now != n {
		t.Errorf("%s: GOMAXPROCS is %d, want %d", when, now, n)
	}
	if procs := Procs(); procs != own {
		t.Errorf("%s: the program's number is %d, want %d", when, procs, own)
	}
}

// TestOpen: what open machines ask for is not the program's number, stays from Run to Run, and goes
// with the last of them. What Runs ask for stays until none goes on.
func TestOpen(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	Open(0)
	want(t, "one open that asks for nothing", 2, 2)
	Open(2)
	want(t, "one open", 3, 2)
	Reserve(2)
	want(t, "in its Run", 3, 2)
	Unreserve(2)
	Open(4)
	want(t, "two open", 5, 2)
	Reserve(4)
	Reserve(2)
	want(t, "in the Runs of both", 7, 2)
	Unreserve(4)
	Close(4)
	want(t, "one closed in the Run of the other", 7, 2)
	Unreserve(2)
	want(t, "after that Run", 3, 2)

	Open(2)
	Open(6)
	Reserve(2)
	Reserve(2)
	Close(6)
	want(t, "one that asked for more closed in the Runs of two", 7, 2)
	Open(9)
	want(t, "another opened in them", 7, 2)
	Unreserve(2)
	Unreserve(2)
	want(t, "after them", 10, 2)
	for _, hosts := range []int{9, 2, 2} {
		Close(hosts)
	}
	Close(0)
	want(t, "all closed", 2, 2)

	Open(5)
	Open(2)
	Close(5)
	want(t, "the one that asks for less left", 3, 2)
	Close(2)
	want(t, "none left", 2, 2)
}

// TestOpenAtRandom: whatever machines do, those that run have room, and in the end the program has
// its number.
func TestOpenAtRandom(t *testing.T) {
	const own = 4
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(own))
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
		want(t, "all closed", own, own)
	}
}

// TestOpenAndOwnNumber: the program may set its number, and put it back, while machines are open.
func TestOpenAndOwnNumber(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	Open(2)
	runtime.GOMAXPROCS(2)
	Reserve(2)
	want(t, "put back to what it was before, in a Run", 3, 2)
	Unreserve(2)

	raised := runtime.GOMAXPROCS(1)
	want(t, "set to less", 1, 1)
	for range 2 {
		Reserve(2)
		want(t, "set to less, in a Run", 3, 1)
		Unreserve(2)
		want(t, "set to less, after a Run", 1, 1)
	}
	runtime.GOMAXPROCS(raised)
	want(t, "put back", 3, 2)
	Close(2)
	want(t, "put back, closed", 2, 2)

	runtime.GOMAXPROCS(8)
	Open(2)
	runtime.GOMAXPROCS(1)
	Reserve(2)
	want(t, "set to less than what was enough, in a Run", 3, 1)
	Unreserve(2)
	want(t, "set to less than what was enough, after a Run", 1, 1)
	Close(2)
	want(t, "set to less than what was enough, closed", 1, 1)
	runtime.GOMAXPROCS(2)

	Open(2)
	runtime.GOMAXPROCS(4)
	want(t, "set to more", 4, 4)
	Reserve(2)
	want(t, "set to more, in a Run", 4, 4)
	Unreserve(2)
	Open(4)
	want(t, "set to more, another open", 4, 4)
	Close(2)
	Close(4)
	want(t, "set to more, closed", 4, 4)
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
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	Reserve(3)
	if n := runtime.GOMAXPROCS(0); n != 8 {
		t.Errorf("GOMAXPROCS is %d for three hosts, was 8", n)
	}
	Unreserve(3)
	if n := runtime.GOMAXPROCS(0); n != 8 {
		t.Errorf("GOMAXPROCS is %d afterwards, was 8", n)
	}
}
