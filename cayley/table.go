package cayley

import (
	"fmt"
	"slices"
)

// MaxTable is the greatest order of a group given by its table: 32 MiB.
const MaxTable = 4096

// table is a group by its multiplication table, row-major.
type table struct {
	n   int
	mul []uint16
	inv []uint16
}

// NewTable is the group whose product a·b is mul[a][b]. It checks that the table is square and
// in range, that 0 is the identity, that every row and column is a permutation (so inverses
// exist), and associativity by Light's test. O(n²·log n) in all: the test takes one generator
// after another, and these span a chain of subgroups, each at least twice as large as the last.
// The error names the elements at fault; of one row, or of one and a row before, it is an
// EntryError. The order is at most MaxTable; 2·n² bytes.
func NewTable(mul [][]int) (Group, error) {
	n := len(mul)
	if err := inRange(fmt.Sprintf("multiplication table of %d rows", n), "they", n, 1, MaxTable); err != nil {
		return nil, err
	}
	t := &table{n, make([]uint16, n*n), make([]uint16, n)}
	for a, row := range mul {
		if len(row) != n {
			return nil, entryErr(a, "row %d of the multiplication table has %d entries, not %d", a, len(row), n)
		}
		for b, c := range row {
			if c < 0 || c >= n {
				return nil, entryErr(a, "not a group: %d·%d = %d is out of range 0 to %d", a, b, c, n-1)
			}
			t.mul[a*n+b] = uint16(c)
		}
	}
	if err := t.checkLoop(); err != nil {
		return nil, err
	}
	if err := t.checkAssociative(); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *table) Order() int       { return t.n }
func (t *table) Mul(a, b int) int { return int(t.mul[a*t.n+b]) }
func (t *table) Inv(a int) int    { return int(t.inv[a]) }

// checkLoop checks the identity and that a·x = b and x·a = b have one solution
// each, and notes the inverses.
func (t *table) checkLoop() error {
	for a := range t.n {
		if c := t.Mul(0, a); c != a {
			return entryErr(0, "not a group with identity 0: 0·%d = %d", a, c)
		}
		if c := t.Mul(a, 0); c != a {
			return entryErr(a, "not a group with identity 0: %d·0 = %d", a, c)
		}
	}
	row, col := make([]int32, t.n), make([]int32, t.n) // where a value was seen, +1
	for a := range t.n {
		clear(row)
		clear(col)
		for b := range t.n {
			c := t.Mul(a, b)
			if row[c] > 0 {
				return entryErr(a, "not a group: %d·%d = %d·%d = %d", a, row[c]-1, a, b, c)
			}
			row[c] = int32(b + 1)
			if c == 0 {
				t.inv[a] = uint16(b)
			}
			if c = t.Mul(b, a); col[c] > 0 {
				return entryErr(b, "not a group: %d·%d = %d·%d = %d", col[c]-1, a, b, a, c)
			}
			col[c] = int32(b + 1)
		}
	}
	return nil
}

// checkAssociative is Light's test, (x·a)·y = x·(a·y) for all x, y, on one
// generator a after another until their products reach every element.
func (t *table) checkAssociative() error {
	var gens []int
	inside, size := closure(t, nil)
	for size < t.n {
		a := slices.Index(inside, false)
		for x := range t.n {
			xa := t.Mul(x, a)
			for y := range t.n {
				if l, r := t.Mul(xa, y), t.Mul(x, t.Mul(a, y)); l != r {
					return errf("not a group: not associative: (%d·%d)·%d = %d but %d·(%d·%d) = %d", x, a, y, l, x, a, y, r)
				}
			}
		}
		gens = append(gens, a)
		inside, size = closure(t, gens)
	}
	return nil
}
