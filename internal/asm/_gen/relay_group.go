package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// relaySide is the sources of a relayer, or its destinations, of which it follows a group at a time.
type relaySide struct {
	name string
	back int // bytes from the tile that is read to that of this side
	// On the stack: the pointers not yet in a group and how many they are; those of the group,
	// where it is not full or has no registers; how many it has.
	at, left, table, count Mem
	regs                   []reg.GPVirtual // the pointers of a full group; nil: they are in the table
}

// sides begins a tile: the last one has no sources, the first no destinations.
func (r *relayer) sides() {
	r.XORQ(r.j, r.j)
	r.MOVQ(r.tile, r.t)
	r.CMPQ(r.t, r.last)
	r.JGE(LabelRef("read"))
	r.Load(r.Param("ns"), r.j)
	r.Label("read")
	r.MOVQ(r.j, r.src.left)
	r.XORQ(r.j, r.j)
	r.TESTQ(r.t, r.t)
	r.JEQ(LabelRef("written"))
	r.Load(r.Param("nd"), r.j)
	r.Label("written")
	r.MOVQ(r.j, r.dst.left)
	r.param("src", r.src.at)
	r.param("dst", r.dst.at)
	r.MOVQ(I32(1), r.first)
}

// group takes the next group of a side.
func (r *relayer) group(s *relaySide) {
	few, ready, pointer := s.name+"Few", s.name+"Ready", s.name+"Pointer"
	place := func(p reg.Register) { // from a vector's first element to its tile
		r.ADDQ(r.so, p)
		if s.back != 0 {
			r.SUBQ(I32(s.back), p)
		}
	}
	r.MOVQ(s.left, r.j)
	r.CMPQ(r.j, Imm(uint64(r.most)))
	r.JLT(LabelRef(few))
	r.MOVQ(I32(r.most), s.count)
	r.SUBQ(Imm(uint64(r.most)), s.left)
	r.MOVQ(s.at, r.t)
	for m := range r.most {
		p := r.j
		if s.regs != nil {
			p = s.regs[m]
		}
		r.MOVQ(Mem{Base: r.t, Disp: 8 * m}, p)
		place(p)
		if s.regs == nil {
			r.MOVQ(p, s.table.Offset(8*m))
		}
	}
	r.ADDQ(Imm(uint64(8*r.most)), s.at)
	r.JMP(LabelRef(ready))

	r.Label(few)
	r.MOVQ(r.j, s.count)
	r.MOVQ(I32(0), s.left)
	r.Label(pointer)
	r.DECQ(r.j)
	r.JLT(LabelRef(ready))
	table := r.GP64()
	r.MOVQ(s.at, r.t)
	r.MOVQ(Mem{Base: r.t, Index: r.j, Scale: 8}, r.t)
	place(r.t)
	r.LEAQ(s.table, table)
	r.MOVQ(r.t, Mem{Base: table, Index: r.j, Scale: 8})
	r.JMP(LabelRef(pointer))
	r.Label(ready)
}

// askWhere notes where the next full group of sources lies: where none is left, the first one of the
// next tile.
func (r *relayer) askWhere() {
	if r.ask != askGroup {
		return
	}
	r.MOVQ(r.src.at, r.t)
	r.MOVQ(r.so, r.j)
	r.CMPQ(r.src.left, Imm(uint64(r.most)))
	r.JGE(LabelRef("askHere"))
	r.Load(r.Param("src"), r.t)
	r.ADDQ(U32(r.size), r.j)
	r.Label("askHere")
	for m := range r.most {
		r.MOVQ(Mem{Base: r.t, Disp: 8 * m}, r.i)
		r.ADDQ(r.j, r.i)
		r.MOVQ(r.i, r.asks.Offset(8*m))
	}
}

// askFor asks for a block of each source of a group, beside a full one.
func (r *relayer) askFor() {
	if r.ask == askNot {
		return
	}
	for m, p := range r.src.regs {
		ahead := r.size
		if r.ask == askGroup {
			r.MOVQ(r.asks.Offset(8*m), r.t)
			p, ahead = r.t, 0
		}
		for line := 0; line < r.block; line += 64 {
			r.PREFETCHT1(Mem{Base: p, Index: r.i, Scale: 1, Disp: ahead + line})
		}
	}
}
