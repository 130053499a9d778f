package coll

import "fmt"

// Every collective by its definition: how long its vectors are, what it leaves in them, and how
// it is called. A call alone is a trial (trial_test.go). A program is a list of steps that all
// processors make; the stress, soak and fuzz tests draw programs from different sources and run
// them under different conditions.

// draw is a source of choices: a number from 0 to n-1.
type draw func(n int) int

// step is one collective of a program, or of a trial. The data of a program are small integers,
// so that every order of the operations gives the same bits in every type.
type step struct {
	seed    uint64
	c       collective
	alg     Algorithm
	op      Op
	kind    int // element type
	n       int // elements of a block, or of the vector; counts are about n
	root    int // modulo the group's size
	inPlace bool
	shift   int  // of an exchange, modulo the group's size
	ends    bool // an exchange along a line, nobody beyond its ends
	group   int  // 0 is the machine, k what the k-th split made
	more    int  // added to every count: see faults_test.go
	try     *trial
}

func (s *step) String() string {
	return fmt.Sprintf("%s by %s of %d %s, %v, root %d, in place %v, shift %d, line %v, group %d, seed %#x",
		s.c, s.alg, s.n, elemNames[s.kind], s.op, s.root, s.inPlace, s.shift, s.ends, s.group, s.seed)
}

// maxGroups bounds the groups that a program splits off.
const maxGroups = 4

// makeProgram draws a program of so many steps for p processors.
func makeProgram(from draw, p, length int) []step {
	steps := make([]step, length)
	groups := 1
	for k := range steps {
		s := &steps[k]
		*s = step{seed: uint64(from(1<<30)) * 0x9e3779b97f4a7c15, kind: from(4), inPlace: from(2) == 0, root: from(p), shift: from(p)}
		s.c = barrier + collective(from(int(split)))
		if s.c == split && (groups > maxGroups || from(4) > 0) {
			s.c = allreduce
		}
		s.group = from(groups)
		if s.c == split {
			groups++
		}
		s.alg = offered[s.c][from(len(offered[s.c]))]
		edge := lengths(p)
		switch from(8) {
		case 0:
			s.n = edge[from(len(edge))]
		case 1:
			s.n = from(3000)
		case 2, 3:
			s.n = from(3)
		default:
			s.n = from(40)
		}
		if s.n*p*p > 200_000 {
			s.n %= 40
		}
		switch {
		case s.c == exchange:
			s.ends = from(4) == 0
			if p < 9 && from(16) == 0 {
				s.n = from(3 * ringSlots * slotLength)
			}
		case s.alg == Spectral:
			s.kind %= 2
		case s.c.folds():
			s.op = Op(from(4))
		}
	}
	return steps
}

// hash is a number made of two others and the step's seed.
func (s *step) hash(a, b int) uint64 {
	h := (s.seed ^ uint64(a)*0x9e3779b97f4a7c15 ^ uint64(b)*0xc2b2ae3d27d4eb4f) * 0xd6e8feb86659fd93
	return h ^ h>>32
}

// at is element i of the src of a rank of the machine.
func (s *step) at(r, i int) int64 {
	h := s.hash(r, i)
	if s.op == Prod {
		return []int64{1, -1, 2}[h%3]
	}
	return int64(h%17) - 8
}

// count is what rank a sends rank b in a v-form: often nothing. In place each gives as much as
// it gets.
func (s *step) count(a, b int) int {
	switch {
	case s.try != nil:
		return s.try.count(a, b)
	case s.c != alltoallv:
		a = 0
	case s.inPlace:
		a, b = min(a, b), max(a, b)
	}
	return int(s.hash(-1-a, -1-b)%uint64(2*s.n+2)*2/3) + s.more
}

// counted lists of(0), of(1), … of(p-1), and what lies before each and all.
func counted(p int, of func(i int) int) (list, before []int) {
	list, before = make([]int, p), make([]int, p+1)
	for i := range p {
		list[i] = of(i)
		before[i+1] = before[i] + list[i]
	}
	return list, before
}

// unused is the length of an argument that the call must not look at.
const unused = 5

// shape is how long dst and src of a rank are, and where, in place, the shorter
// lies in the longer; -1: not in place.
func (s *step) shape(p, me int) (dst, src, at int) {
	n, isRoot := s.n, me == s.root%p
	_, before := counted(p, func(i int) int { return s.count(0, i) })
	own, all := before[me+1]-before[me], before[p]
	switch s.c {
	case barrier, split:
		return 0, 0, -1
	case alltoall:
		return n * p, n * p, 0
	case alltoallv:
		_, in := counted(p, func(i int) int { return s.count(i, me) })
		_, out := counted(p, func(i int) int { return s.count(me, i) })
		return in[p], out[p], 0
	case allgather:
		return n * p, n, me * n
	case allgatherv:
		return all, own, before[me]
	case reducescatter:
		return n, n * p, me * n
	case reducescatterv:
		return own, all, before[me]
	case reduce:
		if !isRoot {
			return unused, n, -1
		}
	case gather, gatherv:
		if s.c == gather {
			own, all, before[me] = n, n*p, n*me
		}
		if !isRoot {
			return unused, own, -1
		}
		return all, own, before[me]
	case scatter, scatterv:
		if s.c == scatter {
			own, all, before[me] = n, n*p, n*me
		}
		if !isRoot {
			return own, unused, -1
		}
		return own, all, before[me]
	}
	return n, n, 0
}

