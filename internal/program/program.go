package program

import "fmt"

// Program is an algorithm compiled for a group. In each step the teams carry out the ops that
// write to their own processors' vectors, reading those of others where they lie, and a signal
// ends the step.
//
// An op names ranks and blocks in one of three ways. As written, they are what they say, and
// the ops are dealt to the teams. With labels, which multiply ranks as elements of a group, a
// program is that of one vertex: ranks and blocks are multiplied by every rank of the team (all
// sources at once, Theorem 4.5) or, if the program is rooted, by the root. So a universal
// schedule takes O(P) memory, not O(P²).
type Program struct {
	Labels Labels
	Rooted bool
	Steps  int     // that the teams execute, each ended by a signal
	Words  int     // steps if an arc carries one block a step: T in the paper's model
	Bound  int     // the least that can be, where its maker knows; 0: see sched.LowerBound
	Parts  int     // the blocks that a vector is cut in; 0: the collective has blocks
	Chunks int     // the segments that a block is cut in, each with ops of its own; 0: none
	Room   int     // blocks of room that every rank needs
	Touch  int     // blocks that one run touches, for the choice of passes
	First  [][]int // those of step t are Ops[i][First[i][t]:First[i][t+1]]
	Ops    [][]Op  // by team or, with labels, of one vertex
	From   []Ref   // what the ops read

	BySource int     // the last so many steps go source by source:
	Via      []int32 // there, by From: the receiver's rank is the source's times this
	Course   *Course // there, if not nil: which of their ops are taken when
	Given    *Course // there, where teams may be far apart: the same if teams write to others
	Givers   []int32 // before, by From, of a sum in a destination: the rank that gives the word which comes there is the vertex's times this
}

// Tiled reports whether all steps go source by source, and so tile by tile: long blocks need
// no passes.
func (p *Program) Tiled() bool { return p.BySource > 0 && p.BySource == p.Steps }

// Piece is the length of a piece of n elements cut in so many: a multiple of 8. The last
// pieces may be shorter, or empty.
func Piece(n, pieces int) int { return ((n+pieces-1)/pieces + 7) &^ 7 }

// Pieces is the length of a block, where vectors or blocks have n elements, and of a segment of
// it.
func (p *Program) Pieces(n int) (block, stride int) {
	block = n
	if p.Parts > 1 {
		block = Piece(n, p.Parts)
	}
	stride = block
	if p.Chunks > 1 {
		stride = Piece(block, p.Chunks)
	}
	return block, stride
}

// Op makes Count blocks from To on, one in a program of segments: a copy of those at From[A], or
// the fold of those at From[A:B] in their order.
type Op struct {
	To    Ref
	Count int32
	A, B  int32
	Chunk int32 // the segment
	Fold  bool
	Final bool // nobody reads the copy: final.go
}

// Ref is block At of a rank's vector. With labels, At < 0 is the constant block ^At, and others
// are multiplied as ranks are.
type Ref struct {
	Rank, At int32
	Vec      Vec
	Last     bool // of an op that reads it: nobody else does so before it is written anew, see final.go
}

// Locate is the rank and the block of the k-th block after f, for the vertex x.
func (p *Program) Locate(f Ref, x int, k int32) (rank, at int) {
	rank, at = int(f.Rank), int(f.At)
	if l := &p.Labels; !l.None() {
		rank = l.Product(x, rank)
		if at < 0 {
			at = ^at
		} else {
			at = l.Product(x, at)
		}
	}
	return rank, at + int(k)
}

// Vec is one of a rank's vectors.
type Vec uint8

const (
	Src  Vec = iota // what it gives
	Dst             // what it gets
	Room            // what it keeps in between
)

const vectors = Room + 1

// MaxWritten bounds the processors of schedules of P² moves that are written out, some 50 bytes
// a move, and of the multiplication tables of groups that add neither modulo 2 nor modulo their
// order, 2 bytes an entry.
const MaxWritten = 4096

// written refuses what would be written out move by move for too many.
func (c *Compiler) written() error {
	if c.g.Size > MaxWritten {
		return fmt.Errorf("a schedule of P² moves is written out for at most %d processors, not %d; use direct or tree", MaxWritten, c.g.Size)
	}
	return nil
}
