package buffers

import (
	"math"
	"runtime"
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
	const rounds = 200_000
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

// BenchmarkLineExchange is two processors that exchange 8 bytes over two lines.
func BenchmarkLineExchange(b *testing.B) {
	const rounds = 500_000
	exchange := func() float64 {
		lines := [2]*Line{new(Line), new(Line)}
		d := pinned(b, func(side int) {
			mine, theirs := lines[side], lines[1-side]
			for seq := uint64(1); seq <= rounds; seq++ {
				Payload[float64](mine, seq)[0] = float64(seq)
				mine.Publish(seq, 0, 1)
				_, _, ok := theirs.Peek(seq)
				for !ok {
					_, _, ok = theirs.Peek(seq)
				}
				if got := Payload[float64](theirs, seq)[0]; got != float64(seq) {
					b.Errorf("message %d is %v", seq, got)
					return
				}
			}
		})
		return float64(d.Nanoseconds()) / rounds
	}
	one, trip := math.Inf(1), math.Inf(1)
	for range 5 {
		one, trip = min(one, exchange()), min(trip, roundTrip(b))
	}
	b.ReportMetric(one, "ns/op")
	b.ReportMetric(trip, "roundtrip-ns")
}

// BenchmarkRingStream copies segments of 64 KiB into slots on one processor and
// out of them on another. The ratio is to the same copies into and out of the
// same slots with no ring between them.
func BenchmarkRingStream(b *testing.B) {
	const slots, length, segments = 4, 8192, 4000
	source, err := NewSlab[float64](2, length)
	if err != nil {
		b.Fatal(err)
	}
	r, err := NewRing[float64](slots, length)
	if err != nil {
		b.Fatal(err)
	}
	from, to := source.Vector(0), source.Vector(1)
	ring := func() float64 {
		r.Reset()
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
	free := func() float64 {
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
	a, c := math.Inf(1), math.Inf(1)
	for range 5 {
		a, c = min(a, ring()), min(c, free())
	}
	b.ReportMetric(a/segments, "ns/op")
	b.ReportMetric(8*length*segments/a, "GB/s")
	b.ReportMetric(8*length*segments/c, "free-GB/s")
	b.ReportMetric(c/a, "ours/free")
}
