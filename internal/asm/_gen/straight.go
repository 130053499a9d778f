package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// straightMax is the most sources whose pointers fit into registers.
const straightMax = 8

// straight is the loop over blocks for 2 … straightMax sources, without the loop
// over the sources; what is left of the elements goes on to the general code.
func (k *kernel) straight(s *foldState) {
	count := k.GP64()
	k.CMPQ(s.n, U32(2*unroll*k.lanes()))
	k.JLT(LabelRef("general"))
	k.Load(k.Param("ns"), count)
	for m := 2; m <= straightMax; m++ {
		k.CMPQ(count, Imm(uint64(m)))
		k.JEQ(LabelRef(fmt.Sprintf("sources%d", m)))
	}
	k.JMP(LabelRef("general"))
	for m := 2; m <= straightMax; m++ {
		k.Label(fmt.Sprintf("sources%d", m))
		src, dst, nd := k.GP64(), k.GP64(), k.GP64()
		k.Load(k.Param("src"), src)
		from := make([]reg.GPVirtual, m)
		for i := range from {
			from[i] = k.GP64()
			k.MOVQ(Mem{Base: src, Disp: 8 * i}, from[i])
		}
		k.Load(k.Param("dst"), dst)
		k.Load(k.Param("nd"), nd)
		k.LEAQ(Mem{Base: dst, Index: nd, Scale: 8}, dst)
		k.NEGQ(nd)
		k.SUBQ(U32(unroll*k.lanes()), s.n)
		label := fmt.Sprintf("straight%d", m)
		k.Label(label)
		acc := make([]reg.VecVirtual, unroll)
		for i := range acc {
			acc[i] = k.vec()
			k.load(Mem{Base: from[0], Index: s.at, Scale: 1, Disp: i * k.bytes}, acc[i])
		}
		for _, p := range from[1:] {
			for i := range acc {
				k.combine(s.op, Mem{Base: p, Index: s.at, Scale: 1, Disp: i * k.bytes}, acc[i])
			}
		}
		to := *s
		to.dst, to.nd = dst, nd
		k.foldStores(&to, label, acc, nil, k.store)
		k.ADDQ(U32(unroll*k.bytes), s.at)
		k.SUBQ(U32(unroll*k.lanes()), s.n)
		k.JGE(LabelRef(label))
		k.ADDQ(U32(unroll*k.lanes()), s.n)
		k.JMP(LabelRef("general"))
	}
	k.Label("general")
}
