package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// full is the usual case: both groups are full.
func (r *relayer) full() {
	r.acc = make([]reg.VecVirtual, r.block/r.bytes)
	for m := range r.acc {
		r.acc[m] = r.vec()
	}
	r.CMPQ(r.src.count, Imm(uint64(r.most)))
	r.JNE(LabelRef("block"))
	r.CMPQ(r.dst.count, Imm(uint64(r.most)))
	r.JNE(LabelRef("block"))
	r.CMPQ(r.first, Imm(0))
	r.JNE(LabelRef("full"))
	for _, loop := range []struct {
		label string
		from  []reg.GPVirtual
	}{{"fullMore", append([]reg.GPVirtual{r.into}, r.src.regs...)}, {"full", r.src.regs}} {
		r.align()
		r.Label(loop.label)
		r.askFor()
		r.read(loop.from[0])
		for _, p := range loop.from[1:] {
			r.add(p)
		}
		r.keep()
		r.read(r.from)
		r.storeAll()
		r.again(loop.label)
	}
}

// any is what a group may be: full, less than full or empty, on either side.
func (r *relayer) any() {
	r.align()
	r.Label("block")
	r.CMPQ(r.src.count, Imm(uint64(r.most)))
	r.JNE(LabelRef("few"))
	r.askFor()
	r.CMPQ(r.first, Imm(0))
	r.JNE(LabelRef("fresh"))
	r.read(r.into)
	r.add(r.src.regs[0])
	r.JMP(LabelRef("more"))
	r.Label("fresh")
	r.read(r.src.regs[0])
	r.Label("more")
	for _, p := range r.src.regs[1:] {
		r.add(p)
	}
	r.keep()
	r.JMP(LabelRef("stores"))

	r.Label("few")
	r.CMPQ(r.src.count, Imm(0))
	r.JEQ(LabelRef("stores"))
	r.XORQ(r.j, r.j)
	r.read(r.into) // the first group is full
	r.Label("fewIn")
	r.CMPQ(r.j, r.src.count)
	r.JGE(LabelRef("fewOut"))
	r.LEAQ(r.src.table, r.t)
	r.MOVQ(Mem{Base: r.t, Index: r.j, Scale: 8}, r.t)
	r.add(r.t)
	r.INCQ(r.j)
	r.JMP(LabelRef("fewIn"))
	r.Label("fewOut")
	r.keep()

	r.Label("stores")
	r.CMPQ(r.dst.count, Imm(0))
	r.JEQ(LabelRef("blockDone"))
	r.read(r.from)
	r.CMPQ(r.dst.count, Imm(uint64(r.most)))
	r.JNE(LabelRef("fewTo"))
	r.storeAll()
	r.JMP(LabelRef("blockDone"))
	r.Label("fewTo")
	r.MOVQ(r.dst.count, r.j)
	r.Label("to")
	r.LEAQ(r.dst.table, r.t)
	r.MOVQ(Mem{Base: r.t, Index: r.j, Scale: 8, Disp: -8}, r.t)
	r.storeTo(r.t)
	r.DECQ(r.j)
	r.JNE(LabelRef("to"))

	r.Label("blockDone")
	r.again("block")
}

// again goes on with the next block of the groups, or with the next groups.
func (r *relayer) again(label string) {
	r.ADDQ(U32(r.block), r.i)
	r.CMPQ(r.i, U32(r.size))
	r.JLT(LabelRef(label))
	r.MOVQ(I32(0), r.first)
	r.JMP(LabelRef("step"))
}

// at is a vector of the block.
func (r *relayer) at(base reg.Register, m int) Mem {
	return Mem{Base: base, Index: r.i, Scale: 1, Disp: m * r.bytes}
}

// read, add and keep are a block that is read, added to, and kept in the tile.
func (r *relayer) read(base reg.Register) {
	for m, a := range r.acc {
		r.load(r.at(base, m), a)
	}
}

func (r *relayer) add(base reg.Register) {
	for m, a := range r.acc {
		r.combine("Sum", r.at(base, m), a)
	}
}

func (r *relayer) keep() {
	for m, a := range r.acc {
		r.kernel.store(a, r.at(r.into, m))
	}
}

// storeTo stores a block to a destination, storeAll to a full group of them.
func (r *relayer) storeTo(p reg.Register) {
	for m, a := range r.acc {
		r.store(a, r.at(p, m))
	}
}

func (r *relayer) storeAll() {
	for m := range r.most {
		p := r.t
		if r.dst.regs != nil {
			p = r.dst.regs[m]
		} else {
			r.MOVQ(r.dst.table.Offset(8*m), p)
		}
		r.storeTo(p)
	}
}
