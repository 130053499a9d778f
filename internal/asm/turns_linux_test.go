package asm

import (
	"fmt"
	"slices"
	"testing"
	"time"
	"unsafe"
)

// inTurn measures each of f turns times, one after the other, and returns the medians in
// nanoseconds a call. Calls of one turn follow each other, and the first is not counted: it
// finds in the caches what the one before f left there.
func inTurn(turns, calls int, f ...func()) []float64 {
	took := make([][]float64, len(f))
	for range turns {
		for i, f := range f {
			f()
			start := time.Now()
			for range calls {
				f()
			}
			took[i] = append(took[i], float64(time.Since(start).Nanoseconds())/float64(calls))
		}
	}
	medians := make([]float64, len(f))
	for i, t := range took {
		slices.Sort(t)
		medians[i] = t[turns/2]
	}
	return medians
}

// BenchmarkSmallAdd is the price of a call, and by how much the plain loop is ahead.
func BenchmarkSmallAdd(b *testing.B) {
	pin(b)
	for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 24, 32, 64} {
		v := aligned(2, n)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			eachBenchVariant(b, func(b *testing.B) {
				t := inTurn(101, 2000, func() { Add(Sum, v[0], v[1]) }, func() { plainAdd(v[0], v[1]) })
				b.ReportMetric(t[0], "ns/op")
				b.ReportMetric(t[0]-t[1], "behind-ns")
			})
		})
	}
}

// BenchmarkCopies is sums of k vectors to k others, past the caches where they lie in
// memory, against as many copies one after another: by a loop over vectors (with the same
// sort of stores), by Go's copy, and by the string instruction. Where the latter is fast,
// it writes lines without fetching them, as no loop can, and Go's copy uses it up to a
// mebibyte. A ratio above 1 says that the sum is faster.
func BenchmarkCopies(b *testing.B) {
	pin(b)
	for _, s := range sizes {
		for _, k := range []int{2, 4, 8, 64, 256} {
			n := max(8, s.bytes/8/(2*k)&^7)
			b.Run(fmt.Sprintf("level=%s/k=%d/n=%d", s.name, k, n), func(b *testing.B) {
				v := mapped(b, 2*k, n)
				dst, src := pointers(v[:k]), pointers(v[k:])
				fold, turns := Fold[float64], 41
				if s.name == "mem" {
					fold, turns = FoldNT[float64], 9
				}
				each := func(copy func(i int)) func() {
					return func() {
						for i := range k {
							copy(i)
						}
					}
				}
				ways := []func(){
					func() { fold(Sum, dst, src, 0, n) },
					each(func(i int) { fold(Sum, dst[i:i+1], src[i:i+1], 0, n) }),
					each(func(i int) { copy(v[i], v[k+i]) }),
				}
				names := []string{"", "loop/ours", "go/ours", "string/ours"}
				if hasRuns {
					ways = append(ways, each(func(i int) { copyRun(unsafe.Pointer(dst[i]), unsafe.Pointer(src[i]), 8*n) }))
				}
				t := inTurn(turns, max(1, 1<<22/s.bytes), ways...)
				b.ReportMetric(t[0], "ns/op")
				b.ReportMetric(float64(16*n*k)/t[0], "GB/s")
				for i := range ways[1:] {
					b.ReportMetric(t[1+i]/t[0], names[1+i])
				}
			})
		}
	}
}

// BenchmarkGroups is sums of k vectors to as many, and to two, in the second cache, by large
// groups (see groups) in turn with small ones.
func BenchmarkGroups(b *testing.B) {
	for _, k := range []int{16, 32, 64, 128, 256} {
		for _, to := range []int{2, k} {
			b.Run(fmt.Sprintf("k=%d/to=%d", k, to), func(b *testing.B) {
				n := min(tile, secondCache*3/5/8/(k+to)) &^ 7
				v := aligned(k+to, n)
				dst, src := pointers(v[:to]), pointers(v[to:])
				fold := func(sources, stores int) func() {
					return func() { foldGroups(Sum, dst, src, 0, n, sources, stores, false) }
				}
				t := inTurn(101, 20, fold(nearGroup, nearStores), fold(srcGroup, dstGroup))
				b.ReportMetric(t[0], "ns/op")
				b.ReportMetric(t[0]/t[1], "large/small")
			})
		}
	}
}

