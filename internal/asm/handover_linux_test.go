//go:build linux && amd64 && !purego

package asm

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// BenchmarkHandOver is two cores that give each other so many bytes, over and over: each copies
// them to a bank of its own, says so, and copies the other's. A ratio below 1 says that it takes
// less time to hand them over.
func BenchmarkHandOver(b *testing.B) {
	if !handsOver {
		b.Skip("the processor has no CLDEMOTE")
	}
	var all, first unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil {
		b.Skip(err)
	}
	if all.Count() < 2 {
		b.Skip("one core")
	}
	for c := 0; first.Count() == 0; c++ {
		if all.IsSet(c) {
			first.Set(c)
		}
	}
	for _, n := range []int{48, 128, 512, 1024, 4096, 16384} {
		b.Run(fmt.Sprintf("bytes=%d", n), func(b *testing.B) {
			g := newGiving(n)
			pin(b) // to the last
			done := make(chan struct{})
			go func() {
				defer close(done)
				runtime.LockOSThread() // and not unlocked: the thread ends, pinned
				if err := unix.SchedSetaffinity(0, &first); err != nil {
					b.Error(err)
				}
				for seq := uint64(1); g.round(1, seq); seq++ {
				}
			}()
			seq := uint64(0)
			turn := func(hands bool) func() {
				return func() {
					g.hands.Store(hands)
					for range 100 {
						seq++
						g.round(0, seq)
					}
				}
			}
			t := inTurn(101, 10, turn(true), turn(false))
			g.stop.Store(true)
			<-done
			b.ReportMetric(t[0]/100, "ns/op")
			b.ReportMetric(t[0]/t[1], "handed/kept")
		})
	}
}

// giving is what the two share. A flag is the first number of its lines.
type giving struct {
	flags       [2]*[16]atomic.Uint64
	banks       [2][][]float64
	src, dst    [][]float64
	hands, stop atomic.Bool
}

func newGiving(bytes int) *giving {
	n := bytes / 8
	g := &giving{src: aligned(2, n), dst: aligned(2, n)}
	for i := range 2 {
		g.flags[i], g.banks[i] = new([16]atomic.Uint64), aligned(2, n)
	}
	return g
}

// round is one exchange, by either; false if it ends.
func (g *giving) round(me int, seq uint64) bool {
	bank, flag := g.banks[me][seq%2], &g.flags[me][0]
	copy(bank, g.src[me])
	flag.Store(seq)
	if g.hands.Load() {
		HandOver(unsafe.Pointer(&bank[0]), 8*len(bank))
		HandOver(unsafe.Pointer(flag), 8)
		Rest()
	}
	for g.flags[1-me][0].Load() < seq {
		if g.stop.Load() {
			return false
		}
		Pause()
	}
	copy(g.dst[me], g.banks[1-me][seq%2])
	return true
}
