package asm

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// lengths is how many lengths the exhaustive tests go through, 0 … 1100; every kernel has
// passed all its loops several times by then.
const lengths = 1101

// special is the values whose handling differs most between processors.
var special = []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(),
	math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, 0x1p-1022, math.MaxFloat64, -math.MaxFloat64, 1e16, -1e16, 1e-40}

// random is an element, about one in sixteen of them special; all orders of adding
// them give different sums. Exponents lie on both sides of 0: products stay numbers.
func random[T Elem](r *rand.Rand) T {
	if k := kindOf[T](); k == kindI64 || k == kindI32 {
		return T(r.Uint64() >> r.IntN(64))
	}
	if r.IntN(16) == 0 {
		return T(special[r.IntN(len(special))])
	}
	return T(math.Ldexp(r.Float64()-0.5, r.IntN(40)-20))
}

// fill writes random elements: from somewhere in a pool of them, which is faster
// than new ones by far.
func fill[T Elem](r *rand.Rand, v []T) {
	p := pool[T]()
	for len(v) > 0 {
		v = v[copy(v, p[r.IntN(len(p)):]):]
	}
}

var pools [4]any // by kind

func pool[T Elem]() []T {
	at := &pools[kindOf[T]()]
	if *at == nil {
		r, p := rand.New(rand.NewPCG(6, 0)), make([]T, 1<<16-1)
		for i := range p {
			p[i] = random[T](r)
		}
		*at = p
	}
	return (*at).([]T)
}

// same compares bits, except that all NaNs are one.
func same[T Elem](a, b T) bool {
	if a != a && b != b {
		return true
	}
	if unsafe.Sizeof(a) == 8 {
		return *(*uint64)(unsafe.Pointer(&a)) == *(*uint64)(unsafe.Pointer(&b))
	}
	return *(*uint32)(unsafe.Pointer(&a)) == *(*uint32)(unsafe.Pointer(&b))
}

func differ[T Elem](t *testing.T, what string, got, want []T) {
	t.Helper()
	for i := range want {
		if !same(got[i], want[i]) {
			t.Fatalf("%s: element %d of %d is %v, want %v", what, i, len(want), got[i], want[i])
		}
	}
}
