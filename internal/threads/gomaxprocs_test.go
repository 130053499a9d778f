package threads

import (
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

// TestRoomy: what open machines of several processes ask for is not the program's number,
// stays from Run to Run and beyond what a Run asks for, and goes with the last of them.
func TestRoomy(t *testing.T) {
	before := runtime.GOMAXPROCS(2)
	defer runtime.GOMAXPROCS(before)
	want := func(when string, n int) {
		t.Helper()
		if now := runtime.GOMAXPROCS(0); now != n {
			t.Errorf("%s: GOMAXPROCS is %d, want %d", when, now, n)
		}
		if procs := Procs(); procs != 2 {
			t.Errorf("%s: the program's number is %d, want 2", when, procs)
		}
	}
	OpenRoomy(2)
	want("one open", 3)
	OpenRoomy(4)
	want("two open", 5)
	Reserve(6)
	want("in a Run", 7)
	Unreserve(6)
	want("after the Run", 5)
	CloseRoomy(4)
	want("one closed", 3)
	Reserve(2)
	CloseRoomy(2)
	want("the other closed within a Run", 3)
	Unreserve(2)
	want("all closed", 2)

	OpenRoomy(2)
	runtime.GOMAXPROCS(4)
	if n := Procs(); n != 4 {
		t.Errorf("the program has set 4 meanwhile, and %d is taken for its number", n)
	}
	CloseRoomy(2)
	if n := runtime.GOMAXPROCS(0); n != 4 {
		t.Errorf("GOMAXPROCS is %d afterwards, and the program has set 4", n)
	}
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

// TestRoomyAfterProgramsNumber: a machine of several processes that closes leaves a number that
// the program has set since, though another one is open.
func TestRoomyAfterProgramsNumber(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	OpenRoomy(2)
	OpenRoomy(4)
	runtime.GOMAXPROCS(9)
	for _, own := range []int{4, 2} {
		CloseRoomy(own)
		if n := runtime.GOMAXPROCS(0); n != 9 {
			t.Errorf("GOMAXPROCS is %d after that of %d is closed, and the program has set 9", n, own)
		}
	}
}