// BenchmarkFollows is one pass over k vectors, past the caches where these are in memory, in turn with
// tiles and, if there may be, a relay; crowded: all begin at one line of their pages.
func BenchmarkFollows(b *testing.B) {
	pin(b)
	for _, to := range []string{"place", "one", "two", "many"} {
		for _, k := range []int{4, 7, 8, 9, 12, 16, 32, 64, 256} {
			for _, kib := range []int{128, 768, 6 << 10, 96 << 10} {
				for _, crowded := range []bool{false, true} {
					count := map[string]int{"place": k, "one": k + 1, "two": k + 2, "many": 2 * k}[to]
					n := kib << 7 / count &^ 63
					past := kib > 32<<10 && to != "place"
					if n < tileFrom {
						continue
					}
					b.Run(fmt.Sprintf("to=%s/k=%d/KiB=%d/crowded=%t", to, k, kib, crowded), func(b *testing.B) {
						room := (8*n + 4095) / 4096 * 4096
						if !crowded {
							room += 17 * 64
						}
						v := pointers(spaced(b, count, n, room))
						dst, src := v[k:], v[:k]
						if to == "place" {
							dst = src
						}
						pass, how := foldLong[float64], relayFar
						if past {
							pass, how = foldLongNT[float64], relayAhead
						}
						ways := []func(){func() { pass(Sum, dst, src, 0, n) }, func() { foldTiled(Sum, dst, src, 0, n, past) }}
						if n >= relayLeast && len(dst) >= relayGroup && (k >= aheadGroup || !past) {
							ways = append(ways, func() { relay(how, dst, src, 0, n) })
						}
						turns := 41
						if kib > 32<<10 {
							turns = 7
						}
						t := inTurn(turns, max(1, 2048/kib), ways...)
						b.ReportMetric(t[0], "ns/op")
						for i, name := range []string{"tiles/pass", "relay/pass"}[:len(t)-1] {
							b.ReportMetric(t[1+i]/t[0], name)
						}
					})
				}
			}
		}
	}
}

// BenchmarkRelays is sums of k vectors to as many in memory, past the caches, by the relays that ask
// for lines in turn with the one that does not, and with tiles; and in place, there and where the third
// cache holds them, in turn with what does not ask.
func BenchmarkRelays(b *testing.B) {
	if relayTile == 0 {
		b.Skip("this build has no relay")
	}
	pin(b)
	for _, k := range []int{16, 20, 32, 64, 128, 256} {
		n := 16 << 20 / k &^ 511
		b.Run(fmt.Sprintf("place=out/k=%d/n=%d", k, n), func(b *testing.B) {
			v := mapped(b, 2*k, n)
			dst, src := pointers(v[:k]), pointers(v[k:])
			t := inTurn(9, 1, func() { relay(relayNext, dst, src, 0, n) }, func() { relay(relayAhead, dst, src, 0, n) },
				func() { relay(relayPast, dst, src, 0, n) }, func() { foldTiled(Sum, dst, src, 0, n, true) })
			b.ReportMetric(t[0], "ns/op")
			b.ReportMetric(float64(16*n*k)/t[0], "GB/s")
			b.ReportMetric(t[0]/t[1], "next/ahead")
			b.ReportMetric(t[0]/t[2], "next/past")
			b.ReportMetric(t[0]/t[3], "next/tiles")
			b.ReportMetric(t[1]/t[2], "ahead/past")
			b.ReportMetric(t[1]/t[3], "ahead/tiles")
		})
		for _, bytes := range []int{6 << 20, 128 << 20} {
			n := bytes / 8 / k
			b.Run(fmt.Sprintf("place=in/k=%d/n=%d", k, n), func(b *testing.B) {
				src := pointers(mapped(b, k, n))
				t := inTurn(21, 3, func() { relay(relayOver, src, src, 0, n) }, func() { relay(relayFar, src, src, 0, n) },
					func() { foldTiled(Sum, src, src, 0, n, false) }, func() { foldLong(Sum, src, src, 0, n) })
				b.ReportMetric(t[0], "ns/op")
				b.ReportMetric(float64(16*n*k)/t[0], "GB/s")
				b.ReportMetric(t[0]/t[1], "over/far")
				b.ReportMetric(t[0]/t[2], "over/tiles")
				b.ReportMetric(t[3]/t[0], "pass/over")
			})
		}
	}
}

// BenchmarkZeros is stores past the caches of zeros, in turn with as many of numbers.
func BenchmarkZeros(b *testing.B) {
	pin(b)
	const n = 16 << 20
	to, from := mapped(b, 1, n)[0], aligned(2, tile)
	clear(from[0])
	store := func(x []float64) func() {
		return func() {
			for at := 0; at < n; at += tile {
				foldNTFast(Sum, []*float64{&to[at]}, []*float64{&x[0]}, 0, tile)
			}
		}
	}
	t := inTurn(9, 1, store(from[0]), store(from[1]))
	b.ReportMetric(t[0], "ns/op")
	b.ReportMetric(t[0]/t[1], "zeros/numbers")
}
