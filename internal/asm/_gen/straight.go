package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// straightMax is the most sources whose pointers fit into registers.
const straightMax = 8

// straight is the code for 2 … straightMax sources, without a loop over them;
// other numbers go on to the general code.
func (k *kernel) straight(s *foldState) {
	count := k.GP64()
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
		to := *s
		to.dst, to.nd = dst, nd
		k.sweep(&to, fmt.Sprintf("straight%d", m), func(label string, m int, mask reg.Register) {
			acc := make([]reg.VecVirtual, m)
			for i := range acc {
				acc[i] = k.vec()
				k.foldLoad(from[0], s, i, mask, acc[i])
			}
			for _, p := range from[1:] {
				for i := range acc {
					k.foldCombine(p, s, i, mask, acc[i])
				}
			}
			k.foldStores(&to, label, acc, mask, k.store)
		})
	}
	k.Label("general")
}
