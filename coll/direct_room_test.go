package coll

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// TestWhoGivesRooms: who gives what is written anew in a room: single processors, and teams of several, where
// others read it once, and nobody else.
func TestWhoGivesRooms(t *testing.T) {
	const n, pair, kept = freshFrom / 8, 4 * aloneMost / 8, 2 * aloneMost
	for _, c := range []struct {
		c        collective
		p, n     int    // elements of a block, or of the vector
		teams    int    // p, if 0
		anew     uint64 // a bit for each rank that writes its src anew
		far, one bool
		keeps    bool // lines are not handed back
		want     uint64
		spill    int64
	}{
		{c: reducescatter, p: 2, n: n, anew: 0b11, want: 0b11},
		{c: reducescatter, p: 2, n: n / 2, anew: 0b11}, // by a bank
		{c: reducescatter, p: 3, n: n, anew: 0b101, want: 0b101},
		{c: reducescatter, p: 3, n: n, anew: 0b111, one: true},
		{c: reducescatter, p: 3, n: n},
		{c: alltoall, p: 2, n: n, anew: 0b11, want: 0b11},
		{c: alltoall, p: 3, n: n, anew: 0b111, want: 0b111},
		{c: alltoall, p: 3, n: n, anew: 0b111, far: true, want: 0b111}, // short of pastFrom
		{c: alltoall, p: 3, n: pastFrom / 8, anew: 0b111, far: true},
		{c: allgather, p: 2, n: n, anew: 0b10, want: 0b10},
		{c: allgather, p: 2, n: n, anew: 0b11, want: 0b11},
		{c: allgather, p: 2, n: pastFrom / 8, anew: 0b11, far: true},
		{c: allgather, p: 3, n: n, anew: 0b111}, // two would read it
		{c: gather, p: 2, n: n, anew: 0b11, want: 0b01},
		{c: gather, p: 2, n: pastFrom / 8, anew: 0b11, far: true},
		{c: gather, p: 3, n: n, anew: 0b111},
		{c: scatter, p: 2, n: n, anew: 0b11, want: 0b10},
		{c: scatter, p: 5, n: n, anew: 0b11111, want: 0b10},
		{c: scatter, p: 5, n: n, anew: 0b11101},
		{c: scatter, p: 2, n: pastFrom / 8, anew: 0b11, far: true, want: 0b10},
		{c: broadcast, p: 2, n: n, anew: 0b11, want: 0b10},
		{c: broadcast, p: 2, n: pastFrom / 8, anew: 0b11, far: true, want: 0b10},
		{c: broadcast, p: 3, n: n, anew: 0b111},
		{c: reducescatter, p: 2, n: pair / 2, anew: 0b11, want: 0b11},
		{c: reducescatter, p: 2, n: pair/2 + 1, anew: 0b11},
		{c: alltoall, p: 2, n: pair / 2, anew: 0b11, want: 0b11},
		{c: alltoall, p: 2, n: pair / 2, anew: 0b11, far: true},
		{c: alltoall, p: 2, n: pair/2 + 1, anew: 0b11},
		{c: alltoall, p: 3, n: pair / 3, anew: 0b111},
		{c: allgather, p: 2, n: pair / 2, anew: 0b11, want: 0b11},
		{c: allgather, p: 2, n: pair/2 + 1, anew: 0b11},
		{c: gather, p: 2, n: pair / 2, anew: 0b11, want: 0b01},
		{c: gather, p: 2, n: pair/2 + 1, anew: 0b11},
		{c: scatter, p: 2, n: pair / 2, anew: 0b11, want: 0b10},
		{c: scatter, p: 2, n: pair/2 + 1, anew: 0b11},
		{c: scatter, p: 2, n: pair / 2, anew: 0b11, far: true, want: 0b10},
		{c: reducescatter, p: 2, n: pair / 2, anew: 0b11, far: true},
		{c: broadcast, p: 2, n: pair, anew: 0b11, want: 0b10},
		{c: broadcast, p: 2, n: pair, anew: 0b11, far: true, want: 0b10},
		{c: broadcast, p: 2, n: pair + 1, anew: 0b11},
		{c: broadcast, p: 2, n: pair, anew: 0b11, spill: 4*pair*8 + 1, want: 0b10},
		{c: broadcast, p: 2, n: pair, anew: 0b11, spill: 4 * pair * 8},
		{c: broadcast, p: 3, n: pair, anew: 0b111},
		{c: broadcast, p: 2, n: kept / 8, anew: 0b11, keeps: true, want: 0b10},
		{c: broadcast, p: 2, n: kept/8 + 1, anew: 0b11, keeps: true},
		{c: gather, p: 2, n: kept / 16, anew: 0b11, keeps: true, want: 0b01},
		{c: gather, p: 2, n: kept/16 + 1, anew: 0b11, keeps: true},
		{c: scatter, p: 2, n: kept / 16, anew: 0b11, keeps: true, want: 0b10},
		{c: scatter, p: 2, n: kept/16 + 1, anew: 0b11, keeps: true},
		{c: scatter, p: 5, n: n, anew: 0b11111, keeps: true, want: 0b10},
		{c: reducescatter, p: 2, n: n, anew: 0b11, keeps: true},
		{c: allgather, p: 2, n: n, anew: 0b11, keeps: true},
		{c: alltoall, p: 2, n: n, anew: 0b11, keeps: true},
		{c: broadcast, p: 5, teams: 2, n: n, anew: 0b00010, keeps: true},
		{c: gather, p: 5, teams: 2, n: 2 * n, anew: 0b11111, keeps: true},
		{c: broadcast, p: 5, teams: 2, n: n, anew: 0b00010, want: 0b00010},
		{c: broadcast, p: 5, teams: 2, n: n, anew: 0b11101},
		{c: broadcast, p: 5, teams: 2, n: n, anew: 0b00010, one: true},
		{c: broadcast, p: 5, teams: 2, n: pair / 2, anew: 0b00010, want: 0b00010},
		{c: broadcast, p: 5, teams: 2, n: pair / 2, anew: 0b00010, far: true, want: 0b00010},
		{c: broadcast, p: 5, teams: 2, n: pair/2 + 1, anew: 0b00010},
		{c: broadcast, p: 5, teams: 2, n: n, anew: 0b00010, spill: 5 * 8 * n},
		{c: broadcast, p: 5, teams: 2, n: n, anew: 0b00010, spill: 5*8*n + 1, want: 0b00010},
		{c: broadcast, p: 5, teams: 3, n: n, anew: 0b00010}, // two would read it
		{c: scatter, p: 5, teams: 3, n: freshParts/8/5 + 1, anew: 0b00010, want: 0b00010},
		{c: scatter, p: 5, teams: 3, n: pair / 5, anew: 0b00010}, // two would read some of it
		{c: scatter, p: 4, teams: 2, n: freshParts / 8 / 4, anew: 0b00010, want: 0b00010},
		{c: scatter, p: 4, teams: 2, n: freshParts/8/4 - 1, anew: 0b00010},
		{c: scatter, p: 4, teams: 2, n: pair / 4, anew: 0b00010, want: 0b00010},
		{c: scatter, p: 4, teams: 2, n: pair/4 + 1, anew: 0b00010},
		{c: reducescatter, p: 5, teams: 2, n: 2 * n, anew: 0b11111, want: 0b11111},
		{c: reducescatter, p: 5, teams: 2, n: 2 * n, anew: 0b00101, want: 0b11111}, // the first ones stand for all
		{c: reducescatter, p: 5, teams: 2, n: 2 * n, anew: 0b11011, want: 0b00011},
		{c: reducescatter, p: 4, teams: 2, n: pair / 8, anew: 0b1111, want: 0b1111},
		{c: reducescatter, p: 4, teams: 2, n: pair/8 + 1, anew: 0b1111},
		{c: reducescatter, p: 5, teams: 3, n: 2 * n, anew: 0b11111, want: 0b11111},
		{c: reducescatter, p: 5, teams: 2, n: n, anew: 0b11111},
		{c: reducescatter, p: 5, teams: 2, n: 2 * n, anew: 0b11111, far: true, want: 0b11111},
		{c: gather, p: 5, teams: 2, n: 2 * n, anew: 0b11111, want: 0b11100},
		{c: gather, p: 5, teams: 2, n: 2*n - 1, anew: 0b11111},
		{c: gather, p: 5, teams: 2, n: 2 * n, anew: 0b11011},
		{c: gather, p: 5, teams: 2, n: 2 * n, anew: 0b11111, far: true},
		{c: gather, p: 5, teams: 2, n: 2 * n, anew: 0b11111, spill: 1},
		{c: gather, p: 5, teams: 3, n: 2 * n, anew: 0b11111},
		{c: gather, p: 4, teams: 2, n: pair / 2, anew: 0b1111, want: 0b1100},
		{c: gather, p: 4, teams: 2, n: pair/2 + 1, anew: 0b1111},
		{c: alltoall, p: 5, teams: 2, n: n, anew: 0b11111},
		{c: allgather, p: 5, teams: 2, n: n, anew: 0b11111},
	} {
		teams := c.teams
		if teams == 0 {
			teams = c.p
		}
		m := teamed(t, Config{P: c.p}, teams)
		m.freshMost, m.handing, m.isFar, m.isOne = pair*8, !c.keeps, c.far, c.one
		m.pairMost = kept
		if c.spill > 0 {
			m.spill.pieces = c.spill
		}
		if err := m.Run(context.Background(), func(p *Proc) error {
			v := newRoomVectors[float64](c.c, p, c.n)
			for range freshAfter + 1 {
				v.src[0] += float64(c.anew >> p.Rank() & 1)
				v.call()
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		got := uint64(0)
		for _, o := range m.world.teams {
			for place, r := range o.ranks {
				got |= uint64(buffers.Payload[int64](&o.line, freshAfter+1, 2*c.p)[2*place+1]&inRoom) << r
			}
		}
		if got != c.want {
			t.Errorf("%+v: %b give a room", c, got)
		}
	}
}

// TestLargeTeams: teams of more than roomedMost processors give rooms in a gather only.
func TestLargeTeams(t *testing.T) {
	for _, c := range []collective{broadcast, scatter, reducescatter, gather} {
		for _, p := range []int{2 * roomedMost, 2*roomedMost + 2} {
			m := teamed(t, Config{P: p}, 2)
			m.freshMost, m.handing = math.MaxInt, true
			if err := m.Run(context.Background(), func(p *Proc) error {
				v := newRoomVectors[float64](c, p, freshScan/8)
				for range freshAfter + 1 {
					v.src[0]++
					v.call()
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			got := 0
			for _, o := range m.world.teams {
				if o.roomed == freshAfter+1 {
					got++
				}
			}
			want := 1
			switch {
			case p > 2*roomedMost && c != gather:
				want = 0
			case c == reducescatter:
				want = 2
			}
			if got != want {
				t.Errorf("%v by %d: %d teams give rooms, want %d", c, p, got, want)
			}
		}
	}
}

// TestRoomsWithoutBlocks: a team whose blocks of a reducescatterv are empty, at the end, takes nothing from rooms.
func TestRoomsWithoutBlocks(t *testing.T) {
	m := teamed(t, Config{P: 3}, 2)
	m.freshMost, m.handing = math.MaxInt, true
	const n = freshParts / 8
	if err := m.Run(context.Background(), func(p *Proc) error {
		counts := []int{n, 0, 0}
		dst, src := make([]float64, counts[p.Rank()]), make([]float64, n)
		for range freshAfter + 2 {
			src[n-1]++
			ReduceScatterv(p, dst, src, counts, Sum)
		}
		if p.Rank() == 0 && dst[n-1] != 3*(freshAfter+2) {
			return fmt.Errorf("the last sum is %v", dst[n-1])
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

// roomVectors are a processor's in a call with blocks of n elements.
type roomVectors[T Elem] struct {
	dst, src []T
	call     func()
}

const roomRoot = 1

// anywhere is a vector of n elements: one of odd length begins at an odd byte, as in a file that is mapped into
// memory.
func anywhere[T Elem](n int) []T {
	b := make([]byte, (n+1)*sizeOf[T]()) // one at least, or where it begins may lie at the end of a block of others
	return unsafe.Slice((*T)(unsafe.Pointer(&b[n%2])), n)
}

func newRoomVectors[T Elem](c collective, p *Proc, n int) (v roomVectors[T]) {
	all := n * p.Size()
	v.dst, v.src = anywhere[T](n), anywhere[T](all)
	switch c {
	case reducescatter:
		v.call = func() { ReduceScatter(p, v.dst, v.src, Sum) }
	case reducescatterv:
		v.call = func() { ReduceScatterv(p, v.dst, v.src, roomCounts(p, n), Sum) }
		v.dst = anywhere[T](roomCounts(p, n)[p.Rank()])
	case alltoall:
		v.dst = anywhere[T](all)
		v.call = func() { Alltoall(p, v.dst, v.src) }
	case allgather:
		v.dst, v.src = v.src, v.dst
		v.call = func() { Allgather(p, v.dst, v.src) }
	case allgatherv:
		v.dst, v.src = v.src, anywhere[T](roomCounts(p, n)[p.Rank()])
		v.call = func() { Allgatherv(p, v.dst, v.src, roomCounts(p, n)) }
	case gather:
		v.dst, v.src = v.src, v.dst
		v.call = func() { Gather(p, v.dst, v.src, roomRoot) }
	case scatter:
		v.call = func() { Scatter(p, v.dst, v.src, roomRoot) }
	case broadcast:
		v.dst, v.src = v.dst[:n:n], v.dst[:n:n]
		v.call = func() { Broadcast(p, v.dst, roomRoot) }
	}
	return v
}

// roomCounts are unlike: those of even ranks, but for the last, have nothing, which others have.
func roomCounts(p *Proc, n int) []int {
	counts := make([]int, p.Size())
	for r := range counts {
		counts[r] = 2 * n * (r % 2)
	}
	counts[p.Size()-1] += n*p.Size() - 2*n*(p.Size()/2)
	return counts
}

// TestUnlikePairs: where one of two has a vector for which there is room and the other a longer one, that is a
// mismatch as any.
func TestUnlikePairs(t *testing.T) {
	m := teamed(t, Config{P: 2}, 2)
	const most = 4 * aloneMost
	m.freshMost, m.pairMost = most, most
	for _, c := range []collective{reducescatter, reducescatterv, alltoall, allgather, allgatherv, gather, scatter, broadcast} {
		for i := range 4 {
			longer := i % 2
			m.handing = i < 2
			if err := m.Run(context.Background(), func(p *Proc) error {
				n := most / 8 / 2
				if c == broadcast {
					n *= 2
				}
				if p.Rank() == longer {
					n++
				}
				newRoomVectors[float64](c, p, n).call()
				return nil
			}); !errors.Is(err, ErrMismatch) {
				t.Errorf("%v, rank %d has more, lines are handed back: %v: %v", c, longer, m.handing, err)
			}
		}
	}
}

// TestRoomResults: results are right and src is as it was, whoever gives rooms.
func TestRoomResults(t *testing.T) {
	large := teamed(t, Config{P: 2 * (addressedMost + 1)}, 2) // their addresses fit no line
	large.freshMost, large.handing = math.MaxInt, true
	testRoomResults[float64](t, large, freshFrom/4, freshFrom/4+3)
	lengths := []int{freshFrom / 4, freshFrom/4 + 3, aloneMost / 32, aloneMost/4 + 5}
	for _, p := range []int{2, 3, 5} {
		for i, m := range []*Machine{machine(t, Config{P: p, Host: Threads, Cores: everyCore()}), teamed(t, Config{P: p}, p), teamed(t, Config{P: p}, p), teamed(t, Config{P: p}, 2)} {
			m.freshMost, m.handing, m.pairMost = math.MaxInt, i != 2, math.MaxInt
			if i == 1 {
				testRoomResults[int32](t, m, lengths...)
			} else {
				testRoomResults[float64](t, m, lengths...)
			}
		}
	}
}

func testRoomResults[T Elem](t *testing.T, m *Machine, lengths ...int) {
	for _, c := range []collective{reducescatter, reducescatterv, alltoall, allgather, allgatherv, gather, scatter, broadcast} {
		for _, n := range lengths {
			for _, still := range []uint64{0, 0b10, 0b1101} { // ranks whose src does not change
				if err := m.Run(context.Background(), func(p *Proc) error {
					v, r := newRoomVectors[T](c, p, n), p.Rank()
					if c == scatter && r == roomRoot && n%2 == 1 {
						v.dst = v.src[n*r:][:n]
						v.call = func() { Scatter(p, v.dst, v.src, r) }
					}
					for round := range 3*freshAfter + 2 {
						gives := func(rank, i int) T {
							x := T(1000*rank + i%89 + round*int(^still>>rank&1))
							return x + x/3 // the low bits of a float, which handBack clears, are not 0
						}
						for i := range v.dst {
							v.dst[i] = -1
						}
						for i := range v.src {
							v.src[i] = gives(r, i)
						}
						gave := slices.Clone(v.src)
						v.call()
						if c != broadcast && !slices.Equal(v.src, gave) {
							return fmt.Errorf("%v of %d, round %d: src of rank %d has changed", c, n, round, r)
						}
						lo := n * r
						if c == reducescatterv {
							lo = roomSum(roomCounts(p, n)[:r])
						}
						for i, got := range v.dst {
							var want T
							switch c {
							case reducescatter, reducescatterv:
								for k := range p.Size() {
									want += gives(k, lo+i)
								}
							case alltoall:
								want = gives(i/n, n*r+i%n)
							case allgather:
								want = gives(i/n, i%n)
							case allgatherv:
								k, at := 0, i
								for counts := roomCounts(p, n); at >= counts[k]; k++ {
									at -= counts[k]
								}
								want = gives(k, at)
							case gather:
								if want = -1; r == roomRoot {
									want = gives(i/n, i%n)
								}
							case scatter:
								want = gives(roomRoot, n*r+i)
							case broadcast:
								want = gives(roomRoot, i)
							}
							if got != want {
								return fmt.Errorf("%v of %d, round %d: element %d of rank %d is %v, want %v", c, n, round, i, r, got, want)
							}
						}
					}
					return nil
				}); err != nil {
					t.Errorf("%v: %v", m, err)
				}
			}
		}
	}
}

func roomSum(counts []int) (n int) {
	for _, k := range counts {
		n += k
	}
	return n
}

// TestRooms: two rooms serve in turn, as one may be read yet when its owner comes to the next call; what has been
// read there is handed back or not.
func TestRooms(t *testing.T) {
	for _, hands := range []bool{true, false} {
		testRooms(t, hands)
	}
}

func testRooms(t *testing.T, hands bool) {
	const calls = freshAfter + 3
	m := teamed(t, Config{P: 2}, 2)
	m.freshMost, m.handing, m.pairMost = math.MaxInt, hands, math.MaxInt
	if err := m.Run(context.Background(), func(p *Proc) error {
		v := newRoomVectors[float64](broadcast, p, freshFrom/8)
		for range calls {
			v.src[0] += math.Pi
			v.call()
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	room := stateOf[float64](m.world).teams[roomRoot].rooms[calls&1]
	if got := uint32(math.Float64bits(room[0])) == 0; got != hands {
		t.Errorf("a room is handed back: %v, want %v", got, hands)
	}
	at := func(seq uint64) int64 {
		return buffers.Payload[int64](&m.world.teams[roomRoot].line, seq, 2)[1]
	}
	if at(calls) == at(calls-1) || at(calls) != at(calls-2) {
		t.Errorf("the latest three rooms are at %x, %x and %x", at(calls-2), at(calls-1), at(calls))
	}
}
