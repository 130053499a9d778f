package coll

import (
	"context"
	"fmt"
	"slices"
	"testing"
)

// trial is one collective call, alike on all processors.
type trial struct {
	c       collective
	a       Algorithm
	op      Op
	n, root int // elements of a block, or of the vector; counts of v-forms are about n
	inPlace bool
}

func (try trial) String() string {
	return fmt.Sprintf("%s by %s of %d, %v, root %d, in place %v", try.c, try.a, try.n, try.op, try.root, try.inPlace)
}

// count is what rank s sends rank r in a v-form; of block r where all have the
// same counts.
func (try trial) count(s, r int) int {
	if try.c != alltoallv {
		s = 0
	}
	return (try.n*(1+(3*s+5*r)%4) + 2) / 3
}

func (try trial) counts(p int, of func(i int) int) (list []int, total int) {
	for i := range p {
		list = append(list, of(i))
		total += of(i)
	}
	return list, total
}

// inputs is the src of a rank: for a rooted collective also that of those who
// need none.
func inputs[T Elem](try trial, rank, p int) []T {
	n := try.n
	switch try.c {
	case barrier:
		n = 0
	case scatter, reducescatter, alltoall:
		n *= p
	case gatherv, allgatherv:
		n = try.count(0, rank)
	case scatterv, reducescatterv:
		_, n = try.counts(p, func(r int) int { return try.count(0, r) })
	case alltoallv:
		_, n = try.counts(p, func(r int) int { return try.count(rank, r) })
	}
	return data[T](rank, n)
}

// perform makes the call and returns the caller's result, nil where it has none.
func perform[T Elem](q *Proc, try trial, src []T) []T {
	q = q.Using(try.a)
	p, r, n := q.Size(), q.Rank(), len(src)
	block := func(i int) int { return try.count(0, i) }
	dst := func(k int) []T {
		if try.inPlace && k == n {
			return src
		}
		return slices.Repeat([]T{77}, k)
	}
	// own puts src into the caller's block of a longer vector.
	own := func(all []T, lo int) []T {
		if !try.inPlace {
			return src
		}
		copy(all[lo:], src)
		return all[lo : lo+n]
	}
	switch try.c {
	case barrier:
		Barrier(q)
	case broadcast:
		if r != try.root {
			src = slices.Repeat([]T{77}, n)
		}
		Broadcast(q, src, try.root)
		return src
	case reduce:
		if r != try.root {
			Reduce(q, nil, src, try.op, try.root)
			return nil
		}
		to := dst(n)
		Reduce(q, to, src, try.op, try.root)
		return to
	case allreduce:
		to := dst(n)
		Allreduce(q, to, src, try.op)
		return to
	case allreducefunc:
		to := dst(n)
		AllreduceFunc(q, to, src, func(acc, x []T) {
			for i := range acc {
				acc[i] = reference(try.op, acc[i], x[i])
			}
		})
		return to
	case gather:
		if r != try.root {
			Gather(q, nil, src, try.root)
			return nil
		}
		all := dst(n * p)
		Gather(q, all, own(all, r*n), try.root)
		return all
	case gatherv:
		if r != try.root {
			Gatherv(q, nil, src, nil, try.root)
			return nil
		}
		counts, total := try.counts(p, block)
		_, before := try.counts(r, block)
		all := dst(total)
		Gatherv(q, all, own(all, before), counts, try.root)
		return all
	case scatter:
		to := dst(try.n)
		if r != try.root {
			src = nil
		} else if try.inPlace {
			to = src[r*try.n : (r+1)*try.n]
		}
		Scatter(q, to, src, try.root)
		return to
	case scatterv:
		to := dst(block(r))
		if r != try.root {
			Scatterv(q, to, nil, nil, try.root)
			return to
		}
		counts, _ := try.counts(p, block)
		if _, before := try.counts(r, block); try.inPlace {
			to = src[before : before+block(r)]
		}
		Scatterv(q, to, src, counts, try.root)
		return to
	case allgather:
		all := dst(n * p)
		Allgather(q, all, own(all, r*n))
		return all
	case allgatherv:
		counts, total := try.counts(p, block)
		_, before := try.counts(r, block)
		all := dst(total)
		Allgatherv(q, all, own(all, before), counts)
		return all
	case reducescatter:
		to := dst(try.n)
		if try.inPlace {
			to = src[r*try.n : (r+1)*try.n]
		}
		ReduceScatter(q, to, src, try.op)
		return to
	case reducescatterv:
		counts, _ := try.counts(p, block)
		to := dst(block(r))
		if _, before := try.counts(r, block); try.inPlace {
			to = src[before : before+block(r)]
		}
		ReduceScatterv(q, to, src, counts, try.op)
		return to
	case alltoall:
		to := dst(n)
		Alltoall(q, to, src)
		return to
	case alltoallv:
		from, _ := try.counts(p, func(i int) int { return try.count(r, i) })
		to, total := try.counts(p, func(i int) int { return try.count(i, r) })
		got := slices.Repeat([]T{77}, total)
		Alltoallv(q, got, to, src, from)
		return got
	case scan:
		to := dst(n)
		Scan(q, to, src, try.op)
		return to
	case exscan:
		to := dst(n)
		if r == 0 && !try.inPlace {
			copy(to, src) // is left alone
		}
		Exscan(q, to, src, try.op)
		return to
	case exchange:
		to := dst(n)
		Exchange(q, to, (r+p-1)%p, src, (r+1)%p)
		return to
	}
	return nil
}

