package spectral

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// eigenSym is mat.EigenSym: the eigenvalues of b, rising, and their vectors by columns. false:
// it did not find them.
//
// Where b's tridiagonal form falls into blocks and one of them is nearly 0, gonum v0.17.0
// multiplies the eigenvalues of those after it by 1e122 or so (its Dsteqr keeps the scale
// of that block): so it is with K₆,₆ in some orders of its vertices. The squares of the
// eigenvalues add up to those of the entries, which tells; in another order of the rows
// the blocks are others.
func eigenSym(b *mat.SymDense) (values []float64, vectors *mat.Dense, ok bool) {
	n := b.SymmetricDim()
	want := mat.Norm(b, 2) // the root of that sum
	for _, row := range []func(i int) int{
		func(i int) int { return i },
		func(i int) int { return n - 1 - i },
		func(i int) int { return (2*i + 1) % (n | 1) }, // 1, 3, 5, … 0, 2, 4, …
	} {
		in := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				in.SetSym(i, j, b.At(row(i), row(j)))
			}
		}
		var eig mat.EigenSym
		if !eig.Factorize(in, true) {
			continue
		}
		values = eig.Values(values)
		if got := mat.Norm(mat.NewVecDense(n, values), 2); !(math.Abs(got-want) <= 1e-9*want) {
			continue
		}
		var found mat.Dense
		eig.VectorsTo(&found)
		vectors = mat.NewDense(n, n, nil)
		for i := range n {
			vectors.SetRow(row(i), found.RawRowView(i))
		}
		return values, vectors, true
	}
	return nil, nil, false
}
