package program

import "slices"

// What is still done with a block decides how it is best copied, and what may be done with it then.
//
// A copy is final if nobody reads what it writes, in its step or later. Where the caches are
// too small it goes past them, and what is read again stays there. Copies that a team takes
// source by source go past them in any case, for it reads a tile once.
//
// An op is the last to read a block if no other reads it in that step, or later before it is written
// anew, and it is no result. Then whoever has read it may do with it what it likes.

// What has been found of a block, going back from the last step.
const (
	everRead = 1 << iota // in the step at hand or later
	needed               // after the step at hand: as a result, or read before it is written anew
	once                 // read in the step at hand
	twice
	written
)

// mostMarked bounds the places of blocks of all ranks, of each of which there is a byte; a program of
// more of them says of no copy that it is final, and of no op that it is the last.
const mostMarked = 1 << 28

// markUses marks the final copies to destinations and what ops are the last to read, where there are so
// many ranks.
func (p *Program) markUses(ranks int) {
	all, ok := placesOf(p, ranks)
	if !ok {
		return
	}
	marks := make([]byte, all.begin[vectors])
	of := func(r Ref, o *Op) []byte { return marks[all.of(r, o.Chunk):][:o.Count] }
	note(marks[all.begin[Dst]:all.begin[Dst+1]], func(byte) byte { return needed })
	for step := p.Steps - 1; step >= 0; step-- {
		all.inStep(step, func(o *Op) {
			for _, from := range p.From[o.A:o.B] {
				note(of(from, o), func(m byte) byte { return m | everRead | once | m&once*(twice/once) })
			}
			note(of(o.To, o), func(m byte) byte { return m&^needed | written })
		})
		all.inStep(step, func(o *Op) {
			o.Final = !o.Fold && o.To.Vec == Dst && !marked(of(o.To, o), everRead)
			for i := o.A; i < o.B; i++ {
				p.From[i].Last = !marked(of(p.From[i], o), needed|twice|written)
			}
		})
		all.inStep(step, func(o *Op) {
			note(of(o.To, o), func(m byte) byte { return m &^ written })
			for _, from := range p.From[o.A:o.B] {
				note(of(from, o), func(m byte) byte { return m&^(once|twice) | needed })
			}
		})
		if step >= p.Steps-p.BySource { // where a word is written before others read it in the same step
			all.inStep(step, func(o *Op) {
				note(of(o.To, o), func(m byte) byte { return m &^ needed })
			})
		}
	}
}

func note(marks []byte, mark func(byte) byte) {
	for i, m := range marks {
		marks[i] = mark(m)
	}
}

// marked reports whether any has one of these marks.
func marked(marks []byte, of byte) bool {
	return slices.ContainsFunc(marks, func(m byte) bool { return m&of != 0 })
}
