package buffers

import (
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/race"
)

func TestRingErrors(t *testing.T) {
	for _, c := range [][2]int{{0, 1}, {3, 1}, {-4, 1}, {4, 0}, {4, -1}, {1, math.MaxInt}} {
		if _, err := NewRing[float64](c[0], c[1]); err == nil {
			t.Errorf("NewRing(%d, %d) succeeded", c[0], c[1])
		}
	}
}

// TestRingModel drives both ends from one goroutine at random, beside a plain
// queue; the counters wrap around on the way.
func TestRingModel(t *testing.T) {
	for _, slots := range []int{1, 2, 4, 8} {
		r, err := NewRing[int64](slots, 3)
		if err != nil {
			t.Fatal(err)
		}
		start := ^uint64(0) - 50
		r.produced, r.seenHead, r.consumed, r.seenTail = start, start, start, start
		r.tail.Store(start)
		r.head.Store(start)
		var queue []int64
		rnd := rand.New(rand.NewPCG(6, uint64(slots)))
		next := int64(0)
		for range 20_000 {
			if rnd.IntN(2) == 0 {
				s, ok := r.Acquire()
				if ok != (len(queue) < slots) {
					t.Fatalf("Acquire says %v with %d of %d slots taken", ok, len(queue), slots)
				}
				if ok {
					s[0], s[1], s[2] = next, next, next
					if rnd.IntN(4) > 0 {
						r.Publish()
						queue = append(queue, next)
						next++
					}
				}
				continue
			}
			s, ok := r.Peek()
			if ok != (len(queue) > 0) {
				t.Fatalf("Peek says %v with %d slots taken", ok, len(queue))
			}
			if ok {
				if len(s) != 3 || s[0] != queue[0] || s[2] != queue[0] {
					t.Fatalf("Peek gives %v, want %d", s, queue[0])
				}
				if rnd.IntN(4) > 0 {
					r.Release()
					queue = queue[1:]
				}
			}
		}
		r.Reset()
		if _, ok := r.Peek(); ok {
			t.Error("a ring that was reset is not empty")
		}
		for i := range int64(2 * slots) { // and serves as when it was new
			for k := range slots {
				s, ok := r.Acquire()
				if !ok {
					t.Fatalf("a ring that was reset is full with %d of %d slots taken", k, slots)
				}
				s[0] = i + int64(k)
				r.Publish()
			}
			if _, ok := r.Acquire(); ok {
				t.Fatalf("a ring that was reset takes more than %d messages", slots)
			}
			for k := range slots {
				if s, ok := r.Peek(); !ok || s[0] != i+int64(k) {
					t.Fatalf("a ring that was reset gives %v, %v, want %d", s, ok, i+int64(k))
				}
				r.Release()
			}
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestRingMisuse(t *testing.T) {
	r, err := NewRing[int64](1, 1)
	if err != nil {
		t.Fatal(err)
	}
	panics := func(name string, f func()) {
		defer func() {
			if recover() == nil {
				t.Errorf("%s did not panic", name)
			}
		}()
		f()
	}
	panics("Release on an empty ring", r.Release)
	r.Acquire()
	r.Publish()
	panics("Publish on a full ring", r.Publish)
}

// TestRingLayout checks that what either side writes is pad bytes or more from what
// the other writes, that its index, which the other reads, is as far from what only
// itself uses, and that nothing of anybody else's is near.
func TestRingLayout(t *testing.T) {
	var r Ring[float64]
	at := []struct {
		name       string
		first, end uintptr
	}{
		{"what both read", unsafe.Offsetof(r.stride), unsafe.Offsetof(r.stride) + unsafe.Sizeof(r.stride)},
		{"the producer's own", unsafe.Offsetof(r.produced), unsafe.Offsetof(r.seenHead) + unsafe.Sizeof(r.seenHead)},
		{"tail", unsafe.Offsetof(r.tail), unsafe.Offsetof(r.tail) + unsafe.Sizeof(r.tail)},
		{"the consumer's own", unsafe.Offsetof(r.consumed), unsafe.Offsetof(r.seenTail) + unsafe.Sizeof(r.seenTail)},
		{"head", unsafe.Offsetof(r.head), unsafe.Offsetof(r.head) + unsafe.Sizeof(r.head)},
		{"what follows", unsafe.Sizeof(r), unsafe.Sizeof(r)},
	}
	for i, next := range at[1:] {
		if before := at[i]; next.first < before.first+pad || next.first < before.end {
			t.Errorf("%s lies at %d … %d, %s from %d on; want %d bytes from one to the other",
				before.name, before.first, before.end, next.name, next.first, pad)
		}
	}
}

// stamp is what element j of message i holds.
func stamp(i, j int) int64 { return int64(i)*1_000_003 + int64(j) }

// stream sends items messages through a ring and checks every element; pause is
// called by both sides before each message.
func stream(t *testing.T, slots, length, items int, pause func(r *rand.Rand)) {
	t.Helper()
	r, err := NewRing[int64](slots, length)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		rnd := rand.New(rand.NewPCG(6, 7))
		for i := range items {
			pause(rnd)
			s, ok := r.Acquire()
			for spin := 0; !ok; spin++ {
				if spin%64 == 63 {
					runtime.Gosched()
				}
				s, ok = r.Acquire()
			}
			for j := range s {
				s[j] = stamp(i, j)
			}
			r.Publish()
		}
	}()
	rnd := rand.New(rand.NewPCG(6, 8))
	bad := 0
	for i := range items {
		pause(rnd)
		s, ok := r.Peek()
		for spin := 0; !ok; spin++ {
			if spin%64 == 63 {
				runtime.Gosched()
			}
			s, ok = r.Peek()
		}
		for j := range s {
			if s[j] != stamp(i, j) {
				if bad++; bad < 10 {
					t.Errorf("message %d, element %d is %d, want %d", i, j, s[j], stamp(i, j))
				}
			}
		}
		r.Release()
	}
	<-done
	if _, ok := r.Peek(); ok {
		t.Error("a message is left over")
	}
}

// items is how many messages the stress tests send: CAYLEYCOLL_LONG=1 sends the
// 10^8 of the full test, in some four minutes here, and fewer to the race detector.
func items() int {
	switch {
	case os.Getenv("CAYLEYCOLL_LONG") != "" && race.Enabled:
		return 10_000_000
	case os.Getenv("CAYLEYCOLL_LONG") != "":
		return 100_000_000
	case testing.Short():
		return 20_000
	case race.Enabled:
		return 200_000
	}
	return 2_000_000
}

func TestRingStream(t *testing.T) {
	n := items()
	t.Run("slots=64/length=1", func(t *testing.T) { stream(t, 64, 1, n, func(*rand.Rand) {}) })
	t.Run("slots=1/length=3", func(t *testing.T) { stream(t, 1, 3, n/10, func(*rand.Rand) {}) })
	t.Run("slots=4/length=100", func(t *testing.T) { stream(t, 4, 100, n/20, func(*rand.Rand) {}) })
}

// TestRingPauses sends fewer items, as each of its pauses takes as long as many of
// them; but all where CAYLEYCOLL_LONG asks for them.
func TestRingPauses(t *testing.T) {
	n := items()
	if os.Getenv("CAYLEYCOLL_LONG") == "" {
		n = min(n/20, 100_000)
	}
	t.Logf("%d items", n)
	stream(t, 8, 5, n, func(r *rand.Rand) {
		switch r.IntN(1000) {
		case 0:
			time.Sleep(time.Duration(r.IntN(50)) * time.Microsecond)
		case 1, 2, 3, 4, 5:
			runtime.Gosched()
		case 6:
			for range r.IntN(5000) {
				spun.Add(1)
			}
		}
	})
}

var spun atomic.Int64

func TestRingNoAllocation(t *testing.T) {
	r, err := NewRing[float64](4, 10)
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(1000, func() {
		s, _ := r.Acquire()
		s[0] = 1
		r.Publish()
		s, _ = r.Peek()
		s[0] = 2
		r.Release()
	}); n != 0 {
		t.Errorf("%v allocations a message, want 0", n)
	}
}
