package coll

// typed is what a group keeps for one element type: the arguments of the call
// in progress, by rank, and the banks that are too large for a line.
type typed[T Elem] struct {
	src, dst   [][]T // of collectives that copy
	from, into []*T  // of collectives that compute: element 0 of src and dst
	teams      []typedTeam[T]
}

// typedTeam is the same for a team: only its own thread writes it.
type typedTeam[T Elem] struct {
	wide    [2][]T  // payloads, rank after rank
	sources [2][]*T // where every rank's payload of n elements is
	n       [2]int
	operand []*T      // room for the operands of one operation
	scratch [][]T     // three for each rank of the team: vectors that outlive a step
	_       [128]byte // the next team is another core's
}

// wideBytes bounds a team's payload in a bank; above it vectors are read where
// they are.
const wideBytes = 16 << 10

func (s *typed[T]) init(g *group) {
	s.src, s.dst = make([][]T, g.size), make([][]T, g.size)
	s.from, s.into = make([]*T, g.size), make([]*T, g.size)
	s.teams = make([]typedTeam[T], len(g.teams))
	for i := range s.teams {
		t := &s.teams[i]
		t.wide = [2][]T{make([]T, wideBytes/8), make([]T, wideBytes/8)}
		t.sources = [2][]*T{make([]*T, g.size), make([]*T, g.size)}
	}
}

// room sees to it that every rank of the team has three vectors of n elements.
func (t *typedTeam[T]) room(ranks, n int) {
	if len(t.scratch) < 3*ranks || len(t.scratch[0]) < n {
		t.scratch = make([][]T, 3*ranks)
		for i := range t.scratch {
			t.scratch[i] = make([]T, n)
		}
	}
}

// reset forgets the user's vectors.
func (s *typed[T]) reset() {
	clear(s.src)
	clear(s.dst)
	clear(s.from)
	clear(s.into)
}

func stateOf[T Elem](g *group) *typed[T] {
	var z T
	switch any(z).(type) {
	case float64:
		return any(&g.f64).(*typed[T])
	case float32:
		return any(&g.f32).(*typed[T])
	case int64:
		return any(&g.i64).(*typed[T])
	}
	return any(&g.i32).(*typed[T])
}
