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
		sum := func(label string, n int, mask reg.Register) []reg.VecVirtual {
			acc := make([]reg.VecVirtual, n)
			for i := range acc {
				acc[i] = k.vec()
				k.foldLoad(from[0], s, i, mask, acc[i])
			}
			for _, p := range from[1:] {
				for i := range acc {
					k.foldCombine(p, s, i, mask, acc[i])
				}
			}
			return acc
		}
		k.CMPQ(nd, I8(-1))
		k.JNE(LabelRef(fmt.Sprintf("spread%d", m)))
		only := k.GP64()
		k.MOVQ(Mem{Base: dst, Disp: -8}, only)
		k.sweep(s, fmt.Sprintf("only%d", m), func(label string, n int, mask reg.Register) {
			for i, a := range sum(label, n, mask) {
				to := Mem{Base: only, Index: s.at, Scale: 1, Disp: i * k.bytes}
				if mask != nil {
					k.storeMasked(a, mask, to)
				} else {
					k.store(a, to)
				}
			}
		})
		to := *s
		to.dst, to.nd = dst, nd
		k.Label(fmt.Sprintf("spread%d", m))
		k.sweep(&to, fmt.Sprintf("straight%d", m), func(label string, n int, mask reg.Register) {
			k.foldStores(&to, label, sum(label, n, mask), mask, k.store)
		})
	}
	k.Label("general")
}
