package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// fold writes the kernels behind Fold and FoldNT: two arrays of pointers, and a
// loop over each inside the loop over the elements.
func fold(k *kernel) {
	for _, k.width = range widths {
		for _, k.elem = range elems {
			for _, op := range ops {
				k.foldOp(op)
				k.foldNT(op)
			}
		}
	}
}

// foldState is the registers of one fold kernel.
type foldState struct {
	op           string
	dst, src     reg.Register // the arrays' ends
	nd, ns       reg.Register // minus their lengths; ns without the first
	first, at, n reg.GPVirtual
	p, j         reg.GPVirtual
	label        string
}

func (k *kernel) foldBegin(op, name, doc string) *foldState {
	k.begin(name+op, doc, fmt.Sprintf("dst, src **%s, nd, ns, off, n int", k.goed))
	s := &foldState{op: op, first: k.GP64(), at: k.GP64(), n: k.GP64(), p: k.GP64(), j: k.GP64()}
	k.Load(k.Param("off"), s.at)
	k.Load(k.Param("n"), s.n)
	k.SHLQ(Imm(uint64(log2(k.size))), s.at)
	if op == "Sum" && k.float && name == "fold" {
		k.straight(s)
	}
	dst, src, nd, ns := k.GP64(), k.GP64(), k.GP64(), k.GP64()
	k.Load(k.Param("dst"), dst)
	k.Load(k.Param("src"), src)
	k.Load(k.Param("nd"), nd)
	k.Load(k.Param("ns"), ns)
	k.MOVQ(Mem{Base: src}, s.first)
	k.LEAQ(Mem{Base: dst, Index: nd, Scale: 8}, dst)
	k.LEAQ(Mem{Base: src, Index: ns, Scale: 8}, src)
	k.NEGQ(nd)
	k.NEGQ(ns)
	k.INCQ(ns)
	s.dst, s.src, s.nd, s.ns = dst, src, nd, ns
	return s
}

func (k *kernel) foldOp(op string) {
	s := k.foldBegin(op, "fold", "is Fold.")
	k.sweep(s, "all", func(label string, m int, mask reg.Register) {
		acc := k.foldSources(s, label, m, mask)
		k.foldStores(s, label, acc, mask, k.store)
	})
}

// sweep goes over the elements with blocks of several vectors, then with single
// vectors, then with one masked operation, and ends the function.
func (k *kernel) sweep(s *foldState, label string, block func(label string, m int, mask reg.Register)) {
	k.CMPQ(s.n, U32(unroll*k.lanes()))
	k.JLT(LabelRef(label + "Vectors"))
	k.align()
	k.Label(label + "Blocks")
	block(label+"Block", unroll, nil)
	k.ADDQ(U32(unroll*k.bytes), s.at)
	k.SUBQ(U32(unroll*k.lanes()), s.n)
	k.CMPQ(s.n, U32(unroll*k.lanes()))
	k.JGE(LabelRef(label + "Blocks"))
	k.Label(label + "Vectors")
	k.CMPQ(s.n, U32(k.lanes()))
	k.JLT(LabelRef(label + "Tail"))
	k.Label(label + "Singles")
	block(label+"Single", 1, nil)
	k.ADDQ(U32(k.bytes), s.at)
	k.SUBQ(U32(k.lanes()), s.n)
	k.CMPQ(s.n, U32(k.lanes()))
	k.JGE(LabelRef(label + "Singles"))
	k.Label(label + "Tail")
	k.TESTQ(s.n, s.n)
	k.JEQ(LabelRef(label + "Done"))
	block(label+"Masked", 1, k.mask(s.n))
	k.Label(label + "Done")
	k.end()
}

// foldNT stores past the caches: n is a positive multiple of a block and every
// destination is aligned to a vector.
func (k *kernel) foldNT(op string) {
	s := k.foldBegin(op, "foldNT", "is Fold with non-temporal stores, unfenced, for whole blocks of aligned destinations.")
	k.Label("blocks")
	acc := k.foldSources(s, "block", unroll, nil)
	k.foldStores(s, "block", acc, nil, func(v reg.Register, m Op) { k.VMOVNTPD(v, m) })
	k.ADDQ(U32(unroll*k.bytes), s.at)
	k.SUBQ(U32(unroll*k.lanes()), s.n)
	k.JNE(LabelRef("blocks"))
	k.end()
}

// foldSources combines m vectors of every source at s.at; with a mask, part of
// one vector.
func (k *kernel) foldSources(s *foldState, label string, m int, mask reg.Register) []reg.VecVirtual {
	acc := make([]reg.VecVirtual, m)
	for i := range acc {
		acc[i] = k.vec()
		k.foldLoad(s.first, s, i, mask, acc[i])
	}
	k.MOVQ(s.ns, s.j)
	k.TESTQ(s.j, s.j)
	k.JEQ(LabelRef(label + "Out"))
	k.Label(label + "In")
	k.MOVQ(Mem{Base: s.src, Index: s.j, Scale: 8}, s.p)
	for i := range acc {
		k.foldCombine(s.p, s, i, mask, acc[i])
	}
	k.INCQ(s.j)
	k.JNE(LabelRef(label + "In"))
	k.Label(label + "Out")
	return acc
}

// foldStores stores the accumulators to every destination.
func (k *kernel) foldStores(s *foldState, label string, acc []reg.VecVirtual, mask reg.Register, store func(reg.Register, Op)) {
	k.MOVQ(s.nd, s.j)
	k.Label(label + "To")
	k.MOVQ(Mem{Base: s.dst, Index: s.j, Scale: 8}, s.p)
	k.storeAll(s, acc, mask, s.p, store)
	k.INCQ(s.j)
	k.JNE(LabelRef(label + "To"))
}

// storeAll stores the vectors of a block to one destination.
func (k *kernel) storeAll(s *foldState, acc []reg.VecVirtual, mask, to reg.Register, store func(reg.Register, Op)) {
	for i, v := range acc {
		k.storeAt(s, v, i, mask, to, store)
	}
}

func (k *kernel) storeAt(s *foldState, v reg.Register, i int, mask, to reg.Register, store func(reg.Register, Op)) {
	m := Mem{Base: to, Index: s.at, Scale: 1, Disp: i * k.bytes}
	if mask != nil {
		k.storeMasked(v, mask, m)
	} else {
		store(v, m)
	}
}

func (k *kernel) foldLoad(p reg.Register, s *foldState, i int, mask, v reg.Register) {
	from := Mem{Base: p, Index: s.at, Scale: 1, Disp: i * k.bytes}
	if mask != nil {
		k.loadMasked(from, mask, v)
	} else {
		k.load(from, v)
	}
}

func (k *kernel) foldCombine(p reg.Register, s *foldState, i int, mask, acc reg.Register) {
	if mask == nil {
		k.combine(s.op, Mem{Base: p, Index: s.at, Scale: 1, Disp: i * k.bytes}, acc)
		return
	}
	t := k.vec()
	k.foldLoad(p, s, i, mask, t)
	k.combine(s.op, t, acc)
}

func log2(n int) int { return bits.Len(uint(n)) - 1 }
