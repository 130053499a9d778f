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
	if runtime.NumCPU() < 2 {
		b.Skip("one core")
	}
	for _, n := range []int{48, 128, 512, 1024, 4096, 16384} {
		b.Run(fmt.Sprintf("bytes=%d", n), func(b *testing.B) {
			g := newGiving(n)
			done := make(chan struct{})
			go func() {
				defer close(done)
				runtime.LockOSThread() // and not unlocked: the thread ends, pinned
				var one unix.CPUSet
				one.Set(0)
				if err := unix.SchedSetaffinity(0, &one); err != nil {
					b.Error(err)
				}
				for seq := uint64(1); g.round(1, seq); seq++ {
				}
			}()
			pin(b)
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

// giving is what the two share.
type giving struct {
	n           int
	flags       [2]*[16]atomic.Uint64 // of either, the first
	banks       [2][2][]byte
	src, dst    [2][]byte
	hands, stop atomic.Bool
}

func newGiving(n int) *giving {
	g := &giving{n: n}
	for i := range 2 {
		g.flags[i] = new([16]atomic.Uint64)
		for _, v := range []*[]byte{&g.banks[i][0], &g.banks[i][1], &g.src[i], &g.dst[i]} {
			*v = make([]byte, n+128)
			for uintptr(unsafe.Pointer(&(*v)[0]))%64 != 0 {
				*v = (*v)[1:]
			}
			*v = (*v)[:n]
		}
	}
	return g
}

// round is one exchange, by either; false if it ends.
func (g *giving) round(me int, seq uint64) bool {
	bank, flag := g.banks[me][seq%2], &g.flags[me][0]
	copy(bank, g.src[me])
	flag.Store(seq)
	if g.hands.Load() {
		HandOver(unsafe.Pointer(&bank[0]), g.n)
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
