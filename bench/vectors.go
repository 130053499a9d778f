package bench

import (
	"math"

	"github.com/cayleycoll/cayleycoll/coll"
)

// vectors is the memory of one processor for the largest case of a machine.
// Page-aligned lengths keep two processors off each other's cache lines.
type vectors struct {
	a, b []float64
}

func newVectors(rows []Row) vectors {
	var a, b int
	for i := range rows {
		n := rows[i].Bytes / 8
		a = max(a, n)
		if rows[i].Coll == "allgather" {
			n *= rows[i].Procs
		}
		b = max(b, n)
	}
	return vectors{make([]float64, a+512), make([]float64, b+512)}
}

// args is dst and src of a case for one rank.
func (v vectors) args(r *Row, rank int) (dst, src []float64) {
	n := r.Bytes / 8
	switch {
	case r.Coll == "allgather" && r.InPlace:
		return v.b[:n*r.Procs], v.b[rank*n : (rank+1)*n]
	case r.Coll == "allgather":
		return v.b[:n*r.Procs], v.a[:n]
	case r.InPlace:
		return v.b[:n], v.b[:n]
	default:
		return v.b[:n], v.a[:n]
	}
}

// The data are small integers, whose sums are exact in any order. Where calls
// follow each other in place, they sum to 0 over the ranks, so that a result
// that was wrong once stays wrong to the end of the batch.

// value is element i of the vector of a rank.
func value(r *Row, rank, i int, zeroSum bool) float64 {
	v := float64((i*7+rank*13)%period - 510)
	if zeroSum && r.Coll == "allreduce" && r.InPlace {
		switch pair := rank ^ 1; {
		case pair >= r.Procs:
			return 0 // the odd one out
		case rank&1 == 1:
			return -value(r, pair, i, false)
		}
	}
	return v
}

func fill(r *Row, rank int, dst, src []float64, zeroSum bool) {
	if !r.InPlace || r.Coll == "allgather" {
		for i := range dst {
			dst[i] = math.NaN()
		}
	}
	for i := range src {
		src[i] = value(r, rank, i, zeroSum)
	}
}

// period is the number of elements after which the data repeat.
const period = 1021

// sums is what the elements of one period sum to over the ranks.
func sums(r *Row, zeroSum bool) (want [period]float64) {
	for i := range want {
		for rank := range r.Procs {
			want[i] += value(r, rank, i, zeroSum)
		}
	}
	return want
}

// wrong counts the elements of dst that are not the exact result. A spectral
// sum ends in a rounding; its error is measured against the sum of the
// magnitudes, as package spectral states it.
func wrong(r *Row, rank int, dst []float64, zeroSum bool) (count int) {
	if r.Coll == "allgather" {
		n := r.Bytes / 8
		for i, v := range dst {
			if v != value(r, i/n, i%n, zeroSum) {
				count++
			}
		}
		return count
	}
	if r.Coll == "exchange" {
		left := (rank + r.Procs - 1) % r.Procs
		for i, v := range dst {
			if v != value(r, left, i, zeroSum) {
				count++
			}
		}
		return count
	}
	tolerance := 0.0
	if r.Alg == string(coll.Spectral) {
		tolerance = 2e-15 * float64(r.Steps) * 510 * float64(r.Procs)
	}
	want := sums(r, zeroSum)
	for i, v := range dst {
		if !(math.Abs(v-want[i%period]) <= tolerance) {
			count++
		}
	}
	return count
}

// call makes the collective of a case once.
func call(p *coll.Proc, r *Row, dst, src []float64) {
	switch r.Coll {
	case "barrier":
		coll.Barrier(p)
	case "allgather":
		coll.Allgather(p, dst, src)
	case "allreduce":
		coll.Allreduce(p, dst, src, coll.Sum)
	case "exchange":
		n := r.Procs
		coll.Exchange(p, dst, (p.Rank()+n-1)%n, src, (p.Rank()+1)%n)
	}
}
