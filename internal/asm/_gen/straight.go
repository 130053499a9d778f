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
		sums := func(n int, mask reg.Register) []reg.VecVirtual {
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
		k.sweep(s, fmt.Sprintf("only%d", m), k.evenly(s, from, only))
		to := *s
		to.dst, to.nd = dst, nd
		k.Label(fmt.Sprintf("spread%d", m))
		if m == 2 {
			k.pairs(&to, from)
		}
		k.sweep(&to, fmt.Sprintf("straight%d", m), func(label string, n int, mask reg.Register) {
			k.foldStores(&to, label, sums(n, mask), mask, k.store)
		})
	}
	k.Label("general")
}

// pairsFrom is the bytes of a vector from which two sources and two destinations are
// best read and written 512 bytes at a time: they take half of the second cache.
const pairsFrom = 128 << 10

// pairs is the code for two sources and two destinations, whose pointers stay in
// registers: a loop over the destinations costs a tenth in the first cache.
func (k *kernel) pairs(s *foldState, from []reg.GPVirtual) {
	const twice = 2 * unroll
	k.CMPQ(s.nd, I8(-2))
	k.JNE(LabelRef("notPairs"))
	to := [2]reg.GPVirtual{k.GP64(), k.GP64()}
	for i, r := range to {
		k.MOVQ(Mem{Base: s.dst, Disp: 8*i - 16}, r)
	}
	if k.bytes == 64 {
		k.CMPQ(s.n, U32(pairsFrom/k.size))
		k.JLT(LabelRef("pairsNear"))
		k.align()
		k.Label("pairs")
		var acc [twice]reg.VecVirtual
		for i := range acc {
			acc[i] = k.sumOf(s, from, i, nil)
		}
		for _, r := range to {
			k.storeAll(s, acc[:], nil, r, k.store)
		}
		k.ADDQ(U32(twice*k.bytes), s.at)
		k.SUBQ(U32(twice*k.lanes()), s.n)
		k.CMPQ(s.n, U32(twice*k.lanes()))
		k.JGE(LabelRef("pairs"))
		k.Label("pairsNear")
	}
	k.sweep(s, "pairs", k.evenly(s, from, to[:]...))
	k.Label("notPairs")
}

// evenly is a block of a few sources that keeps the stores as evenly among the loads as
// can be: vector by vector, load, add and store. Four loads and sums of two before their
// stores take a tenth to a fifth longer where the first cache has just become too small,
// of eight a seventh within it (Zen 4).
func (k *kernel) evenly(s *foldState, from []reg.GPVirtual, to ...reg.GPVirtual) func(string, int, reg.Register) {
	return func(_ string, n int, mask reg.Register) {
		for i := range n {
			v := k.sumOf(s, from, i, mask)
			for _, r := range to {
				k.storeAt(s, v, i, mask, r, k.store)
			}
		}
	}
}

// sumOf is vector i of a block, of a few sources.
func (k *kernel) sumOf(s *foldState, from []reg.GPVirtual, i int, mask reg.Register) reg.VecVirtual {
	v := k.vec()
	k.foldLoad(from[0], s, i, mask, v)
	for _, p := range from[1:] {
		k.foldCombine(p, s, i, mask, v)
	}
	return v
}
