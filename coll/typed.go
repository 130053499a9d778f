package coll

import (
	"sync/atomic"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// typed is what a group keeps for one element type, team by team.
type typed[T Elem] struct {
	teams []*typedTeam[T]
	far   *farTyped[T] // in a group that has members in other processes
}

// typedTeam is the arguments of a team's processors and room for its share of
// the work: only its own processors write it.
type typedTeam[T Elem] struct {
	// What other teams read. Only on change, or elsewhere, is anything written here.
	dst, src []([]T)           // by rank in the team: the vectors of the call
	laid     [2][]addresses[T] // banks for their addresses, where a line does not hold them
	wide     [2][]T            // banks for payloads that are too large for a line
	scratch  [][]T             // three for each rank of the team: vectors that outlive a step
	tmp      [][]T             // one for each rank: room of the programs
	acc      []T               // of AllreduceFunc
	passed   []T               // what the team hands on: see direct_portions.go
	given    bool              // of the first team: see scheduled_given.go
	_        [128]byte

	// What only the team touches, in every call.
	sources  [buffers.LineBanks][]*T // by rank: where the payload of n elements is
	n        [buffers.LineBanks]int  // … and the length for which they are right, if the team's own words lie there
	words    []T                     // what the team has packed, where it reads that itself
	near     []T                     // room for it, see packNear
	from, to []*T                    // by rank in the group: all src, all dst
	operand  []*T                    // room for the operands of one operation: see fold.go
	hands    []bool                  // … and for which of them are handed back: see handback.go
	rings    []partRings[T]          // of the parts of the spectral plan, made at first use
	kept     [][]T                   // by rank in the team: copies of src, where it would be overwritten too early
	rooms    [2][]T                  // for copies of src: see direct_room.go; teams of several use the first only
	merged   []T                     // of blocks folded together
	turned   uint64                  // a bit for each vector, set if the latest call went back over it: see goesBack
}

func newTyped[T Elem](g *group) *typed[T] {
	s := &typed[T]{}
	for _, t := range g.teams {
		n := len(t.ranks)
		own := &spaced[typedTeam[T]](1, g.gap)[0]
		own.dst, own.src, own.kept = spaced[[]T](n, g.gap), spaced[[]T](n, g.gap), spaced[[]T](n, g.gap)
		own.from, own.to = spaced[*T](g.size, g.gap), spaced[*T](g.size, g.gap)
		own.hands = spaced[bool](g.size, g.gap)
		s.teams = append(s.teams, own)
	}
	return s
}

// dstOf is the destination of a rank of the group.
func (s *typed[T]) dstOf(g *group, r int) []T {
	at := g.seats[r]
	return s.teams[at.t.id].dst[at.place]
}

// srcOf is the source of a rank of the group.
func (s *typed[T]) srcOf(g *group, r int) []T {
	at := g.seats[r]
	return s.teams[at.t.id].src[at.place]
}

// scratchRoom sees to it that every rank of the team has three vectors of n elements.
func (t *typedTeam[T]) scratchRoom(ranks, n int) { stretch(&t.scratch, 3*ranks, n) }

// tmpRoom sees to it that every rank of the team has room for n elements.
func (t *typedTeam[T]) tmpRoom(ranks, n int) { stretch(&t.tmp, ranks, n) }

// stretch sees to it that v has count vectors of at least n elements. None is longer than the one
// before it: calls that want many and calls that want long ones may alternate. Where v has them it
// is only read, as others may be reading what lies beside it.
func stretch[T any](v *[][]T, count, n int) {
	if n == 0 || len(*v) >= count && len((*v)[count-1]) >= n {
		return
	}
	for len(*v) < count {
		*v = append(*v, nil)
	}
	for i, x := range (*v)[:count] {
		if len(x) < n {
			(*v)[i] = make([]T, n)
		}
	}
}

// grown is room for n elements: x, or new if that is too short. What was in it may be lost.
func grown[T any](x []T, n int) []T {
	if cap(x) < n {
		return make([]T, n)
	}
	return x[:n]
}

// forget lets go of the user's vectors.
func (s *typed[T]) forget() {
	if s == nil {
		return
	}
	for _, t := range s.teams {
		clear(t.dst)
		clear(t.src)
		clear(t.laid[0])
		clear(t.laid[1])
		clear(t.from)
		clear(t.to)
		clear(t.operand[:cap(t.operand)])
	}
	if s.far != nil {
		s.far.result = nil
		clear(s.far.in)
	}
}

// stateOf is what the group keeps for T, made at first use.
func stateOf[T Elem](g *group) *typed[T] {
	if s := slotOf[T](g).Load(); s != nil {
		return s
	}
	return makeState[T](g)
}

// states are what a group keeps, by the kind of the elements. They are not named as what they
// are: a package that names a Proc would compile all that there is for every type.
type states [len(elemNames)]unsafe.Pointer

func slotOf[T Elem](g *group) *atomic.Pointer[typed[T]] {
	return (*atomic.Pointer[typed[T]])(unsafe.Pointer(&g.states[elemKind[T]()]))
}

func makeState[T Elem](g *group) *typed[T] {
	g.mu.Lock()
	defer g.mu.Unlock()
	slot := slotOf[T](g)
	if slot.Load() == nil {
		slot.Store(newTyped[T](g))
	}
	return slot.Load()
}
