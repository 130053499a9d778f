package asm

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/cayleycoll/cayleycoll/internal/race"
)

// touching is a call that reads and writes elements off … off+n-1 of so many
// vectors, and nothing else of them.
type touching[T Elem] struct {
	name    string
	vectors int
	n       int
	call    func(v [][]T, off, n int)
}

// touches is every entry point, short and long where that differs.
func touches[T float64 | float32]() []touching[T] {
	fold := func(f func(op Op, dst, src []*T, off, n int)) func(v [][]T, off, n int) {
		return func(v [][]T, off, n int) { p := pointers(v); f(Max, p[:2], p[2:4], off, n) }
	}
	add := func(v [][]T, off, n int) { Add(Sum, v[0][off:off+n], v[1][off:]) }
	plain := func(v [][]T, off, n int) { Copy(v[0][off:off+n], v[1][off:off+n]) }
	return []touching[T]{
		{"Fold", 4, 500, fold(Fold[T])},
		{"FoldNT", 4, 500, fold(FoldNT[T])},
		{"Add", 2, 500, add},
		{"Add of a few", 2, addInline, add},
		{"Neighbor", 4, 500, func(v [][]T, off, n int) {
			p := pointers(v)
			Neighbor(p[0], p[1], p[2:4], 2, 3, off, n)
		}},
		{"Copy", 2, 2 * stringFrom, plain},
		{"Copy of a few", 2, 50, plain},
		{"CopyNT", 2, 500, func(v [][]T, off, n int) { CopyNT(v[0][off:off+n], v[1][off:off+n]) }},
	}
}

// racer is the environment variable that has TestRaceIsSeen run a race instead: the
// type, the call, the vector that somebody else writes to meanwhile, and the element.
const racer = "CAYLEYCOLL_TEST_RACE"

// collide has two goroutines make the call and write to elements of some vectors, neither of
// which waits for what the other does. Both have begun before: the detector may give the
// number of a goroutine that has ended to the next, and then takes the two for one.
func collide[T float64 | float32](c touching[T], off int, at func(v [][]T)) {
	// On cache lines: FoldNT goes past the caches only to vectors that lie alike.
	v := newYard[T](rand.New(rand.NewPCG(6, 10)), 4, off+c.n).slots
	var begun, both sync.WaitGroup
	begun.Add(2)
	do := func(f func()) {
		both.Go(func() {
			begun.Done()
			begun.Wait()
			f()
		})
	}
	do(func() { c.call(v, off, c.n) })
	do(func() { at(v) })
	both.Wait()
}

func raceAs[T float64 | float32](name string, vector int, where string) {
	const off = 5
	for _, c := range touches[T]() {
		switch {
		case name == "beside":
			collide(c, off, func(v [][]T) {
				for _, x := range v {
					x[off-1], x[off+c.n] = 1, 1
				}
			})
		case name == c.name && where == "read":
			collide(c, off, func(v [][]T) { read = float64(v[vector][off+c.n/2]) })
		case name == c.name:
			i := map[string]int{"first": off, "middle": off + c.n/2, "late": off + c.n*7/8, "last": off + c.n - 1}[where]
			collide(c, off, func(v [][]T) { v[vector][i] = 1 })
		}
	}
}

var read float64 // lest what reads be no code

// TestRaceIsSeen has the race detector find every entry point that touches what
// another goroutine writes, at both ends of every vector and within, or writes what another reads: the
// assembly that it does not see must have been announced to it. Of what lies beside it, and of two
// that read, it reports nothing.
func TestRaceIsSeen(t *testing.T) {
	if what := strings.Split(os.Getenv(racer), "/"); len(what) == 4 {
		vector := int(what[2][0] - '0')
		if what[0] == "float64" {
			raceAs[float64](what[1], vector, what[3])
		} else {
			raceAs[float32](what[1], vector, what[3])
		}
		return
	}
	if !race.Enabled {
		t.Skip("the race detector is not built in: go test -race")
	}
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	child := func(what string) (int, string) {
		cmd := exec.Command(self, "-test.run=^TestRaceIsSeen$")
		cmd.Env = append(os.Environ(), racer+"="+what, env+"="+Variants()[0], "GORACE=halt_on_error=1 exitcode=66 atexit_sleep_ms=0")
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil {
			t.Errorf("cannot run %s: %v", self, err)
			return 0, ""
		}
		return cmd.ProcessState.ExitCode(), string(out)
	}
	for _, kind := range []string{"float64", "float32"} {
		if code, out := child(kind + "/beside/0/first"); code != 0 {
			t.Errorf("%s beside what is touched: exit code %d, want 0:\n%s", kind, code, out)
		}
	}
	var all sync.WaitGroup
	atOnce := make(chan bool, 2)
	for _, c := range touches[float64]() {
		for vector := range c.vectors {
			want := 0 // of who reads what is only read
			if vector == 0 || vector == 1 && strings.HasPrefix(c.name, "Fold") {
				want = 66
			}
			if code, out := child(fmt.Sprintf("float64/%s/%d/read", c.name, vector)); code != want {
				t.Errorf("%s beside who reads its vector %d: exit code %d, want %d:\n%s", c.name, vector, code, want, out)
			}
			for _, what := range []string{"float64/%s/%d/first", "float64/%s/%d/middle", "float64/%s/%d/late", "float32/%s/%d/last"} {
				what = fmt.Sprintf(what, c.name, vector)
				atOnce <- true
				all.Go(func() {
					if code, out := child(what); code != 66 || !strings.Contains(out, "DATA RACE") {
						t.Errorf("race %s: exit code %d, want 66:\n%s", what, code, out)
					}
					<-atOnce
				})
			}
		}
	}
	all.Wait()
}
