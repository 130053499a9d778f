package buffers

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// pinned runs f(0) and f(1) at the same time on two processors of their own and
// returns how long the later one took. The threads spin, so the collector gets a
// processor more than they have.
func pinned(b *testing.B, f func(side int)) time.Duration {
	b.Helper()
	var all unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		b.Skip(err)
	}
	var cpus []int
	for c := range 1024 {
		if all.IsSet(c) {
			cpus = append(cpus, c)
		}
	}
	if len(cpus) < 2 {
		b.Skip("needs two processors")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(len(cpus) + 1))
	var ready atomic.Int32
	var ends [2]time.Time
	var start time.Time
	done := make(chan error, 2)
	for side := range 2 {
		go func() {
			runtime.LockOSThread() // never unlocked: the pinned thread ends with us
			var one unix.CPUSet
			one.Set(cpus[side])
			if err := unix.SchedSetaffinity(0, &one); err != nil {
				ready.Add(1)
				done <- err
				return
			}
			ready.Add(1)
			for ready.Load() < 2 {
			}
			if side == 0 {
				start = time.Now()
			}
			f(side)
			ends[side] = time.Now()
			done <- nil
		}()
	}
	for range 2 {
		if err := <-done; err != nil {
			b.Skip(err)
		}
	}
	if ends[1].After(ends[0]) {
		return ends[1].Sub(start)
	}
	return ends[0].Sub(start)
}

// roundTrip is the time of two transfers of a cache line, there and back.
func roundTrip(b *testing.B) float64 {
	const rounds = 50_000
	var mine, theirs struct {
		_ [pad]byte
		n atomic.Uint64
		_ [pad]byte
	}
	d := pinned(b, func(side int) {
		for i := uint64(1); i <= rounds; i++ {
			if side == 0 {
				mine.n.Store(i)
				for theirs.n.Load() != i {
				}
			} else {
				for mine.n.Load() != i {
				}
				theirs.n.Store(i)
			}
		}
	})
	return float64(d.Nanoseconds()) / rounds
}

// BenchmarkRingItem streams items of one element; ns/op is the price of one, and
// roundtrip-ns that of a cache line there and back in the same run.
func BenchmarkRingItem(b *testing.B) {
	const items = 2_000_000
	ring := func() float64 {
		r, err := NewRing[int64](1024, 1)
		if err != nil {
			b.Fatal(err)
		}
		d := pinned(b, func(side int) {
			if side == 0 {
				for i := range items {
					s, ok := r.Acquire()
					for !ok {
						s, ok = r.Acquire()
					}
					s[0] = int64(i)
					r.Publish()
				}
				return
			}
			for i := range items {
				s, ok := r.Peek()
				for !ok {
					s, ok = r.Peek()
				}
				if s[0] != int64(i) {
					b.Errorf("item %d is %d", i, s[0])
					return
				}
				r.Release()
			}
		})
		return float64(d.Nanoseconds()) / items
	}
	item, trip := math.Inf(1), math.Inf(1)
	for range 5 {
		item, trip = min(item, ring()), min(trip, roundTrip(b))
	}
	b.ReportMetric(item, "ns/op")
	b.ReportMetric(trip, "roundtrip-ns")
}

// BenchmarkLineExchange is two processors that exchange words over two lines,
// beside the round trip of a cache line in the same run: medians of interleaved
// passes. used=2 leaves out the messages of half the banks, as if a line had two; first=true
// looks at the first bank of both lines besides, as Go does before the address of a field of a *LineRoom.
func BenchmarkLineExchange(b *testing.B) {
	const passes = 21
	kinds := []struct {
		words, used uint64
		first       bool
	}{{1, 2, false}, {1, LineBanks, false}, {1, LineBanks, true}, {8, 2, false}, {8, LineBanks, false}, {8, LineBanks, true}, {LineWords, LineBanks, false}}
	times, trips := make([][]float64, len(kinds)), make([]float64, passes)
	for pass := range passes {
		for i, k := range kinds {
			times[i] = append(times[i], lineExchange(b, k.words, k.used, k.first))
		}
		trips[pass] = roundTrip(b)
	}
	for i, k := range kinds {
		b.Run(fmt.Sprintf("words=%d/used=%d/first=%v", k.words, k.used, k.first), func(b *testing.B) {
			b.ReportMetric(median(times[i]), "ns/op")
			b.ReportMetric(median(times[i])/median(trips), "ours/roundtrip")
		})
	}
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}

