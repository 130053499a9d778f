package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// Folds of a list of vectors into one. asm.Fold takes the first elements of the results and of
// the operands: here both stand in one list, the result first, in room of the team's.

// into begins such a list, for a fold into the vector at to.
func (t *typedTeam[T]) into(to *T) []*T { return append(t.operand[:0], to) }

// fold makes n elements from lo on of the first vector of a list: the fold of the others.
func (t *typedTeam[T]) fold(op Op, list []*T, lo, n int) {
	t.operand = list
	asm.Fold(op.kernel(), list[:1], list[1:], lo, n)
}
