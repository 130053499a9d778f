package exact

import (
	"fmt"
	"math"
)

// Vector is many exact sums, one after the other: one for each element of the vectors added,
// such as the gradients of samples. n sums take n·576 bytes.
type Vector []int64

// NewVector is n sums of 0. It panics as make does if they are more than memory can hold.
func NewVector(n int) Vector {
	if uint(n) > math.MaxInt/Words { // or n·Words may be any number, even 0
		panic(fmt.Sprintf("exact: NewVector(%d): want 0 to %d sums", n, math.MaxInt/Words))
	}
	return make(Vector, n*Words)
}

// Len is the number of sums.
func (v Vector) Len() int { return len(v) / Words }

// At is the i-th sum, 0 ≤ i < Len; what is added to it is added to v.
func (v Vector) At(i int) *Sum {
	if uint(i) >= uint(v.Len()) {
		v.lacks(i)
	}
	return (*Sum)(v[i*Words:])
}

// lacks is not in At, which is inlined without it.
//
//go:noinline
func (v Vector) lacks(i int) {
	panic(fmt.Sprintf("exact: At(%d) of a Vector of %d sums", i, v.Len()))
}

// fit panics unless a slice has as many elements as v has sums.
func (v Vector) fit(method string, n int) {
	if n != v.Len() {
		panic(fmt.Sprintf("exact: %s of %d elements on a Vector of %d sums", method, n, v.Len()))
	}
}

// Add adds x[i] to the i-th sum, for all i. It panics unless x has as many elements as v has
// sums.
func (v Vector) Add(x []float64) {
	v.fit("Add", len(x))
	for i, x := range x {
		v.At(i).Add(x)
	}
}

// Words returns all sums as numbers that an allreduce by the operator Sum can add up; see
// [Sum.Words].
func (v Vector) Words() []int64 {
	for i := range v.Len() {
		v.At(i).carry()
	}
	return v
}

// Float64s writes the rounded sums to dst; len(dst) must be their number.
func (v Vector) Float64s(dst []float64) {
	v.fit("Float64s", len(dst))
	for i := range dst {
		dst[i] = v.At(i).Float64()
	}
}
