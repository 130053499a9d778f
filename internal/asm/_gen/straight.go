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
	for _, m := range []int{2, straightMax, 4, 3, 5, 6, 7} { // the usual ones first
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
		if m == 2 && k.bytes == 64 {
			k.pairs(&to, sum)
		}
		k.sweep(&to, fmt.Sprintf("straight%d", m), func(label string, n int, mask reg.Register) {
			k.foldStores(&to, label, sum(label, n, mask), mask, k.store)
		})
	}
	k.Label("general")
}

// pairsFrom is the bytes of a vector from which two sources and two destinations
// no longer fit the first cache.
const pairsFrom = 16 << 10

// pairs is the main loop for two sources and two destinations outside the first
// cache: 512 bytes of each at once. The usual blocks are left to what follows.
func (k *kernel) pairs(s *foldState, sum func(label string, n int, mask reg.Register) []reg.VecVirtual) {
	const twice = 2 * unroll
	k.CMPQ(s.nd, I8(-2))
	k.JNE(LabelRef("notPairs"))
	k.CMPQ(s.n, U32(pairsFrom/k.size))
	k.JLT(LabelRef("notPairs"))
	to := [2]reg.GPVirtual{k.GP64(), k.GP64()}
	for i, r := range to {
		k.MOVQ(Mem{Base: s.dst, Disp: 8*i - 16}, r)
	}
	k.align()
	k.Label("pairs")
	acc := sum("pairs", twice, nil)
	for _, r := range to {
		for i, a := range acc {
			k.store(a, Mem{Base: r, Index: s.at, Scale: 1, Disp: i * k.bytes})
		}
	}
	k.ADDQ(U32(twice*k.bytes), s.at)
	k.SUBQ(U32(twice*k.lanes()), s.n)
	k.CMPQ(s.n, U32(twice*k.lanes()))
	k.JGE(LabelRef("pairs"))
	k.Label("notPairs")
}
