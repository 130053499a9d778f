package spectral

import (
	"fmt"
	"math/big"
	"math/bits"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// maxRational is the greatest degree of a minimal polynomial over the integers.
const maxRational = 256

// rational is the spectrum of a directed graph that no theory covers, whether
// A is diagonalizable or not: the roots of its minimal polynomial over the
// integers, with their multiplicities there (errata 16). The polynomial is
// found modulo primes, put together, and proved: it vanishes on every column
// in integer arithmetic, and its degree modulo one prime cannot exceed the
// true one.
func (s *shape) rational(columns []*quotient) (Spectrum, error) {
	switch {
	case columns == nil:
		return nil, fmt.Errorf("spectral: %s is directed, its group isn't known to be abelian, and it is %w: a plan would be proved on each of its different columns, of more than %d cells together; use another algorithm", cayley.ShortName(s.g), cayley.ErrSize, maxCells)
	case s.transitive && len(columns[0].size) > maxDense || s.distinct(columns) > maxRational:
		return nil, s.noPolynomial()
	}
	q := columns[0]
	if !s.transitive {
		q = s.whole(0)
	}
	c, list, err := s.integerPolynomial(q, s.distinct(columns))
	if err == nil {
		err = s.vanishes(c, columns, list)
	}
	if err != nil {
		return nil, err
	}
	roots, err := integerRoots(c, s.d)
	if err != nil {
		return nil, fmt.Errorf("spectral: %s: %w", cayley.ShortName(s.g), err)
	}
	return s.multiplicities(roots, columns)
}

// integerPolynomial is the monic minimal polynomial, constant first, and the primes by which it
// was found. Its coefficients are below (1+d)^m, because no root is larger than d.
func (s *shape) integerPolynomial(q *quotient, m int) ([]*big.Int, []field, error) {
	list := primes(2, 2+(m+1)*bits.Len(uint(2*s.d)))
	product := big.NewInt(1)
	c := make([]*big.Int, m+1)
	for i := range c {
		c[i] = new(big.Int)
	}
	for i, p := range list {
		r := s.modulo(q)
		if i > 0 {
			r = q.minimal(p, !s.transitive)
		}
		if len(r) != m+1 {
			return nil, nil, fmt.Errorf("spectral: %s: the minimal polynomial has degree %d or %d modulo two primes; use another algorithm", cayley.ShortName(s.g), m, len(r)-1)
		}
		f := new(big.Int).SetUint64(uint64(p))
		lift := new(big.Int).ModInverse(product, f)
		for i := range c { // Chinese remainders, one prime at a time
			t := new(big.Int).SetUint64(r[i])
			t.Mod(t.Mul(t.Sub(t, c[i]), lift), f)
			c[i].Add(c[i], t.Mul(t, product))
		}
		product.Mul(product, f)
	}
	half := new(big.Int).Rsh(product, 1)
	for _, x := range c {
		if x.Cmp(half) > 0 {
			x.Sub(x, product)
		}
	}
	return c, list, nil
}

// vanishes proves that the polynomial does on every column: it does modulo the primes.
func (s *shape) vanishes(c []*big.Int, columns []*quotient, list []field) error {
	m := len(c) - 1
	for _, col := range columns {
		for _, p := range list { // Horner on the start's vector
			y, next := make([]uint64, len(col.size)), make([]uint64, len(col.size))
			f := new(big.Int).SetUint64(uint64(p))
			for i := m; i >= 0; i-- {
				col.times(p, next, y)
				y, next = next, y
				y[col.start] = p.add(y[col.start], new(big.Int).Mod(c[i], f).Uint64())
			}
			for _, v := range y {
				if v != 0 {
					return fmt.Errorf("spectral: %s: a polynomial of degree %d does not vanish on every column; use another algorithm", cayley.ShortName(s.g), m)
				}
			}
		}
	}
	return nil
}
