package coll

// typed is what a group keeps for one element type, team by team.
type typed[T Elem] struct {
	teams []*typedTeam[T]
}

// typedTeam is the arguments of a team's processors and room for its share of
// the work: only its own processors write it.
type typedTeam[T Elem] struct {
	dst, src []([]T) // by rank in the team: the vectors of the call
	wide     [2][]T  // banks for payloads that are too large for a line
	sources  [2][]*T // by rank: where the payload of n elements is
	n        [2]int  // … and the length for which they are right
	from, to []*T    // by rank in the group: all src, all dst
	operand  []*T    // room for the operands of one operation
	scratch  [][]T   // three for each rank of the team: vectors that outlive a step
}

// wideBytes bounds a team's payload in a bank; above it vectors are read where
// they are.
const wideBytes = 16 << 10

func (s *typed[T]) init(g *group) {
	for _, t := range g.teams {
		n := t.hi - t.lo
		s.teams = append(s.teams, &typedTeam[T]{
			dst: apart[[]T](n), src: apart[[]T](n),
			wide:    [2][]T{make([]T, wideBytes/8), make([]T, wideBytes/8)},
			sources: [2][]*T{apart[*T](g.size), apart[*T](g.size)},
			from:    apart[*T](g.size), to: apart[*T](g.size),
		})
	}
}

// deposit is the arrival of a processor at a collective with vectors; like
// enter, it is true to the one that must act for its team.
func deposit[T Elem](p *Proc, s *typed[T], c call, dst, src []T) bool {
	own, i := s.teams[p.t.id], p.rank-p.t.lo
	own.dst[i], own.src[i] = dst, src
	return p.enter(c)
}

// dstOf is the destination of a rank of the group.
func (s *typed[T]) dstOf(g *group, r int) []T {
	t := g.members[r].t
	return s.teams[t.id].dst[r-t.lo]
}

// collect is every rank's first elements, in this team's own arrays.
func (s *typed[T]) collect(t *team) (to, from []*T) {
	own := s.teams[t.id]
	for i, o := range s.teams {
		lo := t.g.teams[i].lo
		for r := range o.src {
			own.to[lo+r], own.from[lo+r] = &o.dst[r][0], &o.src[r][0]
		}
	}
	return own.to, own.from
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
	for _, t := range s.teams {
		clear(t.dst)
		clear(t.src)
		clear(t.from)
		clear(t.to)
		clear(t.operand[:cap(t.operand)])
	}
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