// mixed is the operator of allreducefunc: neither commutative nor associative.
func mixed(acc, x int64) int64 { return (3*acc + x) % 1009 }

// result is dst of rank me of a group after the step; nil where it stays as it was. ranks are the
// group's, in the machine.
func (s *step) result(ranks []int, me int) (want []int64) {
	take := func(r, lo, n int) {
		for i := lo; i < lo+n; i++ {
			want = append(want, s.at(ranks[r], i))
		}
	}
	fold := func(end, lo, n int) {
		take(0, lo, n)
		for r := 1; r < end; r++ {
			for i := range want {
				if x := s.at(ranks[r], lo+i); s.c == allreducefunc {
					want[i] = mixed(want[i], x)
				} else {
					want[i] = reference(s.op, want[i], x)
				}
			}
		}
	}
	s.define(len(ranks), me, take, fold)
	return want
}

// define makes dst of rank me of p: it takes n elements from lo on of the src of rank r, one piece
// after another, or the fold of those of ranks 0 … end-1.
func (s *step) define(p, me int, take func(r, lo, n int), fold func(end, lo, n int)) {
	root := s.root % p
	_, before := counted(p, func(i int) int { return s.count(0, i) })
	own := before[me+1] - before[me]
	switch s.c {
	case broadcast:
		take(root, 0, s.n)
	case reduce:
		if me == root {
			fold(p, 0, s.n)
		}
	case allreduce, allreducefunc:
		fold(p, 0, s.n)
	case gather, allgather:
		for r := range p {
			if s.c == allgather || me == root {
				take(r, 0, s.n)
			}
		}
	case gatherv, allgatherv:
		for r := range p {
			if s.c == allgatherv || me == root {
				take(r, 0, before[r+1]-before[r])
			}
		}
	case scatter:
		take(root, me*s.n, s.n)
	case scatterv:
		take(root, before[me], own)
	case reducescatter:
		fold(p, me*s.n, s.n)
	case reducescatterv:
		fold(p, before[me], own)
	case alltoall:
		for r := range p {
			take(r, me*s.n, s.n)
		}
	case alltoallv:
		for r := range p {
			_, out := counted(p, func(i int) int { return s.count(r, i) })
			take(r, out[me], s.count(r, me))
		}
	case scan:
		fold(me+1, 0, s.n)
	case exscan:
		if me > 0 {
			fold(me, 0, s.n)
		}
	case exchange:
		if from, _ := s.partners(p, me); from >= 0 {
			take(from, 0, s.n)
		}
	}
}

// partners is from whom and to whom a rank exchanges.
func (s *step) partners(p, me int) (from, to int) {
	shift := s.shift % p
	from, to = (me+p-shift)%p, (me+shift)%p
	if s.ends && me < shift {
		from = -1
	}
	if s.ends && me+shift >= p {
		to = -1
	}
	return from, to
}

// invoke makes the call on the vectors given.
func invoke[T Elem](q *Proc, s *step, dst, src []T) { calling(q, s, dst, src)() }

// calling is the call on the vectors given, with all that it takes made: it allocates nothing.
func calling[T Elem](q *Proc, s *step, dst, src []T) func() {
	q = q.Using(s.alg)
	p, me, root, op := q.Size(), q.Rank(), s.root%q.Size(), s.op
	counts, _ := counted(p, func(i int) int { return s.count(0, i) })
	if me != root && (s.c == gatherv || s.c == scatterv) {
		counts = nil
	}
	switch s.c {
	case broadcast:
		return func() { Broadcast(q, dst, root) }
	case reduce:
		return func() { Reduce(q, dst, src, op, root) }
	case allreduce:
		return func() { Allreduce(q, dst, src, op) }
	case allreducefunc:
		f := func(acc, x []T) {
			for i := range acc {
				acc[i] = T(mixed(int64(acc[i]), int64(x[i])))
			}
		}
		if s.try != nil {
			f = func(acc, x []T) { combine(op, acc, x) }
		}
		return func() { AllreduceFunc(q, dst, src, f) }
	case gather:
		return func() { Gather(q, dst, src, root) }
	case gatherv:
		return func() { Gatherv(q, dst, src, counts, root) }
	case scatter:
		return func() { Scatter(q, dst, src, root) }
	case scatterv:
		return func() { Scatterv(q, dst, src, counts, root) }
	case allgather:
		return func() { Allgather(q, dst, src) }
	case allgatherv:
		return func() { Allgatherv(q, dst, src, counts) }
	case reducescatter:
		return func() { ReduceScatter(q, dst, src, op) }
	case reducescatterv:
		return func() { ReduceScatterv(q, dst, src, counts, op) }
	case alltoall:
		return func() { Alltoall(q, dst, src) }
	case alltoallv:
		in, _ := counted(p, func(i int) int { return s.count(i, me) })
		out, _ := counted(p, func(i int) int { return s.count(me, i) })
		return func() { Alltoallv(q, dst, in, src, out) }
	case scan:
		return func() { Scan(q, dst, src, op) }
	case exscan:
		return func() { Exscan(q, dst, src, op) }
	case exchange:
		from, to := s.partners(p, me)
		return func() { Exchange(q, dst, from, src, to) }
	case split:
		return func() { q.Split(0, 0) }
	}
	return func() { Barrier(q) }
}
