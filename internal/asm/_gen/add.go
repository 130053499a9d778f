package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/operand"
)

// add writes the kernels behind Add: two operands, no arrays of pointers.
func add(k *kernel) {
	for _, k.width = range widths {
		for _, k.elem = range elems {
			for _, op := range ops {
				k.addOp(op)
			}
		}
	}
}

func (k *kernel) addOp(op string) {
	k.begin("add"+op, "is Add.", fmt.Sprintf("dst, src *%s, n int", k.goed))
	dst, src, n := k.GP64(), k.GP64(), k.GP64()
	k.Load(k.Param("dst"), dst)
	k.Load(k.Param("src"), src)
	k.Load(k.Param("n"), n)
	step := func(m int) {
		for i := range m { // see evenly
			acc := k.vec()
			k.load(Mem{Base: dst, Disp: i * k.bytes}, acc)
			k.combine(op, Mem{Base: src, Disp: i * k.bytes}, acc)
			k.store(acc, Mem{Base: dst, Disp: i * k.bytes})
		}
		k.ADDQ(U32(m*k.bytes), dst)
		k.ADDQ(U32(m*k.bytes), src)
		k.SUBQ(U32(m*k.lanes()), n)
	}
	k.SUBQ(U32(unroll*k.lanes()), n)
	k.JLT(LabelRef("vectors"))
	k.align()
	k.Label("blocks")
	step(unroll)
	k.JGE(LabelRef("blocks"))
	k.Label("vectors")
	k.ADDQ(U32((unroll-1)*k.lanes()), n)
	k.JLT(LabelRef("tail"))
	k.Label("single")
	step(1)
	k.JGE(LabelRef("single"))
	k.Label("tail")
	k.ADDQ(U32(k.lanes()), n)
	k.JEQ(LabelRef("done"))
	mask, acc, t := k.mask(n), k.vec(), k.vec()
	k.loadMasked(Mem{Base: dst}, mask, acc)
	k.loadMasked(Mem{Base: src}, mask, t)
	k.combine(op, t, acc)
	k.storeMasked(acc, mask, Mem{Base: dst})
	k.Label("done")
	k.end()
}