func lineExchange(b *testing.B, words, used uint64, first bool) float64 {
	const rounds = 50_000
	lines := [2]*Line{newLine(), newLine()}
	d := pinned(b, func(side int) {
		mine, theirs := lines[side], lines[1-side]
		for i := uint64(1); i <= rounds; i++ {
			seq := i/used*LineBanks + i%used
			if first {
				_, _ = mine.Flag(0).Load(), theirs.Flag(0).Load()
			}
			for j := range Payload[float64](mine, seq, int(words)) {
				Payload[float64](mine, seq, int(words))[j] = float64(i)
			}
			mine.Publish(seq, 0, words)
			_, _, ok := theirs.Peek(seq)
			for !ok {
				_, _, ok = theirs.Peek(seq)
			}
			for _, got := range Payload[float64](theirs, seq, int(words)) {
				if got != float64(i) {
					b.Errorf("message %d has %v", i, got)
					return
				}
			}
		}
	})
	return float64(d.Nanoseconds()) / rounds
}

// BenchmarkRingStream copies segments of 64 KiB into slots on one processor and
// out of them on another. bare is what one would write by hand without the ring:
// the same copies by way of two buffers with a flag each, on lines of their own.
// free is the same copies with nothing to hand them over.
func BenchmarkRingStream(b *testing.B) {
	const length, segments = 8192, 4000
	for _, slots := range []int{2, 4, 8} {
		b.Run(fmt.Sprintf("slots=%d/bytes=%d", slots, 8*length), func(b *testing.B) {
			source, err := NewSlab[float64](2, length)
			if err != nil {
				b.Fatal(err)
			}
			r, err := NewRing[float64](slots, length)
			if err != nil {
				b.Fatal(err)
			}
			from, to := source.Vector(0), source.Vector(1)
			a, c, d := math.Inf(1), math.Inf(1), math.Inf(1)
			for range 7 {
				r.Reset()
				a = min(a, ringStream(b, r, from, to, segments))
				c = min(c, bareStream(b, r.slot(0), r.slot(1), from, to, segments))
				d = min(d, freeStream(b, r, from, to, segments))
			}
			b.ReportMetric(a/segments, "ns/op")
			b.ReportMetric(8*length*segments/a, "GB/s")
			b.ReportMetric(8*length*segments/c, "bare-GB/s")
			b.ReportMetric(c/a, "ours/bare")
			b.ReportMetric(8*length*segments/d, "free-GB/s")
			b.ReportMetric(d/a, "ours/free")
		})
	}
}

func ringStream(b *testing.B, r *Ring[float64], from, to []float64, segments int) float64 {
	return float64(pinned(b, func(side int) {
		for range segments {
			if side == 0 {
				s, ok := r.Acquire()
				for !ok {
					s, ok = r.Acquire()
				}
				copy(s, from)
				r.Publish()
				continue
			}
			s, ok := r.Peek()
			for !ok {
				s, ok = r.Peek()
			}
			copy(to, s)
			r.Release()
		}
	}).Nanoseconds())
}

// bareStream hands two buffers over by a flag each: 1 is full, 0 is empty.
func bareStream(b *testing.B, even, odd, from, to []float64, segments int) float64 {
	var full [2]struct {
		atomic.Uint32
		_ [pad - 4]byte
	}
	buffer := [2][]float64{even, odd}
	return float64(pinned(b, func(side int) {
		for i := range segments {
			f, at := &full[i&1], buffer[i&1]
			if side == 0 {
				for f.Load() != 0 {
				}
				copy(at, from)
				f.Store(1)
				continue
			}
			for f.Load() != 1 {
			}
			copy(to, at)
			f.Store(0)
		}
	}).Nanoseconds())
}

func freeStream(b *testing.B, r *Ring[float64], from, to []float64, segments int) float64 {
	return float64(pinned(b, func(side int) {
		for i := range uint64(segments) {
			if side == 0 {
				copy(r.slot(i), from)
			} else {
				copy(to, r.slot(i))
			}
		}
	}).Nanoseconds())
}