// serial is the result of a rank by the definition, sums in the order of ranks.
func serial[T Elem](try trial, r, p int) (want []T) {
	src := func(s int) []T { return inputs[T](try, s, p) }
	block := func(i int) int { return try.count(0, i) }
	fold := func(lo, hi int, part func(x []T) []T) (acc []T) { // of ranks lo … hi-1
		for s := lo; s < hi; s++ {
			x := part(src(s))
			if s == lo {
				acc = slices.Clone(x)
				continue
			}
			for i := range acc {
				acc[i] = reference(try.op, acc[i], x[i])
			}
		}
		return acc
	}
	all := func(x []T) []T { return x }
	if try.c.rooted() && r != try.root && (try.c == reduce || try.c == gather || try.c == gatherv) {
		return nil
	}
	switch try.c {
	case broadcast:
		return src(try.root)
	case reduce, allreduce, allreducefunc:
		return fold(0, p, all)
	case gather, allgather, gatherv, allgatherv:
		for s := range p {
			want = append(want, src(s)...)
		}
		return want
	case scatter:
		return src(try.root)[r*try.n : (r+1)*try.n]
	case scatterv:
		_, before := try.counts(r, block)
		return src(try.root)[before : before+block(r)]
	case reducescatter:
		return fold(0, p, func(x []T) []T { return x[r*try.n : (r+1)*try.n] })
	case reducescatterv:
		_, before := try.counts(r, block)
		return fold(0, p, func(x []T) []T { return x[before : before+block(r)] })
	case alltoall:
		for s := range p {
			want = append(want, src(s)[r*try.n:(r+1)*try.n]...)
		}
		return want
	case alltoallv:
		for s := range p {
			_, before := try.counts(r, func(i int) int { return try.count(s, i) })
			want = append(want, src(s)[before:before+try.count(s, r)]...)
		}
		return want
	case scan:
		return fold(0, r+1, all)
	case exscan:
		if r == 0 {
			return src(0)
		}
		return fold(0, r, all)
	case exchange:
		return src((r + p - 1) % p)
	}
	return nil
}

// run makes the call on every processor and returns their results.
func (try trial) run(m *Machine) ([][]float64, error) { return runAs[float64](m, try) }

func runAs[T Elem](m *Machine, try trial) ([][]T, error) {
	results := make([][]T, m.cfg.P)
	err := m.Run(context.Background(), func(q *Proc) error {
		results[q.Rank()] = perform(q, try, inputs[T](try, q.Rank(), m.cfg.P))
		return nil
	})
	return results, err
}

// checkInts makes the call with integers, of which every order of operations
// gives the same.
func checkInts[T int64 | int32](m *Machine, try trial) error {
	got, err := runAs[T](m, try)
	if err != nil {
		return err
	}
	for r := range got {
		want := serial[T](try, r, m.cfg.P)
		if !slices.Equal(got[r], want) {
			return fmt.Errorf("rank %d: %v, want %v", r, head(got[r]), head(want))
		}
	}
	return nil
}

func head[T any](x []T) []T { return x[:min(len(x), 40)] }

// TestEveryCollective: every collective by every algorithm, integers exactly.
func TestEveryCollective(t *testing.T) {
	for _, host := range modes {
		for _, p := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17} {
			m := machine(t, Config{P: p, Host: host})
			for c := barrier; c < split; c++ {
				for _, a := range offered[c] {
					if a == Spectral || a == File {
						continue
					}
					for _, n := range []int{0, 1, 3, 8, 50, 700} {
						for _, inPlace := range []bool{false, true} {
							for _, root := range []int{0, p - 1, p / 2} {
								if root > 0 && !c.rooted() {
									continue
								}
								try := trial{c, a, Sum, n, root, inPlace}
								if err := checkInts[int64](m, try); err != nil {
									t.Fatalf("%v P=%d %v: %v", host, p, try, err)
								}
							}
						}
					}
				}
			}
		}
	}
}
