package asm

import "testing"

// specialAll takes every pair of the special values at every place of a vector, in the
// short lengths where the forms differ: of two zeros or a zero and a NaN the yards meet
// few.
func specialAll[T float64 | float32](t *testing.T) {
	all := len(special)
	for n := 1; n < 200; n += 1 + n/20 {
		if testing.Short() && n%5 == 0 {
			continue
		}
		a, b, c := make([]T, n), make([]T, n), make([]T, n)
		for op := Sum; op <= Max; op++ {
			for pair := range all * all {
				for i := range n {
					a[i], b[i], c[i] = T(special[(pair+i)%all]), T(special[(pair/all+7*i)%all]), 0
				}
				want := reference(op, [][]T{a, b}, 0, n)
				Fold(op, []*T{&c[0]}, []*T{&a[0], &b[0]}, 0, n)
				differ(t, op.String()+" fold", c, want)
				Add(op, a, b)
				differ(t, op.String()+" add", a, want)
			}
		}
	}
}

func TestSpecial(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		t.Run("type=float64", specialAll[float64])
		t.Run("type=float32", specialAll[float32])
	})
}
